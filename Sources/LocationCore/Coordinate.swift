/// A position on the WGS-84 ellipsoid, in degrees.
///
/// Every value of this type is a real position: the initialiser refuses what is not. Longitude 180 and −180 are
/// the same meridian but stay as they were given.
public struct Coordinate: Hashable, Sendable {
    /// Degrees north of the equator, −90…90.
    public let latitude: Double
    /// Degrees east of Greenwich, −180…180, both ends included.
    public let longitude: Double

    /// Creates a position, or says which of the two numbers is impossible.
    ///
    /// - Throws: ``CoordinateError`` for NaN, an infinity, or a number out of its range.
    public init(latitude: Double, longitude: Double) throws(CoordinateError) {
        guard latitude.isFinite, (-90...90).contains(latitude) else { throw .latitude(latitude) }
        guard longitude.isFinite, (-180...180).contains(longitude) else { throw .longitude(longitude) }
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Creates a position from numbers that the caller has just computed or checked.
    package init(checkedLatitude latitude: Double, longitude: Double) {
        precondition((-90...90).contains(latitude), "a latitude lies in -90...90")
        precondition((-180...180).contains(longitude), "a longitude lies in -180...180")
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// Why two numbers are not a position.
public enum CoordinateError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Not finite, or outside −90…90.
    case latitude(Double)
    /// Not finite, or outside −180…180.
    case longitude(Double)

    /// The value, and what would be allowed.
    public var description: String {
        switch self {
        case .latitude(let value): "latitude \(value) is not a number in -90...90"
        case .longitude(let value): "longitude \(value) is not a number in -180...180"
        }
    }
}
