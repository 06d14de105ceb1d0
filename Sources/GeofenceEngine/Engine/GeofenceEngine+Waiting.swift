import LocationCore

/// Events that wait for the store.
///
/// Each is decided as of the time at which it came, in its order, and deadlines that lie between two of them are met at
/// theirs: an enter whose exit stands behind it is not looked at as if the device were still inside.
extension GeofenceEngine {
    func keep(_ event: DeviceEvent, _ moment: Moment?) {
        // A wake-up of the engine's own says nothing that the time does not say.
        if case .wakeUp = event { return }
        let now = device.clock.now()
        queue.append(DatedEvent(event: event.dated((moment ?? now).wall), moment: moment ?? now))
    }

    /// Takes what waits. While that fails, a new event waits behind it: an enter must not overtake an exit.
    func takeWaiting(before input: Input) throws(StoreError) {
        do throws(StoreError) {
            try takeAllWaiting()
        } catch {
            if case .device = input { throw error }
        }
    }

    func takeQueue() {
        do throws(StoreError) {
            try takeAllWaiting()
        } catch {
            post(.store(.failed(error)))
            armRetry()
        }
    }

    private func takeAllWaiting() throws(StoreError) {
        guard !queue.isEmpty else { return }
        // Taken out first: what a step causes comes by here as well.
        while let next = queue.takeFirst() {
            do throws(StoreError) {
                try meetDeadlines(before: next.moment)
                try step(.device(next.event), asOf: next.moment)
            } catch {
                queue.putBack(next)
                throw error
            }
        }
        try step(.device(.wakeUp(key: wakeKey)))
    }

    private func meetDeadlines(before moment: Moment) throws(StoreError) {
        var met = 0
        while met < 1000, let due = core?.due(before: moment) {
            try step(.device(.wakeUp(key: wakeKey)), asOf: due)
            met += 1
        }
    }

    /// The times that events bear which were handed over together; each not before the one ahead of it. A position is no
    /// older than what it came with: how old it is decides whether it counts.
    func moments(of events: [DeviceEvent]) -> [DatedEvent] {
        let now = device.clock.now()
        guard let clock = core?.durable.clock else { return events.map { DatedEvent(event: $0, moment: now) } }
        var dated: [DatedEvent] = []
        var next = now
        // From the last one backwards, so that none is later than the one behind it.
        for event in events.reversed() {
            if let at = event.ownTime {
                let moment = clock.moment(of: at, heardAt: now)
                if moment.continuous < next.continuous { next = moment }
            }
            dated.append(DatedEvent(event: event, moment: next))
        }
        return dated.reversed()
    }

    /// Tries what failed again, when its time has come.
    func tryAgain() {
        faults.retries += 1
        if store == nil { return openIfPossible() }
        takeQueue()
    }

    func armRetry() { device.wakeUps.arm(key: retryKey, after: faults.delay) }
}

extension Core {
    /// When something is due before a moment; `nil` for nothing.
    func due(before moment: Moment) -> Moment? {
        guard let clock = durable.clock, let deadline = process.armedFor else { return nil }
        var later = clock
        guard deadline > clock.newest, later.read(moment).steady > deadline else { return nil }
        let due = clock.moment(of: deadline)
        return due.boot == moment.boot ? due : nil
    }
}

extension DeviceEvent {
    /// When it happened, where it says so and nothing depends on how old it is.
    fileprivate var ownTime: Timestamp? {
        switch self {
        case .regionCrossed(let crossing): crossing.at
        case .regionState(let state): state.at
        case .nativeDwell(_, let at, _): at
        default: nil
        }
    }
}
