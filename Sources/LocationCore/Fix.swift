/// One position reading.
///
/// CoreLocation says "not measured" with a negative number; here absence is `nil`, and the translation happens once,
/// in ``init(coordinate:measuredAccuracy:timestamp:measuredAltitude:measuredVerticalAccuracy:measuredSpeed:measuredSpeedAccuracy:measuredCourse:measuredCourseAccuracy:ellipsoidalAltitude:source:isSimulated:)``.
public struct Fix: Hashable, Sendable {
    /// Where the device says it is.
    public let coordinate: Coordinate
    /// Horizontal uncertainty radius in metres, at least 0; `nil` when the source does not know it.
    public let accuracy: Double?
    /// When the position was measured.
    public let timestamp: Timestamp
    /// Metres above mean sea level; `nil` when not measured.
    public let altitude: Double?
    /// Vertical uncertainty in metres; `nil` when not measured.
    public let verticalAccuracy: Double?
    /// Metres above the ellipsoid; `nil` when not measured.
    public let ellipsoidalAltitude: Double?
    /// Metres per second over ground, at least 0; `nil` when not measured.
    public let speed: Double?
    /// Uncertainty of ``speed`` in metres per second; `nil` when not measured.
    public let speedAccuracy: Double?
    /// Direction of travel in degrees clockwise from true north, 0 ≤ course < 360; `nil` when not measured.
    public let course: Double?
    /// Uncertainty of ``course`` in degrees; `nil` when not measured.
    public let courseAccuracy: Double?
    /// How the reading came about.
    public let source: FixSource
    /// Whether the platform marked the reading as made by software.
    public let isSimulated: Bool

    /// Creates a reading from values that are known to be measured or absent.
    ///
    /// A value that is not finite or out of its range counts as absent.
    public init(
        coordinate: Coordinate, accuracy: Double?, timestamp: Timestamp, altitude: Double? = nil,
        verticalAccuracy: Double? = nil, ellipsoidalAltitude: Double? = nil, speed: Double? = nil,
        speedAccuracy: Double? = nil, course: Double? = nil, courseAccuracy: Double? = nil,
        source: FixSource = .live, isSimulated: Bool = false
    ) {
        self.coordinate = coordinate
        self.accuracy = accuracy.ifMeasured
        self.timestamp = timestamp
        self.altitude = altitude.ifFinite
        self.verticalAccuracy = verticalAccuracy.ifMeasured
        self.ellipsoidalAltitude = ellipsoidalAltitude.ifFinite
        self.speed = speed.ifMeasured
        self.speedAccuracy = speedAccuracy.ifMeasured
        self.course = course.ifMeasured.flatMap { $0 < 360 ? $0 : nil }
        self.courseAccuracy = courseAccuracy.ifMeasured
        self.source = source
        self.isSimulated = isSimulated
    }

    /// Creates a reading from a platform's numbers, where a negative one means "not measured". (PLAT-110)
    ///
    /// A negative horizontal accuracy makes the position itself invalid, so there is no fix then. A negative vertical
    /// accuracy voids the altitudes, a negative speed or speed accuracy voids the speed, and so for the course.
    public init?(
        coordinate: Coordinate, measuredAccuracy: Double, timestamp: Timestamp, measuredAltitude: Double = 0,
        measuredVerticalAccuracy: Double = -1, measuredSpeed: Double = -1, measuredSpeedAccuracy: Double = -1,
        measuredCourse: Double = -1, measuredCourseAccuracy: Double = -1, ellipsoidalAltitude: Double? = nil,
        source: FixSource = .live, isSimulated: Bool = false
    ) {
        guard measuredAccuracy.isFinite, measuredAccuracy >= 0 else { return nil }
        let hasAltitude = measuredVerticalAccuracy >= 0
        let hasSpeed = measuredSpeed >= 0 && measuredSpeedAccuracy >= 0
        let hasCourse = measuredCourse >= 0 && measuredCourseAccuracy >= 0
        self.init(
            coordinate: coordinate, accuracy: measuredAccuracy, timestamp: timestamp,
            altitude: hasAltitude ? measuredAltitude : nil,
            verticalAccuracy: hasAltitude ? measuredVerticalAccuracy : nil,
            ellipsoidalAltitude: hasAltitude ? ellipsoidalAltitude : nil,
            speed: hasSpeed ? measuredSpeed : nil, speedAccuracy: hasSpeed ? measuredSpeedAccuracy : nil,
            course: hasCourse ? measuredCourse : nil, courseAccuracy: hasCourse ? measuredCourseAccuracy : nil,
            source: source, isSimulated: isSimulated)
    }

    /// The same reading at another place.
    package func moved(to coordinate: Coordinate) -> Fix {
        Fix(
            coordinate: coordinate, accuracy: accuracy, timestamp: timestamp, altitude: altitude,
            verticalAccuracy: verticalAccuracy, ellipsoidalAltitude: ellipsoidalAltitude, speed: speed,
            speedAccuracy: speedAccuracy, course: course, courseAccuracy: courseAccuracy, source: source,
            isSimulated: isSimulated)
    }

    /// The same reading, said to have come about in another way.
    public func from(_ source: FixSource) -> Fix {
        Fix(
            coordinate: coordinate, accuracy: accuracy, timestamp: timestamp, altitude: altitude,
            verticalAccuracy: verticalAccuracy, ellipsoidalAltitude: ellipsoidalAltitude, speed: speed,
            speedAccuracy: speedAccuracy, course: course, courseAccuracy: courseAccuracy, source: source,
            isSimulated: isSimulated)
    }
}

/// How a fix came about.
public enum FixSource: String, Hashable, Sendable, Codable {
    /// From a running subscription.
    case live
    /// The answer to a one-shot request.
    case asked
    /// Handed over by the host app.
    case host
    /// Remembered by the platform; possibly old.
    case cached
    /// Came with a region event. (PLAT-154)
    case region
}

extension Double? {
    fileprivate var ifFinite: Double? { flatMap { $0.isFinite ? $0 : nil } }
    fileprivate var ifMeasured: Double? { flatMap { $0.isFinite && $0 >= 0 ? $0 : nil } }
}
