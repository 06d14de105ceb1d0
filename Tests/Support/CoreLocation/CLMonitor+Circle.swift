extension CLMonitor {
    /// A circle.
    public struct CircularGeographicCondition: CLCondition, Sendable {
        /// The middle.
        public let center: CLLocationCoordinate2D
        /// Metres.
        public let radius: CLLocationDistance

        /// Takes what it is given; nothing is checked.
        public init(center: CLLocationCoordinate2D, radius: CLLocationDistance) {
            self.center = center
            self.radius = radius
        }

        /// Reads latitude, longitude and radius.
        public init(from decoder: any Decoder) throws {
            var values = try decoder.unkeyedContainer()
            center = CLLocationCoordinate2D(
                latitude: try values.decode(Double.self), longitude: try values.decode(Double.self))
            radius = try values.decode(Double.self)
        }

        /// Writes latitude, longitude and radius.
        public func encode(to encoder: any Encoder) throws {
            var values = encoder.unkeyedContainer()
            try values.encode(center.latitude)
            try values.encode(center.longitude)
            try values.encode(radius)
        }
    }
}
