import LocationCore

/// Changes of the sets of fences.
extension Core {
    mutating func changeFences(_ change: FenceChange, _ draft: inout Draft) {
        keep(change.values, &draft)
        if let policy = change.policy { changePolicy(policy, &draft) }
        switch change.kind {
        case .upsert(let fences): upsert(fences, in: change.set, &draft)
        case .remove(let ids): remove(ids, from: change.set, &draft)
        case .removeAll: removeAll(from: change.set, &draft)
        case .replaceAll(let fences):
            let kept = Set(fences.map(\.id))
            let gone = (durable.sets[change.set]?.fences ?? []).map(\.fence.id).filter { !kept.contains($0) }
            remove(gone, from: change.set, &draft)
            upsert(fences, in: change.set, &draft)
        }
        draft.isPrecious = true
        if change.set == durable.scalars.activeSet { use(change.rank ?? RankRequest(), &draft) }
    }

    private mutating func upsert(_ new: [Fence], in name: String, _ draft: inout Draft) {
        var set = durable.sets[name] ?? FenceSet()
        // Together in the end: what is put one by one is sorted in one by one.
        var latest: [Int64: StoredFence] = [:]
        var ordinals: [FenceID: Int64] = [:]
        for fence in new {
            guard let old = ordinals[fence.id].flatMap({ latest[$0] }) ?? set[id: fence.id] else {
                let stored = StoredFence(
                    fence: fence, ordinal: durable.scalars.nextOrdinal, revision: 0, shapeRevision: 0)
                durable.scalars.nextOrdinal += 1
                latest[stored.ordinal] = stored
                ordinals[fence.id] = stored.ordinal
                process.unranked.insert(stored.ordinal)
                draft.changes.append(.putFence(set: name, stored))
                continue
            }
            let stored = old.replaced(by: fence)
            latest[stored.ordinal] = stored
            ordinals[fence.id] = stored.ordinal
            draft.changes.append(.putFence(set: name, stored))
            if stored.shapeRevision != old.shapeRevision { forget(old, "its shape was changed", &draft) }
        }
        set.put(Array(latest.values))
        durable.sets[name] = set
        adoptDefinitions()
    }

    private mutating func remove(_ ids: [FenceID], from name: String, _ draft: inout Draft) {
        guard var set = durable.sets[name] else { return }
        for id in ids {
            guard let old = set[id: id] else { continue }
            draft.changes.append(.removeFence(ordinal: old.ordinal))
            forget(old, "the fence was removed", &draft)
        }
        set.remove(ids)
        durable.sets[name] = set
    }

    private mutating func removeAll(from name: String, _ draft: inout Draft) {
        guard let set = durable.sets[name], set.count > 0 else { return }
        for stored in durable.standings.ordinals.compactMap({ set[ordinal: $0] }) {
            forget(stored, "all fences were removed", &draft)
        }
        draft.changes.append(.removeFences(set: name))
        durable.sets[name] = FenceSet()
    }

    private mutating func forget(_ stored: StoredFence, _ reason: String, _ draft: inout Draft) {
        if durable.standings[stored.ordinal]?.side == .inside {
            draft.say(.stayEnded, stored.fence.id, "the stay ended silently: \(reason)")
        }
        process.lastSaid[stored.ordinal] = nil
        set(nil, of: stored.ordinal, &draft)
    }

    /// Regions whose fence has changed in other respects than its shape go on under the new definition.
    private mutating func adoptDefinitions() {
        for (index, place) in durable.places.enumerated() {
            guard let owner = place.owner, let now = fence(ordinal: owner.ordinal), now != owner,
                now.shapeRevision == owner.shapeRevision
            else { continue }
            durable.places[index] = place.owned(by: now)
        }
    }

    /// Makes another set the active one. The set that goes to sleep forgets its sides, without exits. (BKN 3)
    mutating func chooseSet(_ name: String, _ draft: inout Draft) {
        guard name != durable.scalars.activeSet else { return }
        dropPlaces(&draft)
        for ordinal in durable.standings.ordinals { set(nil, of: ordinal, &draft) }
        durable.scalars.activeSet = name
        process.dwellers = nil
        durable.scalars.hasSlice = false
        draft.isPrecious = true
        draft.mayRank = true
    }
}
