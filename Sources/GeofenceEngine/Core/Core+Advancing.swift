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
        let ranking = Ranking(from: position, rules: policy.slice, clamp: registrationClamp)
        var fences = known.ground.fences
        guard let slice = fences.slice(places, by: ranking) else { return nil }
        if slice.number == known.slice.number {
            process.knownSlice = KnownSlice(
                slice, from: position, placesVersion: known.placesVersion, on: known.ground)
            return Selection(chosen: .registered, nearestLeftOut: slice.next)
        }
        // Every place was found to be what would be asked for now, by these rules.
        guard known.ground.registration == policy.registration,
            let exchange = exchange(for: fences.nearestOrdinals(places, by: ranking), of: fences, draft)
        else { return nil }
        let count = exchange.places.count
        return Selection(
            chosen: .exchange(exchange), nearestLeftOut: slice.next, nearest: slice,
            wanted: slice.next == nil ? count : countInReach(atLeast: count + 1, by: ranking))
    }

    /// Notes that the nearest have their regions.
    mutating func know(_ slice: SliceMemory.Slice, from position: Coordinate, _ places: Int) {
        let terms = terms(max(0, places))
        var ground = process.knownSlice?.ground
        if ground?.terms != terms || ground?.registration != policy.registration {
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
            setsVersion: durable.setsVersion, activeSet: durable.scalars.activeSet, places: places, rules: policy.slice,
            clamp: registrationClamp)
    }

    /// Who comes and who goes where the nearest get the places; `nil` if one that is occupied is not among them, or one
    /// cannot be read.
    private func exchange(for nearest: [Int64], of fences: FenceSet, _ draft: Draft) -> Exchange? {
        var finder = PlaceFinder(durable.places)
        guard let order = occupiedFirst(nearest, finder) else { return nil }
        var exchange = Exchange()
        exchange.reserve(order.count)
        for ordinal in order {
            if let index = finder.take(ordinal) {
                exchange.keep(durable.places[index], from: index)
                continue
            }
            guard let stored = fences[ordinal: ordinal] else { return nil }
            let place = place(for: stored, circle(of: stored), mayTell: draft.mayTellFirstEnter, draft)
            exchange.add(place)
            exchange.on.append(stored.fence)
        }
        exchange.gone = finder.rest.map { durable.places[$0] }
        return exchange
    }

    /// Those that keep their places before the rest, as the long way has them.
    private func occupiedFirst(_ nearest: [Int64], _ finder: PlaceFinder) -> [Int64]? {
        let occupied = process.occupied.filter {
            finder.index(of: $0) != nil && durable.standings.side(of: $0) == .inside
        }
        guard !occupied.isEmpty else { return nearest }
        let pinned = nearest.filter { occupied.contains($0) }
        guard pinned.count == occupied.count else { return nil }
        let owners = pinned.compactMap { ordinal in finder.index(of: ordinal).flatMap { durable.places[$0].owner } }
        return inOverflowOrder(owners).map(\.ordinal) + nearest.filter { !occupied.contains($0) }
    }
}
