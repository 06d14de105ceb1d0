import BenchSupport
import GeofenceEngine
import LocationCore

/// What a fix costs the core among very many fences: admission, slice, judging the registered ones, state machines.
enum WholeFix {
    @Sendable static func run(_ bench: Bench) async throws(BenchError) {
        let world: SliceWorld
        if let data = PeerData() {
            world = try SliceWorld(data, "clustered", 1_000_000, isPoints: false)
        } else {
            world = SliceWorld(seed: bench.options.seed, count: 200_000)
        }
        let fences = world.set.fences.map(\.fence)
        for places in [19, 99] {
            try measure(fences, places, world, .crossings, "watched by the system", bench)
            try measure(fences, places, world, .nothing, "judged by the core", bench)
        }
    }

    private static func measure(
        _ fences: [Fence], _ places: Int, _ world: SliceWorld, _ reports: RegionReports, _ how: String, _ bench: Bench
    ) throws(BenchError) {
        var policy = Policy.plain
        policy.places.reserved = 0
        policy.places.softwareLimit = places
        var scene = Scene(policy: policy, format: NoRecords(), fences: fences, reports: reports, limit: places)
        scene.take(scene.fix(at: world.walk[0]))
        guard scene.core.durable.places.count == places else { throw .failed("not all places are taken") }
        var quiet = Samples()
        var changed = Samples()
        var sum = 0.0
        for position in world.walk {
            scene.pass(milliseconds: 30_000)
            let begin = monotonicNanoseconds()
            let step = scene.fix(at: position)
            let passed = Double(monotonicNanoseconds() - begin)
            sum += passed
            if !step.changesPlaces, !step.isPrecious {
                quiet.add(nanoseconds: passed)
            } else {
                changed.add(nanoseconds: passed)
            }
            scene.take(step)
        }
        var report = Report(
            "fix-whole-\(places)-\(reports == .nothing ? "judged" : "watched")",
            "the core's step for a fix of a walk, \(places) places, \(how)", unit: "us")
        report.set("data", world.source)
        report.set("mean", sum / Double(world.walk.count) / 1e3)
        report.set("medianQuiet", quiet.median / 1e3)
        report.set("meanQuiet", quiet.mean / 1e3)
        report.set("quiet", quiet.count)
        report.set("medianWithChange", changed.median / 1e3)
        report.emit()
    }
}
