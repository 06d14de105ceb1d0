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
        let helperIsWanted =
            capacity.hasRoomForHelper && wantsHelper(position, fenceCount: fences.count, places: places)
        if helperIsWanted, case .whenFencesExceedPlaces = policy.places.helper?.arming { places -= 1 }
        let selection = select(max(0, places), from: position, &draft)
        noteDemand(selection.wanted, capacity.overhead)
        decideCrossings(&draft)
        process.unranked = []
        if !selection.isRegistered { apply(selection.chosen, &draft) }
        if let nearest = selection.nearest, let position { know(nearest, from: position, places) }
        if !capacity.hasRoomForHelper { removeHelper(&draft) }
        placeHelper(helperIsWanted ? position : nil, nearestLeftOut: selection.nearestLeftOut, &draft)
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
        let foreign = judgesCircles ? 0 : capabilities.held.count { !isOwn($0.id) }
        let isHelperFirst = policy.places.helper?.arming == .always
        let reserved = max(policy.places.reserved, isHelperFirst ? 1 : 0)
        let left = min(limit - reserved, limit - foreign - (policy.places.helper == nil ? 0 : min(1, reserved)))
        return (max(0, min(left, policy.places.cap ?? .max)), max(0, limit - foreign - left), limit > foreign)
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

    private struct Selection {
        var chosen: [StoredFence]
        /// Metres to the nearest edge without a place; `nil` when none is left out.
        var nearestLeftOut: Int?
        /// Whether just these have their regions already.
        var isRegistered: Bool
        /// What is known of the ranking, if these are the nearest.
        var nearest: SliceMemory.Slice?
        /// How many would get a region if there were places enough, where they are shared; `nil` while that is what it was.
        var wanted: Int?
    }

    private mutating func select(_ places: Int, from position: Coordinate?, _ draft: inout Draft) -> Selection {
        guard let position else {
            let chosen = selectCold(places)
            return Selection(
                chosen: chosen, nearestLeftOut: nil, isRegistered: isRegistered(chosen),
                wanted: chosen.count < places || policy.slice.coldStart == .nothing ? chosen.count : fences.count)
        }
        if policy.slice.candidates == .all, policy.slice.includesSilentFences,
            let set = durable.sets[durable.scalars.activeSet], set.count <= places, isRegistered(set.fences)
        {
            // All have a place and none can lose it, wherever the device is.
            return Selection(chosen: set.fences, nearestLeftOut: nil, isRegistered: true, wanted: set.count)
        }
        let clamp = registrationClamp
        let terms = terms(places, clamp)
        if let known = process.knownSlice, known.terms == terms {
            // The distance to the next is only asked for by a helper.
            if policy.places.helper == nil, known.clearing.contains(position) {
                return Selection(chosen: [], nearestLeftOut: nil, isRegistered: true)
            }
            let ranking = Ranking(from: position, rules: policy.slice, clamp: clamp)
            if let slice = durable.sets[durable.scalars.activeSet]?.slice(places, by: ranking),
                slice.number == known.slice.number
            {
                process.knownSlice = KnownSlice(slice, from: position, known.memory, known.terms)
                return Selection(chosen: [], nearestLeftOut: slice.next, isRegistered: true)
            }
        }
        let ranking = Ranking(from: position, rules: policy.slice, clamp: clamp)
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
            chosen: chosen, nearestLeftOut: others.count > room ? others[room].edgeMetres : nil,
            isRegistered: isRegistered(chosen), nearest: slice,
            wanted: others.count > room ? countInReach(atLeast: chosen.count + 1, by: ranking) : chosen.count)
    }

    /// How many would get a region if none of those who share the places wanted one.
    private mutating func countInReach(atLeast known: Int, by ranking: Ranking) -> Int? {
        guard let sharing = process.capabilities?.sharing else { return nil }
        let inReach = durable.sets[durable.scalars.activeSet]?.nearest(sharing.total, by: ranking).count ?? 0
        return max(known, inReach)
    }

    /// Notes that the nearest have their regions.
    private mutating func know(_ slice: SliceMemory.Slice, from position: Coordinate, _ places: Int) {
        guard let memory = durable.sets[durable.scalars.activeSet]?.memory,
            let terms = terms(max(0, places), registrationClamp)
        else { return }
        process.knownSlice = KnownSlice(slice, from: position, memory, terms)
    }

    /// The largest radius that is registered, where circles are clamped to what the system takes.
    private var registrationClamp: Double? {
        policy.registration.clampsToMaximum ? process.capabilities?.maximumRadius : nil
    }

    /// What a slice depends on besides the position.
    private func terms(_ places: Int, _ clamp: Double?) -> KnownSlice.Terms? {
        guard let memory = durable.sets[durable.scalars.activeSet]?.memory else { return nil }
        return KnownSlice.Terms(
            memory: ObjectIdentifier(memory), placesVersion: durable.placesVersion, places: places,
            rules: policy.slice, clamp: clamp)
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

    /// Fences with a region in which the device is: they keep it as long as places suffice. One that a fix of this input
    /// proves to be left is exited by it, where the policy says so. (design, *Decisions*; BGEO-156)
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
    private func inOverflowOrder(_ occupied: [StoredFence]) -> [StoredFence] {
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
        let seen = evidence(.outside, .fix, at: fix.timestamp, isCrossing: false, position: fix, draft)
        observe(seen, of: stored, tellsFirstEnter: false, &draft)
        return durable.standings[stored.ordinal]?.side != .inside
    }

    /// Unregisters what goes, registers what comes, leaves the rest alone.
    private mutating func apply(_ chosen: [StoredFence], _ draft: inout Draft) {
        var old: [Int64: Place] = [:]
        for place in durable.places {
            if let owner = place.owner { old[owner.ordinal] = place }
        }
        var places: [Place] = []
        var on: [Fence] = []
        var newcomers: [Place] = []
        for stored in chosen {
            let wanted = circle(of: stored)
            var mayTell = draft.mayTellFirstEnter
            if let place = old.removeValue(forKey: stored.ordinal) {
                if place.owner?.shapeRevision == stored.shapeRevision, isSame(place.circle, wanted) {
                    places.append(place)
                    continue
                }
                giveBack(place, &draft)
                mayTell = mayTell && policy.firstSide.tellsEnterOfReshaped
            } else {
                on.append(stored.fence)
            }
            let place = place(for: stored, wanted, mayTell: mayTell, draft)
            places.append(place)
            newcomers.append(place)
        }
        let gone = old.values.sorted { ($0.owner?.ordinal ?? 0) < ($1.owner?.ordinal ?? 0) }
        for place in gone { leave(place, &draft) }
        guard !newcomers.isEmpty || !gone.isEmpty else { return }
        durable.places = places
        durable.placesVersion += 1
        draft.changes.append(.places(places))
        for place in newcomers { enrol(place, &draft) }
        let off = gone.compactMap { $0.owner?.fence }
        if policy.transitions.tellsSlice, !on.isEmpty || !off.isEmpty {
            draft.tell(.slice(SliceChange(on: on, off: off)))
        }
        for place in newcomers {
            if let fix = draft.fix { judgeNewcomer(place, fix, &draft) }
            if place.isHeld { takeFirstEvidence(of: place, &draft) }
        }
    }

    /// Whether exactly these have their regions, as they would be asked for now: the rule for most fixes.
    private func isRegistered(_ chosen: [StoredFence]) -> Bool {
        guard chosen.count == durable.places.count else { return false }
        // Both lists have each fence once, so that as many found are all.
        return chosen.allSatisfy { stored in
            guard let index = durable.places.firstIndex(where: { $0.owner?.ordinal == stored.ordinal }) else {
                return false
            }
            return durable.places[index].owner?.shapeRevision == stored.shapeRevision
                && isSame(durable.places[index].circle, circle(of: stored))
        }
    }

    private func place(for stored: StoredFence, _ circle: Circle, mayTell: Bool, _ draft: Draft) -> Place {
        // A polygon is looked at whenever it gets a region, so that what is found is news (CIO 7.8). And where fixes
        // alone decide, a device of which nothing is known counts as outside until one comes (CIO 7.4).
        let isUnseen = judgesCircles && process.lastFix == nil
        let mayTell = mayTell || !stored.fence.shape.isCircle || isUnseen
        return Place(
            regionID: regionID(of: stored), owner: stored, circle: circle,
            tellsFirstEnter: policy.firstSide.tellsEnter && mayTell, askedAt: draft.steady,
            isHeld: judgesCircles || isTooLarge(stored), firstEvidence: firstEvidence(stored, circle, draft))
    }

    /// What the fix of a pass proves about a circle that it brings in: that the device is inside, or nothing. (CIO 7.5)
    private func firstEvidence(_ stored: StoredFence, _ circle: Circle, _ draft: Draft) -> Evidence? {
        guard stored.fence.shape.isCircle, let fix = draft.firstEvidence,
            draft.now.milliseconds(since: fix.timestamp) <= policy.fixes.maximumAge,
            let accuracy = fix.accuracy,
            SurfacePoint(fix.coordinate).distance(to: SurfacePoint(circle.center)) + accuracy <= circle.radius
        else { return nil }
        return evidence(.inside, .fix, at: fix.timestamp, isCrossing: false, position: fix, draft)
    }

    private mutating func enrol(_ place: Place, _ draft: inout Draft) {
        guard let owner = place.owner else { return }
        if owner.fence.shape.isCircle, place.circle.radius < owner.enclosing.radius {
            draft.say(
                .radius, owner.fence.id,
                "registered with \(metres(place.circle.radius)), the most the system takes, instead of "
                    + metres(owner.enclosing.radius))
        }
        if isTooLarge(owner) {
            draft.say(
                .radius, owner.fence.id,
                "its enclosing circle of \(metres(owner.enclosing.radius)) is more than the system takes; it is judged "
                    + "from fixes alone")
        } else if !judgesCircles {
            draft.perform(.register(region(for: place)))
            draft.missing.remove(place.regionID)
        }
    }

    /// A polygon's circle is never clamped: a smaller one would miss crossings. (CASE-089)
    func isTooLarge(_ stored: StoredFence) -> Bool {
        guard !stored.fence.shape.isCircle, let most = process.capabilities?.maximumRadius else { return false }
        return stored.enclosing.radius > most
    }

    private func circle(of stored: StoredFence) -> Circle {
        guard stored.fence.shape.isCircle, policy.registration.clampsToMaximum,
            let most = process.capabilities?.maximumRadius, most > 0, most < stored.enclosing.radius
        else { return stored.enclosing }
        return Circle(center: stored.enclosing.center, checkedRadius: most)
    }

    func isSame(_ left: Circle, _ right: Circle) -> Bool {
        let rules = policy.registration
        return abs(left.center.latitude - right.center.latitude) <= rules.sameWithinDegrees
            && abs(left.center.longitude - right.center.longitude) <= rules.sameWithinDegrees
            && abs(left.radius - right.radius) <= rules.sameWithinMetres
    }

    func region(for place: Place) -> Region {
        guard let owner = place.owner else {
            let both = policy.places.helper?.edges == .both
            return Region(
                id: place.regionID, circle: place.circle, edges: both ? [.enter, .exit] : .exit,
                assumedSide: .inside)
        }
        let known = durable.standings[owner.ordinal]?.side ?? .unknown
        let dwells = policy.dwell.usesNative && owner.fence.reports.contains(TransitionKinds.dwell)
        return Region(
            id: place.regionID, circle: place.circle, edges: [.enter, .exit],
            reportsInitialEntry: place.tellsFirstEnter && known == .unknown,
            loiteringDelay: dwells ? owner.fence.dwellDelay : nil, assumedSide: known)
    }

    private mutating func giveBack(_ place: Place, _ draft: inout Draft) {
        guard !judgesCircles else { return }
        if let owner = place.owner, isTooLarge(owner) { return }
        draft.perform(.unregister(place.regionID))
    }

    private mutating func leave(_ place: Place, _ draft: inout Draft) {
        giveBack(place, &draft)
        guard let owner = place.owner, fence(ordinal: owner.ordinal) != nil else { return }
        process.lastSaid[owner.ordinal] = nil
        let standing = durable.standings[owner.ordinal]
        guard policy.endings.leavingSlice != .keepState else { return }
        if standing?.side == .inside {
            draft.say(
                .stayEnded, owner.fence.id, "the stay ended silently: more fences are occupied than there are places")
        }
        set(nil, of: owner.ordinal, &draft)
    }

    /// Gives every region back.
    mutating func dropPlaces(_ draft: inout Draft) {
        process.demand = 0
        let places = durable.places
        for place in places { giveBack(place, &draft) }
        if let helper = durable.helper, !judgesCircles { draft.perform(.unregister(helper.regionID)) }
        guard !places.isEmpty || durable.helper != nil else { return }
        durable.places = []
        durable.placesVersion += 1
        durable.helper = nil
        draft.changes.append(.places([]))
        draft.changes.append(.helper(nil))
        let off = places.compactMap(\.owner).sorted { $0.ordinal < $1.ordinal }.map(\.fence)
        if policy.transitions.tellsSlice, !off.isEmpty { draft.tell(.slice(SliceChange(on: [], off: off))) }
    }

    /// Registers everything anew, for a system that has lost its way. Sides are kept.
    mutating func renew(_ draft: inout Draft) {
        guard process.hasReconciled, isActive, process.authorization?.allowsMonitoring == true, !judgesCircles else {
            draft.mayRank = true
            return
        }
        for index in durable.places.indices {
            guard let owner = durable.places[index].owner, !isTooLarge(owner) else { continue }
            let place = place(
                for: owner, durable.places[index].circle, mayTell: draft.mayTellFirstEnter, draft)
            durable.places[index] = place
            draft.perform(.unregister(place.regionID))
            draft.perform(.register(region(for: place)))
        }
        if let helper = durable.helper {
            draft.perform(.unregister(helper.regionID))
            draft.perform(.register(region(for: helper)))
        }
        draft.changes.append(.places(durable.places))
        draft.mayRank = true
    }

    /// Gives a monitor of states its regions anew once the oldest registration has reached the policy's age.
    ///
    /// All at once, so that the next time comes no sooner than that age again.
    mutating func renewIfStale(_ draft: inout Draft) {
        guard let age = policy.registration.renewalMilliseconds, process.capabilities?.reports == .states,
            process.hasReconciled, isActive, process.authorization?.allowsMonitoring == true
        else { return }
        let asked = durable.places.filter { place in place.owner.map { !isTooLarge($0) } ?? true }.map(\.askedAt)
        guard let oldest = (asked + [durable.helper?.askedAt].compactMap { $0 }).min(), draft.steady - oldest >= age
        else { return }
        if let helper = durable.helper {
            let renewed = helper.asked(at: draft.steady)
            durable.helper = renewed
            draft.changes.append(.helper(renewed))
            draft.perform(.unregister(renewed.regionID))
            draft.performFirst(.register(region(for: renewed)))
        }
        for index in durable.places.indices {
            let place = durable.places[index].asked(at: draft.steady)
            guard let owner = place.owner, !isTooLarge(owner) else { continue }
            durable.places[index] = place
            draft.perform(.unregister(place.regionID))
            draft.perform(.register(region(for: place)))
        }
        draft.changes.append(.places(durable.places))
    }
}
