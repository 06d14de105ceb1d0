/// The area within a fixed distance of one point.
public struct Circle: Hashable, Sendable {
    /// The middle of the area.
    public let center: Coordinate
    /// Metres from the centre to the edge, along the ellipsoid; finite and greater than 0.
    public let radius: Double

    /// Creates a circle, or refuses a radius that nothing could watch.
    ///
    /// There is no lower bound beyond 0 and no upper bound: a platform's own limits are met when a region is
    /// registered, never by changing what was asked for. (BGEO-003, BKN-020)
    ///
    /// - Parameters:
    ///   - center: The middle of the area.
    ///   - radius: Metres; finite and greater than 0.
    /// - Throws: ``CircleError/radius(_:)`` for 0, a negative number, an infinity or NaN.
    public init(center: Coordinate, radius: Double) throws(CircleError) {
        guard radius.isFinite, radius > 0 else { throw .radius(radius) }
        self.center = center
        self.radius = radius
    }

    /// Creates a circle from a radius that the caller has just computed or checked.
    package init(center: Coordinate, checkedRadius radius: Double) {
        precondition(radius.isFinite && radius > 0, "a radius is finite and greater than 0")
        self.center = center
        self.radius = radius
    }
}

/// Why a number is not a radius.
public enum CircleError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Not finite, or not greater than 0.
    case radius(Double)

    /// The value, and what would be allowed.
    public var description: String {
        switch self {
        case .radius(let value): "radius \(value) is not a finite number of metres above 0"
        }
    }
}
