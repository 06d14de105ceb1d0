public import LocationCore

/// Where a simulated phone is at one time of its way.
public struct TimedPosition: Hashable, Sendable {
    /// When the phone is there, on the wall clock.
    public let at: Timestamp
    /// Where.
    public let coordinate: Coordinate
    /// The accuracy in metres that fixes made there report; `nil` for the phone's usual one.
    public let accuracy: Double?

    /// Describes a point of a way.
    public init(at: Timestamp, coordinate: Coordinate, accuracy: Double? = nil) {
        self.at = at
        self.coordinate = coordinate
        self.accuracy = accuracy
    }
}

/// When a simulated phone sets out on a way.
public enum PathStart: Hashable, Sendable {
    /// At once: the stamps are shifted so that the first one is now.
    case now
    /// As its stamps say. What lies in the past has been passed already.
    case asStamped
}
