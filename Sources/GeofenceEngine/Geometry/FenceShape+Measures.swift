import Foundation
import LocationCore

extension FenceShape {
    /// Square metres on the ellipsoid, holes left out; members of a multipolygon that overlap count twice.
    ///
    /// For a circle it is the area of a cap of the same radius on the sphere that has the ellipsoid's surface: right to
    /// 0.1 % up to a radius of 5,000 km, as the circumference is, because curvature is a small correction until then.
    public var area: Double {
        switch self {
        case .circle(let circle): circle.area
        case .polygon, .multiPolygon:
            polygons.reduce(0) { sum, polygon in
                sum + polygon.holes.reduce(polygon.shell.area) { $0 - $1.area }
            }
        }
    }

    /// Metres along the boundary, that of holes included.
    ///
    /// Where two members of a multipolygon were cut apart, at the antimeridian for instance, there is no boundary.
    public var perimeter: Double {
        switch self {
        case .circle(let circle): circle.perimeter
        case .polygon, .multiPolygon: Boundary(polygons).edges.reduce(0) { $0 + EdgeCurve($1).length }
        }
    }
}

extension Ring {
    /// Square metres enclosed.
    fileprivate var area: Double {
        // From the equator to a latitude, the surface between two meridians is proportional to their distance. Measuring
        // from the enclosed pole, or from a latitude of the ring itself, keeps large terms out of the sum.
        let base: Double
        switch enclosedPole {
        case .north: base = 90
        case .south: base = -90
        case nil: base = vertices[0].latitude
        }
        let zero = surface(toLatitude: base)
        let sum = steps.reduce(0.0) { sum, step in
            let strip = EdgeCurve(step.edge).integral { surface(toLatitude: $0) - zero }
            return sum + (step.goesEast ? strip : -strip)
        }
        return abs(sum)
    }
}

/// Square metres from the equator to a latitude, for each radian of longitude.
private func surface(toLatitude degrees: Double) -> Double {
    let e = (WGS84.flattening * (2 - WGS84.flattening)).squareRoot()
    let sine = sin(degrees * .pi / 180)
    return WGS84.polarRadius * WGS84.polarRadius / 2 * (sine / (1 - e * e * sine * sine) + atanh(e * sine) / e)
}

extension EdgeCurve {
    /// Metres along the curve.
    fileprivate var length: Double {
        Self.quadrature(over: abs(rise) + abs(run)) { lengthSquared(state(at: $0).velocity).squareRoot() }
    }

    /// The integral of a function of latitude by radians of longitude.
    fileprivate func integral(of function: (Double) -> Double) -> Double {
        run * .pi / 180 * Self.quadrature(over: abs(rise)) { function(start.y + $0 * rise) }
    }

    /// The integral from 0 to 1, by the four-point rule on pieces of at most two degrees.
    private static func quadrature(over degrees: Double, _ function: (Double) -> Double) -> Double {
        let pieces = max(1, Int((degrees / 2).rounded(.up)))
        let half = 0.5 / Double(pieces)
        var sum = 0.0
        for piece in 0..<pieces {
            let middle = (2 * Double(piece) + 1) * half
            for (node, weight) in [
                (0.861136311594052575, 0.347854845137453857), (0.339981043584856265, 0.652145154862546143),
            ] {
                sum += weight * (function(middle - node * half) + function(middle + node * half))
            }
        }
        return sum * half
    }
}

extension Circle {
    /// The sphere with the ellipsoid's surface has this radius, in metres.
    private static let authalicRadius = 6_371_007.180_918_474

    /// The angle from the centre to the edge, at most half a turn.
    private var angle: Double { min(radius / Self.authalicRadius, .pi) }

    fileprivate var area: Double {
        let half = sin(angle / 2)
        return 4 * .pi * Self.authalicRadius * Self.authalicRadius * half * half
    }

    fileprivate var perimeter: Double { 2 * .pi * Self.authalicRadius * sin(angle) }
}
