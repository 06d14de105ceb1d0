public import LocationCore

/// The area of a fence.
public enum FenceShape: Hashable, Sendable {
    /// All points within a distance of one.
    case circle(Circle)
    /// One outer ring with holes.
    case polygon(Polygon)
    /// Several of those.
    case multiPolygon(MultiPolygon)

    /// The polygons of the area; none for a circle.
    public var polygons: [Polygon] {
        switch self {
        case .circle: []
        case .polygon(let polygon): [polygon]
        case .multiPolygon(let area): area.members
        }
    }
}
