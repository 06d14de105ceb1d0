/// A place on a curve, and its squared chord to the place that was asked about.
struct CurvePlace {
    var parameter: Double
    var chordSquared: Double
}

extension EdgeCurve {
    /// The place nearest to a point, if it is nearer than the best one known.
    ///
    /// Stretches that cannot hold it are dropped, the others halved until the squared chord is convex on them; there
    /// Newton's method finds the only minimum. What is never convex, around a pole, is halved down to a millimetre.
    func nearest(to point: SIMD3<Double>, within limit: Double) -> CurvePlace? {
        var best = CurvePlace(parameter: .nan, chordSquared: limit)
        var stretches = [(from: 0.0, to: 1.0)]
        while let (from, to) = stretches.popLast() {
            let middle = (from + to) / 2
            let half = (to - from) / 2
            let state = state(at: middle)
            let limits = limits(from: from, to: to)
            let away = state.place - point
            let squared = lengthSquared(away)
            let chord = squared.squareRoot()
            let reach = limits.fastest * half
            if chord > reach, (chord - reach) * (chord - reach) > best.chordSquared { continue }
            if squared < best.chordSquared { best = CurvePlace(parameter: middle, chordSquared: squared) }
            if reach < 0.0005 { continue }
            let bend = limits.leastBend(chord: chord + reach)
            if bend >= 0 {
                let found = minimum(from: from, to: to, near: point)
                if found.chordSquared < best.chordSquared { best = found }
                continue
            }
            let slope = 2 * abs((away * state.velocity).sum())
            if squared - slope * half + bend * half * half > best.chordSquared { continue }
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
            let bend = lengthSquared(state.velocity) + (away * state.acceleration).sum()
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
            let middle = (from + to) / 2
            let half = (to - from) / 2
            let state = state(at: middle)
            let limits = limits(from: from, to: to)
            let away = state.place - point
            let squared = lengthSquared(away)
            let chord = squared.squareRoot()
            let reach = limits.fastest * half
            if squared > best.chordSquared { best = CurvePlace(parameter: middle, chordSquared: squared) }
            if (chord + reach) * (chord + reach) <= best.chordSquared || reach < 0.0005 { continue }
            let slope = 2 * abs((away * state.velocity).sum())
            let bend = limits.greatestBend(chord: chord + reach)
            // A convex stretch has its maximum at its ends, which are ends of the whole or middles of wider ones.
            if limits.leastBend(chord: chord + reach) >= 0 {
                for end in [from, to] {
                    let squared = lengthSquared(self.state(at: end).place - point)
                    if squared > best.chordSquared { best = CurvePlace(parameter: end, chordSquared: squared) }
                }
                continue
            }
            if squared + slope * half + bend * half * half <= best.chordSquared { continue }
            stretches.append((middle, to))
            stretches.append((from, middle))
        }
        return best.parameter.isNaN ? nil : best
    }
}
