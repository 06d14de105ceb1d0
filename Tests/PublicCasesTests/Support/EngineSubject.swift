import Foundation
import GeofenceEngine
import LocationCore
import LocationSimulator

/// The core by itself, under the plain policy.
@MainActor final class EngineSubject: CaseSubject {
    static let file = "engine.db"

    let phone: SimulatedPhone
    let folder: URL
    private(set) var engine: GeofenceEngine?
    private(set) var opening: StoreOpening?
    private let ear = Ear()

    init(phone: SimulatedPhone, folder: URL) {
        self.phone = phone
        self.folder = folder
    }

    var told: [ToldTransition] { ear.heard.withLock { $0.told } }
    var changes: [ToldChange] { ear.heard.withLock { $0.changes } }

    func launch(on process: AppProcess) async throws {
        let path = folder.appending(path: Self.file).path
        let engine = GeofenceEngine(
            name: Policy.plain.name, device: process.device,
            store: location(path), listener: EarOnPhone(ear: ear, phone: phone)
        ) { _ in EngineConfiguration(policy: .plain, format: PlainFormat()) }
        self.engine = engine
        try await engine.start()
        opening = await engine.opening
    }

    /// Failures to be met by the stores that are opened from now on.
    var faults: StoreFaults?

    private func location(_ path: String) -> StoreLocation {
        var location = StoreLocation(path: path, survivesPowerLoss: false)
        location.faults = faults
        return location
    }

    func listen() {}

    func prepare(_ config: JSONObject, starts: Bool) {}

    private func running() throws -> GeofenceEngine { try engine.orThrow("the engine was never started") }

    func add(_ fences: [CaseFence]) async throws {
        try await running().put(fences.map(Fence.init))
    }

    func call(_ name: String, _ step: JSONObject) async throws {
        let engine = try running()
        switch name {
        case "removeGeofence": try await engine.remove([FenceID(step["id"]?.stringValue ?? "")])
        case "removeGeofences": try await engine.removeAll()
        case "refreshRegistrations": try await engine.renewRegistrations()
        // The plain policy is always active and has no options.
        case "ready", "start", "stop", "changePace": break
        default: throw CaseError("the engine has no call \(name)")
        }
    }

    func fences() async throws -> [CaseFence] { try await running().fences().map(CaseFence.init) }

    func watched() async -> (fences: [String], hasHelper: Bool) {
        guard let engine else { return ([], false) }
        return (await engine.watchedFences.map(\.text), await engine.isHelperArmed)
    }

    func regionID(of fence: String) async -> String? { await engine?.regionID(of: FenceID(fence)) }

    var isLookingForDevice: Bool { get async { await engine?.isLookingForDevice ?? false } }

    func side(of fence: String) async -> Side { await engine?.state(of: FenceID(fence))?.side ?? .unknown }

    func explain(_ fence: String) async -> [String] { await engine?.explain(FenceID(fence)) ?? [] }

    func journal() async throws -> [String] {
        try await running().journal(limit: 1000).reversed().map { "\($0.code): \($0.text)" }
    }

    func queue() async throws -> [QueuedTransition] {
        try await running().records(kind: .transition).compactMap { record in
            guard let fence = record.fence, let kind = record.body["kind"]?.stringValue else { return nil }
            return QueuedTransition(
                id: record.id, kind: kind.uppercased(), fence: fence.text, at: record.at, extras: record.body["extras"])
        }
    }
}

extension Fence {
    init(_ fence: CaseFence) throws {
        var reports: TransitionKinds = []
        if fence.on.contains("E") { reports.insert(.enter) }
        if fence.on.contains("X") { reports.insert(.exit) }
        if fence.on.contains("D") { reports.insert(.dwell) }
        self.init(
            id: FenceID(fence.id), shape: try fence.shape(), reports: reports,
            dwellDelay: fence.loiteringDelay.map { Int64($0) } ?? 300_000, attributes: fence.extras ?? .null)
    }
}

extension CaseFence {
    init(_ fence: Fence) {
        let letters: [(TransitionKinds, String)] = [(.enter, "E"), (.exit, "X"), (.dwell, "D")]
        let circle = fence.shape.enclosingCircle
        self.init(
            id: fence.id.text, latitude: circle.center.latitude, longitude: circle.center.longitude,
            radius: circle.radius, on: letters.filter { fence.reports.contains($0.0) }.map(\.1).joined(),
            loiteringDelay: fence.reports.contains(TransitionKinds.dwell) ? Double(fence.dwellDelay) : nil,
            extras: fence.attributes.isNull ? nil : fence.attributes,
            ring: fence.shape.polygons.first?.shell.vertices ?? [])
    }
}

/// What was heard, over all processes.
private final class Ear: Sendable {
    struct Heard {
        var told: [ToldTransition] = []
        var changes: [ToldChange] = []
    }
    let heard = Locked(Heard())
}

private struct EarOnPhone: EngineListener {
    let ear: Ear
    let phone: SimulatedPhone

    func hear(_ news: EngineNews) async {
        let elapsed = phone.elapsed
        switch news {
        case .transition(let transition, _):
            let told = ToldTransition(
                kind: transition.kind.rawValue.uppercased(), fence: transition.fence.id.text, at: transition.at,
                deliveredAt: elapsed, id: transition.id, extras: transition.fence.attributes,
                position: transition.position?.coordinate)
            ear.heard.withLock { $0.told.append(told) }
        case .slice(let change):
            let told = ToldChange(
                on: change.on.map(\.id.text), off: change.off.map(\.id.text), elapsed: elapsed)
            ear.heard.withLock { $0.changes.append(told) }
        default: break
        }
    }
}

/// The least that a record can say.
struct PlainFormat: RecordFormat {
    func records(of transition: Transition, in context: RecordContext, id: () -> String) -> [Record] {
        [
            Record(
                id: transition.id, kind: .transition, fence: transition.fence.id, transition: transition.id,
                at: transition.at,
                body: ["kind": .string(transition.kind.rawValue), "extras": transition.fence.attributes])
        ]
    }

    func record(of fix: Fix, beside transition: Transition?, in context: RecordContext, id: String) -> Record? { nil }
}
