import LocationCore

/// An event, and as of when it is taken.
struct DatedEvent {
    let event: DeviceEvent
    let moment: Moment
}

/// Events that could not be committed yet, in the order in which they came.
///
/// At most ``most``: beyond that the oldest position goes, and the oldest event of any kind where no position waits.
struct WaitingEvents {
    static let most = 4096

    private var events: [DatedEvent] = []

    var isEmpty: Bool { events.isEmpty }

    mutating func append(_ event: DatedEvent) {
        events.append(event)
        guard events.count > Self.most else { return }
        let oldestFix = events.firstIndex { if case .fix(_, request: nil) = $0.event { true } else { false } }
        events.remove(at: oldestFix ?? 0)
    }

    mutating func takeFirst() -> DatedEvent? { events.isEmpty ? nil : events.removeFirst() }

    mutating func putBack(_ event: DatedEvent) { events.insert(event, at: 0) }
}

/// How often in a row the store has failed, and what was tried against it.
struct FaultCount {
    /// Damage that a look at the whole file has not found.
    var unconfirmedDamage = 0
    /// Commits that the disk refused.
    var refusedCommits = 0
    /// Tries of the timer.
    var retries = 0

    /// When to try again, in milliseconds: after a second, then ever later, up to five minutes.
    var delay: Int64 { min(300_000, 1000 << Int64(min(retries, 9))) }
}
