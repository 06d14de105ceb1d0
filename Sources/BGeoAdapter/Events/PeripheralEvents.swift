/// Some time has passed while the device rests.
public struct HeartbeatEvent: Hashable, Sendable {
    private let payload: PlainObject

    /// The whole payload.
    public var raw: [String: Any] { payload.dictionary }

    /// Reads a payload of channel `heartbeat`; never `nil`.
    public init?(dictionary: [String: Any]) { self.payload = PlainObject(dictionary) }
}

/// The network came or went.
public struct ConnectivityChangeEvent: Hashable, Sendable {
    /// Whether there is a network now.
    public let connected: Bool

    /// Reads a payload of channel `connectivitychange`; `nil` when `connected` is no boolean.
    public init?(dictionary: [String: Any]) {
        guard let connected = DictionaryReader(dictionary).bool("connected") else { return nil }
        self.connected = connected
    }
}

/// The compass turned.
public struct HeadingEvent: Hashable, Sendable {
    /// Degrees clockwise from north.
    public let heading: Double
    /// Uncertainty in degrees; negative while the compass is not calibrated.
    public let accuracy: Double
    /// Whether north is true north, not magnetic.
    public let isTrue: Bool

    /// Reads a payload of channel `heading`; `nil` when a member is missing or mistyped.
    public init?(dictionary: [String: Any]) {
        let read = DictionaryReader(dictionary)
        guard let heading = read.number("heading"), let accuracy = read.number("accuracy"),
            let isTrue = read.bool("isTrue")
        else { return nil }
        self.heading = heading
        self.accuracy = accuracy
        self.isTrue = isTrue
    }
}

/// Something that may have been a crash.
public struct CrashEvent: Hashable, Sendable {
    /// When, in ISO 8601.
    public let timestamp: String
    /// The hardest impact, in multiples of standard gravity.
    public let peakG: Double
    /// Milliseconds that the impact lasted.
    public let impactDurationMs: Double
    /// Metres per second just before.
    public let preImpactSpeedMps: Double
    /// Where, if known.
    public let location: Location?

    /// Reads a payload of channel `crash`; `nil` when a required member is missing or mistyped.
    public init?(dictionary: [String: Any]) {
        let read = DictionaryReader(dictionary)
        guard let timestamp = read.string("timestamp"), let peakG = read.number("peakG"),
            let impactDurationMs = read.number("impactDurationMs"),
            let preImpactSpeedMps = read.number("preImpactSpeedMps")
        else { return nil }
        self.timestamp = timestamp
        self.peakG = peakG
        self.impactDurationMs = impactDurationMs
        self.preImpactSpeedMps = preImpactSpeedMps
        self.location = read.object("location").flatMap(Location.init(dictionary:))
    }
}

/// The person used the device while driving.
public struct DistractionEvent: Hashable, Sendable {
    /// When the episode ended, in ISO 8601.
    public let timestamp: String
    /// When the episode began, in ISO 8601.
    public let startTimestamp: String
    /// Seconds that it lasted.
    public let durationSec: Double
    /// What kind of use.
    public let cause: String
    /// Where, if known.
    public let location: Location?

    /// Reads a payload of channel `distraction`; `nil` when a required member is missing or mistyped.
    public init?(dictionary: [String: Any]) {
        let read = DictionaryReader(dictionary)
        guard let timestamp = read.string("timestamp"), let startTimestamp = read.string("startTimestamp"),
            let durationSec = read.number("durationSec"), let cause = read.string("cause")
        else { return nil }
        self.timestamp = timestamp
        self.startTimestamp = startTimestamp
        self.durationSec = durationSec
        self.cause = cause
        self.location = read.object("location").flatMap(Location.init(dictionary:))
    }
}
