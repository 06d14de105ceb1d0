import Foundation

/// Shortest paths on the WGS-84 ellipsoid.
///
/// The path is mapped to a great circle of the auxiliary sphere (Bessel), where length and longitude are integrals of
/// smooth functions (C. F. F. Karney, *Algorithms for geodesics*, 2013, equations 7 and 8). Between any two points,
/// antipodal ones included, the length is right to within 15 nanometres.
///
/// Near the antipode, where iterations on the longitude do not converge, the initial bearing is enclosed: there too the
/// work is bounded and the result is the shortest path, not an estimate.
///
/// An engine that measures often keeps ``SurfacePoint``s instead: they are hundreds of times as quick below 50 km.
public enum Geodesic {
    /// Metres along the shortest path; never NaN, 0 for the same place.
    public static func distance(from start: Coordinate, to end: Coordinate) -> Double {
        InverseProblem(from: start, to: end).distance
    }

    /// The shortest path between two places.
    ///
    /// Of several paths of the same length (between antipodes) it is one. Where the bearing means nothing, between
    /// coincident places, it is 0; at a pole it refers to the meridian of the pole's given longitude.
    public static func inverse(from start: Coordinate, to end: Coordinate) -> GeodesicSegment {
        InverseProblem(from: start, to: end).solution
    }

    /// The place reached by going straight ahead.
    ///
    /// - Parameters:
    ///   - start: Where the path begins.
    ///   - bearing: Degrees clockwise from north at the start; finite, any number of turns.
    ///   - distance: Metres; finite. A negative one goes backwards. A path may go around the Earth more than once.
    public static func destination(from start: Coordinate, bearing: Double, distance: Double) -> Coordinate {
        precondition(bearing.isFinite && distance.isFinite, "a bearing and a distance are finite")
        if distance == 0 { return start }
        let beta = ReducedLatitude(start.latitude)
        let alpha = bearing.remainder(dividingBy: 360).radians
        let circle = GeodesicCircle(bearing: alpha, at: beta)
        let startArc = atan2(beta.sine, cos(alpha) * beta.cosine)
        let startOmega = atan2(circle.sine * beta.sine, cos(alpha) * beta.cosine)

        let turn = circle.measure(from: 0, to: 2 * .pi)
        let rest = distance.truncatingRemainder(dividingBy: turn.length)
        let turns = ((distance - rest) / turn.length).rounded()
        let arc = circle.arc(ofLength: rest, from: startArc, turn: turn.length)

        let endArc = startArc + arc
        let endOmega = atan2(circle.sine * sin(endArc), cos(endArc))
        let lag = circle.measure(from: startArc, to: endArc).longitudeLag + turns * turn.longitudeLag
        let latitude = atan2(
            circle.cosine * sin(endArc), (1 - WGS84.flattening) * hypot(circle.sine, circle.cosine * cos(endArc)))
        let longitude = start.longitude + (endOmega - startOmega - lag).degrees
        return Coordinate(
            checkedLatitude: min(90, max(-90, latitude.degrees)), longitude: longitude.remainder(dividingBy: 360))
    }
}

/// The shortest path between two places.
public struct GeodesicSegment: Hashable, Sendable {
    /// Metres.
    public let distance: Double
    /// Degrees clockwise from north at the start, 0 ≤ bearing < 360.
    public let initialBearing: Double
    /// Degrees clockwise from north in which the path goes on at its end, 0 ≤ bearing < 360.
    public let finalBearing: Double

    /// A path whose bearings are given in radians, of any turn.
    init(distance: Double, initialRadians: Double, finalRadians: Double) {
        self.distance = distance
        self.initialBearing = initialRadians.bearing
        self.finalBearing = finalRadians.bearing
    }
}

extension ReducedLatitude {
    /// - Parameter latitude: Degrees.
    init(_ latitude: Double) {
        let sine = (1 - WGS84.flattening) * sin(latitude.radians)
        // At a pole this is 6e-17, not 0: enough to keep the given longitude as the direction of approach.
        let cosine = cos(latitude.radians)
        let length = hypot(sine, cosine)
        self.init(sine: sine / length, cosine: cosine / length)
    }
}

extension Double {
    var radians: Double { self * .pi / 180 }
    var degrees: Double { self * 180 / .pi }

    fileprivate var bearing: Double {
        let degrees = degrees.remainder(dividingBy: 360)
        // Adding 360 to a tiny negative number gives 360 itself; adding 0 turns -0 into 0.
        let positive = degrees < 0 ? degrees + 360 : degrees + 0
        return positive < 360 ? positive : 0
    }
}
