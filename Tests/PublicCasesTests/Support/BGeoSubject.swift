import Foundation
import GeofenceEngine
import LocationCore
import LocationSimulator

@testable import BGeoAdapter

/// BGeo's API on the phone, as an app uses it.
@MainActor final class BGeoSubject: CaseSubject {
    let phone: SimulatedPhone
    let folder: URL
    private(set) var service: BGeoService?
    private(set) var hub = EventHub()
    private(set) var told: [ToldTransition] = []
    private(set) var changes: [ToldChange] = []
    /// Changes with the fences as they came.
    private(set) var changedFences: [(on: [CaseFence], off: [CaseFence])] = []
    /// The records behind the transitions, as the app was handed them.
    private(set) var locations: [JSONValue] = []

    /// Failures to be met by the stores that are opened from now on.
    var faults: StoreFaults?

    init(phone: SimulatedPhone, folder: URL) {
        self.phone = phone
        self.folder = folder
    }

    func launch(on process: AppProcess) async {
        hub = EventHub()
        var location = BackgroundGeolocation.location(in: folder, process.device)
        location.faults = faults
        let service = BGeoService(device: process.device, store: location, hub: hub)
        self.service = service
        await service.launch()
    }

    /// Runs calls of the public API against this phone's app.
    @discardableResult func app<Result>(_ body: @MainActor () async throws -> Result) async throws -> Result {
        let service = try service.orThrow("the app does not run")
        return try await BackgroundGeolocation.$context.withValue(
            BGeoContext(engine: service, hub: hub), operation: body)
    }

    func listen() async throws {
        try await app {
            BackgroundGeolocation.onGeofence { [weak self] in self?.take($0) }
            BackgroundGeolocation.onGeofencesChange { [weak self] in self?.take($0) }
        }
    }

    private func take(_ event: GeofenceEvent) {
        let record = (try? JSONValue(any: event.location.raw)) ?? .null
        let moment = record["geofence"]?["timestamp"]?.stringValue.flatMap { Timestamp(iso8601: $0) }
        locations.append(record)
        told.append(
            ToldTransition(
                kind: event.action.rawValue, fence: event.identifier, at: moment ?? Timestamp(milliseconds: 0),
                deliveredAt: phone.elapsed, id: event.location.uuid,
                extras: event.extras.flatMap { try? JSONValue(any: $0) },
                position: try? Coordinate(
                    latitude: event.location.coords.latitude, longitude: event.location.coords.longitude)))
    }

    private func take(_ change: GeofencesChangeEvent) {
        changes.append(
            ToldChange(
                on: change.on.map(\.identifier), off: change.off.map(\.identifier), elapsed: phone.elapsed))
        changedFences.append((change.on.map(CaseFence.init), change.off.map(CaseFence.init)))
    }

    func prepare(_ config: JSONObject, starts: Bool) async throws {
        try await configure(config)
        if starts { try await app { try await BackgroundGeolocation.start() } }
    }

    /// Sets the options that cases speak of.
    private func configure(_ members: JSONObject) async throws {
        let config = Config(
            disableLocationFilter: members["disableLocationFilter"]?.boolValue,
            startOnBoot: members["startOnBoot"]?.boolValue, url: members["url"]?.stringValue,
            headers: members["headers"]?.objectValue.map { headers in
                Dictionary(headers.map { ($0.key, $0.value.stringValue ?? "") }) { first, _ in first }
            },
            autoSync: members["autoSync"]?.boolValue, batchSync: members["batchSync"]?.boolValue,
            maxBatchSize: members["maxBatchSize"]?.int64Value.map { Int($0) },
            maxRecordsToPersist: members["maxRecordsToPersist"]?.int64Value.map { Int($0) },
            geofenceProximityRadius: members["geofenceProximityRadius"]?.doubleValue,
            geofenceInitialTriggerEntry: members["geofenceInitialTriggerEntry"]?.boolValue)
        try await app { try await BackgroundGeolocation.setConfig(config) }
    }

    func add(_ fences: [CaseFence]) async throws {
        try await app { try await BackgroundGeolocation.addGeofences(fences.map(Geofence.init)) }
    }

    func call(_ name: String, _ step: JSONObject) async throws {
        let id = step["id"]?.stringValue ?? ""
        switch name {
        case "ready": try await app { try await BackgroundGeolocation.ready(Config()) }
        case "start": try await app { try await BackgroundGeolocation.start() }
        case "stop": try await app { try await BackgroundGeolocation.stop() }
        case "sync": _ = try await app { try await BackgroundGeolocation.sync() }
        case "setConfig": try await configure(step)
        case "removeGeofence": try await app { await BackgroundGeolocation.removeGeofence(identifier: id) }
        case "removeGeofences": try await app { await BackgroundGeolocation.removeGeofences() }
        case "changePace":
            try await app { try await BackgroundGeolocation.changePace(step["moving"]?.boolValue ?? false) }
        // The SDK does this by itself; no app can ask for it.
        case "refreshRegistrations": try await service?.engine.renewRegistrations()
        default: throw CaseError("BGeo has no call \(name)")
        }
    }

    func fences() async throws -> [CaseFence] {
        try await app { await BackgroundGeolocation.getGeofences().map(CaseFence.init) }
    }

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
        let records = try await app { await BackgroundGeolocation.getLocations() }
        return records.compactMap { location in
            guard let record = try? JSONValue(any: location.raw) else { return nil }
            return QueuedTransition(record: record)
        }
    }
}

extension QueuedTransition {
    /// Reads one of BGeo's records; `nil` for a plain location.
    init?(record: JSONValue) {
        guard let nested = record["geofence"], let id = record["uuid"]?.stringValue,
            let kind = nested["action"]?.stringValue, let fence = nested["identifier"]?.stringValue,
            let at = nested["timestamp"]?.stringValue.flatMap({ Timestamp(iso8601: $0) })
        else { return nil }
        self.init(id: id, kind: kind, fence: fence, at: at, extras: nested["extras"])
    }
}

extension Geofence {
    init(_ fence: CaseFence) {
        self.init(
            identifier: fence.id, radius: fence.radius, latitude: fence.latitude, longitude: fence.longitude,
            notifyOnEntry: fence.on.contains("E"), notifyOnExit: fence.on.contains("X"),
            notifyOnDwell: fence.on.contains("D"), loiteringDelay: fence.loiteringDelay,
            extras: fence.extras?.anyValue as? [String: Any])
    }
}

extension CaseFence {
    init(_ fence: Geofence) {
        let letters = [(fence.notifyOnEntry, "E"), (fence.notifyOnExit, "X"), (fence.notifyOnDwell, "D")]
        self.init(
            id: fence.identifier, latitude: fence.latitude, longitude: fence.longitude, radius: fence.radius,
            on: letters.filter { $0.0 == true }.map(\.1).joined(), loiteringDelay: fence.loiteringDelay,
            extras: fence.extras.flatMap { try? JSONValue(any: $0) })
    }
}
