import LocationCore

/// The pause of tracking while the device is still, and the region whose exit ends it.
///
/// Nothing of it outlives the process: a new one gives the region back and begins to look anew.
extension Core {
    var stillRegionID: String { "\(policy.name).still" }

    /// Whether fixes have stopped flowing because the device is still.
    var isPaused: Bool { process.stillness?.stage == .paused }

    /// Takes a believed fix: a device that moved begins anew, one that has been still for long enough is left alone.
    mutating func noteStillness(_ fix: Fix, _ draft: inout Draft) {
        guard let rules = policy.fixes.stationary, durable.scalars.isTracking, process.hasReconciled, !judgesCircles
        else { return }
        guard let still = process.stillness, isStill(fix, still, rules) else {
            endStillness(&draft)
            process.stillness = Process.Stillness(center: fix.coordinate, since: draft.steady)
            return
        }
        guard still.stage == .watching, draft.steady - still.since >= rules.after else { return }
        process.stillness?.stage = .registering
        draft.perform(
            .register(
                Region(
                    id: stillRegionID, circle: Circle(center: still.center, checkedRadius: rules.radius), edges: .exit,
                    assumedSide: .inside)))
    }

    /// A fix may be wrong by its accuracy, but a bad one must not hide that the device went away.
    private func isStill(_ fix: Fix, _ still: Process.Stillness, _ rules: StationaryRules) -> Bool {
        let distance = SurfacePoint(fix.coordinate).distance(to: SurfacePoint(still.center))
        return distance <= rules.radius + min(fix.accuracy ?? 0, 50)
    }

    /// When the device has been still for long enough if nothing says otherwise: with a distance between fixes none comes.
    var stillnessDeadline: Int64? {
        guard let rules = policy.fixes.stationary, let still = process.stillness, still.stage == .watching else {
            return nil
        }
        return still.since + rules.after
    }

    /// Silence is no proof; one fix says whether the device is where it was.
    mutating func meetStillnessDeadline(_ draft: inout Draft) {
        guard let due = stillnessDeadline, due <= draft.steady else { return }
        ask(.stillness, accuracy: policy.fixes.requestAccuracy, timeout: policy.fixes.requestTimeout, &draft)
    }

    /// No fix came that would tell; tracking goes on, and the question is asked again later.
    mutating func postponeStillness(_ draft: inout Draft) {
        guard process.stillness?.stage == .watching else { return }
        process.stillness?.since = draft.steady
    }

    /// Fixes stop only once the system watches for the way out.
    mutating func takeStillRegion(_ draft: inout Draft) {
        guard process.stillness?.stage == .registering else {
            if process.stillness?.stage != .paused { draft.perform(.unregister(stillRegionID)) }
            return
        }
        process.stillness?.stage = .paused
        draft.say(.tracking, nil, "tracking pauses: the device is still")
    }

    /// The device left, or nobody watches for it any more.
    mutating func leaveStillRegion(_ draft: inout Draft) {
        guard process.stillness?.stage == .paused || process.stillness?.stage == .registering else {
            draft.perform(.unregister(stillRegionID))
            return
        }
        let still = process.stillness
        endStillness(&draft)
        draft.isCheck = true
        guard let still, let radius = policy.fixes.stationary?.radius else { return }
        noteMovement(
            draft.steady, outOf: Circle(center: still.center, checkedRadius: radius), askedAt: still.since,
            isHelper: false, &draft)
    }

    /// Gives the region back; fixes flow again.
    mutating func endStillness(_ draft: inout Draft) {
        guard let still = process.stillness else { return }
        process.stillness = nil
        guard still.stage != .watching else { return }
        draft.perform(.unregister(stillRegionID))
        if still.stage == .paused { draft.say(.tracking, nil, "tracking goes on: the device may have moved") }
    }
}
