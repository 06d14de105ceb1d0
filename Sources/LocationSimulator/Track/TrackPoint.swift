public import LocationCore

/// One position of a track.
public struct TrackPoint: Hashable, Sendable {
    /// Where the device was.
    public let coordinate: Coordinate
    /// When it was there.
    public let timestamp: Timestamp
    /// Horizontal uncertainty radius in metres.
    public let accuracy: Double
    /// Whether the file told no accuracy and ``TrackOptions/fallbackAccuracy`` stands in. (LNX-033)
    public let isAccuracyAssumed: Bool
    /// Metres above mean sea level; `nil` when the file does not tell.
    public let altitude: Double?
    /// Metres per second over ground, at least 0; `nil` when the file does not tell.
    public let speed: Double?
    /// Degrees clockwise from true north, 0 ≤ course < 360; `nil` when the file does not tell.
    public let course: Double?
    /// Whether the receiver marked the position as made by a simulator.
    public let isSimulated: Bool
    /// Whether the way from the previous point is unknown: a segment border, or a silence longer than
    /// ``TrackOptions/gapSeconds``. `false` for the first point. (LNX-064)
    public let startsAfterGap: Bool

    /// Creates a position.
    ///
    /// - Parameter accuracy: Metres; finite and at least 0.
    public init(
        coordinate: Coordinate, timestamp: Timestamp, accuracy: Double, isAccuracyAssumed: Bool = false,
        altitude: Double? = nil, speed: Double? = nil, course: Double? = nil, isSimulated: Bool = false,
        startsAfterGap: Bool = false
    ) {
        precondition(accuracy.isFinite && accuracy >= 0, "an accuracy is a finite number of metres, at least 0")
        self.coordinate = coordinate
        self.timestamp = timestamp
        self.accuracy = accuracy
        self.isAccuracyAssumed = isAccuracyAssumed
        self.altitude = altitude
        self.speed = speed
        self.course = course
        self.isSimulated = isSimulated
        self.startsAfterGap = startsAfterGap
    }

    /// The position as a receiver would have reported it.
    public var fix: Fix {
        Fix(
            coordinate: coordinate, accuracy: accuracy, timestamp: timestamp, altitude: altitude, speed: speed,
            course: course, isSimulated: isSimulated)
    }
}
