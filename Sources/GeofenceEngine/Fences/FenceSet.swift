import LocationCore

/// The fences of one set in stored order, with the means to find the nearest.
package struct FenceSet: Sendable {
    /// In stored order.
    package private(set) var fences: [StoredFence]
    private var ordinals: [FenceID: Int64]
    private var index: FenceIndex?
    /// Changed since the index was built; looked at one by one until there are too many.
    private var unindexed: Set<Int64> = []
    private var removedSinceIndexed = 0

    /// Takes fences in stored order.
    package init(_ fences: [StoredFence] = []) {
        self.fences = fences
        self.ordinals = Dictionary(fences.map { ($0.fence.id, $0.ordinal) }) { _, last in last }
        self.hasPolygons = fences.contains { !$0.fence.shape.isCircle }
    }

    package var count: Int { fences.count }

    /// Whether any fence is something else than a circle.
    package private(set) var hasPolygons: Bool

    package subscript(id id: FenceID) -> StoredFence? {
        ordinals[id].flatMap { self[ordinal: $0] }
    }

    package subscript(ordinal ordinal: Int64) -> StoredFence? {
        let position = position(of: ordinal)
        guard position < fences.count, fences[position].ordinal == ordinal else { return nil }
        return fences[position]
    }

    package mutating func put(_ stored: StoredFence) {
        let position = position(of: stored.ordinal)
        if position < fences.count, fences[position].ordinal == stored.ordinal {
            fences[position] = stored
        } else {
            fences.insert(stored, at: position)
            ordinals[stored.fence.id] = stored.ordinal
        }
        unindexed.insert(stored.ordinal)
        if !stored.fence.shape.isCircle { hasPolygons = true }
    }

    package mutating func remove(_ ids: [FenceID]) {
        let gone = Set(ids.compactMap { ordinals.removeValue(forKey: $0) })
        fences.removeAll { gone.contains($0.ordinal) }
        unindexed.subtract(gone)
        removedSinceIndexed += gone.count
    }

    package mutating func removeAll() {
        self = FenceSet()
    }

    /// The first fences in the order of a ranking.
    package mutating func nearest(_ count: Int, by ranking: Ranking) -> [Ranked] {
        guard count > 0 else { return [] }
        var best = BestRanked(count: count)
        // Below this number a walk over all is faster than a tree, and there is nothing to build.
        if fences.count <= 64 {
            for stored in fences { best.offer(ranking.rank(stored)) }
            return best.ranked
        }
        if index == nil || unindexed.count + removedSinceIndexed > 512 {
            index = FenceIndex(fences)
            unindexed = []
            removedSinceIndexed = 0
        }
        for ordinal in unindexed {
            if let stored = self[ordinal: ordinal] { best.offer(ranking.rank(stored)) }
        }
        index?.search(ranking, into: &best) { ordinal in
            unindexed.contains(ordinal) ? nil : self[ordinal: ordinal]
        }
        return best.ranked
    }

    private func position(of ordinal: Int64) -> Int {
        var low = 0
        var high = fences.count
        while low < high {
            let middle = (low + high) / 2
            if fences[middle].ordinal < ordinal { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
