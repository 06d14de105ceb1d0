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

    /// Metres of the shortest path.
    var distance: Double { path(.length).length }

    var solution: GeodesicSegment {
        let path = path(.bearings)
        let sign = goesWest ? -1.0 : 1
        return GeodesicSegment(
            distance: path.length, initialRadians: sign * path.initial, finalRadians: sign * path.final)
    }

    /// What has to be right to the last digits. A length is before the bearings are.
    private enum Precision { case length, bearings }

    private func path(_ precision: Precision) -> Path {
        pathByIteration(precision) ?? pathAlongEquator ?? pathByEnclosing
    }

    private struct Path {
        let length: Double
        let initial: Double
        let final: Double
    }

    /// Corrects the longitude on the sphere until it fits.
    ///
    /// Each round shrinks the error by about f π over the distance to the antipode in radians, so by ten or more, and the
    /// secant through two rounds squares that; `nil` nearer than 0.1 (640 km) to the antipode, where that is no longer so.
    private func pathByIteration(_ precision: Precision) -> Path? {
        // The ellipsoid's circles of latitude are wider than the sphere's by this.
        let middle = (start.sine + end.sine) / 2
        let wider = (1 - WGS84.flattening) * (1 + WGS84.secondEccentricitySquared * middle * middle).squareRoot()
        var omega = longitude < 0.2 ? longitude / wider : longitude
        var last: (omega: Double, gap: Double)?
        for _ in 0..<50 {
            guard let attempt = SphericalAttempt(omega, start, end) else {
                return Path(length: 0, initial: 0, final: 0)
            }
            guard attempt.arc < .pi - 0.1 else { return nil }
            let gap = longitude + attempt.lag - omega
            if abs(gap) < 2e-15 || precision == .length && gap * gap < 1e-18 * attempt.arc {
                return attempt.path(endingEast: gap)
            }
            let isSteep = last.map { abs($0.gap - gap) > 0.5 * abs($0.omega - omega) } ?? false
            let next: Double
            if let last, isSteep {
                next = omega - gap * (omega - last.omega) / (gap - last.gap)
            } else {
                next = omega + gap
            }
            last = (omega, gap)
            omega = next
        }
        return nil
    }

    /// The great circle over a difference of longitude on the sphere, and what it is on the ellipsoid.
    private struct SphericalAttempt {
        let arc: Double
        let lag: Double
        private let start: ReducedLatitude
        private let end: ReducedLatitude
        private let initial: (sine: Double, cosine: Double)
        private let final: (sine: Double, cosine: Double)
        private let equatorSine: Double
        private let series: GeodesicSeries
        private let places: (GeodesicSeries.Place, GeodesicSeries.Place)

        /// `nil` for one place twice.
        @inline(__always)
        init?(_ omega: Double, _ start: ReducedLatitude, _ end: ReducedLatitude) {
            (self.start, self.end) = (start, end)
            let sine = sin(omega)
            let cosine = cos(omega)
            // 1 − cos ω without loss.
            let versine = cosine > 0 ? sine * sine / (1 + cosine) : 1 - cosine
            let climb = start.cosine * end.sine - start.sine * end.cosine
            let east = end.cosine * sine
            let north = climb + start.sine * end.cosine * versine
            let length = (east * east + north * north).squareRoot()
            guard length > 0 else { return nil }
            arc = atan2(length, start.sine * end.sine + start.cosine * end.cosine * cosine)
            initial = (east / length, north / length)
            final = (start.cosine * sine / length, (climb - start.cosine * end.sine * versine) / length)
            equatorSine = initial.sine * start.cosine
            let equatorCosineSquared =
                initial.cosine * initial.cosine + initial.sine * initial.sine * start.sine * start.sine
            series = GeodesicSeries(cosineSquared: equatorCosineSquared)
            places = (
                GeodesicSeries.Place(start.sine, initial.cosine * start.cosine),
                GeodesicSeries.Place(end.sine, final.cosine * end.cosine)
            )
            lag = series.longitudeLag(arc, from: places.0, to: places.1, sine: equatorSine)
        }

        /// - Parameter gap: Radians by which the end lies farther east than this circle leads. The way there is longer by
        ///   the end's radius times the sine of the bearing, times that.
        func path(endingEast gap: Double) -> Path {
            Path(
                length: series.length(arc, from: places.0, to: places.1) + WGS84.equatorialRadius * equatorSine * gap,
                initial: atan2(initial.sine, initial.cosine), final: atan2(final.sine, final.cosine))
        }
    }

    /// Follows the equator, which is the shortest way along it up to (1 − f) π; `nil` for places off it or farther
    /// apart.
    private var pathAlongEquator: Path? {
        // In radians, so six nanometres.
        guard max(abs(start.sine), abs(end.sine)) < 1e-15, longitude <= (1 - WGS84.flattening) * .pi else { return nil }
        return Path(length: WGS84.equatorialRadius * longitude, initial: .pi / 2, final: .pi / 2)
    }

    /// Finds the initial bearing by enclosing it, which cannot fail.
    ///
    /// With the start in the south and at least as far from the equator as the end, the bearings 0 to π give the
    /// longitudes 0 to π at which the path, northbound again, meets the end's latitude, and each longitude once
    /// (Karney, section 4). So the bearing is enclosed to the last bit, near and at the antipode too.
    private var pathByEnclosing: Path {
        let isSwapped = abs(start.sine) < abs(end.sine)
        var (from, to) = isSwapped ? (end, start) : (start, end)
        let isMirrored = from.sine > 0
        if isMirrored { (from.sine, to.sine) = (-from.sine, -to.sine) }
        // On the equator a hair of southern latitude decides between the two crossings of it.
        from.sine = min(from.sine, -1e-150)

        let (attempt, southOfEast) = enclose(from, to)
        let (first, last) = (.pi / 2 + southOfEast, attempt.final)
        let length = attempt.length
        return switch (isSwapped, isMirrored) {
        case (false, false): Path(length: length, initial: first, final: last)
        case (false, true): Path(length: length, initial: .pi - first, final: .pi - last)
        case (true, false): Path(length: length, initial: .pi - last, final: .pi - first)
        case (true, true): Path(length: length, initial: last, final: first)
        }
    }

    /// The attempt that leads to the longitude wanted.
    ///
    /// The bearing is counted from due east, where the longitude changes fastest near the equator and a double is
    /// finest. The step is that of a parabola through three attempts where that is trustworthy (T. R. Chandrupatla, 1997),
    /// else half the interval, which thereby is halved at least every third time, from π down to the last bit.
    private func enclose(_ from: ReducedLatitude, _ to: ReducedLatitude) -> (Attempt, southOfEast: Double) {
        if longitude == .pi {
            return (Attempt(southOfEast: .pi / 2, from: from, to: to), .pi / 2)
        }
        var a = (x: Double.pi / 2, gap: .pi - longitude)
        var b = (x: -Double.pi / 2, gap: -longitude)
        var c = a
        var x = 0.0
        var attempt = Attempt(southOfEast: x, from: from, to: to)
        for _ in 0..<360 {
            let gap = attempt.longitude - longitude
            if abs(gap) <= 1e-15 { break }
            if (gap < 0) == (a.gap < 0) {
                c = a
            } else {
                c = b
                b = a
            }
            a = (x, gap)
            let width = b.x - a.x
            let middle = a.x + width / 2
            if middle == a.x || middle == b.x { break }
            let xi = (a.x - b.x) / (c.x - b.x)
            let phi = (a.gap - b.gap) / (c.gap - b.gap)
            x = middle
            if phi * phi < xi, (1 - phi) * (1 - phi) < 1 - xi {
                let part =
                    a.gap / (b.gap - a.gap) * c.gap / (b.gap - c.gap) + (c.x - a.x) / width * a.gap / (c.gap - a.gap)
                    * b.gap / (c.gap - b.gap)
                x = a.x + part * width
                if !(min(a.x, b.x)...max(a.x, b.x)).contains(x) || x == a.x || x == b.x { x = middle }
            }
            attempt = Attempt(southOfEast: x, from: from, to: to)
        }
        return (attempt, x)
    }

    /// The path that leaves one latitude in some bearing, up to where it meets another northbound.
    private struct Attempt {
        let longitude: Double
        private let arc: Double
        private let series: GeodesicSeries
        private let places: (GeodesicSeries.Place, GeodesicSeries.Place)
        private let end: (east: Double, north: Double)

        var final: Double { atan2(end.east, end.north) }
        var length: Double { series.length(arc, from: places.0, to: places.1) }

        init(southOfEast: Double, from: ReducedLatitude, to: ReducedLatitude) {
            let circle = GeodesicCircle(east: cos(southOfEast), north: -sin(southOfEast), at: from)
            let startNorth = -sin(southOfEast) * from.cosine
            // cos²β₂ − cos²β₁, from whichever pair loses fewer digits.
            let gain =
                from.cosine < -from.sine
                ? (to.cosine - from.cosine) * (to.cosine + from.cosine) : (from.sine - to.sine) * (from.sine + to.sine)
            let endNorth = max(0, startNorth * startNorth + gain).squareRoot()
            let start = GeodesicSeries.Place(from.sine, startNorth)
            let end = GeodesicSeries.Place(to.sine, endNorth)
            places = (start, end)
            // Both arcs begin south of the equator or on it and end north of where they began.
            arc = atan2(
                max(0, start.cosine * end.sine - start.sine * end.cosine),
                start.cosine * end.cosine + start.sine * end.sine)
            // The same two directions seen from the axis.
            let (startEast, endEast) = (circle.sine * from.sine, circle.sine * to.sine)
            let omega = atan2(
                max(0, startNorth * endEast - startEast * endNorth), startNorth * endNorth + startEast * endEast)
            series = GeodesicSeries(cosineSquared: circle.cosine * circle.cosine)
            let lag = series.longitudeLag(arc, from: start, to: end, sine: circle.sine)
            longitude = omega - lag
            self.end = (circle.sine, endNorth)
        }
    }
}
