import LocationCore

/// Bringing the regions in line with the slice.
extension Core {
    /// Who gets a region and who loses it, where the rest stay as they are.
    struct Exchange {
        /// All of them then, in the order of the slice.
        private(set) var places: [Place] = []
        /// Where each lay before; `nil` for a new one.
        private(set) var sources: [Int?] = []
        private(set) var newcomers: [Place] = []
        /// The fences that had none before.
        var on: [Fence] = []
        /// In stored order.
        var gone: [Place] = []

        mutating func reserve(_ count: Int) {
            places.reserveCapacity(count)
            sources.reserveCapacity(count)
        }

        mutating func keep(_ place: Place, from index: Int) {
            places.append(place)
            sources.append(index)
        }

        mutating func add(_ place: Place) {
            places.append(place)
            sources.append(nil)
            newcomers.append(place)
        }
    }

    /// Unregisters what goes, registers what comes, leaves the rest alone.
    mutating func apply(_ chosen: [StoredFence], _ draft: inout Draft) {
        var finder = PlaceFinder(durable.places)
        var exchange = Exchange()
        for stored in chosen {
            let wanted = circle(of: stored)
            var mayTell = draft.mayTellFirstEnter
            if let index = finder.take(stored.ordinal) {
                let place = durable.places[index]
                if place.owner?.shapeRevision == stored.shapeRevision, isSame(place.circle, wanted) {
                    exchange.keep(place, from: index)
                    continue
                }
                giveBack(place, &draft)
                mayTell = mayTell && policy.firstSide.tellsEnterOfReshaped
            } else {
                exchange.on.append(stored.fence)
            }
            exchange.add(place(for: stored, wanted, mayTell: mayTell, draft))
        }
        exchange.gone = finder.rest.map { durable.places[$0] }
        make(exchange, &draft)
    }

    /// Makes an exchange.
    mutating func make(_ exchange: Exchange, _ draft: inout Draft) {
        guard !exchange.newcomers.isEmpty || !exchange.gone.isEmpty else { return }
        for place in exchange.gone { leave(place, &draft) }
        durable.places = exchange.places
        durable.placesVersion += 1
        if let judged = process.judged, judged.placesVersion == durable.placesVersion - 1 {
            process.judged = JudgedCircles(
                judged, exchange.places, from: exchange.sources, version: durable.placesVersion, durable.standings)
        }
        draft.changes.append(.places(exchange.places))
        for place in exchange.newcomers { enrol(place, &draft) }
        saySlice(exchange, &draft)
        let off = exchange.gone.compactMap { $0.owner?.fence }
        if policy.transitions.tellsSlice, !exchange.on.isEmpty || !off.isEmpty {
            draft.tell(.slice(SliceChange(on: exchange.on, off: off)))
        }
        for place in exchange.newcomers {
            if let fix = draft.fix { judgeNewcomer(place, fix, &draft) } else { findSide(of: place, &draft) }
            if place.isHeld { takeFirstEvidence(of: place, &draft) }
        }
    }

    /// Notes who gets a place and who gives it up.
    private func saySlice(_ exchange: Exchange, _ draft: inout Draft) {
        for fence in exchange.on {
            draft.say(.slice, fence.id, judgesCircles ? "it is watched from now on" : "it gets a region")
        }
        for place in exchange.gone {
            guard let owner = place.owner, let stored = fence(ordinal: owner.ordinal) else { continue }
            draft.say(.slice, stored.fence.id, "it is no longer watched: others are nearer, or it is out of reach")
        }
    }

    /// Whether exactly these have their regions, as they would be asked for now.
    func isRegistered(_ chosen: [StoredFence]) -> Bool {
        guard chosen.count == durable.places.count else { return false }
        // Both lists have each fence once, so that as many found are all.
        let finder = PlaceFinder(durable.places)
        return chosen.allSatisfy { stored in
            guard let index = finder.index(of: stored.ordinal), let owner = durable.places[index].owner else {
                return false
            }
            return owner.shapeRevision == stored.shapeRevision
                && isSame(durable.places[index].circle, circle(of: stored))
        }
    }

    func place(for stored: StoredFence, _ circle: Circle, mayTell: Bool, _ draft: Draft) -> Place {
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

    func circle(of stored: StoredFence) -> Circle {
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
        process.movement = nil
        process.roomBelieved = nil
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
