/// When a stay is a dwell. At most once a stay.
public struct DwellRules: Hashable, Sendable {
    /// What proves that the device is still there when the delay is over.
    public enum Proof: Hashable, Sendable {
        /// There are no dwells. (BKN-051)
        case none
        /// The time itself, unless the newest admitted fix since the entry lies outside. (BGEO 5.4)
        case timeUnlessContradicted
        /// Only evidence of presence at or after the delay; the deadline asks for it. (CIO 4.4)
        case evidence
    }

    /// What proves presence.
    public var proof: Proof
    /// Whether a system that finds dwells by itself is left to do so. (BGEO 5.5)
    public var usesNative: Bool
    /// How often missing evidence is asked for again after the deadline. (CIO-083)
    public var retries: Int
    /// Milliseconds between such questions.
    public var retryMilliseconds: Int64

    /// Describes dwells.
    public init(
        proof: Proof = .timeUnlessContradicted, usesNative: Bool = false, retries: Int = 0,
        retryMilliseconds: Int64 = 60_000
    ) {
        self.proof = proof
        self.usesNative = usesNative
        self.retries = retries
        self.retryMilliseconds = retryMilliseconds
    }
}
