import LocationCore

/// What a device has under way, so that somebody can wait until nothing is.
///
/// On simulated time it also holds work back until somebody waits, and lets one thing be done after another, commands
/// before events: what is done then is done in the simulated device's own turn, and a run repeats exactly.
package final class Workload: Sendable {
    /// What is to be done.
    package enum Kind: Sendable {
        /// An event that listeners have to be told.
        case event
        /// A command that was given.
        case command
        /// Anything else, which nothing holds back.
        case other
    }

    private struct State {
        var count = 0
        var begun = 0
        var commands = 0
        var onlookers = 0
        /// Whether an event or a command has its turn.
        var isTaken = false
        /// Whether it is a command.
        var isCommand = false
        /// Whether the commands' lane waits for simulated time to pass, and whether for the command that had the turn.
        var isBlocked = false
        var blocksCommand = false
        var waiting: [CheckedContinuation<Void, Never>] = []
        var heldBack: [(kind: Kind, continuation: CheckedContinuation<Void, Never>)] = []
        var isReleased: Bool

        /// Those whose turn has come.
        mutating func admit() -> [CheckedContinuation<Void, Never>] {
            if isReleased {
                defer { heldBack = [] }
                return heldBack.map(\.continuation)
            }
            guard onlookers > 0, !isTaken,
                let next = heldBack.firstIndex(where: { $0.kind == .command || commands == 0 || isBlocked })
            else { return [] }
            isTaken = true
            isCommand = heldBack[next].kind == .command
            return [heldBack.remove(at: next).continuation]
        }

        /// Whether nothing is under way but what waits for simulated time, and for what waits for it.
        var isAtRest: Bool { count == (isBlocked ? commands + (blocksCommand ? 0 : 1) : 0) }

        /// Those who wait for rest, if it has come.
        mutating func release() -> [CheckedContinuation<Void, Never>] {
            guard isAtRest else { return [] }
            defer { waiting = [] }
            return waiting
        }
    }

    private let state: Locked<State>

    /// - Parameter isHeldBack: Whether work is done only while somebody waits for it.
    package init(isHeldBack: Bool) { state = Locked(State(isReleased: !isHeldBack)) }

    /// One more thing is to be done.
    package func begin(_ kind: Kind = .other) {
        state.withLock { state in
            state.count += 1
            state.begun += 1
            if kind == .command { state.commands += 1 }
        }
    }

    /// Returns when the next thing of a kind may be done.
    package func turn(_ kind: Kind) async {
        await withCheckedContinuation { continuation in
            resume(
                state.withLock { state in
                    state.heldBack.append((kind, continuation))
                    return state.admit()
                })
        }
    }

    /// One thing is done, and what follows from it has been begun.
    package func end(_ kind: Kind = .other) { end(kind, hadTurn: kind != .other) }

    /// One thing will not be done.
    package func abandon(_ kind: Kind) { end(kind, hadTurn: false) }

    private func end(_ kind: Kind, hadTurn: Bool) {
        resume(
            state.withLock { state in
                precondition(state.count > 0, "only what was begun can end")
                state.count -= 1
                if kind == .command { state.commands -= 1 }
                if hadTurn { (state.isTaken, state.isCommand) = (false, false) }
                return state.admit() + state.release()
            })
    }

    /// What the commands' one lane does waits until simulated time has passed: it gives its turn back, and neither it nor
    /// what waits behind it is waited for. Only on simulated time.
    package func block() {
        resume(
            state.withLock { state in
                guard !state.isReleased else { return [] }
                precondition(!state.isBlocked, "one lane waits for one thing")
                (state.isBlocked, state.blocksCommand) = (true, state.isCommand)
                if state.isCommand { (state.isTaken, state.isCommand) = (false, false) }
                return state.admit() + state.release()
            })
    }

    /// It goes on, once ``resumed()`` returns.
    package func unblock() {
        state.withLock { state in
            state.isBlocked = false
            state.begun += 1
        }
    }

    /// Returns when what was blocked has its turn again.
    package func resumed() async {
        guard state.withLock({ $0.blocksCommand }) else { return }
        await turn(.command)
    }

    /// Returns when nothing is under way.
    package func finished() async {
        resume(
            state.withLock { state in
                state.onlookers += 1
                return state.admit()
            })
        await withCheckedContinuation { continuation in
            let isFinished = state.withLock { state in
                if !state.isAtRest { state.waiting.append(continuation) }
                return state.isAtRest
            }
            if isFinished { continuation.resume() }
        }
        state.withLock { $0.onlookers -= 1 }
    }

    /// How many things have been begun so far.
    package var begun: Int { state.withLock { $0.begun } }

    /// Nobody will wait any more: nothing is held back from now on.
    package func release() {
        resume(
            state.withLock { state in
                state.isReleased = true
                return state.admit()
            })
    }

    private func resume(_ continuations: [CheckedContinuation<Void, Never>]) {
        for continuation in continuations { continuation.resume() }
    }
}
