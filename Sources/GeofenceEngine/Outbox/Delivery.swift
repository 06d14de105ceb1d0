/// How far the delivery of the outbox has come, in this process.
package struct Delivery: Hashable, Sendable {
    /// Whether requests are under way. One drain at a time.
    package var isBusy = false
    /// Whether something asked for a delivery while one was under way: one more follows. (BKN-142)
    package var isWantedAgain = false
    /// Whether the host asked for a delivery while one was under way: one more follows, whatever holds others back.
    package var isHostWaiting = false
    /// Whether parked records are tried once more in this drain.
    package var includesParked = false
    /// Whether the next automatic delivery begins however few records wait.
    package var ignoresThreshold = false
    /// Failures since the last success.
    package var failures = 0
    /// Nothing is sent by itself before this time on the steady clock.
    package var pausedUntil: Int64?
    /// The end of the pause that the server asked for; the network's return does not shorten it. (AMD-02)
    package var askedUntil: Int64?
    /// When the server last said that it has too much to do, or is in trouble; `nil` after a success.
    package var overloadedAt: Int64?
    /// When the network's return, which came too soon after that, counts as a reason to try.
    package var networkDueAt: Int64?
    /// Whether the next drain is owed to the network's return alone.
    package var isForNetwork = false
    /// Whether one request alone goes first, to see whether the server takes anything again.
    package var isProbing = false
    /// Whether records go one by one for the rest of this drain, because the server refused some together.
    package var isSingly = false
    /// The most records in one request, after a server found more too large; `nil` for the transport's own number.
    package var limit: Int?
    /// Records up to this place were refused in this pass; what stands behind them comes first.
    package var passed: Int64 = 0
    /// Records that this drain leaves alone, having tried them.
    package var leftAlone: Set<String> = []
    /// The batch that was refused last, by its first record, and how often.
    package var refusedBatch: RefusedBatch?
    /// The most records in one request while a batch that was refused is sent in parts; `nil` otherwise.
    package var partLimit: Int?
    /// When the interval is over, on the steady clock.
    package var nextIntervalAt: Int64?
}

/// A batch that a server refused for good.
package struct RefusedBatch: Hashable, Sendable {
    package let first: String
    package let times: Int
}

/// What a drain may send next.
package struct DrainRequest: Hashable, Sendable {
    /// Whether a drain begins with it.
    package let isFirst: Bool
    /// At least so many records must wait.
    package let minimum: Int
    package let includesParked: Bool
    /// Only records behind this place.
    package let after: Int64
    package let isSingly: Bool
    package let limit: Int?
    /// Whether one request alone goes, however many could go side by side.
    package let isProbe: Bool
    /// Records tried in this drain already.
    package let leftAlone: Set<String>
}
