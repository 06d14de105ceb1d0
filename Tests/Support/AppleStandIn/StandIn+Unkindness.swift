import LocationCore
import LocationSimulator

/// What takes its time between the system's processes and the app. (PLAT-005, PLAT-061)
extension StandIn {
    /// Milliseconds out of a range.
    func draw(_ range: ClosedRange<Int64>) -> Int64 { state.withLock { $0.draws.number(in: range) } }

    /// How late the next callback about regions comes that a call led to.
    func lateness() -> Int64? { unkindness.answers.map { draw($0) } }

    // MARK: Calls that are awaited.

    /// Who waits with the app's code while a call to a monitor is under way, on simulated time.
    public struct Waiting: Sendable {
        let block: @Sendable () -> Void
        let unblock: @Sendable () -> Void
        let resumed: @Sendable () async -> Void

        /// - Parameters:
        ///   - block: A call does not return yet.
        ///   - unblock: It is about to.
        ///   - resumed: Returns when it may.
        public init(
            block: @escaping @Sendable () -> Void, unblock: @escaping @Sendable () -> Void,
            resumed: @escaping @Sendable () async -> Void
        ) {
            (self.block, self.unblock, self.resumed) = (block, unblock, resumed)
        }
    }

    /// Calls a monitor: the answer comes in its time, and the call takes effect before it or with it.
    nonisolated(nonsending) public func call(_ effect: () -> Void) async {
        let isSlow = state.withLock { $0.draws.chance(0.5) }
        if isSlow { await reply() }
        effect()
        if !isSlow { await reply() }
    }

    /// The answer of a call to a monitor. A process that is suspended gets it late, one that has ended never goes on with
    /// it to any effect.
    nonisolated(nonsending) public func reply() async {
        guard let range = unkindness.replies, let waiting = StandIn.waiting, process.isAlive else { return }
        let delay = draw(range)
        let id = nextNumber()
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            state.withLock { $0.replies[id] = continuation }
            process.whenEnded { [self] in
                guard let continuation = takeReply(id) else { return }
                waiting.unblock()
                continuation.resume()
            }
            later(delay, "reply \(id)") { [self] in
                guard let continuation = takeReply(id) else { return }
                waiting.unblock()
                began()
                Task {
                    await waiting.resumed()
                    continuation.resume()
                    ended()
                }
            }
            // Last: from here on the phone may go on to what comes next.
            waiting.block()
            if !process.isAlive { waiting.unblock() }
        }
    }

    private func takeReply(_ id: Int) -> CheckedContinuation<Void, Never>? {
        state.withLock { $0.replies.removeValue(forKey: id) }
    }

    // MARK: Lists.

    /// What a list shows until it has caught up; `nil` for nothing.
    struct Lag {
        let before: (any Sendable)?
    }

    /// A call is about to change what a list shows under a name. Call it before the change.
    public func lag<Entry: Sendable>(_ list: String, _ id: String, showing before: Entry?) {
        guard let range = unkindness.listLag else { return }
        state.withLock { $0.lags[list, default: [:]][id] = Lag(before: before) }
        later(draw(range), "list \(list) \(id)") { [self] in state.withLock { $0.lags[list]?[id] = nil } }
    }

    /// What a list shows now, of what it would show at once.
    public func lagging<Entry: Sendable>(_ list: String, _ entries: [Entry], id: (Entry) -> String) -> [Entry] {
        let lags = state.withLock { $0.lags[list] ?? [:] }
        guard !lags.isEmpty else { return entries }
        return entries.filter { lags[id($0)] == nil }
            + lags.sorted { $0.key < $1.key }.compactMap { $0.value.before as? Entry }
    }

    // MARK: Callbacks about regions.

    /// Tells a callback about regions behind those that were there before, and no earlier than its time.
    func tellInTurn(_ event: DeviceEvent, after delay: Int64?) async {
        let due = phone.elapsed + (delay ?? 0)
        let isFree = state.withLock { state in
            if state.line.isEmpty, delay == nil { return true }
            state.line.append((event, max(due, state.line.last?.due ?? due)))
            return false
        }
        if isFree { await tell(event) } else { comeBack() }
    }

    /// Tells those whose time has come, and comes back for the rest.
    private func tellDue() async {
        while true {
            let now = phone.elapsed
            let next = state.withLock { state -> DeviceEvent? in
                guard let first = state.line.first, first.due <= now else { return nil }
                state.line.removeFirst()
                return first.event
            }
            guard let next else { break }
            await tell(next)
        }
        comeBack()
    }

    private func comeBack() {
        guard let due = state.withLock({ $0.line.first?.due }) else { return }
        later(due - phone.elapsed, "callbacks") { [self] in await tellDue() }
    }

    // MARK: The front.

    /// What an app is doing, as it can read it. (A12)
    public enum Activity: Sendable {
        /// Behind others.
        case behind
        /// In front, but not yet, or not now, the one that the person uses.
        case inactive
        /// In front.
        case active
    }

    /// What the app is doing.
    public var activity: Activity { state.withLock { $0.activity } }

    /// The app comes to the front, where it becomes active a moment later. One that has gone by then does not.
    func comeToFront() async {
        guard let range = unkindness.activation else { return await becomeActive() }
        state.withLock { state in
            // One with scenes goes on being behind until they have connected.
            if !state.isSceneLaunch { state.activity = .inactive }
        }
        later(draw(range), "activation") { [self] in
            if phone.appState == .foreground { await becomeActive() }
        }
    }

    func leaveFront() { state.withLock { ($0.activity, $0.isSceneLaunch) = (.behind, false) } }

    private func becomeActive() async {
        state.withLock { ($0.activity, $0.isSceneLaunch) = (.active, false) }
        countAllSessions()
        await tell(.app(.becameActive))
    }
}
