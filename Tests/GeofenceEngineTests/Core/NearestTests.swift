import GeofenceEngine
import LocationCore
import Testing

/// The tree over fences against a plain sort of all of them.
@Suite struct `Nearest fences` {
    enum Spread: String, CaseIterable, Sendable { case uniform, clustered, antimeridian, poles, huge, equal }

    static func fence(_ index: Int, _ spread: Spread, _ random: inout Draw) -> Fence {
        let coordinate: Coordinate
        var radius = 50 + random.unit() * 1000
        switch spread {
        case .uniform:
            coordinate = Coordinate(
                checkedLatitude: random.unit() * 180 - 90, longitude: random.unit() * 360 - 180)
        case .clustered:
            let town = Double(random.below(12))
            coordinate = Coordinate(
                checkedLatitude: 40 + town + random.unit() * 0.1, longitude: town * 3 + random.unit() * 0.1)
        case .antimeridian:
            let longitude = 179 + random.unit() * 2
            coordinate = Coordinate(
                checkedLatitude: random.unit() * 4 - 2, longitude: longitude > 180 ? longitude - 360 : longitude)
        case .poles:
            coordinate = Coordinate(
                checkedLatitude: random.chance(0.5) ? 90 - random.unit() * 0.5 : -90 + random.unit() * 0.5,
                longitude: random.unit() * 360 - 180)
        case .huge:
            coordinate = Coordinate(
                checkedLatitude: random.unit() * 100 - 50, longitude: random.unit() * 360 - 180)
            radius = random.chance(0.05) ? 1_000_000 + random.unit() * 9_000_000 : radius
        case .equal:
            coordinate = Coordinate(
                checkedLatitude: Double(random.below(5)), longitude: Double(random.below(5)))
            radius = 100
        }
        // Names that sort neither in stored order nor by place.
        return Fence(
            id: FenceID("\(random.next() % 1000)-\(index)"),
            shape: .circle(Circle(center: coordinate, checkedRadius: radius)),
            reports: random.chance(0.1) ? [] : [.enter])
    }

    static func rules(_ random: inout Draw) -> SliceRules {
        SliceRules(
            candidates: random.pick([
                .all, .edgeWithin(1000), .edgeWithin(2_000_000), .centreWithin(1000), .centreWithin(300_000),
            ]), ties: random.pick([.storedOrder, .centreThenStoredOrder, .identifier]),
            includesSilentFences: random.chance(0.5))
    }

    static func check(_ set: inout FenceSet, _ spread: Spread, _ random: inout Draw, seed: UInt64) {
        for _ in 0..<4 {
            let anchor = set.fences.isEmpty ? CoreBench.origin : random.pick(set.fences).enclosing.center
            let near = Geodesic.destination(
                from: anchor, bearing: random.unit() * 360, distance: random.unit() * random.unit() * 500_000)
            let ranking = Ranking(
                from: near, rules: rules(&random), clamp: random.pick([nil, 400, 2000]))
            let count = random.pick([1, 5, 19, 20, 100, 300])

            let found = set.nearest(count, by: ranking).map(\.stored.ordinal)

            let expected = set.fences.compactMap { ranking.rank($0) }.sorted { $0.precedes($1) }.prefix(count)
                .map(\.stored.ordinal)
            #expect(found == expected, "seed \(seed), \(spread), \(count) of \(set.count)")

            #expect(set.nearestOrdinals(count, by: ranking) == expected)

            let metres: Double = random.pick([0, 0, 100, 30_000, 3_000_000])
            let within = set.fences(within: metres, of: near).map(\.ordinal)
            let place = SurfacePoint(near)
            let all = set.fences.filter { place.distance(to: $0.center) <= $0.enclosing.radius + metres }.map(\.ordinal)
            #expect(set.ordinals(within: metres, of: near) == all)
            #expect(within == all, "seed \(seed), \(spread), within \(metres) of \(set.count)")
        }
    }

    @Test(arguments: Spread.allCases, isOptimised ? [3, 60, 65, 600, 5200] : [3, 65, 1300])
    func `agree with a sort of all`(_ spread: Spread, _ size: Int) {
        let seed = UInt64(size * 31 + spread.rawValue.count)
        var random = Draw(seed: seed)
        var set = FenceSet(
            (0..<size).map {
                StoredFence(
                    fence: Self.fence($0, spread, &random), ordinal: Int64($0 * 2), revision: 0, shapeRevision: 0)
            })

        Self.check(&set, spread, &random, seed: seed)
    }

    @Test(arguments: Spread.allCases)
    func `agree through changes that cross the limits of rebuilding`(_ spread: Spread) {
        let seed: UInt64 = 77
        var random = Draw(seed: seed)
        var set = FenceSet()
        var next: Int64 = 0
        for round in 0..<(isOptimised ? 24 : 8) {
            let grows = round % 8 < 5
            for _ in 0..<random.pick([1, 10, 100, 400]) {
                if !grows, !set.fences.isEmpty {
                    set.remove([random.pick(set.fences).fence.id])
                } else if random.chance(0.2), !set.fences.isEmpty {
                    let old = random.pick(set.fences)
                    let moved = Self.fence(Int(old.ordinal), spread, &random)
                    set.put(old.replaced(by: Fence(id: old.fence.id, shape: moved.shape, reports: moved.reports)))
                } else {
                    next += 1
                    set.put(
                        StoredFence(
                            fence: Self.fence(Int(next), spread, &random), ordinal: next, revision: 0,
                            shapeRevision: 0))
                }
            }
            Self.check(&set, spread, &random, seed: seed)
        }
    }

    @Test func `names and ordinals find their fence through all of it`() {
        var random = Draw(seed: 5)
        var set = FenceSet()
        var model: [FenceID: Int64] = [:]
        for ordinal in 1...2000 as ClosedRange<Int64> {
            if random.chance(0.3), let gone = model.keys.sorted().first {
                set.remove([gone, gone, "nobody"])
                model[gone] = nil
            }
            let fence = Self.fence(Int(ordinal), .uniform, &random)
            set.put(StoredFence(fence: fence, ordinal: ordinal, revision: 0, shapeRevision: 0))
            model[fence.id] = ordinal
        }

        #expect(set.count == model.count)
        #expect(model.allSatisfy { set[id: $0.key]?.ordinal == $0.value && set[ordinal: $0.value]?.fence.id == $0.key })
        #expect(set.fences.map(\.ordinal) == model.values.sorted())
    }
}
