import LocationCore

/// Which fences get a region, and the difference to what has one.
extension Core {
    /// Ranks the fences round the best position known and brings the regions in line.
    mutating func rank(_ draft: inout Draft) {
        guard process.hasReconciled, isActive else {
            if process.hasReconciled { process.demand = 0 }
            return
        }
        guard process.authorization?.allowsMonitoring == true, let capacity = capacity() else {
            // Ranked from there once the system can be asked.
            if let anchor = draft.anchor { durable.scalars.anchor = anchor }
            // What would be refused is not asked for; the reason is the same. (BGEO 4)
            if fences.count > 0, process.authorization?.allowsMonitoring == false {
                process.lastRegionError = .notAuthorized
            }
            return
        }
        if policy.places.cap == 0 {
            dropPlaces(&draft)
            return
        }
        let position = rankingPosition(draft)
        var places = capacity.fences
        let helperIsWanted = capacity.hasRoomForHelper && wantsHelper(position, places: places)
        if helperIsWanted, case .whenFencesExceedPlaces = policy.places.helper?.arming { places -= 1 }
        let selection = select(max(0, places), from: position, &draft)
        noteDemand(selection.wanted, capacity.overhead)
        decideCrossings(&draft)
        process.unranked = []
        switch selection.chosen {
        case .registered: break
        case .fences(let chosen): apply(chosen, &draft)
        case .exchange(let exchange): make(exchange, &draft)
        }
        if selection.isRanked, let position { know(selection.nearest, from: position, places) }
        if !capacity.hasRoomForHelper { removeHelper(&draft) }
        placeHelper(helperIsWanted ? position : nil, nearestLeftOut: selection.nearestLeftOut, &draft)
        noteFreedPlace()
        registerMissing(&draft)
        if let position { durable.scalars.anchor = position }
        durable.scalars.hasSlice = true
    }

    private func registerMissing(_ draft: inout Draft) {
        guard !draft.missing.isEmpty else { return }
        if let helper = durable.helper, draft.missing.contains(helper.regionID) {
            draft.performFirst(.register(region(for: helper)))
        }
        for place in durable.places where draft.missing.contains(place.regionID) {
            draft.perform(.register(region(for: place)))
        }
        draft.missing = []
    }

    /// How many fences may have a region: the platform's number less what is kept free, but never more than others leave.
    private func capacity() -> (fences: Int, overhead: Int, hasRoomForHelper: Bool)? {
        guard let capabilities = process.capabilities else { return nil }
        let limit = judgesCircles ? policy.places.softwareLimit : capabilities.limit
        let foreign = judgesCircles ? 0 : process.foreign
        let isHelperFirst = policy.places.helper?.arming == .always
        let reserved = max(policy.places.reserved, isHelperFirst ? 1 : 0)
        let left = min(limit - reserved, limit - foreign - (policy.places.helper == nil ? 0 : min(1, reserved)))
        let room = judgesCircles ? Int.max : process.roomBelieved?.fences ?? .max
        return (max(0, min(left, room, policy.places.cap ?? .max)), max(0, limit - foreign - left), limit > foreign)
    }

    private func rankingPosition(_ draft: Draft) -> Coordinate? {
        if let anchor = draft.anchor { return anchor }
        if policy.slice.reranking == .onRefreshOnly { return durable.scalars.anchor }
        if let fix = draft.fix ?? process.lastFix {
            if let ranking = process.lastRankingFix, ranking.timestamp > fix.timestamp { return ranking.coordinate }
            return fix.coordinate
        }
        if let ranking = process.lastRankingFix { return ranking.coordinate }
        return policy.slice.anchorSurvivesRelaunch ? durable.scalars.anchor : nil
    }

    struct Selection {
        enum Chosen {
            /// Just those that have their regions already.
            case registered
            case fences([StoredFence])
            case exchange(Exchange)
        }

        var chosen: Chosen
        /// Metres to the nearest edge without a place; `nil` when none is left out.
        var nearestLeftOut: Int?
        /// What is known of the ranking, if these are the nearest.
        var nearest: SliceMemory.Slice?
        /// Whether they were chosen by a ranking just now.
        var isRanked = false
        /// How many would get a region if there were places enough, where they are shared; `nil` while that is what it was.
        var wanted: Int?
    }

    private mutating func select(_ places: Int, from position: Coordinate?, _ draft: inout Draft) -> Selection {
        guard let position else {
            let chosen = selectCold(places)
            return Selection(
                chosen: isRegistered(chosen) ? .registered : .fences(chosen),
                wanted: chosen.count < places || policy.slice.coldStart == .nothing ? chosen.count : fences.count)
        }
        if let selection = selectOnward(places, from: position, draft) { return selection }
        if policy.slice.candidates == .all, policy.slice.includesSilentFences,
            let set = durable.sets[durable.scalars.activeSet], set.count <= places, isRegistered(set.fences)
        {
            // All have a place and none can lose it, wherever the device is.
            return Selection(chosen: .registered, wanted: set.count)
        }
        let ranking = Ranking(from: position, rules: policy.slice, clamp: registrationClamp)
        let pinned = pinned(places, ranking, &draft)
        let pinnedOrdinals = Set(pinned.map(\.ordinal))
        let wanted = places + pinnedOrdinals.count + 1
        let nearest = durable.sets[durable.scalars.activeSet]?.nearest(wanted, by: ranking) ?? []
        let others = nearest.filter { !pinnedOrdinals.contains($0.stored.ordinal) }
        let room = max(0, places - pinned.count)
        let chosen = pinned + others.prefix(room).map(\.stored)
        let first = nearest.prefix(places)
        process.knownSlice = nil
        var slice: SliceMemory.Slice?
        // With those that keep their places among the nearest anyway, the nearest are the slice.
        if places > 0, chosen.count == first.count, pinnedOrdinals.isSubset(of: first.lazy.map(\.stored.ordinal)) {
            slice = durable.sets[durable.scalars.activeSet]?.slice(places, by: ranking)
        }
        return Selection(
            chosen: isRegistered(chosen) ? .registered : .fences(chosen),
            nearestLeftOut: others.count > room ? others[room].edgeMetres : nil, nearest: slice,
            isRanked: true,
            wanted: others.count > room ? countInReach(atLeast: chosen.count + 1, by: ranking) : chosen.count)
    }

    /// How many would get a region if none of those who share the places wanted one.
    mutating func countInReach(atLeast known: Int, by ranking: Ranking) -> Int? {
        guard let sharing = process.capabilities?.sharing else { return nil }
        let inReach = durable.sets[durable.scalars.activeSet]?.nearest(sharing.total, by: ranking).count ?? 0
        return max(known, inReach)
    }

    /// The largest radius that is registered, where circles are clamped to what the system takes.
    var registrationClamp: Double? {
        policy.registration.clampsToMaximum ? process.capabilities?.maximumRadius : nil
    }

    /// What is watched before a position is known: what was watched before, or the first fences in stored order.
    private func selectCold(_ places: Int) -> [StoredFence] {
        let set = fences
        var kept = durable.places.compactMap { $0.owner.flatMap { set[ordinal: $0.ordinal] } }
        if kept.count > places {
            let occupied = kept.filter { durable.standings[$0.ordinal]?.side == .inside }
            kept = inOverflowOrder(occupied) + kept.filter { durable.standings[$0.ordinal]?.side != .inside }
        }
        let isFillable = policy.slice.coldStart == .storedOrder
        guard isFillable else { return Array(kept.prefix(places)) }
        var chosen = Array(kept.prefix(places))
        let known = Set(chosen.map(\.ordinal))
        // Once a slice was made, only what came since fills free places: the rest was out of range. (BGEO-158)
        let isNewcomersTurn = durable.scalars.hasSlice && durable.scalars.anchor != nil
        let newcomers = isNewcomersTurn ? process.unranked.sorted().compactMap { set[ordinal: $0] } : nil
        for stored in newcomers.map({ AnySequence($0) }) ?? AnySequence(set.inOrder) {
            guard chosen.count < places else { break }
            let isSilent = !policy.slice.includesSilentFences && stored.fence.reports.isEmpty
            if !isSilent, !known.contains(stored.ordinal) { chosen.append(stored) }
        }
        return chosen
    }

    /// Fences with a region in which the device is: they keep it as long as places suffice. One that fixes
    /// prove to be left is exited by them, where the policy says so: a circle by two. (design, *Decisions*; BGEO-156, AMD-03)
    private mutating func pinned(_ places: Int, _ ranking: Ranking, _ draft: inout Draft) -> [StoredFence] {
        var near: [Ranked] = []
        var far: [StoredFence] = []
        for place in durable.places {
            guard let owner = place.owner, durable.standings[owner.ordinal]?.side == .inside,
                let stored = fence(ordinal: owner.ordinal), stored.shapeRevision == owner.shapeRevision
            else { continue }
            if let ranked = ranking.rank(stored) {
                near.append(ranked)
            } else if !leavesProven(stored, place, &draft) {
                far.append(stored)
            }
        }
        var pinned = inOverflowOrder(near.sorted { $0.precedes($1) }.map(\.stored) + far)
        if pinned.count > places { pinned.removeLast(pinned.count - places) }
        return pinned
    }

    /// Who stays when more fences are occupied than there are places, out of those in the order of the ranking.
    func inOverflowOrder(_ occupied: [StoredFence]) -> [StoredFence] {
        switch policy.slice.pinOverflow {
        case .rank: occupied
        case .smallerRadius:
            occupied.sorted { ($0.enclosing.radius, $0.ordinal) < ($1.enclosing.radius, $1.ordinal) }
        }
    }

    private mutating func leavesProven(_ stored: StoredFence, _ place: Place, _ draft: inout Draft) -> Bool {
        guard policy.endings.leavingSlice == .exitIfProven, let fix = draft.fix, let accuracy = fix.accuracy,
            SurfacePoint(fix.coordinate).distance(to: place.center) - accuracy > place.circle.radius
        else { return false }
        guard !stored.fence.shape.isCircle else {
            suspect(.outside, of: stored, by: fix, &draft)
            return false
        }
        let seen = evidence(.outside, .fix, at: fix.timestamp, isCrossing: false, position: fix, draft)
        observe(seen, of: stored, tellsFirstEnter: false, &draft)
        return durable.standings[stored.ordinal]?.side != .inside
    }
}
