import Foundation

/// A great circle of the auxiliary sphere, given by its bearing α₀ where it crosses the equator northwards.
///
/// Arcs are measured in radians from that crossing.
struct GeodesicCircle {
    /// sin α₀
    let sine: Double
    /// cos α₀, at least 0.
    let cosine: Double

    private var kSquared: Double { WGS84.secondEccentricitySquared * cosine * cosine }

    /// The circle that has a direction (sine and cosine of its bearing) at a reduced latitude.
    init(east: Double, north: Double, at latitude: ReducedLatitude) {
        sine = east * latitude.cosine
        cosine = hypot(north, east * latitude.sine)
    }

    /// The circle that has a bearing (radians) at a reduced latitude.
    init(bearing: Double, at latitude: ReducedLatitude) {
        self.init(east: sin(bearing), north: cos(bearing), at: latitude)
    }

    /// What an arc of the sphere is on the ellipsoid.
    struct Measure {
        /// Metres.
        var length: Double
        /// By how many radians the longitude falls behind that on the sphere.
        var longitudeLag: Double
    }

    /// Measures the arc between two positions; negative when it goes backwards.
    func measure(from start: Double, to end: Double) -> Measure {
        let pieces = max(1, (abs(end - start) / .pi).rounded(.up))
        let half = (end - start) / (2 * pieces)
        var lengthSum = 0.0
        var lagSum = 0.0
        var middle = start + half
        for _ in 0..<Int(pieces) {
            for (node, weight) in Self.gaussLegendre {
                let before = stretch(at: middle - half * node)
                let after = stretch(at: middle + half * node)
                lengthSum += weight * (before + after)
                lagSum += weight * (lag(stretch: before) + lag(stretch: after))
            }
            middle += 2 * half
        }
        return Measure(
            length: WGS84.polarRadius * half * lengthSum, longitudeLag: WGS84.flattening * sine * half * lagSum)
    }

    /// The arc that is a number of metres long; the inverse of ``measure(from:to:)``.
    ///
    /// - Parameter turn: Metres of the whole circle.
    func arc(ofLength length: Double, from start: Double, turn: Double) -> Double {
        var arc = length / turn * 2 * .pi
        // The integrand is 1 but for 0.7 %: each step of Newton's wins at least two digits at first, then doubles
        // them. Five reach the end; ten are the bound.
        for _ in 0..<10 {
            let error = measure(from: start, to: start + arc).length - length
            let step = error / (WGS84.polarRadius * stretch(at: start + arc))
            arc -= step
            if abs(step) < 1e-16 * max(1e-9, abs(arc)) { break }
        }
        return arc
    }

    private func stretch(at arc: Double) -> Double {
        let sine = sin(arc)
        return (1 + kSquared * sine * sine).squareRoot()
    }

    private func lag(stretch: Double) -> Double {
        (2 - WGS84.flattening) / (1 + (1 - WGS84.flattening) * stretch)
    }

    /// Nodes and weights of the 12-point rule on -1...1, each for both signs.
    ///
    /// Over half a circle the integrand is a constant, a thousandth of cos 2σ, a millionth of cos 4σ and so on; the
    /// rule is exact for polynomials of degree 23 and leaves less than the rounding of a double.
    private static let gaussLegendre: [(node: Double, weight: Double)] = [
        (0.98156063424671925, 0.04717533638651183), (0.90411725637047486, 0.10693932599531843),
        (0.76990267419430469, 0.16007832854334623), (0.58731795428661745, 0.20316742672306592),
        (0.36783149899818019, 0.23349253653835481), (0.12523340851146892, 0.24914704581340279),
    ]
}
