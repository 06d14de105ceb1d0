import LocationCore

extension PackedIndex {
    /// The first fences in the order of a ranking, out of those that the index was made of.
    ///
    /// - Parameters:
    ///   - fences: Those, in stored order.
    ///   - gone: Ascending handles of fences that do not count any more.
    func nearest(
        _ wanted: Int, by ranking: Ranking, of fences: SettledFences, without gone: ContiguousArray<UInt32>
    ) -> [Ranked] {
        withUnsafeTemporaryAllocation(of: RankKey.self, capacity: NearestKeys.room(for: wanted)) { room in
            var nearest = NearestKeys(wanted: wanted, reach: ranking.reach, room: room)
            offer(to: &nearest, ranking, PackedSource(index: self, fences: fences, gone: gone))
            guard ranking.ties == .identifier else {
                return nearest.finish().compactMap { key in fences[key.handle].map { ranking.ranked($0, key) } }
            }
            // The handle decided between equals so far. So all that are no farther than the last compete by name.
            let reach = nearest.finish().count < wanted ? ranking.reach : nearest.reach
            var best = BestRanked(count: wanted)
            search(from: WholePoint(ranking.anchor), within: reach) { leaf, place in
                if let key = ranking.key(leaf, place, fences, gone), let fence = fences[key.handle] {
                    best.offer(ranking.ranked(fence, key))
                }
                return reach
            }
            return best.ranked
        }
    }

    /// The handles of the first fences, where names decide nothing.
    func nearestHandles(_ wanted: Int, by ranking: Ranking, _ source: PackedSource) -> [UInt32] {
        withUnsafeTemporaryAllocation(of: RankKey.self, capacity: NearestKeys.room(for: wanted)) { room in
            var nearest = NearestKeys(wanted: wanted, reach: ranking.reach, room: room)
            offer(to: &nearest, ranking, source)
            return nearest.finish().map(\.handle)
        }
    }

    /// Offers the nearest.
    func offer(to nearest: inout NearestKeys, _ ranking: Ranking, _ source: PackedSource) {
        if canContest(ranking), contest(for: &nearest, ranking, source) { return }
        search(from: WholePoint(ranking.anchor), within: nearest.reach) { leaf, place in
            if let key = ranking.key(leaf, place, source.fences, source.gone) { nearest.offer(key) }
            return nearest.reach
        }
    }

    /// Whether distances alone decide between the fences.
    func canContest(_ ranking: Ranking) -> Bool {
        ranking.candidates == .all && ranking.clamp == nil
            && (ranking.includesSilentFences || !marks.contains(.silent))
            && !(ranking.measuresPolygonsExactly && marks.contains(.polygon))
    }

    /// The same by a contest; `false` if too many fences are as near as one another.
    private func contest(for nearest: inout NearestKeys, _ ranking: Ranking, _ source: PackedSource) -> Bool {
        let point = WholePoint(ranking.anchor)
        return withUnsafeTemporaryAllocation(of: Contender.self, capacity: Contest.room(for: nearest.wanted)) { room in
            var contest = Contest(wanted: nearest.wanted, reach: nearest.reach, room: room)
            var fits = true
            searchLeaves(
                from: point, within: contest.reach, wanted: source.gone.isEmpty ? nearest.wanted : 0
            ) { number, scratch, reach in
                contest.shrink(to: reach)
                fits = contest.take(leaf(number), number, circles(in: number), point, without: source.gone, scratch)
                return fits ? contest.reach : -1
            }
            guard fits else { return false }
            contest.cut()
            for contender in contest.contenders {
                if let key = ranking.key(contender, leaf(contender.leaf), source.fences) { nearest.offer(key) }
            }
            return true
        }
    }
}

/// An index, what it was made of, and what of that does not count any more.
struct PackedSource {
    let index: PackedIndex
    let fences: SettledFences
    /// Ascending handles.
    let gone: ContiguousArray<UInt32>
}

extension Ranking {
    /// The rank of a fence that a leaf tells of; `nil` if it is no candidate or gone.
    @inline(__always)
    func key(
        _ leaf: Leaf, _ place: Int, _ fences: SettledFences, _ gone: ContiguousArray<UInt32>
    ) -> RankKey? {
        gone.hasSorted(leaf.handles[place] & PackedCircle.handleMask)
            ? nil : key(PackedCircle(leaf, place, from: anchor), fences)
    }

    @inline(__always)
    func key(_ circle: PackedCircle, _ fences: SettledFences) -> RankKey? {
        switch rank(circle) {
        case .noCandidate: nil
        case .known(let key): key
        case .unclear: exactKey(circle.handle & PackedCircle.handleMask, fences)
        }
    }

    /// The rank of a fence in a contest, where distances alone decide.
    @inline(__always)
    func key(_ contender: Contender, _ leaf: Leaf, _ fences: SettledFences) -> RankKey? {
        // The interval has some millimetres to spare.
        if ties != .centreThenStoredOrder, contender.most < 1e9 {
            let metres = Int(Double(contender.least) + 0.5)
            if metres == Int(Double(contender.most) + 0.5) {
                let handle = leaf.handles[contender.placeInLeaf] & PackedCircle.handleMask
                return RankKey(edge: metres, center: 0, handle: handle)
            }
        }
        return key(leaf, contender.placeInLeaf, fences, [])
    }

    @inline(never)
    private func exactKey(_ handle: UInt32, _ fences: SettledFences) -> RankKey? {
        fences[handle].flatMap { rank($0) }.map {
            RankKey(edge: $0.edgeMetres, center: $0.centreMetres, handle: handle)
        }
    }
}
