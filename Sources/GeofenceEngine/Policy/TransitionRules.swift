/// What becomes of a transition.
public struct TransitionRules: Hashable, Sendable {
    /// Whether and how a transition carries a position.
    public enum Position: Hashable, Sendable {
        /// Not at all. (CIO-070)
        case none
        /// It must have one: the newest admitted fix, else the one that came with the event, else one that is asked for,
        /// else the fence's centre. What waits for one is committed, but neither told nor sent. (BGEO 5.1)
        case required(waitMilliseconds: Int64)
        /// Beside it, as a record of its own that travels in the same batch; told without waiting. (BKN 4.2)
        case separate(waitMilliseconds: Int64)
    }

    /// For which persons transitions are kept.
    public enum Person: Hashable, Sendable {
        /// Persons play no part.
        case ignored
        /// Only while someone is identified; stamped with that person at the crossing. (CIO 5.1)
        case required
    }

    /// Whether and how a transition carries a position.
    public var position: Position
    /// For whom transitions are kept.
    public var person: Person
    /// Milliseconds for which a second enter, or a second exit, of a fence by a person is suppressed; `nil` for never. (CIO 5.2)
    public var windowMilliseconds: Int64?
    /// Whether a dwell's identifier is that of the stay. (CIO-077)
    public var dwellSharesStayID: Bool
    /// Whether transitions are kept until they have been told, so that the next process tells what this one did not come
    /// to; otherwise this one alone tells them.
    public var isTold: Bool
    /// Whether notices are shown. (BKN 5)
    public var showsNotices: Bool
    /// Whether the system is left to show them by itself where it can, so that it does so without the app. (BKN 5.2)
    public var armsNotices: Bool
    /// Whether a change of the slice is told, with whole fences. (BGEO 6.4)
    public var tellsSlice: Bool

    /// Describes what becomes of a transition.
    public init(
        position: Position = .none, person: Person = .ignored, windowMilliseconds: Int64? = nil,
        dwellSharesStayID: Bool = false, isTold: Bool = true, showsNotices: Bool = false, armsNotices: Bool = false,
        tellsSlice: Bool = true
    ) {
        self.position = position
        self.person = person
        self.windowMilliseconds = windowMilliseconds
        self.dwellSharesStayID = dwellSharesStayID
        self.isTold = isTold
        self.showsNotices = showsNotices
        self.armsNotices = armsNotices
        self.tellsSlice = tellsSlice
    }
}

/// How records wait for delivery.
public struct OutboxRules: Hashable, Sendable {
    /// Which tracking fixes are recorded.
    public enum Fixes: Hashable, Sendable {
        /// None. (CIO 5.3)
        case none
        /// Those at least so many milliseconds and metres after the last recorded one; 0 and 0 records each. (BKN 6.3)
        case gated(milliseconds: Int64, metres: Double)
    }

    /// When a record that a server refused, and that is not parked yet, is sent again.
    public enum RefusedAgain: Hashable, Sendable {
        /// After those behind it, in another pass of the same delivery.
        case inSameDelivery
        /// At the next reason to deliver. (CIO 6.2)
        case atNextReason
        /// At the next reason, and so is what stands behind it: the refusal ends the delivery. Refused together as often
        /// as a record may be, records go in halves from then on. (BKN 7.4)
        case endingDelivery
    }

    /// Which tracking fixes are recorded.
    public var fixes: Fixes
    /// Most records kept, the oldest going first; `nil` for no limit.
    public var maximumRecords: Int?
    /// Oldest age kept, in milliseconds; `nil` for no limit.
    public var maximumAge: Int64?
    /// Whether records are delivered at all; false where no address is configured.
    public var isEnabled: Bool
    /// Whether a new record starts a delivery.
    public var isAutomatic: Bool
    /// How many records must wait before an automatic delivery begins; 0 and 1 are the same.
    public var threshold: Int
    /// Whether a transition, the end of tracking and a launch begin one however few wait. (BKN 7.1)
    public var transitionsSkipThreshold: Bool
    /// Whether automatic deliveries wait for an unmetered network.
    public var avoidsCellular: Bool
    /// First pause after a failure, in milliseconds, doubling with each; `nil` for none: the next reason tries again. (CIO 6.2)
    public var firstRetry: Int64?
    /// Longest pause in milliseconds.
    public var longestRetry: Int64
    /// Part of a pause by which it is lengthened or shortened at random, 0…1.
    public var jitter: Double
    /// Longest pause a server may ask for, in milliseconds.
    public var longestServerPause: Int64
    /// How often a record may be refused for good before it is parked: kept, counted, listed, but no longer sent by itself.
    public var refusalsBeforeParking: Int
    /// When a refused record is sent again.
    public var refusedAgain: RefusedAgain
    /// Whether refused credentials hold automatic deliveries back as a failure does; otherwise the next reason tries again.
    public var pausesUnauthorised: Bool
    /// Milliseconds between deliveries that nothing else starts; `nil` for none. (BKN 7.1)
    public var interval: Int64?

    /// Describes the outbox.
    public init(
        fixes: Fixes = .none, maximumRecords: Int? = nil, maximumAge: Int64? = nil, isEnabled: Bool = false,
        isAutomatic: Bool = true, threshold: Int = 0, transitionsSkipThreshold: Bool = false,
        avoidsCellular: Bool = false, firstRetry: Int64? = 1000, longestRetry: Int64 = 300_000, jitter: Double = 0,
        longestServerPause: Int64 = 3_600_000, refusalsBeforeParking: Int = 3,
        refusedAgain: RefusedAgain = .inSameDelivery, pausesUnauthorised: Bool = true, interval: Int64? = nil
    ) {
        self.fixes = fixes
        self.maximumRecords = maximumRecords
        self.maximumAge = maximumAge
        self.isEnabled = isEnabled
        self.isAutomatic = isAutomatic
        self.threshold = threshold
        self.transitionsSkipThreshold = transitionsSkipThreshold
        self.avoidsCellular = avoidsCellular
        self.firstRetry = firstRetry
        self.longestRetry = longestRetry
        self.jitter = jitter
        self.longestServerPause = longestServerPause
        self.refusalsBeforeParking = refusalsBeforeParking
        self.refusedAgain = refusedAgain
        self.pausesUnauthorised = pausesUnauthorised
        self.interval = interval
    }
}
