import Foundation
import LocationCore

/// Distances on WGS-84 by Vincenty's inverse formula (Survey Review 23, 1975).
///
/// The simulated system judges regions with this and nothing else, so that a mistake in the engine's own geometry
/// cannot hide behind the same mistake here.
enum Ellipsoid {
    private static let equatorialRadius = 6_378_137.0
    private static let flattening = 1 / 298.257223563
    private static let polarRadius = equatorialRadius * (1 - flattening)

    /// Metres along the ellipsoid; within a millimetre except between nearly opposite points of the Earth, where the
    /// formula does not converge and half the circumference over the poles is a fair answer.
    static func metres(from start: Coordinate, to end: Coordinate) -> Double {
        if start == end { return 0 }
        let reducedStart = reducedLatitude(start.latitude)
        let reducedEnd = reducedLatitude(end.latitude)
        let difference = radians(end.longitude - start.longitude)
        var lambda = difference
        for _ in 0..<100 {
            let step = Iteration(reducedStart, reducedEnd, lambda)
            if step.sinSigma == 0 { return 0 }
            let next = step.improvedLambda(difference, flattening)
            if abs(next - lambda) < 1e-12 { return length(Iteration(reducedStart, reducedEnd, next)) }
            lambda = next
        }
        return .pi * polarRadius
    }

    private static func length(_ step: Iteration) -> Double {
        let ratio = (equatorialRadius * equatorialRadius) / (polarRadius * polarRadius) - 1
        let squared = step.cosSquaredAlpha * ratio
        let big = 1 + squared / 16384 * (4096 + squared * (-768 + squared * (320 - 175 * squared)))
        let small = squared / 1024 * (256 + squared * (-128 + squared * (74 - 47 * squared)))
        let middle = step.cosDoubleSigma
        let last =
            small / 6 * middle * (-3 + 4 * step.sinSigma * step.sinSigma) * (-3 + 4 * middle * middle)
        let correction =
            small * step.sinSigma
            * (middle + small / 4 * (step.cosSigma * (-1 + 2 * middle * middle) - last))
        return polarRadius * big * (step.sigma - correction)
    }

    private static func reducedLatitude(_ degrees: Double) -> (sin: Double, cos: Double) {
        let angle = atan((1 - flattening) * tan(radians(degrees)))
        return (sin(angle), cos(angle))
    }

    static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
}

/// One round of the iteration over the longitude difference on the auxiliary sphere.
private struct Iteration {
    let sinSigma, cosSigma, sigma, sinAlpha, cosSquaredAlpha, cosDoubleSigma: Double

    init(_ start: (sin: Double, cos: Double), _ end: (sin: Double, cos: Double), _ lambda: Double) {
        let across = end.cos * sin(lambda)
        let along = start.cos * end.sin - start.sin * end.cos * cos(lambda)
        sinSigma = (across * across + along * along).squareRoot()
        cosSigma = start.sin * end.sin + start.cos * end.cos * cos(lambda)
        sigma = atan2(sinSigma, cosSigma)
        sinAlpha = sinSigma == 0 ? 0 : start.cos * end.cos * sin(lambda) / sinSigma
        cosSquaredAlpha = 1 - sinAlpha * sinAlpha
        // On the equator there is no middle to speak of.
        cosDoubleSigma = cosSquaredAlpha == 0 ? 0 : cosSigma - 2 * start.sin * end.sin / cosSquaredAlpha
    }

    func improvedLambda(_ difference: Double, _ flattening: Double) -> Double {
        let factor = flattening / 16 * cosSquaredAlpha * (4 + flattening * (4 - 3 * cosSquaredAlpha))
        let inner = cosDoubleSigma + factor * cosSigma * (-1 + 2 * cosDoubleSigma * cosDoubleSigma)
        return difference + (1 - factor) * flattening * sinAlpha * (sigma + factor * sinSigma * inner)
    }
}
