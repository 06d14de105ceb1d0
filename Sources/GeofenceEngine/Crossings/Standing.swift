package import LocationCore

/// What is known about the device and one fence.
package struct Standing: Hashable, Sendable {
    package var side: Side = .unknown
    /// When the side began, by the evidence's own date.
    package var since: Timestamp?
    /// The time of the newest evidence that counted, on the steady clock. Older evidence changes nothing.
    package var asOf: Int64 = .min
    package var evidence: EvidenceKind = .none
    /// The stay, while inside.
    package var stay: Stay? {
        get { boxedStay?.value }
        set { boxedStay = newValue.map { Boxed($0) } }
    }
    /// Sides are looked at with every fix, stays only where there is one.
    private var boxedStay: Boxed<Stay>?
    /// For a polygon: whether the device is in the enclosing circle, as far as the system told.
    package var isInEnclosingCircle = false

    package init() {}
}

/// One stay in a fence, from its entry on.
package struct Stay: Hashable, Sendable {
    /// Identifies the stay; also its dwell, where the policy says so.
    package let id: String
    /// When it began, by the evidence's own date.
    package let enteredAt: Timestamp
    package let enteredSteady: Int64
    /// Whether the entry itself was seen, or the device was found inside.
    package let wasObserved: Bool
    package var dwell: Dwell
    /// The latest date at which presence was confirmed.
    package var lastInside: Timestamp
    /// The same on the steady clock, which gives the length of the stay.
    package var lastInsideSteady: Int64
    package var lastInsideBy: EvidenceKind
    /// Whether the wall clock was set by more than two seconds during the stay, so that dates give no duration. (CIO 4.4)
    package var clockWasSet = false
    /// Questions still allowed when evidence for a dwell is missing.
    package var retriesLeft: Int
    /// When the next question is due, on the steady clock; `nil` while none is.
    package var askAgainAt: Int64?

    /// How far a stay has come towards a dwell.
    package enum Dwell: String, Hashable, Sendable, Codable {
        case awaited
        case told
        /// The stay began at an unknown time and no dwell may come of it. (BGEO 7)
        case void
    }
}
