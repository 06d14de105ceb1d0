public import LocationCore

/// A shape, sorted once for being asked many times.
///
/// Preparing costs about 1 µs for each vertex; a shape of 1,000 vertices then answers ``contains(_:)`` in well under
/// 1 µs.
public struct PreparedShape: Sendable {
    /// The shape that was prepared.
    public let shape: FenceShape
    private let members: [PreparedRings]

    /// Sorts the edges of a shape.
    public init(_ shape: FenceShape) {
        self.shape = shape
        members = shape.polygons.map { PreparedRings($0.rings) }
    }

    /// Whether a position lies inside or on the boundary.
    ///
    /// For polygons the answer is exact with respect to the given doubles. For circles it is the comparison of the
    /// distance along the ellipsoid with the radius.
    public func contains(_ coordinate: Coordinate) -> Bool {
        location(of: coordinate) != .outside
    }

    func location(of coordinate: Coordinate) -> PointLocation {
        if case .circle(let circle) = shape { return circle.location(of: coordinate) }
        let point = MapPoint(coordinate)
        var touches = false
        for member in members {
            switch member.location(of: point) {
            case .inside: return .inside
            case .boundary: touches = true
            case .outside: continue
            }
        }
        return touches ? .boundary : .outside
    }
}
