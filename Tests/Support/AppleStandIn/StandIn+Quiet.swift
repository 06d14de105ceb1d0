import LocationCore
import LocationSimulator

/// Whether anything is under way between the phone and the app.
extension StandIn {
    /// Makes a callback on the main actor as soon as possible, but not before the caller returns.
    public func soon(_ body: @escaping @MainActor @Sendable () -> Void) {
        began()
        Task { @MainActor in
            if process.isAlive { StandIn.$current.withValue(self) { body() } }
            ended()
        }
    }

    /// Makes a callback away from the main actor, where Apple's frameworks do not promise a thread.
    public func elsewhere(_ body: @escaping @Sendable () -> Void) {
        began()
        Task.detached { [self] in
            if process.isAlive { StandIn.$current.withValue(self) { body() } }
            ended()
        }
    }

    /// Something is under way.
    public func began() {
        state.withLock { state in
            state.busy += 1
            state.begun += 1
        }
    }

    /// It is done.
    public func ended() {
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.busy -= 1
            guard state.busy == 0 else { return [] }
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Returns when every callback has returned, and who awaits a monitor's events has dealt with all there are.
    ///
    /// A monitor that nobody awaits is not waited for. The test bench hands this to the phone's `whenQuiet`, so that the
    /// phone takes no step before.
    public func quiet() async {
        await withCheckedContinuation { continuation in
            let isQuiet = state.withLock { state in
                if state.busy > 0 { state.waiting.append(continuation) }
                return state.busy == 0
            }
            if isQuiet { continuation.resume() }
        }
    }

    /// How many things have been begun so far.
    public var begun: Int { state.withLock { $0.begun } }
}
