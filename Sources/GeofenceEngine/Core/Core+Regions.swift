import LocationCore

/// What the system tells about regions.
extension Core {
    mutating func takeCapabilities(_ capabilities: RegionCapabilities, _ draft: inout Draft) {
        noteSharing(capabilities.sharing, &draft)
        let isNews = isNews(capabilities)
        let foreign = process.foreign
        process.capabilities = capabilities
        countForeign()
        if process.foreign < foreign { process.roomBelieved = nil }
        if process.hasReconciled {
            repair(capabilities.held, &draft)
            // What says nothing new chooses nothing new: a refusal that is told so would be tried again at once.
            if isNews || !draft.missing.isEmpty { draft.mayRank = true }
        } else {
            reconcileIfDue(&draft)
        }
    }

    /// Compares what was wanted when the last process ended with what the system holds.
    ///
    /// Equal regions are left alone, missing ones registered again, strangers of our own making given back. A process
    /// that a region event started handles that event first. (BGEO 10.1)
    mutating func reconcileIfDue(_ draft: inout Draft) {
        guard !process.hasReconciled, process.hasLaunched, process.launchEventUntil == nil,
            let capabilities = process.capabilities, let authorization = process.authorization
        else { return }
        process.hasReconciled = true
        let held = Dictionary(capabilities.held.map { ($0.id, $0) }) { first, _ in first }
        let wanted = Set(durable.places.map(\.regionID) + [durable.helper?.regionID].compactMap { $0 })
        for id in held.keys.sorted() where isOwn(id) && !(wanted.contains(id) && isActive) {
            draft.perform(.unregister(id))
        }
        // What is wanted is registered when the permission comes.
        if isActive, !authorization.allowsMonitoring { loseThePermission(&draft) }
        for index in durable.places.indices { adopt(at: index, held, &draft) }
        adoptHelper(held, &draft)
        draft.mayRank = true
        guard isActive else { return }
        if policy.fixes.looksAtWake { look(&draft) }
        if fences.hasPolygons { askPolygonFix(&draft) }
    }

    /// A system can lose regions without a word: a permission that went and came while the process slept. What it has
    /// confirmed and no longer lists is registered again.
    private mutating func repair(_ list: [HeldRegion], _ draft: inout Draft) {
        guard !judgesCircles else { return }
        let held = Set(list.filter(\.isWatched).map(\.id))
        for index in durable.places.indices {
            let place = durable.places[index]
            guard place.isHeld, !held.contains(place.regionID), place.owner.map(isTooLarge) != true else { continue }
            durable.places[index] = place.asked(at: draft.steady)
            draft.missing.insert(place.regionID)
        }
        if isPaused, !held.contains(stillRegionID) { leaveStillRegion(&draft) }
        if let helper = durable.helper, helper.isHeld, !held.contains(helper.regionID) {
            durable.helper = helper.asked(at: draft.steady)
            draft.missing.insert(helper.regionID)
        }
    }

    private mutating func adopt(at index: Int, _ held: [String: HeldRegion], _ draft: inout Draft) {
        let place = durable.places[index]
        if judgesCircles || held[place.regionID]?.isWatched == true || place.owner.map(isTooLarge) == true {
            durable.places[index].isHeld = true
            askState(place.regionID, &draft)
        } else {
            durable.places[index] = place.asked(at: draft.steady)
            draft.missing.insert(place.regionID)
        }
    }

    /// The helper keeps its name wherever it lies, so the name alone does not say that the system has this one.
    private mutating func adoptHelper(_ held: [String: HeldRegion], _ draft: inout Draft) {
        guard let helper = durable.helper else { return }
        defer { checkHelper(isNewProcess: true, &draft) }
        if judgesCircles {
            durable.helper?.isHeld = true
        } else if let found = held[helper.regionID], found.isWatched,
            found.circle.map({ isSame($0, helper.circle) }) ?? true
        {
            durable.helper?.isHeld = true
        } else {
            if held[helper.regionID] != nil { draft.perform(.unregister(helper.regionID)) }
            durable.helper = helper.asked(at: draft.steady)
            draft.missing.insert(helper.regionID)
        }
    }

    mutating func takeCrossing(_ crossing: RegionCrossing, _ draft: inout Draft) {
        if crossing.id == stillRegionID {
            if crossing.direction == .exit { leaveStillRegion(&draft) }
        } else if crossing.id == policy.places.helper?.regionID {
            if crossing.direction == .exit { leaveHelper(crossing.at, &draft) }
        } else if let index = ownPlace(crossing.id, &draft) {
            let place = durable.places[index]
            durable.places[index].isHeld = true
            let evidence = evidence(
                crossing.direction.side, .regionCrossing, at: crossing.at, isCrossing: true,
                position: crossing.position, draft)
            report(evidence, about: place, &draft)
        }
        endLaunchWait(&draft)
    }

    mutating func takeState(_ state: RegionState, _ draft: inout Draft) {
        if state.id == stillRegionID {
            if state.side == .outside { leaveStillRegion(&draft) }
        } else if state.id == policy.places.helper?.regionID {
            // A monitor of states tells the helper's exit as the state outside. And whoever is found outside has left it.
            if state.side == .outside { leaveHelper(state.at, &draft) }
        } else if let index = ownPlace(state.id, &draft) {
            guard state.side != .unknown else {
                if let owner = durable.places[index].owner, isAwaitingPresence(owner) { askPresenceFix(&draft) }
                endLaunchWait(&draft)
                return
            }
            durable.places[index].isHeld = true
            let place = durable.places[index]
            let evidence = evidence(
                state.side, .regionState, at: state.at, isCrossing: false, position: nil, draft)
            if isTooSoon(evidence, about: place, isAnswer: state.isAnswer, draft) {
                doubt(evidence, at: index, &draft)
            } else {
                if let doubted = place.doubted, doubted.evidence.side != evidence.side {
                    dropDoubt(at: index, "\(evidence.side.rawValue) came after it", &draft)
                }
                durable.places[index].doubted = nil
                report(evidence, about: place, &draft)
            }
        }
        endLaunchWait(&draft)
    }

    mutating func takeTaken(_ id: String, _ radius: Double, _ draft: inout Draft) {
        if id == stillRegionID {
            takeStillRegion(&draft)
            return
        }
        if id == durable.helper?.regionID {
            durable.helper?.isHeld = true
            process.helperRetryAt = nil
            checkHelper(&draft)
            return
        }
        guard let index = durable.places.firstIndex(where: { $0.regionID == id }) else {
            // It was wanted when it was asked for, and is no longer.
            if isOwn(id) { draft.perform(.unregister(id)) }
            return
        }
        durable.places[index].isHeld = true
        takeFirstEvidence(of: durable.places[index], &draft)
        askState(id, &draft)
        if durable.places[index].owner?.fence.shape.isCircle == false { askPolygonFix(&draft) }
    }

    /// The first side that a pass has proven counts as soon as the system watches.
    mutating func takeFirstEvidence(of place: Place, _ draft: inout Draft) {
        guard let evidence = place.firstEvidence, let owner = place.owner,
            let index = durable.places.firstIndex(where: { $0.regionID == place.regionID })
        else { return }
        durable.places[index].firstEvidence = nil
        guard (durable.standings[owner.ordinal]?.side ?? .unknown) == .unknown else { return }
        report(evidence, about: place, &draft)
    }

    mutating func takeLost(_ id: String, _ reason: RegionLoss, _ draft: inout Draft) {
        guard isOwn(id) else { return }
        if id == stillRegionID {
            leaveStillRegion(&draft)
            return
        }
        process.lastRegionError = reason
        if id == durable.helper?.regionID {
            durable.helper = nil
            process.helperRetryAt = draft.steady + 600_000
            if reason == .overLimit { noteOverLimit(isHelper: true, &draft) }
            draft.say(.regionLost, nil, "the system does not watch the helper region: \(reason.rawValue)")
            draft.changes.append(.helper(nil))
            draft.perform(.unregister(id))
            return
        }
        guard let index = durable.places.firstIndex(where: { $0.regionID == id }) else { return }
        // Some systems go on listing what they no longer watch, and only removing and adding revives it. (PLAT-043)
        draft.perform(.unregister(id))
        let place = durable.places.remove(at: index)
        durable.placesVersion += 1
        if reason == .overLimit { noteOverLimit(isHelper: false, &draft) }
        draft.say(.regionLost, place.owner?.fence.id, "the system does not watch its region: \(reason.rawValue)")
        draft.changes.append(.places(durable.places))
        if policy.transitions.tellsSlice, let fence = place.owner?.fence {
            draft.tell(.slice(SliceChange(on: [], off: [fence])))
        }
    }

    mutating func takeNativeDwell(_ id: String, _ at: Timestamp, _ position: Fix?, _ draft: inout Draft) {
        if let index = ownPlace(id, &draft), let stored = durable.places[index].owner, policy.dwell.proof != .none {
            let place = durable.places[index]
            let seen = evidence(.inside, .nativeDwell, at: at, isCrossing: false, position: position, draft)
            if durable.standings[stored.ordinal]?.side != .inside { report(seen, about: place, &draft) }
            confirmPresence(seen, of: stored, &draft)
            if policy.dwell.usesNative { tellNativeDwell(seen, of: stored, &draft) }
        }
        endLaunchWait(&draft)
    }

    /// The place that a report concerns. A report about no place of ours is noted, and the region given back.
    private mutating func ownPlace(_ id: String, _ draft: inout Draft) -> Int? {
        guard isOwn(id) else { return nil }
        if let index = durable.places.firstIndex(where: { $0.regionID == id }) {
            let owner = durable.places[index].owner
            guard let owner, fence(ordinal: owner.ordinal)?.shapeRevision == owner.shapeRevision else { return nil }
            return index
        }
        if policy.transitions.person == .required, durable.scalars.person == nil {
            // Nothing is watched for nobody, so what the system still reports finds no place. What waits goes out. (CIO 5.1)
            draft.suppress(.nobodyIdentified, nil, "a report for \(id): nobody is identified")
            draft.wantsDelivery = true
        } else {
            draft.say(.orphan, nil, "a report for \(id), which is not wanted (any more), was ignored")
        }
        draft.perform(.unregister(id))
        return nil
    }

    /// The event that the process was started for has come, or there is none.
    mutating func endLaunchWait(_ draft: inout Draft) {
        guard process.launchEventUntil != nil else { return }
        process.launchEventUntil = nil
        draft.isCheck = true
        draft.wantsDelivery = true
        // Crossings first, then the comparison with the system.
        decideCrossings(&draft)
        reconcileIfDue(&draft)
    }

    private mutating func leaveHelper(_ at: Timestamp?, _ draft: inout Draft) {
        guard isActive, let helper = durable.helper else { return }
        let at = min(at ?? draft.now, draft.now)
        noteMovement(
            durable.clock?.steady(of: at) ?? draft.steady, outOf: helper.circle, askedAt: helper.askedAt,
            isHelper: true, &draft)
        if fences.hasPolygons { askPolygonFix(&draft) }
    }

    func evidence(
        _ side: Side, _ kind: EvidenceKind, at: Timestamp?, isCrossing: Bool, position: Fix?, _ draft: Draft
    ) -> Evidence {
        // The system's date may lie ahead when the clock was set; nothing was seen before now.
        let at = min(at ?? draft.now, draft.now)
        return Evidence(
            side: side, kind: kind, at: at, steady: durable.clock?.steady(of: at) ?? draft.steady,
            isCrossing: isCrossing, position: position)
    }

    mutating func askState(_ id: String, _ draft: inout Draft) {
        guard process.capabilities?.answersStateRequests == true else { return }
        draft.perform(.askState(id))
    }

    mutating func askAllStates(_ draft: inout Draft) {
        for place in durable.places where place.isHeld { askState(place.regionID, &draft) }
        checkHelper(&draft)
        guard durable.places.contains(where: \.isDoubted) else { return }
        ask(.doubt, accuracy: policy.fixes.requestAccuracy, timeout: policy.fixes.requestTimeout, &draft)
    }

    /// A monitor of states repeats an old belief right after adding; what contradicts or invents needs a second word.
    private func isTooSoon(_ evidence: Evidence, about place: Place, isAnswer: Bool, _ draft: Draft) -> Bool {
        guard process.capabilities?.reports == .states, !isAnswer, policy.registration.settleMilliseconds > 0,
            draft.steady - place.askedAt < policy.registration.settleMilliseconds, let owner = place.owner
        else { return false }
        let known = durable.standings[owner.ordinal]?.side ?? .unknown
        if known == evidence.side { return false }
        // Where a first enter is told, a device found outside may still be found inside. Where none is, either word would make
        // a transition out of what the system knew all along. (AMD-08)
        if known == .unknown, evidence.side == .outside, place.tellsFirstEnter { return false }
        // A second, later report that agrees is the second word.
        if let doubted = place.doubted, doubted.evidence.side == evidence.side, evidence.at > doubted.evidence.at {
            return false
        }
        return true
    }

    private mutating func doubt(_ evidence: Evidence, at index: Int, _ draft: inout Draft) {
        durable.places[index].doubted = Place.Doubt(evidence: evidence, isCrossing: evidence.isCrossing)
        askState(durable.places[index].regionID, &draft)
        ask(.doubt, accuracy: policy.fixes.requestAccuracy, timeout: policy.fixes.requestTimeout, &draft)
    }

    /// A report that came too soon was not true, or not for long.
    private mutating func dropDoubt(at index: Int, _ why: String, _ draft: inout Draft) {
        guard let doubted = durable.places[index].doubted else { return }
        durable.places[index].doubted = nil
        draft.say(
            .outdated, durable.places[index].owner?.fence.id,
            "the state \(doubted.evidence.side.rawValue) soon after the registration is not believed: \(why)")
    }

    /// Settles reports that came too soon: a fix that agrees confirms, one that disagrees refutes, and where nothing was known
    /// before the last report stands when the time of distrust is over.
    mutating func settleDoubts(with fix: Fix?, _ draft: inout Draft) {
        for index in durable.places.indices where durable.places[index].isDoubted {
            let place = durable.places[index]
            guard let doubted = place.doubted else { continue }
            let known = place.owner.flatMap { durable.standings[$0.ordinal]?.side } ?? .unknown
            // What contradicts waits for a fix or a second word, however long that takes. (AMD-08)
            var believed =
                known == .unknown && draft.steady - place.askedAt >= policy.registration.settleMilliseconds
            if let fix {
                let distance = SurfacePoint(fix.coordinate).distance(to: place.center)
                let verdict = Verdict(
                    distanceToCenter: distance, radius: place.circle.radius, accuracy: fix.accuracy)
                guard let side = verdict.side,
                    durable.clock?.steady(of: fix.timestamp) ?? draft.steady >= doubted.evidence.steady
                else { continue }
                believed = side == doubted.evidence.side
                if !believed {
                    dropDoubt(at: index, "a fix says \(side.rawValue)", &draft)
                    // Without a side the true report to come would be the first, and silent where none is told.
                    guard known == .unknown, place.isCircle else { continue }
                    let seen = evidence(
                        side, .fix, at: fix.timestamp, isCrossing: false, position: fix, draft)
                    report(seen, about: place, &draft)
                    continue
                }
            }
            guard believed else { continue }
            durable.places[index].doubted = nil
            report(doubted.evidence, about: place, &draft)
        }
    }
}
