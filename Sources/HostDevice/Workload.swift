import LocationCore

/// What a device has under way, so that somebody can wait until nothing is.
///
/// On simulated time it also holds work back until somebody waits: what is done then is done in the simulated device's
/// own turn, and a run repeats exactly.
package final class Workload: Sendable {
    private struct State {
        var count = 0
        var onlookers = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
        var heldBack: [CheckedContinuation<Void, Never>] = []
        var isReleased: Bool
    }

    private let state: Locked<State>

    /// - Parameter isHeldBack: Whether work is done only while somebody waits for it.
    package init(isHeldBack: Bool) { state = Locked(State(isReleased: !isHeldBack)) }

    /// One more thing is to be done.
    package func begin() { state.withLock { $0.count += 1 } }

    /// One thing is done, and what follows from it has been begun.
    package func end() {
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            precondition(state.count > 0, "only what was begun can end")
            state.count -= 1
            guard state.count == 0 else { return [] }
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Returns when the next thing may be done.
    package func turn() async {
        await withCheckedContinuation { continuation in
            let mayGo = state.withLock { state in
                let mayGo = state.isReleased || state.onlookers > 0
                if !mayGo { state.heldBack.append(continuation) }
                return mayGo
            }
            if mayGo { continuation.resume() }
        }
    }

    /// Returns when nothing is under way.
    package func finished() async {
        let heldBack = state.withLock { state in
            state.onlookers += 1
            defer { state.heldBack = [] }
            return state.heldBack
        }
        for continuation in heldBack { continuation.resume() }
        await withCheckedContinuation { continuation in
            let isFinished = state.withLock { state in
                if state.count > 0 { state.waiting.append(continuation) }
                return state.count == 0
            }
            if isFinished { continuation.resume() }
        }
        state.withLock { $0.onlookers -= 1 }
    }

    /// Whether nothing is under way.
    package var isFinished: Bool { state.withLock { $0.count == 0 } }

    /// Nobody will wait any more: nothing is held back from now on.
    package func release() {
        let heldBack = state.withLock { state in
            state.isReleased = true
            defer { state.heldBack = [] }
            return state.heldBack
        }
        for continuation in heldBack { continuation.resume() }
    }
}
