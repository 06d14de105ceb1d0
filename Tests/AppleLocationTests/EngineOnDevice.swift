import AppleBench
import AppleLocation
import AppleStandIn
import Foundation
import GeofenceEngine
import LocationCore
import LocationSimulator

/// An engine on a device on a phone, built anew for each process.
final class EngineOnDevice: EngineListener {
    static let home = Coordinate(checkedLatitude: 52, longitude: 21)
    static let away = Coordinate(checkedLatitude: 52.02, longitude: 21)

    let phone: SimulatedPhone
    private let path: String
    private let state = Locked(State())

    private struct State {
        var apple: AppleBench?
        var engine: GeofenceEngine?
        var told: [String] = []
    }

    init(
        _ profile: PhoneProfile, knobs: PhoneKnobs = .quick, version: StandIn.Version = .init(18),
        at position: Coordinate = away, prepare: @escaping @Sendable (StandIn) -> Void = { _ in }
    ) async {
        path = FileManager.default.temporaryDirectory.appending(path: "apple-\(UUID().uuidString).db").path
        phone = SimulatedPhone(profile: profile, knobs: knobs, seed: 1, at: position)
        phone.onLaunch { [weak self] process, _ in
            guard let self else { return }
            let apple = AppleBench(
                process, version: version, monitor: profile == .iOSClassic ? .classic : .conditions, prepare: prepare)
            let engine = GeofenceEngine(
                name: "apple", device: apple.machine.device, store: StoreLocation(path: path, survivesPowerLoss: false),
                listener: self
            ) { _ in EngineConfiguration(policy: Policy(name: "apple"), format: NoFormat()) }
            state.withLock { ($0.apple, $0.engine) = (apple, engine) }
            try? await engine.start()
        }
        await phone.launchApp()
    }

    deinit {
        phone.killApp()
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    }

    func hear(_ news: EngineNews) async {
        guard case .transition(let transition, _) = news else { return }
        state.withLock { $0.told.append("\(transition.kind.rawValue) \(transition.fence.id.text)") }
    }

    var told: [String] { state.withLock { $0.told } }

    /// The frameworks of the process.
    func standIn() throws -> StandIn {
        guard let apple = state.withLock({ $0.apple }) else { throw CancellationError() }
        return apple.standIn
    }

    func engine() throws -> GeofenceEngine {
        guard let engine = state.withLock({ $0.engine }) else { throw CancellationError() }
        return engine
    }

    func put(_ id: FenceID = "a", at center: Coordinate = home) async throws {
        try await engine().put([
            Fence(id: id, shape: .circle(Circle(center: center, checkedRadius: 200)), reports: [.enter, .exit])
        ])
        await phone.settle()
    }

    /// Names of the regions that the system watches for the app.
    var watched: [String] { phone.monitoredRegions.filter { $0.owner == .app }.map(\.id) }
}

private struct NoFormat: RecordFormat {
    func records(of transition: Transition, in context: RecordContext, id: () -> String) -> [Record] { [] }
    func record(of fix: Fix, beside transition: Transition?, in context: RecordContext, id: String) -> Record? { nil }
}
