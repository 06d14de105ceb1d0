public import LocationCore
import LocationSimulator

/// From the phone to the objects of the frameworks.
extension StandIn {
    /// Begins to listen to the phone. Events that Apple's frameworks do not tell, such as timers and answers over HTTP,
    /// are passed on.
    ///
    /// The phone keeps what a process was started for until somebody can hear it: a manager with a delegate, or a
    /// monitor whose events are awaited. (PLAT-042, PLAT-070)
    public func attach(passing: @escaping @Sendable (DeviceEvent) async -> Void) {
        state.withLock { $0.passing = passing }
        attachWhenReady()
    }

    /// Something may have become able to hear.
    public func attachWhenReady() {
        let parts = state.withLock { $0.passing == nil || $0.isAttached ? [] : $0.parts }
        guard parts.contains(where: { $0.isReady() }) else { return }
        let isFirst = state.withLock { state in
            defer { state.isAttached = true }
            return !state.isAttached
        }
        if isFirst { device.events.attach(self) }
    }

    /// Adds an object that hears of events; returns the number by which it leaves.
    ///
    /// - Parameter isReady: Whether region events reach an app through it.
    public func join(
        isReady: @escaping @Sendable () -> Bool = { false },
        hear: @escaping @MainActor @Sendable (DeviceEvent) -> Void
    ) -> Int {
        let id = nextNumber()
        state.withLock { $0.parts.append(Part(id: id, isReady: isReady, hear: hear)) }
        return id
    }

    /// An object is gone.
    public func leave(_ id: Int) { state.withLock { state in state.parts.removeAll { $0.id == id } } }

    /// Makes a callback on the main actor as soon as possible, but not before the caller returns.
    public func soon(_ body: @escaping @MainActor @Sendable () -> Void) {
        began()
        Task { @MainActor in
            if process.isAlive { StandIn.$current.withValue(self) { body() } }
            ended()
        }
    }

    /// Something is under way.
    public func began() { state.withLock { $0.busy += 1 } }

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
    public func quiet() async {
        await withCheckedContinuation { continuation in
            let isQuiet = state.withLock { state in
                if state.busy > 0 { state.waiting.append(continuation) }
                return state.busy == 0
            }
            if isQuiet { continuation.resume() }
        }
    }

    /// Whether nothing is under way.
    public var isQuiet: Bool { state.withLock { $0.busy == 0 } }

    /// Hands an event to the objects as if the phone had told it; for callbacks that no phone makes.
    public func tell(_ event: DeviceEvent) async {
        let parts = state.withLock { $0.parts }
        await MainActor.run {
            StandIn.$current.withValue(self) {
                for part in parts { part.hear(event) }
            }
        }
    }
}

extension StandIn: DeviceListener {
    /// Takes an event of the phone.
    public func receive(_ event: DeviceEvent) async {
        switch event {
        case .wakeUp, .http, .network, .powerSave, .nativeDwell:
            await state.withLock { $0.passing }?(event)
        default:
            await tell(event)
        }
    }
}
