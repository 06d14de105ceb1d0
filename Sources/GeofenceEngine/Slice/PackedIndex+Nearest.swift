import LocationCore

extension PackedIndex {
    /// The first fences in the order of a ranking, out of those that the index was made of.
    ///
    /// - Parameters:
    ///   - fences: Those, in stored order.
    ///   - gone: Ascending handles of fences that do not count any more.
    func nearest(
        _ wanted: Int, by ranking: Ranking, of fences: [StoredFence], without gone: ContiguousArray<UInt32>
    ) -> [Ranked] {
        withUnsafeTemporaryAllocation(of: RankKey.self, capacity: NearestKeys.room(for: wanted)) { room in
            var nearest = NearestKeys(wanted: wanted, reach: ranking.reach, room: room)
            search(from: WholePoint(ranking.anchor), within: nearest.reach) { leaf, place in
                if let key = ranking.key(leaf, place, fences, gone) { nearest.offer(key) }
                return nearest.reach
            }
            guard ranking.ties == .identifier else {
                return nearest.finish().map { ranking.ranked(fences[Int($0.handle)], $0) }
            }
            // The handle decided between equals so far. So all that are no farther than the last compete by name.
            let reach = nearest.finish().count < wanted ? ranking.reach : nearest.reach
            var best = BestRanked(count: wanted)
            search(from: WholePoint(ranking.anchor), within: reach) { leaf, place in
                if let key = ranking.key(leaf, place, fences, gone) {
                    best.offer(ranking.ranked(fences[Int(key.handle)], key))
                }
                return reach
            }
            return best.ranked
        }
    }
}

extension Ranking {
    /// The rank of a fence that a leaf tells of; `nil` if it is no candidate or gone.
    @inline(__always)
    func key(
        _ leaf: Leaf, _ place: Int, _ fences: [StoredFence], _ gone: ContiguousArray<UInt32>
    ) -> RankKey? {
        let circle = PackedCircle(leaf, place, from: anchor)
        return key(circle, fences, gone)
    }

    @inline(__always)
    func key(_ circle: PackedCircle, _ fences: [StoredFence], _ gone: ContiguousArray<UInt32>) -> RankKey? {
        let handle = circle.handle & PackedCircle.handleMask
        switch rank(circle) {
        case .noCandidate: return nil
        case .known(let key): return gone.hasSorted(handle) ? nil : key
        case .unclear: return gone.hasSorted(handle) ? nil : exactKey(handle, fences)
        }
    }

    @inline(never)
    private func exactKey(_ handle: UInt32, _ fences: [StoredFence]) -> RankKey? {
        rank(fences[Int(handle)]).map {
            RankKey(edge: $0.edgeMetres, center: $0.centreMetres, handle: handle)
        }
    }
}
