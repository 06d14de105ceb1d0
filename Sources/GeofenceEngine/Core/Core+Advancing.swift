import LocationCore

/// The short way from one slice to the next, while nothing but the position has changed.
///
/// It leads to the same as the long way: where it is not sure of that it gives up before it has changed anything.
extension Core {
    /// The nearest from a position, where the slice is known that was registered before; `nil` for the long way.
    mutating func selectOnward(_ places: Int, from position: Coordinate, _ draft: Draft) -> Selection? {
        guard let known = process.knownSlice, known.placesVersion == durable.placesVersion,
            known.ground.terms == terms(places)
        else { return nil }
        // The distance to the next is only asked for by a helper.
        if policy.places.helper == nil, known.clearing.contains(position) { return Selection(chosen: .registered) }
        let ground = known.ground
        var fences = ground.fences
        let ranking = Ranking(from: position, rules: policy.slice, clamp: registrationClamp)
        let slice = fences.slice(places, by: ranking)
        if let slice, slice.number == known.number {
            process.knownSlice = KnownSlice(slice, from: position, placesVersion: known.placesVersion, on: ground)
            return Selection(chosen: .registered, nearestLeftOut: slice.next)
        }
        // Every place was found to be what would be asked for now, by these rules.
        guard ground.registration == policy.registration else { return nil }
        let finder = PlaceFinder(durable.places)
        let occupied = process.occupied.filter {
            finder.index(of: $0) != nil && durable.standings.side(of: $0) == .inside
        }
        if occupied.count == places, policy.slice.candidates == .all, policy.slice.includesSilentFences,
            policy.places.helper == nil
        {
            // None can lose its place, and there are more fences than places.
            return Selection(chosen: .registered, wanted: wanted(places, hasMore: true, by: ranking))
        }
        if let slice {
            let nearest = fences.nearestOrdinals(places, by: ranking)
            if let order = occupiedFirst(nearest, occupied, finder) {
                return exchange(for: order, of: fences, finder, draft).map { exchange in
                    Selection(
                        chosen: .exchange(exchange), nearestLeftOut: slice.next, nearest: slice, isRanked: true,
                        wanted: wanted(order.count, hasMore: slice.next != nil, by: ranking))
                }
            }
        }
        guard !occupied.isEmpty else { return nil }
        guard let pinned = pinned(occupied, finder, ranking), pinned.count <= places else { return nil }
        let nearest = fences.nearestOrdinals(places + pinned.count + 1, by: ranking)
        let others = nearest.filter { !occupied.contains($0) }
        let room = places - pinned.count
        var next: Int?
        if others.count > room, policy.places.helper != nil {
            guard let ranked = fences[ordinal: others[room]].flatMap({ ranking.rank($0) }) else { return nil }
            next = ranked.edgeMetres
        }
        let order = pinned + others.prefix(room)
        guard let exchange = exchange(for: order, of: fences, finder, draft) else { return nil }
        return Selection(
            chosen: .exchange(exchange), nearestLeftOut: next, isRanked: true,
            wanted: wanted(order.count, hasMore: others.count > room, by: ranking))
    }

    /// How many would get a region if there were places enough; `nil` while nobody asks for more than these.
    private mutating func wanted(_ count: Int, hasMore: Bool, by ranking: Ranking) -> Int? {
        hasMore ? countInReach(atLeast: count + 1, by: ranking) : count
    }

    /// Notes under what the places were chosen, and that they are the nearest if they are.
    mutating func know(_ slice: SliceMemory.Slice?, from position: Coordinate, _ places: Int) {
        let terms = terms(max(0, places))
        var ground = process.knownSlice?.ground
        if ground?.terms != terms || ground?.registration != policy.registration {
            process.knownSlice = nil
            guard let fences = durable.sets[durable.scalars.activeSet] else { return }
            // Where all have a place there is a shorter way still.
            let isShort = policy.slice.candidates == .all && policy.slice.includesSilentFences
            guard !isShort || fences.count > terms.places else { return }
            ground = KnownSlice.Ground(terms, policy.registration, fences)
        }
        guard let ground else { return }
        process.knownSlice = KnownSlice(slice, from: position, placesVersion: durable.placesVersion, on: ground)
    }

    private func terms(_ places: Int) -> KnownSlice.Terms {
        KnownSlice.Terms(
            edition: durable.edition, activeSet: durable.scalars.activeSet, places: places, rules: policy.slice,
            clamp: registrationClamp)
    }

    /// The nearest, those with occupied places before the rest as the long way has them; `nil` if some of those are not
    /// among them.
    private func occupiedFirst(_ nearest: [Int64], _ occupied: [Int64], _ finder: PlaceFinder) -> [Int64]? {
        guard !occupied.isEmpty else { return nearest }
        var isOccupied = [Bool](repeating: false, count: durable.places.count)
        for index in occupied.lazy.compactMap({ finder.index(of: $0) }) { isOccupied[index] = true }
        var owners: [StoredFence] = []
        var others: [Int64] = []
        for ordinal in nearest {
            if let index = finder.index(of: ordinal), isOccupied[index], let owner = durable.places[index].owner {
                owners.append(owner)
            } else {
                others.append(ordinal)
            }
        }
        guard owners.count == occupied.count else { return nil }
        return inOverflowOrder(owners).map(\.ordinal) + others
    }

    /// The occupied places in the order in which they keep their places; `nil` where that is not to be seen from here.
    private func pinned(_ occupied: [Int64], _ finder: PlaceFinder, _ ranking: Ranking) -> [Int64]? {
        var pinned: [Ranked] = []
        for ordinal in occupied {
            guard let owner = finder.index(of: ordinal).flatMap({ durable.places[$0].owner }),
                let ranked = ranking.rank(owner)
            else { return nil }
            pinned.append(ranked)
        }
        return inOverflowOrder(pinned.sorted { $0.precedes($1) }.map(\.stored)).map(\.ordinal)
    }

    /// Who comes and who goes where these get the places; `nil` if one cannot be read.
    private func exchange(
        for order: [Int64], of fences: FenceSet, _ finder: PlaceFinder, _ draft: Draft
    ) -> Exchange? {
        var finder = finder
        var exchange = Exchange()
        exchange.reserve(order.count)
        for ordinal in order {
            if let index = finder.take(ordinal) {
                exchange.keep(durable.places[index], from: index)
                continue
            }
            guard let stored = fences[ordinal: ordinal] else { return nil }
            exchange.add(place(for: stored, circle(of: stored), mayTell: draft.mayTellFirstEnter, draft))
            exchange.on.append(stored.fence)
        }
        exchange.gone = finder.rest.map { durable.places[$0] }
        return exchange
    }
}
