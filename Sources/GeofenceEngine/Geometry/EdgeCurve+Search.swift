/// A place on a curve, and its squared chord to the place that was asked about.
struct CurvePlace {
    var parameter: Double
    var chordSquared: Double
}

/// The middle of a stretch of a curve, and what is known of the squared chord on all of it.
private struct Stretch {
    let half: Double
    let squared: Double
    /// How far, in metres, the ends may be from the middle.
    let reach: Double
    let chord: Double
    private let slope: Double
    let bends: ClosedRange<Double>

    init(of curve: EdgeCurve, from: Double, to: Double, asSeenFrom point: SIMD3<Double>) {
        let state = curve.state(at: (from + to) / 2)
        let limits = curve.limits(from: from, to: to)
        let away = state.place - point
        half = (to - from) / 2
        squared = lengthSquared(away)
        chord = squared.squareRoot()
        reach = limits.fastest * half
        slope = 2 * abs((away * state.velocity).sum())
        bends = limits.bends(around: state.bend(away: away), half: half, chord: chord + reach)
    }

    /// No place of the stretch has a smaller squared chord.
    var least: Double {
        let direct = max(0, chord - reach)
        return max(direct * direct, squared - slope * half + min(0, bends.lowerBound) * half * half)
    }

    /// No place of the stretch has a larger squared chord.
    var greatest: Double {
        min((chord + reach) * (chord + reach), squared + slope * half + max(0, bends.upperBound) * half * half)
    }

    /// Stretches shorter than a millimetre are not divided.
    var isShort: Bool { reach < 0.0005 }
}

/// Places that are better by less than this many metres are not searched for.
private let patience = 1e-5

extension EdgeCurve {
    /// The place nearest to a point, if it is nearer than the best one known by more than a hundredth of a millimetre.
    ///
    /// Stretches that cannot hold it are dropped, the others halved until the squared chord is convex on them; there
    /// Newton's method finds the only minimum. Along a parallel around the point the chord does not change at all: the
    /// limits tighten with the cube of the length there, so that some thousand stretches suffice.
    func nearest(to point: SIMD3<Double>, within limit: Double) -> CurvePlace? {
        var best = CurvePlace(parameter: .nan, chordSquared: limit)
        var stretches = [(from: 0.0, to: 1.0)]
        while let (from, to) = stretches.popLast() {
            let stretch = Stretch(of: self, from: from, to: to, asSeenFrom: point)
            let enough = max(0, best.chordSquared.squareRoot() - patience)
            if stretch.least > enough * enough { continue }
            let middle = (from + to) / 2
            if stretch.squared < best.chordSquared {
                best = CurvePlace(parameter: middle, chordSquared: stretch.squared)
            }
            if stretch.isShort { continue }
            if stretch.bends.lowerBound >= 0 {
                let found = minimum(from: from, to: to, near: point)
                if found.chordSquared < best.chordSquared { best = found }
                continue
            }
            stretches.append((middle, to))
            stretches.append((from, middle))
        }
        return best.parameter.isNaN ? nil : best
    }

    /// The minimum of a convex squared chord.
    private func minimum(from: Double, to: Double, near point: SIMD3<Double>) -> CurvePlace {
        var (low, high) = (from, to)
        var t = (from + to) / 2
        var place = CurvePlace(parameter: t, chordSquared: .infinity)
        // Newton's steps at least halve the error of a convex problem once they stay in the bracket; the bracket
        // itself is halved otherwise. Sixty halvings exhaust a double.
        for _ in 0..<60 {
            let state = state(at: t)
            let away = state.place - point
            let squared = lengthSquared(away)
            if squared < place.chordSquared { place = CurvePlace(parameter: t, chordSquared: squared) }
            let slope = (away * state.velocity).sum()
            if slope > 0 { high = t } else { low = t }
            let bend = state.bend(away: away)
            var next = bend > 0 ? t - slope / bend : (low + high) / 2
            // The minimum may be an end; a step beyond it is a step to it.
            next = min(max(next, from), to)
            if next < low || next > high { next = (low + high) / 2 }
            let moved = abs(next - t)
            t = next
            if moved * lengthSquared(state.velocity).squareRoot() < 1e-7 { break }
        }
        let last = lengthSquared(state(at: t).place - point)
        return last < place.chordSquared ? CurvePlace(parameter: t, chordSquared: last) : place
    }

    /// The place farthest from a point between the ends, unless the ends are farther than all that lies between them.
    func farthestBetweenEnds(from point: SIMD3<Double>) -> CurvePlace? {
        let ends = max(lengthSquared(state(at: 0).place - point), lengthSquared(state(at: 1).place - point))
        var best = CurvePlace(parameter: .nan, chordSquared: ends)
        var stretches = [(from: 0.0, to: 1.0)]
        while let (from, to) = stretches.popLast() {
            let stretch = Stretch(of: self, from: from, to: to, asSeenFrom: point)
            let enough = best.chordSquared.squareRoot() + patience
            if stretch.greatest <= enough * enough { continue }
            let middle = (from + to) / 2
            if stretch.squared > best.chordSquared {
                best = CurvePlace(parameter: middle, chordSquared: stretch.squared)
            }
            // A convex stretch is farthest at its ends: those of the whole curve, or middles of longer stretches.
            if stretch.isShort || stretch.bends.lowerBound >= 0 { continue }
            stretches.append((middle, to))
            stretches.append((from, middle))
        }
        return best.parameter.isNaN ? nil : best
    }
}
