import Foundation
import GeofenceEngine
import LocationCore
import LocationSimulator

@testable import CIOAdapter

#if os(iOS) || os(macOS)
    import CoreLocation
#endif

/// Customer.io's API on the phone, as an app uses it, with a server that answers downloads.
@MainActor final class CIOSubject: CaseSubject {
    let phone: SimulatedPhone
    let folder: URL
    private(set) var service: CIOService?
    private var context: CIOContext?
    private let served = Locked<(fences: [CaseFence], config: String)>(([], "{}"))
    /// What a download answers instead, and what other requests get.
    let answers = Locked<(nearest: String?, other: SimulatedResponse)>((nil, .status(200)))
    /// Whether the app has been configured once, so that a new process does so again.
    private var isPrepared = false

    init(phone: SimulatedPhone, folder: URL) {
        self.phone = phone
        self.folder = folder
        let (served, answers) = (served, answers)
        phone.serve { request in
            guard request.url.hasSuffix("/nearest") else { return answers.withLock { $0.other } }
            if let body = answers.withLock({ $0.nearest }) { return .text(200, body) }
            let (fences, config) = served.withLock { $0 }
            let list = fences.map(\.wire).joined(separator: ",")
            return .text(200, #"{"config":\#(config),"geofences":[\#(list)]}"#)
        }
    }

    var changes: [ToldChange] { [] }

    /// What the workspace was told, in the order in which it came.
    var told: [ToldTransition] {
        phone.requests.filter(\.wasReceived).flatMap { record -> [ToldTransition] in
            guard let body = try? JSONValue(json: record.request.body) else { return [] }
            let events = body["batch"]?.arrayValue ?? [body]
            return events.compactMap { ToldTransition(cio: $0, deliveredAt: record.elapsed) }
        }
    }

    func launch(on process: AppProcess) async {
        let store = CustomerIO.location(in: folder, process.device)
        let made = Locked<CIOService?>(nil)
        let context = CIOContext(level: .none, isMainThread: { true }) { log in
            let service = CIOService(device: process.device, store: store, log: log)
            made.withLock { $0 = service }
            return service
        }
        service = made.withLock { $0 }
        self.context = context
        await service?.launch()
        if isPrepared { initialize() }
        await service?.idle()
    }

    private func initialize() {
        guard let context else { return }
        CIOContext.$local.withValue(context) {
            CustomerIO.initialize(
                withConfig: SDKConfigBuilder(cdpApiKey: "sk_test_abc").logLevel(.none)
                    .addModule(LocationModule(config: LocationConfig(mode: .manual)))
                    .addModule(GeofenceModule(config: GeofenceModuleConfig(locationMode: .automatic))).build())
        }
    }

    func listen() {}

    /// Runs calls of the public API against this phone's app.
    func app(_ body: () -> Void) async throws {
        let context = try context.orThrow("the app does not run")
        CIOContext.$local.withValue(context) { body() }
        await service?.settled()
    }

    func prepare(_ config: JSONObject, starts: Bool) async throws {
        isPrepared = true
        if let cap = config["max_monitoring_distance"] ?? config["maxMonitoringDistance"] {
            served.withLock { $0.config = #"{"max_monitoring_distance":\#(cap.text)}"# }
        }
        initialize()
        if starts { try await app { CustomerIO.shared.identify(userId: "u1") } }
        await service?.settled()
    }

    func add(_ fences: [CaseFence]) async throws {
        served.withLock { served in
            let names = Set(fences.map(\.id))
            served.fences = served.fences.filter { !names.contains($0.id) } + fences
        }
        try await download()
    }

    /// The next download, from where the device is; the place proves no side.
    private func download() async throws {
        let place = phone.position
        let fallback = served.withLock { $0.fences.first }.map { ($0.latitude, $0.longitude) }
        let latitude = place?.latitude ?? fallback?.0 ?? 0
        let longitude = place?.longitude ?? fallback?.1 ?? 0
        try await app {
            CustomerIO.geofence.refreshFromCurrentLocation()
            CustomerIO.location.setLastKnownLocation(CLLocation(latitude: latitude, longitude: longitude))
        }
    }

    func call(_ name: String, _ step: JSONObject) async throws {
        switch name {
        case "removeGeofence":
            let id = step["id"]?.stringValue ?? ""
            served.withLock { $0.fences.removeAll { $0.id == id } }
            try await download()
        case "removeGeofences":
            let ids = step["ids"]?.arrayValue?.compactMap(\.stringValue)
            served.withLock { $0.fences.removeAll { ids?.contains($0.id) ?? true } }
            try await download()
        case "sync": try await app { CustomerIO.shared.flush() }
        case "identify": try await app { CustomerIO.shared.identify(userId: step["user"]?.stringValue ?? "u1") }
        case "logout", "clearIdentify": try await app { CustomerIO.shared.clearIdentify() }
        case "refreshRegistrations": try await service?.engine.renewRegistrations()
        case "refresh", "download": try await download()
        case "refreshFromCurrentLocation":
            phone.answerFixRequests(.truth)
            try await app { CustomerIO.geofence.refreshFromCurrentLocation() }
            phone.answerFixRequests(.delivered)
        // For a person who is not there yet, this is where the SDK begins.
        case "start": try await app { CustomerIO.shared.identify(userId: "u1") }
        case "ready", "stop", "changePace", "setConfig": break
        default: throw CaseError("Customer.io has no call \(name)")
        }
    }

    func fences() async throws -> [CaseFence] { try await service?.engine.fences().map(CaseFence.init) ?? [] }

    func watched() async -> (fences: [String], hasHelper: Bool) {
        guard let engine = service?.engine else { return ([], false) }
        return (await engine.watchedFences.map(\.text), await engine.isHelperArmed)
    }

    func regionID(of fence: String) async -> String? { await service?.engine.regionID(of: FenceID(fence)) }

    var isLookingForDevice: Bool { get async { await service?.engine.isLookingForDevice ?? false } }

    func side(of fence: String) async -> Side { await service?.engine.state(of: FenceID(fence))?.side ?? .unknown }

    func explain(_ fence: String) async -> [String] { await service?.engine.explain(FenceID(fence)) ?? [] }

    func journal() async throws -> [String] {
        try await (service?.engine.journal(limit: 1000) ?? []).reversed().map { "\($0.code): \($0.text)" }
    }

    func queue() async throws -> [QueuedTransition] {
        try await service?.engine.records(kind: .transition).compactMap { record in
            guard let fence = record.fence, let kind = record.body["transition"]?.stringValue else { return nil }
            return QueuedTransition(
                id: record.body["transition_id"]?.stringValue ?? "", kind: kind.uppercased(), fence: fence.text,
                at: record.at, extras: record.body["metadata"])
        } ?? []
    }
}

extension ToldTransition {
    fileprivate init?(cio event: JSONValue, deliveredAt: Int64) {
        guard event["event"] == "Geofence Transition", let properties = event["properties"],
            let at = event["timestamp"]?.stringValue.flatMap({ Timestamp(iso8601: $0) })
        else { return nil }
        self.init(
            kind: properties["transition"]?.stringValue?.uppercased() ?? "",
            fence: properties["geofenceId"]?.stringValue ?? "", at: at, deliveredAt: deliveredAt,
            id: properties["transitionId"]?.stringValue ?? "", extras: properties["metadata"], position: nil)
    }
}

extension CaseFence {
    /// The fence as Customer.io's server sends it.
    fileprivate var wire: String {
        let words = [("E", "enter"), ("X", "exit"), ("D", "dwell")].filter { on.contains($0.0) }.map(\.1)
        var members: JSONObject = [
            "id": .string(id), "transition_types": .array(words.map { .string($0) }), "geoset_ids": [1],
        ]
        if on.contains("D") { members["dwell_threshold_seconds"] = .integer(Int64((loiteringDelay ?? 300_000) / 1000)) }
        members["metadata"] = extras
        if ring.isEmpty {
            members["latitude"] = .double(latitude)
            members["longitude"] = .double(longitude)
            members["radius"] = .double(radius)
        } else {
            members["shape"] = "polygon"
            let positions = ring.map { JSONValue.array([.double($0.longitude), .double($0.latitude)]) }
            members["geometry"] = ["type": "Polygon", "coordinates": [.array(positions)]]
            if let circle = try? shape().enclosingCircle {
                members["enclosing_circle"] = [
                    "latitude": .double(circle.center.latitude), "longitude": .double(circle.center.longitude),
                    "base_radius_m": .double(circle.radius),
                ]
            }
        }
        return JSONValue.object(members).text
    }
}
