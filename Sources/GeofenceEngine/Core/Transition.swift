public import LocationCore

/// The event we stand behind.
public struct Transition: Hashable, Sendable {
    /// Identifies the transition for ever, through every retry and restart.
    public let id: String
    /// What happened.
    public let kind: TransitionKind
    /// The fence as it was defined when it happened.
    public let fence: Fence
    /// When it happened, by the evidence's own date.
    public let at: Timestamp
    /// What decided it.
    public let evidence: EvidenceKind
    /// Where the device was; `nil` where the policy wants no position or none is known yet.
    public let position: Fix?
    /// Who was identified then; `nil` where persons play no part.
    public let person: String?
    /// The stay it belongs to: on a dwell, and on an exit whose entry is known.
    public let stay: StaySummary?
    /// Metres travelled when it happened.
    public let odometer: Double

    package init(
        id: String, kind: TransitionKind, fence: Fence, at: Timestamp, evidence: EvidenceKind, position: Fix?,
        person: String?, stay: StaySummary?, odometer: Double
    ) {
        self.id = id
        self.kind = kind
        self.fence = fence
        self.at = at
        self.evidence = evidence
        self.position = position
        self.person = person
        self.stay = stay
        self.odometer = odometer
    }

    /// The same transition with the position that it waited for.
    package func at(position: Fix) -> Transition {
        Transition(
            id: id, kind: kind, fence: fence, at: at, evidence: evidence, position: position, person: person,
            stay: stay, odometer: odometer)
    }
}

/// What a transition tells about the stay it belongs to.
public struct StaySummary: Hashable, Sendable {
    /// Identifies the stay.
    public let id: String
    /// When it began; `nil` when the entry was not seen, or the clock was set since. (CIO 4.4)
    public let enteredAt: Timestamp?
    /// The latest date at which presence was confirmed, at least ``enteredAt``.
    public let lastInside: Timestamp

    package init(id: String, enteredAt: Timestamp?, lastInside: Timestamp) {
        self.id = id
        self.enteredAt = enteredAt
        self.lastInside = lastInside
    }
}
