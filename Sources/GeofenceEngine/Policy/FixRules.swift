/// Which fixes are believed, and which are asked for.
public struct FixRules: Hashable, Sendable {
    /// What happens to a fix that implies an impossible speed since the one before.
    public enum Speeding: Hashable, Sendable {
        /// It is believed.
        case ignored
        /// It is refused above that many metres a second. (BGEO 10.3, `Conservative`)
        case refused(above: Double)
        /// It is moved back along the way to where that many metres a second would have led. (BGEO 10.3, `Adjust`)
        case capped(at: Double)
    }

    /// What a fix that may not prove a side may still do.
    public enum Unproven: Hashable, Sendable {
        /// Nothing.
        case ignored
        /// Choose what is watched. (CIO 3.5)
        case mayRank
    }

    /// Worst accuracy in metres, or none. A fix without accuracy is refused where there is a limit.
    public var maximumAccuracy: Double?
    /// Oldest age in milliseconds.
    public var maximumAge: Int64
    /// How far ahead of now a stamp may lie, in milliseconds.
    public var maximumAhead: Int64
    /// What happens at an impossible speed.
    public var speeding: Speeding
    /// What a refused fix may still do.
    public var unproven: Unproven
    /// Whether a fix that may not prove a side is recorded all the same, under the rules for tracking fixes. (BKN 1.4)
    public var recordsUnproven: Bool
    /// Whether fixes flow while tracking is on, and how dense; `nil` for never. (CIO-146)
    public var tracking: TrackingRate?
    /// When tracking pauses because the device is still; `nil` for never. (BKN 6.1)
    public var stationary: StationaryRules?
    /// How dense fixes flow, also when tracking is off, where the platform has no region monitoring and the core itself
    /// watches circles; `nil` for never. (BKN 6.1)
    public var monitoring: TrackingRate?
    /// Accuracy asked of a single fix, in metres.
    public var requestAccuracy: Double
    /// How long a single fix is waited for, in milliseconds.
    public var requestTimeout: Int64
    /// How old a remembered fix may be to answer such a request, in milliseconds.
    public var requestOldest: Int64
    /// Whether a launch, a wake and coming to the front ask for a fix. (CASE-051)
    public var looksAtWake: Bool

    /// Describes the fixes.
    public init(
        maximumAccuracy: Double? = nil, maximumAge: Int64 = 300_000, maximumAhead: Int64 = 1000,
        speeding: Speeding = .ignored, unproven: Unproven = .ignored, recordsUnproven: Bool = false,
        tracking: TrackingRate? = nil, stationary: StationaryRules? = nil,
        monitoring: TrackingRate? = nil, requestAccuracy: Double = 100,
        requestTimeout: Int64 = 10_000, requestOldest: Int64 = 0,
        looksAtWake: Bool = false
    ) {
        self.maximumAccuracy = maximumAccuracy
        self.maximumAge = maximumAge
        self.maximumAhead = maximumAhead
        self.speeding = speeding
        self.unproven = unproven
        self.recordsUnproven = recordsUnproven
        self.tracking = tracking
        self.stationary = stationary
        self.monitoring = monitoring
        self.requestAccuracy = requestAccuracy
        self.requestTimeout = requestTimeout
        self.requestOldest = requestOldest
        self.looksAtWake = looksAtWake
    }
}

/// How dense fixes flow while tracking.
public struct TrackingRate: Hashable, Sendable {
    /// Accuracy asked for, in metres.
    public var accuracy: Double
    /// Metres between fixes; 0 for every one.
    public var distance: Double

    /// Describes a density.
    public init(accuracy: Double, distance: Double) {
        self.accuracy = accuracy
        self.distance = distance
    }
}
