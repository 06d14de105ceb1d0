import LocationCore

/// The filter of implausible speeds, and when it measures from somewhere else. (AMD-04)
extension Core {
    /// Judges the speed that a fix implies since the last believed one.
    ///
    /// One wrong fix after a long silence is believed, and then the right ones look like jumps. So a fix that is too fast is
    /// believed all the same when it agrees with the one refused just before it, or with what was believed before the one it
    /// is measured from.
    mutating func limitSpeed(of fix: Fix) -> Admission {
        guard let limit = policy.fixes.speeding.limit, let last = process.lastFix else { return .mayProve(fix) }
        // On the steady clock, because the wall clock may have been set between the two.
        let sighting = Process.Sighting(
            fix: fix, steady: durable.clock?.steady(of: fix.timestamp) ?? process.lastFixSteady)
        let anchor = Process.Sighting(fix: last, steady: process.lastFixSteady)
        let speed = sighting.speed(since: anchor)
        guard speed > limit else {
            process.tooFast = nil
            process.beforeAnchor = anchor
            return .mayProve(fix)
        }
        if let refused = process.tooFast, sighting.speed(since: refused) <= limit {
            process.tooFast = nil
            process.beforeAnchor = refused
            return .mayProve(fix)
        }
        if let before = process.beforeAnchor, sighting.speed(since: before) <= limit {
            // The one between was wrong; what it was measured from stays.
            process.tooFast = nil
            return .mayProve(fix)
        }
        process.tooFast = sighting
        guard case .capped = policy.fixes.speeding else {
            return .refused("it implies \(Int(speed)) m/s, above \(limit) m/s")
        }
        let bearing = Geodesic.inverse(from: last.coordinate, to: fix.coordinate).initialBearing
        let reached = Geodesic.destination(
            from: last.coordinate, bearing: bearing, distance: limit * sighting.seconds(since: anchor))
        return .mayProve(fix.moved(to: reached))
    }
}

extension Process {
    /// A fix and when it was made, on the steady clock.
    struct Sighting: Hashable, Sendable {
        let fix: Fix
        let steady: Int64

        /// Fixes may share a stamp; below a second the quotient says little.
        func seconds(since other: Sighting) -> Double { max(1, Double(steady - other.steady) / 1000) }

        func speed(since other: Sighting) -> Double {
            Geodesic.distance(from: other.fix.coordinate, to: fix.coordinate) / seconds(since: other)
        }
    }
}

extension FixRules.Speeding {
    /// Meters a second above which a fix is not taken as it is; `nil` for any speed.
    fileprivate var limit: Double? {
        switch self {
        case .ignored: nil
        case .refused(let above): above
        case .capped(let at): at
        }
    }
}
