import BenchSupport
import GeofenceEngine
import LocationCore

/// Which fences are nearest among very many: kept from fix to fix, from nothing, with cold caches, after a change.
///
/// With `PEER_DATA` on the files that the other engines are measured with, else on made-up ones.
enum Slices {
    @Sendable static func run(_ bench: Bench) async throws(BenchError) {
        guard let data = PeerData() else {
            var world = SliceWorld(seed: bench.options.seed, count: 200_000)
            try measure(&world, "edges", bench)
            return
        }
        for distribution in ["uniform", "clustered"] {
            var points = try SliceWorld(data, distribution, 1_000_000, isPoints: true)
            try build(points, bench)
            try measure(&points, "points", bench)
        }
        var edges = try SliceWorld(data, "clustered", 1_000_000, isPoints: false)
        try measure(&edges, "edges", bench)
        try containing(&edges, bench)
        try change(&edges, bench)
        try sizes(data, bench)
    }

    private static func measure(_ world: inout SliceWorld, _ kind: String, _ bench: Bench) throws(BenchError) {
        for wanted in [19, 99] {
            try walk(&world, kind, wanted)
            try jump(&world, kind, wanted)
        }
        try cold(&world, kind)
    }

    private static func ranking(_ position: Coordinate) -> Ranking {
        Ranking(from: position, rules: SliceRules(), clamp: nil)
    }

    private static func report(_ name: String, _ what: String, _ world: SliceWorld, _ kind: String, _ wanted: Int)
        -> Report
    {
        var report = Report("\(name)-\(world.name)-\(kind)-\(wanted)", what, unit: "ns")
        report.set("data", world.source)
        return report
    }

    private static func yardstick(
        _ report: inout Report, _ world: SliceWorld, _ fixes: PeerData.Columns, _ wanted: Int, _ median: Double
    ) {
        guard let scan = world.scan else { return }
        let nanoseconds = scan.nanoseconds(fixes, nearest: wanted)
        report.set("scan", nanoseconds)
        report.set("timesFasterThanScan", nanoseconds / median)
    }

    /// What the core does with each fix: whether the slice is still the one it knows.
    private struct Follower {
        var number: Int?
        var clearing: Clearing?
        var changes = 0
        var looks = 0

        mutating func take(_ position: Coordinate, _ set: inout FenceSet, _ wanted: Int) {
            if let clearing, clearing.contains(position) { return }
            looks += 1
            guard let slice = set.slice(wanted, by: ranking(position)) else {
                clearing = nil
                return
            }
            if slice.number != number { changes += 1 }
            number = slice.number
            clearing = Clearing(round: position, metres: slice.margin)
        }
    }

    private static func walk(_ world: inout SliceWorld, _ kind: String, _ wanted: Int) throws(BenchError) {
        var follower = Follower()
        let times = try QueryTimes(world.walk.count, passes: 5) { number throws(BenchError) in
            follower.take(world.walk[number], &world.set, wanted)
        }
        // Single ones are too short for the clock.
        var whole = Samples()
        for _ in 0..<9 {
            follower = Follower()
            follower.take(world.walk[0], &world.set, wanted)
            let begin = monotonicNanoseconds()
            for position in world.walk { follower.take(position, &world.set, wanted) }
            whole.add(nanoseconds: Double(monotonicNanoseconds() - begin) / Double(world.walk.count))
        }
        var report = report(
            "slice-walk", "one fix of a walk: whether the nearest are others now", world, kind, wanted)
        report.value(times, per: 1)
        report.set("meanOfWhole", whole.median)
        report.set("changes", follower.changes)
        report.set("looks", follower.looks)
        yardstick(&report, world, world.walkColumns, wanted, times.median)
        report.emit()
    }

    private static func jump(_ world: inout SliceWorld, _ kind: String, _ wanted: Int) throws(BenchError) {
        let times = try QueryTimes(world.jumps.count, passes: 5) { number throws(BenchError) in
            consume(world.set.nearestOrdinals(wanted, by: ranking(world.jumps[number])))
        }
        var report = report("slice-jump", "the nearest of an unrelated fix, in order", world, kind, wanted)
        report.value(times, per: 1)
        yardstick(&report, world, world.jumpColumns, wanted, times.median)
        report.emit()
    }

    private static func cold(_ world: inout SliceWorld, _ kind: String) throws(BenchError) {
        var trash = [UInt8](repeating: 1, count: 96 << 20)
        for wanted in [19, 99] {
            let times = try QueryTimes(100, passes: 1) {
                for place in stride(from: 0, to: trash.count, by: 64) { trash[place] &+= 1 }
            } _: { number throws(BenchError) in
                consume(world.set.nearestOrdinals(wanted, by: ranking(world.walk[number * 20])))
            }
            var report = report("slice-cold", "the same after 96 MB of other memory were touched", world, kind, wanted)
            report.value(times, per: 1)
            report.emit()
        }
        consume(trash)
    }

    private static func build(_ world: SliceWorld, _ bench: Bench) throws(BenchError) {
        let circles = world.circles
        let points = circles.coordinates.map { SurfacePoint($0) }
        var samples = Samples()
        var withPlaces = Samples()
        var bytes = 0
        for _ in 0..<bench.options.rounds {
            let index = samples.measuring {
                PackedIndex(concurrently: points.count) {
                    PackedIndex.Circle(center: points[$0], radius: circles.other[$0])
                }
            }
            bytes = index.byteCount
            let other = withPlaces.measuring {
                PackedIndex(concurrently: points.count) {
                    PackedIndex.Circle(
                        center: SurfacePoint(
                            Coordinate(checkedLatitude: circles.latitude[$0], longitude: circles.longitude[$0])),
                        radius: circles.other[$0])
                }
            }
            consume(other)
        }
        var report = Report("index-build-\(world.name)", "building the index from points of the surface", unit: "ms")
        report.set("data", world.source)
        report.value(samples, per: 1e6)
        report.set("medianFromDegrees", withPlaces.median / 1e6)
        report.set("bytesPerFence", Double(bytes) / Double(points.count))
        report.emit()
    }

    private static func containing(_ world: inout SliceWorld, _ bench: Bench) throws(BenchError) {
        for (name, fixes) in [("walk", world.walk), ("jump", world.jumps)] {
            var hits = 0
            let times = try QueryTimes(fixes.count, passes: 3) { number throws(BenchError) in
                hits += world.set.ordinals(within: 0, of: fixes[number]).count
            }
            var report = Report("contains-\(name)-\(world.name)", "which circles contain a fix, in order", unit: "ns")
            report.set("data", world.source)
            report.value(times, per: 1)
            report.set("hits", Double(hits) / Double(3 * fixes.count))
            report.emit()
        }
    }

    /// One fence moves, while the old set is still held, as by a step that may fail; then the slice is looked at.
    private static func change(_ world: inout SliceWorld, _ bench: Bench) throws(BenchError) {
        var changes = Samples()
        var looks = Samples()
        let fences = world.set.fences
        for number in 0..<400 {
            let old = world.set
            let stored = fences[number * 2477]
            let moved = stored.replaced(
                by: Fence(
                    id: stored.fence.id,
                    shape: .circle(Circle(center: world.walk[number], checkedRadius: 100 + Double(number))),
                    reports: stored.fence.reports))
            let begin = monotonicNanoseconds()
            world.set.put(moved)
            let middle = monotonicNanoseconds()
            consume(world.set.nearestOrdinals(19, by: ranking(world.walk[number])))
            looks.add(nanoseconds: Double(monotonicNanoseconds() - middle))
            changes.add(nanoseconds: Double(middle - begin))
            guard old.count == world.set.count else { throw .failed("a fence was lost") }
        }
        var report = Report("change-\(world.name)", "one fence of all is moved; then the nearest 19", unit: "us")
        report.value(changes, per: 1e3)
        report.set("nextSlice", looks.median / 1e3)
        report.goal("at most 10 us", isMet: changes.median <= 10_000)
        report.emit()
    }

    private static func sizes(_ data: PeerData, _ bench: Bench) throws(BenchError) {
        for count in [1000, 100_000, 1_000_000] {
            var world = try SliceWorld(data, "clustered", count, isPoints: true)
            var follower = Follower()
            var whole = Samples()
            for _ in 0..<9 {
                let begin = monotonicNanoseconds()
                for position in world.walk { follower.take(position, &world.set, 19) }
                whole.add(nanoseconds: Double(monotonicNanoseconds() - begin) / Double(world.walk.count))
            }
            var report = Report("slice-size-\(count)", "the mean fix of the same walk, by number of fences", unit: "ns")
            report.set("data", world.source)
            report.value(whole, per: 1)
            report.emit()
        }
    }
}
