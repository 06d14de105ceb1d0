/// Where a location is, and how precisely.
public struct Coords: Hashable, Sendable {
    /// Degrees north of the equator.
    public let latitude: Double
    /// Degrees east of Greenwich.
    public let longitude: Double
    /// Horizontal uncertainty in metres; negative when it is not known.
    public let accuracy: Double
    /// Metres above mean sea level.
    public let altitude: Double?
    /// Vertical uncertainty in metres.
    public let altitudeAccuracy: Double?
    /// Metres per second over ground.
    public let speed: Double?
    /// Uncertainty of ``speed`` in metres per second.
    public let speedAccuracy: Double?
    /// Direction of travel in degrees clockwise from true north.
    public let heading: Double?
    /// Uncertainty of ``heading`` in degrees.
    public let headingAccuracy: Double?
    /// Metres above the WGS-84 ellipsoid.
    public let ellipsoidalAltitude: Double?

    /// Reads the object `coords` of a payload; `nil` when latitude, longitude or accuracy is missing or no number.
    public init?(dictionary: [String: Any]) {
        let read = DictionaryReader(dictionary)
        guard let latitude = read.number("latitude"), let longitude = read.number("longitude"),
            let accuracy = read.number("accuracy")
        else { return nil }
        self.latitude = latitude
        self.longitude = longitude
        self.accuracy = accuracy
        self.altitude = read.number("altitude")
        self.altitudeAccuracy = read.number("altitude_accuracy")
        self.speed = read.number("speed")
        self.speedAccuracy = read.number("speed_accuracy")
        self.heading = read.number("heading")
        self.headingAccuracy = read.number("heading_accuracy")
        self.ellipsoidalAltitude = read.number("ellipsoidal_altitude")
    }
}
