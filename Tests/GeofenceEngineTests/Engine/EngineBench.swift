import Foundation
import GeofenceEngine
import LocationCore
import LocationSimulator
import PhoneBench

/// An engine on a simulated phone, built anew for each process on the same file, and a server that drops repeats.
final class EngineBench: Sendable {
    static let home = CoreBench.origin

    let phone: SimulatedPhone
    let policy: Policy
    private let folder: ScratchFolder
    private let isSlow: Bool
    private let adapt: @Sendable (Device) -> Device
    private let state = Locked(State())

    /// What outlives the processes of the app: what it was told, what the server has, what the disk does.
    private struct State {
        var engine: GeofenceEngine?
        var told: [Transition] = []
        var slices: [SliceChange] = []
        var store: [StoreNews] = []
        var received: [String: String] = [:]
        var order: [String] = []
        var commits = 0
        var verdict: @Sendable (Int) -> StoreFaults.Verdict = { _ in .proceed }
        var isListening = true
        var opening: StoreFaults.Failure?
        var snapshotThreshold = 4096
        var snapshotVerdict: @Sendable (SnapshotFile.Step) -> StoreFaults.Verdict = { _ in .proceed }
    }

    /// - Parameters:
    ///   - other: Whose file it opens as well; `nil` for one of its own.
    ///   - isSlow: Whether what the system does for an app takes simulated time, where a system stands in between.
    ///   - adapt: What stands between the phone's device and the engine.
    init(
        _ policy: Policy = .plain, profile: PhoneProfile = .iOSClassic, knobs: PhoneKnobs? = nil, seed: UInt64 = 1,
        at position: Coordinate? = EngineBench.home, beside other: EngineBench? = nil, isSlow: Bool = false,
        adapt: @escaping @Sendable (Device) -> Device = { $0 }
    ) throws {
        var policy = policy
        policy.outbox.isEnabled = true
        self.policy = policy
        self.adapt = adapt
        self.isSlow = isSlow
        folder = try other?.folder ?? ScratchFolder()
        phone = SimulatedPhone(profile: profile, knobs: knobs, seed: seed, at: position)
        phone.onLaunch { [weak self] process, _ in await self?.build(on: process) }
        serve { _ in .status(200) }
    }

    /// Decides the answers; what the server has read it keeps, once for each identifier.
    func serve(_ answer: @escaping @Sendable (HTTPRequest) async -> SimulatedResponse) {
        phone.serve { [weak self] request in
            let response = await answer(request)
            let isTaken: Bool
            if case .response(let status, _, _) = response.result {
                isTaken = (200..<300).contains(status)
            } else {
                isTaken = response.isReceived
            }
            if isTaken { self?.keep(request) }
            return response
        }
    }

    private func keep(_ request: HTTPRequest) {
        let records = (try? JSONValue(json: String(decoding: request.body, as: UTF8.self)))?.arrayValue ?? []
        state.withLock { state in
            for record in records {
                guard let id = record["id"]?.stringValue, let kind = record["kind"]?.stringValue,
                    let fence = record["fence"]?.stringValue
                else { continue }
                if state.received.updateValue("\(kind) \(fence)", forKey: id) == nil { state.order.append(id) }
            }
        }
    }

    private func build(on process: AppProcess) async {
        var location = StoreLocation(path: folder.database, survivesPowerLoss: false)
        let phone = phone
        location.faults = StoreFaults(
            beforeOpening: { [weak self] in
                phone.filesReadable ? self?.state.withLock { $0.opening } : .notReadableYet
            },
            beforeSnapshotStep: { [weak self] step in
                let rule = self?.state.withLock { $0.snapshotVerdict }
                return rule?(step) ?? .proceed
            },
            beforeCommit: { [weak self] _ in self?.judgeCommit() ?? .proceed })
        location.snapshotThreshold = state.withLock { $0.snapshotThreshold }
        let policy = policy
        let device = adapt(await Backend.current.device(of: process, for: policy.name, isSlow: isSlow))
        let engine = GeofenceEngine(
            name: policy.name, device: device, store: location, listener: Listener(bench: self)
        ) { _ in
            EngineConfiguration(policy: policy, format: BenchFormat(), transport: BenchTransport())
        }
        state.withLock { $0.engine = engine }
        try? await engine.start()
    }

    private func judgeCommit() -> StoreFaults.Verdict {
        let (number, rule) = state.withLock { state in
            state.commits += 1
            return (state.commits, state.verdict)
        }
        let verdict = rule(number)
        if verdict == .crashBeforeCommit || verdict == .crashAfterCommit { phone.killApp() }
        return verdict
    }

    private final class Listener: EngineListener {
        weak let bench: EngineBench?
        init(bench: EngineBench) { self.bench = bench }
        func hear(_ news: EngineNews) async { bench?.hear(news) }
    }

    private func hear(_ news: EngineNews) {
        state.withLock { state in
            switch news {
            case .transition(let transition, _): if state.isListening { state.told.append(transition) }
            case .slice(let change): state.slices.append(change)
            case .store(let news): state.store.append(news)
            default: break
            }
        }
    }
}

extension EngineBench {
    /// The engine of the running process; the app is started if none runs.
    func engine() async throws -> GeofenceEngine {
        if phone.app == nil { await phone.launchApp() }
        guard let engine = state.withLock({ $0.engine }) else { throw CancellationError() }
        return engine
    }

    /// What the disk does at each commit, counted from 1 over all processes.
    func setFaults(_ rule: @escaping @Sendable (_ commit: Int) -> StoreFaults.Verdict) {
        state.withLock { $0.verdict = rule }
    }

    /// What goes wrong each time the store is opened; `nil` for nothing.
    func setOpening(_ failure: StoreFaults.Failure?) { state.withLock { $0.opening = failure } }

    /// From how many fences on there is a snapshot, and what goes wrong when it is written.
    func setSnapshots(
        from threshold: Int, _ rule: @escaping @Sendable (SnapshotFile.Step) -> StoreFaults.Verdict = { _ in .proceed }
    ) {
        state.withLock { state in
            state.snapshotThreshold = threshold
            state.snapshotVerdict = rule
        }
    }

    var snapshotNews: [SnapshotNews.Kind] {
        storeNews.compactMap { if case .snapshot(let news) = $0 { news.kind } else { nil } }
    }

    var commits: Int { state.withLock { $0.commits } }
    var transitions: [Transition] { state.withLock { $0.told } }
    var told: [String] { transitions.map { "\($0.kind.rawValue) \($0.fence.id)" } }
    var slices: [SliceChange] { state.withLock { $0.slices } }
    var storeNews: [StoreNews] { state.withLock { $0.store } }
    /// What the server has, in the order of arrival, without repeats.
    var arrived: [String] { state.withLock { state in state.order.compactMap { state.received[$0] } } }
    var arrivedIDs: [String] { state.withLock { $0.order } }
    var path: String { folder.database }

    func north(_ metres: Double) -> Coordinate { CoreBench.at(0, metres) }

    /// The phone is elsewhere, and some time passes.
    func go(_ metresNorth: Double, then milliseconds: Int64 = 1000) async {
        await phone.move(to: north(metresNorth))
        await phone.advance(by: milliseconds)
    }
}

/// A request is a list of bodies. 2xx is accepted, 4xx refused, anything else comes again.
struct BenchTransport: Transport {
    func batches(from records: [Record], freshAfter: Int64, limit: Int?, singly: Bool) -> [[Record]] {
        let size = singly ? 1 : min(50, limit ?? .max)
        return records.isEmpty ? [] : [Array(records.prefix(size))]
    }

    func request(for batch: [Record], id: String, fence: (FenceID) -> Fence?) -> HTTPRequest? {
        HTTPRequest(
            id: id, method: "POST", url: "https://example.invalid/", headers: [:],
            body: Array(JSONValue.array(batch.map(\.body)).text.utf8), timeout: 30_000)
    }

    func outcome(of result: HTTPResult, to request: HTTPRequest) -> DeliveryOutcome {
        guard case .response(let status, _, _) = result else { return .later(after: nil) }
        switch status {
        case 200..<300: return .accepted
        case 413: return .tooLarge
        case 400..<500: return .refused
        default: return .later(after: nil)
        }
    }

    func refresh(id: String) -> HTTPRequest? { nil }
    func refreshed(by result: HTTPResult) -> (transport: any Transport, values: [String: JSONValue?])? { nil }
}
