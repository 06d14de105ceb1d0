import Foundation
import LocationCore

/// One edge as a curve on the ellipsoid: latitude and longitude change evenly from 0 to 1 along it.
///
/// It is no geodesic, so distances to it are found by search. The search is bounded: for each stretch of the curve
/// there are limits that hold everywhere on it, derived from
///
///     E' = v e + w n,  v = ν cos φ · λ',  w = μ φ'
///     E'' = −(μφ'² + ν cos²φ λ'²) u − 2 μ sin φ φ'λ' e + (μ_φ φ'² + ν sin φ cos φ λ'²) n
///
/// with the unit vectors east, north and up, the radii of curvature ν and μ, and μ_φ ≤ 0.0102 μ. The third derivative
/// has two parts: the frame turns by at most |φ'| + |λ'|, and the factors change with the latitude.
struct EdgeCurve: Sendable {
    let start: MapPoint
    /// Degrees of latitude and longitude from end to end.
    let rise: Double
    let run: Double

    init(_ edge: Edge) {
        start = edge.west
        rise = edge.east.y - edge.west.y
        run = edge.east.x - edge.west.x + (edge.passesAntimeridian ? 360 : 0)
    }

    /// Metres: both radii of curvature lie between these everywhere.
    static let leastRadius = 6_335_439.3
    static let greatestRadius = 6_399_593.7

    /// The place at a parameter, as a coordinate.
    func coordinate(at t: Double) -> Coordinate {
        let x = (start.x + t * run).remainder(dividingBy: 360)
        return Coordinate(checkedLatitude: min(90, max(-90, start.y + t * rise)), longitude: x)
    }

    /// A place in earth-centred coordinates with the first two derivatives by the parameter.
    struct State {
        let place: SIMD3<Double>
        let velocity: SIMD3<Double>
        let acceleration: SIMD3<Double>
    }

    func state(at t: Double) -> State {
        let latitude = (start.y + t * rise) * .pi / 180
        let longitude = (start.x + t * run) * .pi / 180
        let (sinLat, cosLat) = (sin(latitude), cos(latitude))
        let (sinLon, cosLon) = (sin(longitude), cos(longitude))
        let eccentricity = WGS84.flattening * (2 - WGS84.flattening)
        let shrink = 1 - eccentricity * sinLat * sinLat
        let nu = WGS84.equatorialRadius / shrink.squareRoot()
        let mu = nu * (1 - eccentricity) / shrink
        let (latRate, lonRate) = (rise * .pi / 180, run * .pi / 180)
        let east = SIMD3(-sinLon, cosLon, 0)
        let north = SIMD3(-sinLat * cosLon, -sinLat * sinLon, cosLat)
        let up = SIMD3(cosLat * cosLon, cosLat * sinLon, sinLat)
        let muRate = 3 * mu * eccentricity * sinLat * cosLat / shrink
        let inward = mu * latRate * latRate + nu * cosLat * cosLat * lonRate * lonRate
        let eastward = -2 * mu * sinLat * latRate * lonRate
        let northward = muRate * latRate * latRate + nu * cosLat * sinLat * lonRate * lonRate
        return State(
            place: SIMD3(nu * cosLat * cosLon, nu * cosLat * sinLon, nu * (1 - eccentricity) * sinLat),
            velocity: nu * cosLat * lonRate * east + mu * latRate * north,
            acceleration: eastward * east + northward * north - inward * up)
    }

    /// Limits that hold on the whole of a stretch.
    struct Limits {
        /// Metres per unit of the parameter.
        let slowest: Double
        let fastest: Double
        /// The acceleration's part along the ground, metres per unit squared.
        let turning: Double
        /// The whole acceleration.
        let acceleration: Double
        /// The third derivative, metres per unit cubed.
        let jerk: Double
    }

    func limits(from t0: Double, to t1: Double) -> Limits {
        let (first, last) = (start.y + t0 * rise, start.y + t1 * rise)
        let nearest = first * last <= 0 ? 0 : min(abs(first), abs(last))
        let widest = cos(nearest * .pi / 180)
        let narrowest = max(0, cos(max(abs(first), abs(last)) * .pi / 180))
        let (latRate, lonRate) = (abs(rise) * .pi / 180, abs(run) * .pi / 180)
        let (low, high) = (Self.leastRadius, Self.greatestRadius)
        let sine = sin(max(abs(first), abs(last)) * .pi / 180)
        let turnEast = 2 * high * sine * latRate * lonRate
        let turnNorth = 0.0102 * high * latRate * latRate + high * widest * sine * lonRate * lonRate
        let turning = hypot(turnEast, turnNorth)
        let acceleration = hypot(turning, high * (latRate * latRate + widest * widest * lonRate * lonRate))
        let change = (2.1 * latRate + (1.01 + 2.02 * widest) * lonRate) * lonRate + 0.05 * latRate * latRate
        return Limits(
            slowest: hypot(low * latRate, low * narrowest * lonRate),
            fastest: hypot(high * latRate, high * widest * lonRate), turning: turning, acceleration: acceleration,
            jerk: acceleration * (latRate + lonRate) + high * latRate * change)
    }
}

extension EdgeCurve.State {
    /// Half the second derivative of the squared chord to the place that is `away` from here.
    func bend(away: SIMD3<Double>) -> Double {
        lengthSquared(velocity) + (away * acceleration).sum()
    }
}

extension EdgeCurve.Limits {
    /// Between which numbers half the second derivative of the squared chord stays on a stretch.
    ///
    /// - Parameters:
    ///   - bend: What it is in the middle.
    ///   - half: How far the stretch goes on either side, by the parameter.
    ///   - chord: How far the place asked about may be from the stretch, in metres.
    func bends(around bend: Double, half: Double, chord: Double) -> ClosedRange<Double> {
        let drift = half * (3 * fastest * acceleration + chord * jerk)
        // Up and down: a place of the ellipsoid lies below the tangent plane, by at most chord² / 2R.
        let sunk = 1 - chord * chord / (2 * EdgeCurve.leastRadius * EdgeCurve.leastRadius)
        let least = (sunk > 0 ? slowest * slowest : fastest * fastest) * sunk - chord * turning
        return max(least, bend - drift)...max(least, bend + drift)
    }
}

func lengthSquared(_ vector: SIMD3<Double>) -> Double { (vector * vector).sum() }

extension SIMD3<Double> {
    /// Earth-centred metres.
    init(_ point: SurfacePoint) { self.init(point.x, point.y, point.z) }
}
