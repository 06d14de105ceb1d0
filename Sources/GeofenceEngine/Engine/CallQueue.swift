import LocationCore

/// Has calls take effect one after another, in the order in which they were made. (AMD-09)
///
/// A call takes its place before it first suspends, so that those of one actor keep their order whatever they wait for on
/// their way. A call that waits for a person or for a position only lets the earlier ones pass and holds up nobody.
package final class CallQueue: Sendable {
    private struct State {
        var taken = 0
        var served = 0
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Locked(State())

    package init() {}

    /// Carries out a call when the earlier ones have been carried out; the next one waits for it.
    ///
    /// A call must not make another one in its body.
    package func run<Result, Failure: Error>(
        isolation: isolated (any Actor)? = #isolation, _ call: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        await turn(of: takePlace())
        defer { leave() }
        return try await call()
    }

    /// Returns when the earlier calls have been carried out.
    package func passed(isolation: isolated (any Actor)? = #isolation) async {
        await turn(of: takePlace())
        leave()
    }

    private func takePlace() -> Int {
        state.withLock { state in
            defer { state.taken += 1 }
            return state.taken
        }
    }

    private func turn(of place: Int, isolation: isolated (any Actor)? = #isolation) async {
        guard state.withLock({ $0.served }) != place else { return }
        await withCheckedContinuation { continuation in
            let isTurn = state.withLock { state in
                if state.served != place { state.waiting[place] = continuation }
                return state.served == place
            }
            if isTurn { continuation.resume() }
        }
    }

    private func leave() {
        let next = state.withLock { state in
            state.served += 1
            return state.waiting.removeValue(forKey: state.served)
        }
        next?.resume()
    }
}
