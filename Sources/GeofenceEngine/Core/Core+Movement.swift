import LocationCore

/// Finding the device again once it has left the region that watches over it. (AMD-05)
///
/// The exit proves where the device is not. Until a fix younger than that, and outside the circle that was left, says where it
/// is, it is asked for again and again.
extension Core {
    /// How often a fix is asked for again by time alone.
    private static var repeats: Int { 6 }

    /// Milliseconds until it is asked for again the first time; twice as long each time, up to the longest.
    private static var firstPause: Int64 { 10_000 }
    private static var longestPause: Int64 { 600_000 }

    /// The device left a circle of the engine's own.
    ///
    /// - Parameters:
    ///   - steady: When, on the steady clock.
    ///   - circle: Where it was.
    ///   - askedAt: When the circle was asked for. A report soon after may be an old belief, or about the circle before.
    ///   - isGuess: Whether nobody said so, so that a fix inside settles it.
    mutating func noteMovement(
        _ steady: Int64, outOf circle: Circle, askedAt: Int64, isHelper: Bool, isGuess: Bool = false,
        _ draft: inout Draft
    ) {
        let isDoubtful = isGuess || isHelper && steady - askedAt < policy.registration.settleMilliseconds
        let isFirst = process.movement.map { !$0.isHelper || $0.isDoubtful } ?? true
        process.movement = Process.Movement(
            since: max(steady, process.movement?.since ?? .min), center: SurfacePoint(circle.center),
            radius: circle.radius, isHelper: isHelper, isDoubtful: isDoubtful && isFirst)
        draft.isCheck = true
        if isHelper, isFirst, !isDoubtful { draft.tell(.helperLeft) }
        lookForDevice(&draft)
    }

    /// Asks where the device is, unless it is asked already or nothing is watched.
    mutating func lookForDevice(_ draft: inout Draft) {
        guard let movement = process.movement, isActive, process.authorization?.allowsMonitoring == true,
            policy.places.cap != 0
        else { return }
        process.movement?.askAgainAt = nil
        let rules = policy.fixes
        ask(
            .look, accuracy: rules.requestAccuracy, timeout: rules.requestTimeout,
            oldest: max(0, min(rules.requestOldest, draft.steady - movement.since)), &draft)
    }

    mutating func meetMovementDeadline(_ draft: inout Draft) {
        guard let due = process.movement?.askAgainAt, due <= draft.steady else { return }
        process.movement?.repeats += 1
        lookForDevice(&draft)
    }

    /// Takes a fix that may choose what is watched, whether or not it was asked for.
    mutating func findDevice(by fix: Fix, _ purpose: FixPurpose?, _ draft: inout Draft) {
        guard let movement = process.movement else {
            if purpose == .look { looked(fix, &draft) } else { followStray(fix, &draft) }
            return
        }
        let steady = durable.clock?.steady(of: fix.timestamp) ?? draft.steady
        let distance = SurfacePoint(fix.coordinate).distance(to: movement.center)
        let isInside = distance <= movement.radius
        // At the edge a fix refutes nothing.
        let isOldBelief = movement.isDoubtful && distance + (fix.accuracy ?? .infinity) <= movement.radius
        if steady >= movement.since, !isInside || isOldBelief {
            process.movement = nil
            if isInside {
                // What the system told was an old belief.
                if purpose == .look { looked(nil, &draft) }
            } else {
                if movement.isHelper, movement.isDoubtful { draft.tell(.helperLeft) }
                looked(fix, &draft)
            }
        } else if purpose == .look {
            missDevice(&draft)
        }
    }

    /// A request ended without an answer to where the device is.
    mutating func missDevice(_ draft: inout Draft) {
        guard let movement = process.movement else {
            // An old position may choose what is watched.
            looked(process.lastRankingFix ?? process.lastFix, &draft)
            return
        }
        if movement.repeats < Self.repeats {
            process.movement?.askAgainAt =
                draft.steady + min(Self.longestPause, Self.firstPause << Int64(movement.repeats))
        }
        guard !movement.isMissed else { return }
        process.movement?.isMissed = true
        draft.tell(.looked(nil))
        draft.say(.fixRefused, nil, "the device has moved, and no fix says where to; it is asked for again")
    }

    /// Where a host ranks, a believed fix outside the helper's circle is a movement that the system did not tell.
    private mutating func followStray(_ fix: Fix, _ draft: inout Draft) {
        guard policy.slice.reranking == .onRefreshOnly, let helper = durable.helper, draft.fix != nil,
            SurfacePoint(fix.coordinate).distance(to: helper.center) > helper.circle.radius
        else { return }
        draft.tell(.helperLeft)
        looked(fix, &draft)
    }

    func looked(_ fix: Fix?, _ draft: inout Draft) {
        draft.mayRank = true
        draft.tell(.looked(fix))
    }

    /// What was registered round a place may lie behind the device by then.
    ///
    /// - Parameter isNewProcess: Whether the one before may have ended between the exit and the fix that it asked for.
    mutating func checkHelper(isNewProcess: Bool = false, _ draft: inout Draft) {
        // While fixes flow, the next one tells.
        guard let helper = durable.helper, helper.isHeld, !judgesCircles, process.watchRate == nil else { return }
        guard process.capabilities?.answersStateRequests != true else {
            askState(helper.regionID, &draft)
            return
        }
        guard !isNewProcess else {
            noteMovement(
                draft.steady, outOf: helper.circle, askedAt: helper.askedAt, isHelper: true, isGuess: true, &draft)
            return
        }
        let isFresh = process.lastFix != nil && draft.steady - process.lastFixSteady <= 10_000
        guard process.capabilities?.reports == .crossings, !isFresh else { return }
        ask(.side, accuracy: policy.fixes.requestAccuracy, timeout: policy.fixes.requestTimeout, &draft)
    }
}

extension Process {
    /// A device that has left a circle of the engine's own, and has not been found since.
    package struct Movement: Hashable, Sendable {
        /// When it left, on the steady clock.
        let since: Int64
        let center: SurfacePoint
        let radius: Double
        /// Whether the circle was the helper region's.
        let isHelper: Bool
        /// Whether the report may be an old belief, so that a fix inside the circle settles it.
        let isDoubtful: Bool
        /// How often it was asked again.
        var repeats = 0
        /// When it is asked again, on the steady clock; `nil` while a request is on its way, or until something happens.
        package var askAgainAt: Int64?
        /// Whether it was told that nothing came.
        var isMissed = false
    }
}
