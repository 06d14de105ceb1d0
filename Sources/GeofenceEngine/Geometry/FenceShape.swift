public import LocationCore

/// The area of a fence.
public enum FenceShape: Hashable, Sendable {
    /// Everything within a distance of a point.
    case circle(Circle)

    /// Whether it is a circle.
    public var isCircle: Bool { true }

    /// The circle itself, or the smallest one around the shape.
    public var enclosingCircle: Circle {
        switch self {
        case .circle(let circle): circle
        }
    }

    package func verdict(of fix: Fix) -> Verdict {
        switch self {
        case .circle(let circle):
            Verdict(
                distanceToCenter: Geodesic.distance(from: fix.coordinate, to: circle.center), radius: circle.radius,
                accuracy: fix.accuracy)
        }
    }

    /// Whether a position lies in the shape or on its line.
    public func contains(_ coordinate: Coordinate) -> Bool {
        switch self {
        case .circle(let circle): Geodesic.distance(from: coordinate, to: circle.center) <= circle.radius
        }
    }

    /// Metres from a position to the boundary, negative inside.
    public func signedDistance(to coordinate: Coordinate) -> Double {
        switch self {
        case .circle(let circle): Geodesic.distance(from: coordinate, to: circle.center) - circle.radius
        }
    }

    package var json: JSONValue {
        switch self {
        case .circle(let circle): ["circle": circle.center.json, "radius": .double(circle.radius)]
        }
    }

    package init?(json: JSONValue) {
        guard let center = json["circle"].flatMap(Coordinate.init(json:)), let radius = json["radius"]?.doubleValue,
            let circle = try? Circle(center: center, radius: radius)
        else { return nil }
        self = .circle(circle)
    }
}
