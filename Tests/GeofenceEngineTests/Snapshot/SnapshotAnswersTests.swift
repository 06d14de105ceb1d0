import GeofenceEngine
import LocationCore
import Testing

/// A store with a snapshot answers what the same store answers from its rows.
@Suite struct `Snapshots and rows` {
    @Test func `a snapshot has every fence as its row has it, whatever it is called and made of`() throws {
        let sample = try SnapshotSample(["app": SnapshotFences.mixed(300)])
        try sample.write()

        let loaded = try sample.relaunch()

        #expect(loaded.snapshot == .used)
        var random = Draw(seed: 1)
        var rows = try #require(sample.rows()["app"])
        var found = try #require(loaded.durable.sets["app"])
        #expect(found.isMapped && !rows.isMapped)
        SameAnswers.check(&found, &rows, &random, "at once")
        #expect(!found.isDamaged)
        #expect(loaded.losses == [])
    }

    @Test func `several sets, of which the smaller is read from rows`() throws {
        let sample = try SnapshotSample([
            "app": SnapshotFences.circles(200), "server": SnapshotFences.mixed(150), "é": SnapshotFences.circles(3),
        ])
        let large = sample.sets.filter { $0.value.count > 100 }
        #expect(try sample.store.writeSnapshot(of: large, lineage: "one", seed: 1))
        try sample.put(
            [StoredFence(fence: CoreBench.fence("late"), ordinal: 900, revision: 0, shapeRevision: 0)], in: "é")
        try sample.put(
            [StoredFence(fence: CoreBench.fence("first"), ordinal: 901, revision: 0, shapeRevision: 0)], in: "new")

        let loaded = try sample.relaunch()

        #expect(loaded.snapshot == .used)
        let rows = try sample.rows()
        #expect(loaded.durable.sets.keys.sorted() == rows.keys.sorted())
        #expect(loaded.durable.sets.mapValues(\.isMapped) == ["app": true, "server": true, "é": false, "new": false])
        var random = Draw(seed: 2)
        for (name, set) in rows {
            var (found, expected) = (try #require(loaded.durable.sets[name]), set)
            SameAnswers.check(&found, &expected, &random, name)
        }
        #expect(loaded.durable.scalars.nextOrdinal == 902)
    }

    /// Changes in this process and over relaunches, with snapshots written now and then; the rows are the truth.
    @Test(arguments: 0..<(isOptimised ? 40 : 4))
    func `agree through random changes, snapshots and relaunches`(_ seed: Int) throws {
        var random = Draw(seed: UInt64(seed) &+ 900)
        let sample = try SnapshotSample(["app": SnapshotFences.mixed(120 + 40 * seed % 200, seed: UInt64(seed))])
        try sample.write()
        var set = try #require(try sample.relaunch().durable.sets["app"])
        var next = sample.sets["app"]?.lastOrdinal ?? 0
        for round in 0..<(isOptimised ? 60 : 14) {
            for _ in 0..<random.pick([0, 1, 5, 40]) {
                let all = set.fences
                if random.chance(0.4), !all.isEmpty {
                    let gone = random.pick(all).fence.id
                    try sample.remove([gone, "nobody"])
                    set.remove([gone, "nobody"])
                } else {
                    let isNew = all.isEmpty || random.chance(0.5)
                    next += isNew ? 1 : 0
                    let fence = SnapshotFences.any(Int(next), &random)
                    let stored =
                        isNew
                        ? StoredFence(fence: fence, ordinal: next, revision: 0, shapeRevision: 0)
                        : { (old: StoredFence) in
                            old.replaced(by: Fence(id: old.fence.id, shape: fence.shape, reports: fence.reports))
                        }(random.pick(all))
                    try sample.put([stored])
                    set.put(stored)
                }
            }
            switch random.below(6) {
            case 0: try sample.write()
            case 1...3:
                let loaded = try sample.relaunch()
                #expect(loaded.snapshot == .used)
                set = try #require(loaded.durable.sets["app"])
                #expect(set.isMapped)
            default: break
            }
            // As the database gives it back: a polygon then names the circle round it.
            var rows = try sample.rows()["app"] ?? FenceSet()
            if set.fences != rows.fences { set = try sample.relaunch().durable.sets["app"] ?? FenceSet() }
            SameAnswers.check(&set, &rows, &random, "seed \(seed), round \(round)")
        }
    }

    @Test func `removing a whole set is among the changes, unless it is too large`() throws {
        let sample = try SnapshotSample(["app": SnapshotFences.circles(150), "other": SnapshotFences.circles(150)])
        try sample.write()
        try sample.removeAll(of: "other")

        let loaded = try sample.relaunch()

        #expect(loaded.snapshot == .used)
        #expect(loaded.durable.sets["other"]?.count == 0)
        #expect(loaded.durable.sets["app"]?.fences == sample.sets["app"]?.fences)
    }

    @Test(arguments: [true, false])
    func `a polygon defined anew in the same way after a relaunch is the same shape`(_ usingSnapshot: Bool) throws {
        let fences = SnapshotFences.mixed(200)
        let sample = try SnapshotSample(["app": fences])
        try sample.write()
        let set = try #require(try sample.relaunch(usingSnapshot: usingSnapshot).durable.sets["app"])
        #expect(fences.contains { !$0.shape.isCircle })
        for fence in fences { #expect(set[id: fence.id]?.replaced(by: fence).shapeRevision == 0) }
        let (one, other) = (fences[0], fences[1])
        let moved = Fence(id: one.id, shape: other.shape, reports: one.reports)
        #expect(set[id: one.id]?.replaced(by: moved).shapeRevision == 1)
    }

    @Test func `with too many changes the snapshot is given up`() throws {
        let sample = try SnapshotSample(["app": SnapshotFences.circles(150)])
        try sample.write()
        for round in 0..<3 {
            try sample.put(
                (1...6000).map { number in
                    StoredFence(
                        fence: CoreBench.fence(FenceID("n\(number)")), ordinal: Int64(1000 + number), revision: round,
                        shapeRevision: 0)
                })
        }

        let loaded = try sample.relaunch()

        #expect(loaded.snapshot == .none)
        #expect(loaded.durable.sets["app"]?.count == 6150)
    }

    @Test func `a mapped set that is changed without end is read into memory in the end`() throws {
        let sample = try SnapshotSample(["app": SnapshotFences.circles(150)])
        try sample.write()
        var set = try #require(try sample.relaunch().durable.sets["app"])

        set.put(
            (1...17_000).map { number in
                StoredFence(
                    fence: CoreBench.fence(FenceID("n\(number)")), ordinal: Int64(1000 + number), revision: 0,
                    shapeRevision: 0)
            })

        #expect(!set.isMapped)
        #expect(set.count == 17_150)
        let first = try #require(sample.sets["app"]?.fences.first)
        #expect(set[id: first.fence.id] == first)
        #expect(set[id: "n17000"]?.ordinal == 18_000)
    }
}
