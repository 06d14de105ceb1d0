import LocationCore

/// From evidence to sides, from sides to crossings, and through the gates to transitions.
extension Core {
    /// Takes what the system reported about a place.
    mutating func report(_ evidence: Evidence, about place: Place, _ draft: inout Draft) {
        guard let owner = place.owner else { return }
        if owner.fence.shape.isCircle {
            observe(evidence, of: owner, tellsFirstEnter: place.tellsFirstEnter, &draft)
            return
        }
        // The circle round a polygon: leaving it is leaving the polygon, entering it is a reason to look.
        var standing = durable.standings[owner.ordinal] ?? Standing()
        standing.isInEnclosingCircle = evidence.side == .inside
        set(standing, of: owner.ordinal, &draft)
        if evidence.side == .inside {
            askPolygonFix(&draft)
        } else {
            let exit = Evidence(
                side: .outside, kind: .enclosingCircleExit, at: evidence.at, steady: evidence.steady,
                isCrossing: false, position: evidence.position)
            observe(exit, of: owner, tellsFirstEnter: place.tellsFirstEnter, &draft)
        }
    }

    /// Judges what a fix may judge: polygons always, circles only where the system tells nothing.
    mutating func judge(_ fix: Fix, at point: SurfacePoint, _ draft: inout Draft) {
        judgeSuspects(by: fix, at: point, &draft)
        judgeUnconfirmed(by: fix, at: point, &draft)
        let places = durable.places
        for index in placesToJudge(by: fix, point) {
            guard let owner = places[index].owner else { continue }
            if places[index].isCircle {
                judgeCircle(fix, point, owner, places[index], &draft)
            } else {
                judgePolygon(fix, owner, places[index], &draft)
            }
        }
        settleDoubts(with: fix, &draft)
    }

    /// Those of which a fix may tell something new, in the order of the slice.
    private mutating func placesToJudge(by fix: Fix, _ point: SurfacePoint) -> [Int] {
        let confirmsStays = policy.dwell.proof == .evidence
        if judgesCircles {
            if process.judged?.placesVersion != durable.placesVersion {
                process.judged = JudgedCircles(
                    durable.places, version: durable.placesVersion, durable.standings)
            }
            return process.judged?.unsettled(by: point, accuracy: fix.accuracy, confirmsStays: confirmsStays) ?? []
        }
        let places = durable.places
        guard confirmsStays || policy.endings.fixOutsideEndsStay, !process.occupied.isEmpty else {
            return places.indices.filter { !places[$0].isCircle }
        }
        // Of a circle that the system watches a fix only tells something during a stay.
        return places.indices.filter { !places[$0].isCircle || process.occupied.contains(places[$0].ordinal) }
    }

    /// Judges one fence that has just got a place where the system answers nothing.
    mutating func judgeNewcomer(_ place: Place, _ fix: Fix, _ draft: inout Draft) {
        guard let owner = place.owner else { return }
        if !owner.fence.shape.isCircle {
            judgePolygon(fix, owner, place, &draft)
        } else if judgesCircles {
            judgeCircle(fix, SurfacePoint(fix.coordinate), owner, place, &draft)
        }
    }

    /// A fence that gets a place where the system answers nothing, while no fix comes with it: the last believed one is evidence
    /// as long as it is fresh, and otherwise one is asked for. (CASE-151)
    mutating func findSide(of place: Place, _ draft: inout Draft) {
        guard judgesCircles, let owner = place.owner, owner.fence.shape.isCircle,
            (durable.standings[owner.ordinal]?.side ?? .unknown) == .unknown
        else { return }
        if let fix = process.lastFix,
            (-policy.fixes.maximumAhead...policy.fixes.maximumAge).contains(
                draft.now.milliseconds(since: fix.timestamp)),
            let side = Verdict(
                distanceToCenter: SurfacePoint(fix.coordinate).distance(to: place.center), radius: place.circle.radius,
                accuracy: fix.accuracy
            ).side
        {
            // It is found there now; there was no fence before.
            let seen = evidence(side, .fix, at: draft.now, isCrossing: false, position: fix, draft)
            observe(seen, of: owner, tellsFirstEnter: place.tellsFirstEnter, &draft)
        } else {
            ask(.side, accuracy: policy.fixes.requestAccuracy, timeout: policy.fixes.requestTimeout, &draft)
        }
    }

    private mutating func judgeCircle(
        _ fix: Fix, _ position: SurfacePoint, _ owner: StoredFence, _ place: Place, _ draft: inout Draft
    ) {
        let isEvidence = judgesCircles
        let standing = durable.standings[owner.ordinal]
        let mayConfirm = policy.dwell.proof == .evidence && standing?.stay != nil
        let mayEnd = policy.endings.fixOutsideEndsStay && standing?.stay != nil
        guard isEvidence || mayConfirm || mayEnd else { return }
        // Held against this fix already.
        let isSuspected = process.suspects[owner.ordinal] != nil
        let verdict = Verdict(
            distanceToCenter: position.distance(to: place.center), radius: place.circle.radius,
            accuracy: fix.accuracy)
        guard let side = verdict.side else {
            if isEvidence { sayCannotTell(fix, owner, &draft) }
            return
        }
        // What is known already needs no evidence, unless it confirms a stay.
        if standing?.side == side, side == .outside || policy.dwell.proof != .evidence { return }
        let seen = evidence(side, .fix, at: fix.timestamp, isCrossing: false, position: fix, draft)
        if isEvidence {
            if isSuspected { return }
            if standing?.side != side, needsSecondLook(standing, draft) {
                suspect(side, of: owner, by: fix, &draft)
            } else {
                observe(seen, of: owner, tellsFirstEnter: place.tellsFirstEnter, &draft)
            }
        } else if side == .inside {
            confirmPresence(seen, of: owner, &draft)
        } else if mayEnd, seen.steady >= (standing?.stay?.enteredSteady ?? .max) {
            suspect(.outside, of: owner, by: fix, &draft)
        }
    }

    private mutating func judgePolygon(_ fix: Fix, _ owner: StoredFence, _ place: Place, _ draft: inout Draft) {
        guard let side = polygonSide(fix, owner, &draft) else { return }
        let seen = evidence(side, .fix, at: fix.timestamp, isCrossing: false, position: fix, draft)
        observe(seen, of: owner, tellsFirstEnter: place.tellsFirstEnter, &draft)
    }

    /// What a fix says about a polygon, by the policy's table; `nil` when it cannot tell or a second fix must confirm it.
    private mutating func polygonSide(_ fix: Fix, _ owner: StoredFence, _ draft: inout Draft) -> Side? {
        if policy.polygons.table == .plain {
            let side = owner.prepared.verdict(of: fix).side
            if side == nil { sayCannotTell(fix, owner, &draft) }
            return side
        }
        // The same reading told twice is no second look.
        if let first = process.marginal[owner.ordinal], fix.timestamp <= first.fix.timestamp { return nil }
        let depth = -owner.prepared.signedDistance(to: fix.coordinate)
        let marginal = process.marginal.removeValue(forKey: owner.ordinal)
        switch Clearance(depth: depth, accuracy: fix.accuracy, scale: owner.scale) {
        case .inside: return .inside
        case .outside: return .outside
        case .insideUnlessContradicted:
            // A second marginal fix does not contradict the first; one that is known already needs no second.
            if marginal != nil || durable.standings[owner.ordinal]?.side == .inside { return .inside }
            process.marginal[owner.ordinal] = Process.Marginal(fix: fix)
            ask(.confirmation, accuracy: policy.polygons.fixAccuracy, timeout: policy.polygons.fixTimeout, &draft)
            return nil
        case .undecided:
            if let marginal {
                // Good enough to place the device, and outside: it blocks the first. Otherwise the first stands.
                if depth < 0, let accuracy = fix.accuracy, accuracy > 0, accuracy < owner.scale { return nil }
                acceptMarginal(marginal, owner, &draft)
            } else {
                sayCannotTell(fix, owner, &draft)
            }
            return nil
        }
    }

    private mutating func acceptMarginal(
        _ marginal: Process.Marginal, _ owner: StoredFence, _ draft: inout Draft
    ) {
        let seen = evidence(
            .inside, .fix, at: marginal.fix.timestamp, isCrossing: false, position: marginal.fix, draft)
        observe(
            seen, of: owner, tellsFirstEnter: self.place(of: owner)?.tellsFirstEnter ?? policy.firstSide.tellsEnter,
            &draft)
    }

    /// No second fix came, so nothing contradicts the first.
    mutating func acceptMarginals(_ draft: inout Draft) {
        for (ordinal, marginal) in process.marginal.sorted(by: { $0.key < $1.key }) {
            process.marginal[ordinal] = nil
            if let owner = fence(ordinal: ordinal) { acceptMarginal(marginal, owner, &draft) }
        }
    }

    /// Says that a fix is too coarse for a fence, which mostly was said before.
    private mutating func sayCannotTell(_ fix: Fix, _ stored: StoredFence, _ draft: inout Draft) {
        guard process.lastSaid[stored.ordinal] != .cannotTell else { return }
        sayOnce(
            .cannotTell, stored,
            "an accuracy of \(metres(fix.accuracy)) cannot tell a fence of radius \(metres(stored.enclosing.radius))",
            &draft)
    }

    /// Says something about a fence unless it was the last thing said about it.
    mutating func sayOnce(_ code: JournalCode, _ stored: StoredFence, _ text: String, _ draft: inout Draft) {
        guard process.lastSaid[stored.ordinal] != code else { return }
        process.lastSaid[stored.ordinal] = code
        draft.say(code, stored.fence.id, text)
    }

    /// Takes one observation of a side, by its own time.
    mutating func observe(
        _ evidence: Evidence, of stored: StoredFence, tellsFirstEnter: Bool, _ draft: inout Draft
    ) {
        var standing = durable.standings[stored.ordinal] ?? Standing()
        let evidence = compare(evidence, with: stored)
        if standing.side != .unknown, evidence.steady < standing.asOf {
            if standing.side != evidence.side {
                draft.say(
                    .outdated, stored.fence.id,
                    "\(evidence.kind) of \(evidence.at) says \(evidence.side.rawValue), but something newer decided")
            }
            return
        }
        process.unconfirmed.remove(stored.ordinal)
        if standing.side == evidence.side {
            // What the system says again holds against what it saw before and tells later. Fixes come in order anyway,
            // and one a second is not worth a row.
            if evidence.steady > standing.asOf, evidence.kind != .fix {
                standing.asOf = evidence.steady
                set(standing, of: stored.ordinal, &draft)
            }
            if evidence.side == .inside { confirmPresence(evidence, of: stored, &draft) }
            return
        }
        process.lastSaid[stored.ordinal] = nil
        process.suspects[stored.ordinal] = nil
        let isFirst = standing.side == .unknown
        let isTold = !isFirst || evidence.isCrossing || (evidence.side == .inside && tellsFirstEnter)
        let ended = standing.stay
        standing.side = evidence.side
        standing.since = evidence.at
        standing.asOf = evidence.steady
        standing.evidence = evidence.kind
        standing.stay = evidence.side == .inside ? stay(from: evidence, isFirst: isFirst, isTold: isTold, draft) : nil
        set(standing, of: stored.ordinal, &draft)
        if ended?.dwell == .awaited, policy.dwell.proof != .none, stored.fence.reports.contains(TransitionKinds.dwell) {
            draft.say(.dwell, stored.fence.id, "the exit at \(evidence.at) cancelled the dwell")
        }
        guard isTold else {
            draft.say(
                .side, stored.fence.id, "found \(evidence.side.rawValue) by \(evidence.kind); nothing was told")
            return
        }
        draft.crossings.append(
            Crossing(
                stored: stored, kind: evidence.side == .inside ? .enter : .exit, evidence: evidence, stay: ended))
    }

    private func stay(from evidence: Evidence, isFirst: Bool, isTold: Bool, _ draft: Draft) -> Stay {
        let wasObserved = !isFirst || evidence.isCrossing
        let isVoid = !wasObserved && !isTold && policy.firstSide.stay == .fromNowIfTold
        return Stay(
            id: draft.envelope.makeID(), enteredAt: evidence.at, enteredSteady: evidence.steady,
            wasObserved: wasObserved, dwell: isVoid ? .void : .awaited, lastInside: evidence.at,
            lastInsideSteady: evidence.steady, lastInsideBy: evidence.kind, retriesLeft: policy.dwell.retries)
    }

    /// Presence was confirmed without a change of side.
    mutating func confirmPresence(_ evidence: Evidence, of stored: StoredFence, _ draft: inout Draft) {
        guard var standing = durable.standings[stored.ordinal], standing.side == .inside, var stay = standing.stay,
            policy.dwell.proof == .evidence, evidence.steady >= stay.enteredSteady,
            evidence.steady > stay.lastInsideSteady
        else { return }
        stay.lastInside = evidence.at
        stay.lastInsideSteady = evidence.steady
        stay.lastInsideBy = evidence.kind
        standing.stay = stay
        set(standing, of: stored.ordinal, &draft)
        draft.isCheck = true
    }

    /// Puts the crossings of this input through the gates: exits first, then enters, each in stored order. (CASE-106)
    mutating func decideCrossings(_ draft: inout Draft) {
        guard !draft.crossings.isEmpty else { return }
        let crossings = draft.crossings.sorted {
            ($0.kind == .exit ? 0 : 1, $0.stored.ordinal) < ($1.kind == .exit ? 0 : 1, $1.stored.ordinal)
        }
        draft.crossings = []
        for crossing in crossings {
            pass(
                crossing.kind, of: crossing.stored, at: crossing.evidence.at, by: crossing.evidence.kind,
                position: crossing.evidence.position, stay: crossing.stay, &draft)
        }
    }

    /// The gates of a transition. What is stopped here leaves a line; side and stay have advanced all the same.
    mutating func pass(
        _ kind: TransitionKind, of stored: StoredFence, at: Timestamp, by evidence: EvidenceKind, position: Fix?,
        stay: Stay?, _ draft: inout Draft
    ) {
        let fence = stored.fence
        guard fence.reports.contains(kind) else {
            draft.suppress(
                .notReported, fence.id, "\(kind.rawValue) at \(at) is not among what the fence reports")
            return
        }
        if policy.transitions.person == .required, durable.scalars.person == nil {
            draft.suppress(.nobodyIdentified, fence.id, "\(kind.rawValue) at \(at): nobody is identified")
            draft.wantsDelivery = true
            return
        }
        guard spendWindow(kind, fence, &draft) else {
            // What waits goes out all the same. (CIO 5.1)
            draft.wantsDelivery = true
            return
        }
        let id = kind == .dwell && policy.transitions.dwellSharesStayID ? stay?.id : nil
        let transition = Transition(
            id: id ?? draft.envelope.makeID(), kind: kind, fence: fence, at: at, evidence: evidence,
            position: nil, person: policy.transitions.person == .required ? durable.scalars.person : nil,
            stay: kind == .enter ? nil : stay.map(summary), odometer: durable.scalars.odometer)
        draft.isPrecious = true
        draft.wantsDelivery = true
        draft.say(.transition, fence.id, "\(kind.rawValue) at \(at) by \(evidence)")
        notify(transition, stored, &draft)
        keep(transition, position: position, place: place(of: stored), &draft)
    }

    private func summary(_ stay: Stay) -> StaySummary {
        StaySummary(
            id: stay.id, enteredAt: stay.wasObserved && !stay.clockWasSet ? stay.enteredAt : nil,
            lastInside: max(stay.lastInside, stay.enteredAt))
    }

    /// Spends the duplicate window of an enter or exit, or stops it. Only what passes spends, and only with the rows that
    /// are committed in the same step. (CIO 5.2)
    private mutating func spendWindow(_ kind: TransitionKind, _ fence: Fence, _ draft: inout Draft) -> Bool {
        guard kind != .dwell, let length = policy.transitions.windowMilliseconds else { return true }
        let key = WindowKey(person: durable.scalars.person ?? "", fence: fence.id, kind: kind)
        if let last = durable.windows[key], draft.steady - last < length {
            let left = (length - (draft.steady - last) + 999) / 1000
            draft.suppress(.repeated, fence.id, "\(kind.rawValue) is a repeat; suppressed for another \(left) s")
            return false
        }
        durable.windows[key] = draft.steady
        draft.changes.append(.window(key, steady: draft.steady))
        for (old, spent) in durable.windows where draft.steady - spent >= length {
            durable.windows[old] = nil
            draft.changes.append(.window(old, steady: nil))
        }
        return true
    }

    func place(of stored: StoredFence) -> Place? {
        durable.places.first { $0.owner?.ordinal == stored.ordinal }
    }
}
