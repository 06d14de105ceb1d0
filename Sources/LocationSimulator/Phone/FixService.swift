public import LocationCore

/// What the positioning side of the system keeps.
struct FixService {
    /// The newest reading that was made for anyone.
    var lastKnown: Fix?
    var answers = FixAnswers.truth
    /// Whether the one heartbeat of all subscriptions is scheduled.
    var isTicking = false
    /// Counts fixes of reduced accuracy, which come rarely.
    var lastReducedAt: Int64?
}

/// A running subscription.
struct Watch {
    let rate: FixRate
    var last: Coordinate?
    var lastAccuracy: Double?
}

/// How requests for one fix are answered.
public enum FixAnswers: Hashable, Sendable {
    /// From where the phone is, after ``PhoneKnobs/fixLatency``.
    case truth
    /// With the next fix that the test delivers.
    case delivered
    /// With a failure, after ``PhoneKnobs/fixLatency``.
    case failure(FixFailure)
    /// Not at all, so that they run into their timeout.
    case silence
}
