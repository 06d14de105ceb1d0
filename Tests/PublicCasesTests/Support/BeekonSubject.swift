import BeekonAdapter
import Foundation
import GeofenceEngine
import LocationCore
import LocationSimulator

/// Beekon's API on the phone, as an app uses it.
@MainActor final class BeekonSubject: CaseSubject {
    private let phone: SimulatedPhone
    private let folder: URL
    private let ear: BeekonEar
    private var beekon: Beekon?
    private var service: BeekonService?

    init(phone: SimulatedPhone, folder: URL) {
        self.phone = phone
        self.folder = folder
        ear = BeekonEar(phone: phone)
    }

    var told: [ToldTransition] { ear.told.withLock { $0 } }
    /// Beekon tells no changes of what is watched.
    var changes: [ToldChange] { [] }

    func launch(on process: AppProcess) async throws {
        let (device, ear, opened) = (process.device, ear, Locked<BeekonService?>(nil))
        let store = StoreLocation(
            path: folder.appending(path: Beekon.databasePath).path, survivesPowerLoss: false)
        let beekon = Beekon(
            BeekonInstallation(
                platform: device.platform, now: { device.clock.now().wall },
                open: { listener throws(BeekonError) in
                    ear.listener.withLock { $0 = listener }
                    let service = BeekonService(device: device, store: store, cloudURL: nil, listener: ear)
                    opened.withLock { $0 = service }
                    try await service.open()
                    return service
                }))
        self.beekon = beekon
        try await beekon.open()
        service = opened.withLock { $0 }
    }

    private func running() throws -> Beekon { try beekon.orThrow("the app does not run") }

    /// The ear listens from the launch on.
    func listen() async throws {}

    func prepare(_ config: JSONObject, starts: Bool) async throws { try await configure(config) }

    private func configure(_ members: JSONObject) async throws {
        var sync: SyncConfig?
        if let url = members["url"]?.stringValue.flatMap({ URL(string: $0) }) { sync = SyncConfig(url: url) }
        try await running().configure(.selfManaged(sync: sync))
    }

    func add(_ fences: [CaseFence]) async throws {
        try await running().addGeofences(fences.map(BeekonGeofence.init))
    }

    func call(_ name: String, _ step: JSONObject) async throws {
        let beekon = try running()
        switch name {
        // Fences do not need tracking, and there is nothing to get ready.
        case "ready": break
        case "start": try await beekon.start()
        case "stop": await beekon.stop()
        case "sync": await beekon.sync()
        case "setConfig": try await configure(step)
        case "removeGeofence": try await beekon.removeGeofences(ids: [step["id"]?.stringValue ?? ""])
        case "removeGeofences": try await beekon.removeGeofences(ids: beekon.listGeofences().map(\.id))
        // The SDK does this by itself; no app can ask for it.
        case "refreshRegistrations": try await service?.engine.renewRegistrations()
        default: throw CaseError("Beekon has no call \(name)")
        }
    }

    func fences() async throws -> [CaseFence] { try await running().listGeofences().map(CaseFence.init) }

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
        let records = try await service?.engine.records(kind: .transition) ?? []
        return records.compactMap { record in
            guard let fence = record.fence, let kind = record.body["type"]?.stringValue else { return nil }
            return QueuedTransition(
                id: record.id, kind: kind.uppercased(), fence: fence.text, at: record.at, extras: nil)
        }
    }
}

extension BeekonGeofence {
    init(_ fence: CaseFence) {
        self.init(
            id: fence.id, latitude: fence.latitude, longitude: fence.longitude, radiusMeters: fence.radius,
            notifyOnEntry: fence.on.contains("E"), notifyOnExit: fence.on.contains("X"))
    }
}

extension CaseFence {
    init(_ fence: BeekonGeofence) {
        self.init(
            id: fence.id, latitude: fence.latitude, longitude: fence.longitude, radius: fence.radiusMeters,
            on: (fence.notifyOnEntry ? "E" : "") + (fence.notifyOnExit ? "X" : ""))
    }
}

/// Notes what is told, and hands it on.
private final class BeekonEar: BeekonEngineListener {
    let told = Locked<[ToldTransition]>([])
    let listener = Locked<(any BeekonEngineListener)?>(nil)
    private let phone: SimulatedPhone

    init(phone: SimulatedPhone) { self.phone = phone }

    func hear(_ news: BeekonNews) async {
        if case .transition(let transition) = news {
            let event = ToldTransition(
                kind: transition.kind.rawValue.uppercased(), fence: transition.fence.id.text, at: transition.at,
                deliveredAt: phone.elapsed, id: transition.id, extras: nil, position: nil)
            told.withLock { $0.append(event) }
        }
        await listener.withLock { $0 }?.hear(news)
    }
}
