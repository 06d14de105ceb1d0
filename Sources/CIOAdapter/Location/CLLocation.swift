#if !(os(iOS) || os(macOS) || os(tvOS) || os(watchOS) || os(visionOS))
    public import Foundation

    /// Degrees.
    public typealias CLLocationDegrees = Double
    /// Metres.
    public typealias CLLocationDistance = Double
    /// Metres; negative when the position is invalid.
    public typealias CLLocationAccuracy = Double

    /// Stands in for the type of the same name where the platform has none.
    public struct CLLocationCoordinate2D: Sendable {
        /// Degrees north.
        public var latitude: CLLocationDegrees
        /// Degrees east.
        public var longitude: CLLocationDegrees

        /// Creates a pair of numbers; nothing is checked.
        public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
            self.latitude = latitude
            self.longitude = longitude
        }
    }

    /// Stands in for the type of the same name where the platform has none. (CIO 1.5)
    public final class CLLocation: Sendable {
        /// Where.
        public let coordinate: CLLocationCoordinate2D
        /// Metres above the sea.
        public let altitude: CLLocationDistance
        /// Metres; negative when the position is invalid.
        public let horizontalAccuracy: CLLocationAccuracy
        /// Metres; negative when the altitude is invalid.
        public let verticalAccuracy: CLLocationAccuracy
        /// When.
        public let timestamp: Date

        /// Creates a position of now with an accuracy of 0, as the platform does.
        public convenience init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
            self.init(
                coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude), altitude: 0,
                horizontalAccuracy: 0, verticalAccuracy: -1, timestamp: Date())
        }

        /// Creates a position.
        public init(
            coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance, horizontalAccuracy: CLLocationAccuracy,
            verticalAccuracy: CLLocationAccuracy, timestamp: Date
        ) {
            self.coordinate = coordinate
            self.altitude = altitude
            self.horizontalAccuracy = horizontalAccuracy
            self.verticalAccuracy = verticalAccuracy
            self.timestamp = timestamp
        }
    }
#endif
