import GeofenceEngine
import LocationCore
import Testing

/// What is remembered of the last slice against a ranking of all fences.
@Suite struct `Slices remembered` {
    typealias Spread = `Nearest fences`.Spread

    /// A walk with steps of all sizes, now and then far away.
    static func walk(_ set: FenceSet, _ random: inout Draw, _ count: Int) -> [Coordinate] {
        var at = random.pick(set.fences).enclosing.center
        return (0..<count).map { _ in
            switch random.below(20) {
            case 0: at = random.pick(set.fences).enclosing.center
            case 1: break
            case 2...4:
                at = Geodesic.destination(from: at, bearing: random.unit() * 360, distance: random.unit() * 20_000)
            default: at = Geodesic.destination(from: at, bearing: random.unit() * 360, distance: random.unit() * 60)
            }
            return at
        }
    }

    static func ranked(_ set: FenceSet, _ ranking: Ranking, _ count: Int) -> [Ranked] {
        Array(set.fences.compactMap { ranking.rank($0) }.sorted { $0.precedes($1) }.prefix(count))
    }

    @Test(arguments: Spread.allCases, isOptimised ? [70, 900, 3000] : [70, 900])
    func `the same number means the same fences, and the margin holds`(_ spread: Spread, _ size: Int) {
        var random = Draw(seed: UInt64(size * 7 + spread.rawValue.count))
        var set = FenceSet(
            (0..<size).map {
                StoredFence(
                    fence: `Nearest fences`.fence($0, spread, &random), ordinal: Int64($0 * 2), revision: 0,
                    shapeRevision: 0)
            })
        var answers = 0
        for round in 0..<(isOptimised ? 8 : 4) {
            // Every other time such that distances alone decide.
            let isPlain = round % 2 == 0
            let rules =
                isPlain
                ? SliceRules(ties: random.pick([.storedOrder, .centreThenStoredOrder, .identifier]))
                : `Nearest fences`.rules(&random)
            let clamp: Double? = isPlain ? nil : random.pick([nil, nil, 400])
            let count = random.pick([1, 5, 19, 40])
            var last: (number: Int, fences: Set<Int64>, memory: SliceMemory)?
            for (step, position) in Self.walk(set, &random, 40).enumerated() {
                if step % 13 == 12 { Self.change(&set, spread, &random) }
                let ranking = Ranking(from: position, rules: rules, clamp: clamp)
                guard let slice = set.slice(count, by: ranking) else {
                    last = nil
                    continue
                }
                answers += 1
                let all = Self.ranked(set, ranking, count + 1)
                let fences = Set(all.prefix(count).map(\.stored.ordinal))
                #expect(slice.next == (all.count > count ? all[count].edgeMetres : nil))
                // Just found, they need not be searched for.
                #expect(set.nearestOrdinals(count, by: ranking) == all.prefix(count).map(\.stored.ordinal))
                if let last, last.memory === set.memory {
                    #expect((last.number == slice.number) == (last.fences == fences), "\(spread), \(size), \(step)")
                }
                last = (slice.number, fences, set.memory)
                guard slice.margin > 0.01 else { continue }
                let clearing = Clearing(round: position, metres: slice.margin)
                for _ in 0..<3 {
                    let other = Geodesic.destination(
                        from: position, bearing: random.unit() * 360, distance: slice.margin * random.unit() * 1.1)
                    guard clearing.contains(other) else { continue }
                    let there = Self.ranked(set, Ranking(from: other, rules: rules, clamp: clamp), count)
                    #expect(Set(there.map(\.stored.ordinal)) == fences, "\(spread), \(size), margin \(slice.margin)")
                }
            }
        }
        #expect(answers > 0)
    }

    static func change(_ set: inout FenceSet, _ spread: Spread, _ random: inout Draw) {
        let old = random.pick(set.fences)
        let moved = `Nearest fences`.fence(Int(old.ordinal), spread, &random)
        switch random.below(3) {
        case 0: set.remove([old.fence.id])
        case 1: set.put(old.replaced(by: Fence(id: old.fence.id, shape: moved.shape, reports: moved.reports)))
        default:
            set.put(
                StoredFence(
                    fence: Fence(id: FenceID("new-\(random.next())"), shape: moved.shape, reports: [.enter]),
                    ordinal: (set.fences.last?.ordinal ?? 0) + 1, revision: 0, shapeRevision: 0))
        }
    }

    @Test func `a clearing holds nothing that is farther than its metres`() {
        var random = Draw(seed: 9)
        var inside = 0
        for _ in 0..<20_000 {
            let center = Coordinate(
                checkedLatitude: random.pick([0, 1, 45, 60, 89.9, 90, -90, -89.999, random.unit() * 180 - 90]),
                longitude: random.pick([180, -180, 0, random.unit() * 360 - 180]))
            let metres = random.pick([0.5, 30, 5000, 90_000])
            let other = Geodesic.destination(
                from: center, bearing: random.unit() * 360, distance: metres * random.unit() * 1.5)
            guard Clearing(round: center, metres: metres).contains(other) else { continue }
            inside += 1
            #expect(Geodesic.distance(from: center, to: other) < metres)
        }
        #expect(inside > 5000)
        #expect(!Clearing(round: CoreBench.origin, metres: 0).contains(CoreBench.origin))
    }
}
