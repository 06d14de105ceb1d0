public import LocationCore
import LocationSimulator

/// From the phone to the objects of the frameworks.
extension StandIn {
    /// Begins to listen to the phone. Events that Apple's frameworks do not tell, such as timers and answers over HTTP,
    /// are passed on.
    ///
    /// The region events that a process was started for wait until somebody can hear them: a manager with a delegate, or
    /// a monitor whose events are awaited. (PLAT-042, PLAT-070, PLAT-085)
    public func attach(passing: @escaping @Sendable (DeviceEvent) async -> Void) {
        let isFirst = state.withLock { state in
            defer { state.passing = passing }
            return state.passing == nil
        }
        guard isFirst else { return }
        process.attachWaiting(self)
        // Not before: to begin to hear while nobody is attached would be without effect, and is done once only.
        state.withLock { $0.isAttached = true }
        hearWhenReady()
        if let patience = unkindness.patience { later(patience, "patience") { [process] in process.dropUnheard() } }
    }

    /// Something may have become able to hear of regions.
    public func hearWhenReady() {
        let parts = state.withLock { !$0.isAttached || $0.hearsRegions ? [] : $0.parts }
        guard parts.contains(where: { $0.isReady() }) else { return }
        let isFirst = state.withLock { state in
            defer { state.hearsRegions = true }
            return !state.hearsRegions
        }
        if isFirst { process.hearRegions() }
    }

    /// Adds an object that hears of events; returns the number by which it leaves.
    ///
    /// - Parameters:
    ///   - isReady: Whether region events reach an app through it.
    ///   - sessionsChanged: Called when monitors may tell more or less than before.
    ///   - hear: Takes the phone's events.
    public func join(
        isReady: @escaping @Sendable () -> Bool = { false },
        sessionsChanged: @escaping @Sendable () -> Void = {},
        hear: @escaping @MainActor @Sendable (DeviceEvent) -> Void
    ) -> Int {
        let id = nextNumber()
        state.withLock {
            $0.parts.append(Part(id: id, isReady: isReady, sessionsChanged: sessionsChanged, hear: hear))
        }
        return id
    }

    /// An object is gone.
    public func leave(_ id: Int) { state.withLock { state in state.parts.removeAll { $0.id == id } } }

    /// Hands an event to the objects as if the phone had told it; for callbacks that no phone makes.
    public func tell(_ event: DeviceEvent) async {
        let parts = state.withLock { $0.parts }
        await MainActor.run {
            StandIn.$current.withValue(self) {
                for part in parts { part.hear(event) }
            }
        }
    }

    /// Does something after so many milliseconds of the phone's time, and after the commands that were given before. A
    /// process that is suspended comes to it late. (PLAT-074)
    func later(_ milliseconds: Int64, _ key: String, _ body: @escaping @Sendable () async -> Void) {
        let key = "stand-in \(key)"
        state.withLock { $0.timers[key] = body }
        device.wakeUps.arm(key: key, after: milliseconds)
    }

    /// Does something once the phone has dealt with the commands that were given before.
    public func afterCommands(_ body: @escaping @MainActor @Sendable () -> Void) {
        later(0, "turn \(nextNumber())") { [self] in
            await MainActor.run { StandIn.$current.withValue(self) { body() } }
        }
    }
}

extension StandIn: DeviceListener {
    /// Takes an event of the phone.
    public func receive(_ event: DeviceEvent) async {
        switch event {
        case .wakeUp(let key):
            if let timer = state.withLock({ $0.timers.removeValue(forKey: key) }) { return await timer() }
            await state.withLock { $0.passing }?(event)
        case .http, .network, .powerSave, .nativeDwell:
            await state.withLock { $0.passing }?(event)
        case .app(.becameActive): await comeToFront()
        case .app(.enteredBackground):
            leaveFront()
            await tell(event)
        case .regionTaken, .regionLost: await tellInTurn(event, after: lateness())
        case .regionState(let state): await tellInTurn(event, after: state.isAnswer ? lateness() : nil)
        case .regionCrossed: await tellInTurn(event, after: nil)
        default:
            await tell(event)
        }
    }
}
