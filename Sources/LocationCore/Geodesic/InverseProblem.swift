import Foundation

/// Two places and the search for the shortest path between them.
struct InverseProblem {
    private let start: ReducedLatitude
    private let end: ReducedLatitude
    /// Radians from the start's meridian to the end's, 0…π; a way westwards is mirrored.
    private let longitude: Double
    private let goesWest: Bool

    init(from start: Coordinate, to end: Coordinate) {
        self.start = ReducedLatitude(start.latitude)
        self.end = ReducedLatitude(end.latitude)
        let difference = (end.longitude - start.longitude).remainder(dividingBy: 360)
        longitude = abs(difference).radians
        goesWest = difference < 0
    }

    var solution: GeodesicSegment {
        let path = pathByIteration ?? pathAlongEquator ?? pathByBisection
        let sign = goesWest ? -1.0 : 1
        return GeodesicSegment(
            distance: path.length, initialRadians: sign * path.initial, finalRadians: sign * path.final)
    }

    private struct Path {
        let length: Double
        let initial: Double
        let final: Double
    }

    /// Corrects the longitude on the sphere until it fits.
    ///
    /// Each round shrinks the error by about f π over the distance to the antipode in radians, so by ten or more; `nil`
    /// nearer than 0.1 (640 km) to the antipode, where that is no longer so.
    private var pathByIteration: Path? {
        var omega = longitude
        for _ in 0..<50 {
            let east = end.cosine * sin(omega)
            let north = start.cosine * end.sine - start.sine * end.cosine * cos(omega)
            let arc = atan2(
                hypot(east, north), start.sine * end.sine + start.cosine * end.cosine * cos(omega))
            guard arc < .pi - 0.1 else { return nil }
            guard arc > 0 else { return Path(length: 0, initial: 0, final: 0) }
            let initial = atan2(east, north)
            let circle = GeodesicCircle(bearing: initial, at: start)
            let from = atan2(start.sine, cos(initial) * start.cosine)
            let measure = circle.measure(from: from, to: from + arc)
            let next = longitude + measure.longitudeLag
            if abs(next - omega) < 2e-15 {
                let final = atan2(
                    start.cosine * sin(omega), start.cosine * end.sine * cos(omega) - start.sine * end.cosine)
                return Path(length: measure.length, initial: initial, final: final)
            }
            omega = next
        }
        return nil
    }

    /// Follows the equator, which is the shortest way along it up to (1 − f) π; `nil` for places off it or farther
    /// apart.
    private var pathAlongEquator: Path? {
        // In radians, so six nanometres.
        guard max(abs(start.sine), abs(end.sine)) < 1e-15, longitude <= (1 - WGS84.flattening) * .pi else { return nil }
        return Path(length: WGS84.equatorialRadius * longitude, initial: .pi / 2, final: .pi / 2)
    }

    /// Finds the initial bearing by halving, which cannot fail.
    ///
    /// With the start in the south and at least as far from the equator as the end, the bearings 0 to π give the
    /// longitudes 0 to π at which the path, northbound again, meets the end's latitude, and each longitude once
    /// (Karney, section 4). So the bearing is enclosed to the last bit, near and at the antipode too.
    private var pathByBisection: Path {
        let isSwapped = abs(start.sine) < abs(end.sine)
        var (from, to) = isSwapped ? (end, start) : (start, end)
        let isMirrored = from.sine > 0
        if isMirrored { (from.sine, to.sine) = (-from.sine, -to.sine) }
        // On the equator a hair of southern latitude decides between the two crossings of it.
        from.sine = min(from.sine, -1e-150)

        // The bearing is counted from due east, where the longitude changes fastest near the equator and a double is
        // finest. The interval is halved 120 times at most: from π down to 1e-31, the last bit 6 nm off the equator.
        var low = -Double.pi / 2
        var high = Double.pi / 2
        var southOfEast = longitude == .pi ? high : 0
        var attempt = Attempt(southOfEast: southOfEast, from: from, to: to)
        for _ in 0..<120 where abs(attempt.longitude - longitude) > 1e-15 {
            if attempt.longitude < longitude { low = southOfEast } else { high = southOfEast }
            southOfEast = (low + high) / 2
            attempt = Attempt(southOfEast: southOfEast, from: from, to: to)
        }

        let (first, last) = (.pi / 2 + southOfEast, attempt.final)
        return switch (isSwapped, isMirrored) {
        case (false, false): Path(length: attempt.length, initial: first, final: last)
        case (false, true): Path(length: attempt.length, initial: .pi - first, final: .pi - last)
        case (true, false): Path(length: attempt.length, initial: .pi - last, final: .pi - first)
        case (true, true): Path(length: attempt.length, initial: last, final: first)
        }
    }

    /// The path that leaves one latitude in some bearing, up to where it meets another northbound.
    private struct Attempt {
        let final: Double
        let longitude: Double
        let length: Double

        init(southOfEast: Double, from: ReducedLatitude, to: ReducedLatitude) {
            let circle = GeodesicCircle(east: cos(southOfEast), north: -sin(southOfEast), at: from)
            let startNorth = -sin(southOfEast) * from.cosine
            // cos²β₂ − cos²β₁, from whichever pair loses fewer digits.
            let gain =
                from.cosine < -from.sine
                ? (to.cosine - from.cosine) * (to.cosine + from.cosine) : (from.sine - to.sine) * (from.sine + to.sine)
            let endNorth = max(0, startNorth * startNorth + gain).squareRoot()
            let startArc = atan2(from.sine, startNorth)
            let endArc = atan2(to.sine, endNorth)
            let omega = atan2(circle.sine * to.sine, endNorth) - atan2(circle.sine * from.sine, startNorth)
            let measure = circle.measure(from: startArc, to: endArc)
            final = atan2(circle.sine, endNorth)
            longitude = omega - measure.longitudeLag
            length = measure.length
        }
    }
}
