public import Foundation

/// A position of the device.
///
/// Nothing is smoothed, filtered or invented: a number that was not measured is `nil`, never 0, and 0 stays 0. (BKN 1.4)
public struct Location: Hashable, Sendable, Codable, Identifiable {
    /// Identifies the stored row for ever.
    public let id: String
    /// Degrees north of the equator.
    public let latitude: Double
    /// Degrees east of Greenwich.
    public let longitude: Double
    /// When the position was measured.
    public let timestamp: Date
    /// Horizontal uncertainty in metres; `nil` when unknown.
    public let accuracy: Double?
    /// Metres per second; `nil` when not measured.
    public let speed: Double?
    /// Direction of travel in degrees clockwise from true north, 0 ≤ bearing < 360; `nil` when not measured.
    public let bearing: Double?
    /// Metres above the ellipsoid; `nil` when not measured.
    public let altitude: Double?
    /// How good ``accuracy`` is.
    public let quality: LocationQuality
    /// Why it was captured.
    public let trigger: LocationTrigger
    /// Whether the device moved.
    public let motion: MotionState
    /// What the person did; ``ActivityType/unknown`` unless `detectActivity` is on.
    public let activity: ActivityType
    /// Whether the system marked the position as simulated.
    public let isMock: Bool

    /// Describes a position.
    ///
    /// A number that is not finite, a negative accuracy or speed and a bearing outside 0..<360 become `nil`. (BKN-114)
    public init(
        id: String, latitude: Double, longitude: Double, timestamp: Date, accuracy: Double? = nil,
        speed: Double? = nil, bearing: Double? = nil, altitude: Double? = nil, trigger: LocationTrigger = .unknown,
        motion: MotionState = .unknown, activity: ActivityType = .unknown, isMock: Bool = false
    ) {
        self.id = id
        self.latitude = latitude
        self.longitude = longitude
        self.timestamp = timestamp
        self.accuracy = accuracy.measured { $0 >= 0 }
        self.speed = speed.measured { $0 >= 0 }
        self.bearing = bearing.measured { (0..<360).contains($0) }
        self.altitude = altitude.measured { _ in true }
        self.quality = LocationQuality(accuracy: self.accuracy)
        self.trigger = trigger
        self.motion = motion
        self.activity = activity
        self.isMock = isMock
    }

    /// Reads a position, under the same rules as the other initialiser; the quality is derived anew.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try values.decode(String.self, forKey: .id),
            latitude: try values.decode(Double.self, forKey: .latitude),
            longitude: try values.decode(Double.self, forKey: .longitude),
            timestamp: try values.decode(Date.self, forKey: .timestamp),
            accuracy: try values.decodeIfPresent(Double.self, forKey: .accuracy),
            speed: try values.decodeIfPresent(Double.self, forKey: .speed),
            bearing: try values.decodeIfPresent(Double.self, forKey: .bearing),
            altitude: try values.decodeIfPresent(Double.self, forKey: .altitude),
            trigger: try values.decodeIfPresent(LocationTrigger.self, forKey: .trigger) ?? .unknown,
            motion: try values.decodeIfPresent(MotionState.self, forKey: .motion) ?? .unknown,
            activity: try values.decodeIfPresent(ActivityType.self, forKey: .activity) ?? .unknown,
            isMock: try values.decodeIfPresent(Bool.self, forKey: .isMock) ?? false)
    }
}

extension Double? {
    fileprivate func measured(_ isAllowed: (Double) -> Bool) -> Double? {
        flatMap { $0.isFinite && isAllowed($0) ? $0 : nil }
    }
}
