import BenchSupport
import GeofenceEngine
import LocationCore

/// What one fix costs the core while all fences are stored, against looking at every one of them.
enum FixCost {
    @Sendable static func run(_ bench: Bench) async throws(BenchError) {
        let fences = try bench.fences.fences()
        var scene = Scene(bgeo: fences)
        let scan = scanAll(scene.core, bench)
        try unchanged("fix-unchanged", "BGeo's rules", &scene, scan, bench)
        try rotating("fix-rotating", "BGeo's rules", &scene, scan, bench)
        // BGeo looks no farther than its proximity radius; with the plain rules every fence of the world competes.
        var plain = Scene(policy: .plain, format: NoRecords(), fences: fences, reports: .crossings)
        try unchanged("fix-unchanged-plain", "the plain rules", &plain, scan, bench)
        try rotating("fix-rotating-plain", "the plain rules", &plain, scan, bench)
    }

    private static let scanned = "a scan of all fences by chord that keeps the 20 nearest, in the same process"

    /// A walk of half a metre to and fro: the slice stays.
    private static func unchanged(
        _ name: String, _ rules: String, _ scene: inout Scene, _ scan: Samples, _ bench: Bench
    ) throws(BenchError) {
        let home = bench.fences.places[bench.fences.places.count / 2].coordinate
        scene.pass(milliseconds: FixPlaces.pause)
        var building = Samples()
        let first = building.measuring { scene.fix(at: home) }
        scene.take(first)
        var samples = Samples()
        for number in 0..<(1000 * bench.options.rounds) {
            scene.pass(milliseconds: 1000)
            let position = Geodesic.destination(from: home, bearing: Double(number % 360), distance: 0.5)
            let step = samples.measuring { scene.fix(at: position) }
            for case .places in step.changes { throw .failed("a fix that should not change the slice did") }
        }
        var report = Report(
            name, "the core's step for a fix, all fences stored, slice unchanged, \(rules)", unit: "us")
        report.set("data", bench.fences.source)
        report.value(samples, per: 1e3)
        report.set("firstWithIndex", building.median / 1e3)
        report.reference(scanned, scan.median / 1e3, of: samples.median / 1e3)
        report.goal("at most 50 us", isMet: samples.median <= 50_000)
        report.emit()
    }

    /// From one end of the world to the other with each fix: every place changes hands. Step and commit apart.
    private static func rotating(
        _ name: String, _ rules: String, _ scene: inout Scene, _ scan: Samples, _ bench: Bench
    ) throws(BenchError) {
        let file = bench.folder.file("\(name).db")
        let store = try BenchError.wrap("opening a store") {
            try EngineStore(at: StoreLocation(path: file), now: scene.moment.wall)
        }
        var path = FixPlaces(bench)
        var samples = Samples()
        var commits = Samples()
        for _ in 0..<(50 * bench.options.rounds) {
            scene.pass(milliseconds: FixPlaces.pause)
            let position = path.next()
            let step = samples.measuring { scene.fix(at: position) }
            guard step.changesPlaces else { continue }
            try commits.measure { () throws(BenchError) in
                try BenchError.wrap("a commit") { try store.commit(step.changes, isPrecious: step.isPrecious) }
            }
            scene.take(step)
        }
        store.close()
        var report = Report(
            name, "the core's step for a fix that changes the whole slice, \(rules)", unit: "us")
        report.set("data", bench.fences.source)
        report.value(samples, per: 1e3)
        report.set("commitMedian", commits.median / 1e3)
        report.set("rotations", commits.count)
        report.reference(scanned, scan.median / 1e3, of: samples.median / 1e3)
        report.goal("at most 1000 us without the commit", isMet: samples.median <= 1_000_000)
        report.emit()
    }

    private static func scanAll(_ core: Core, _ bench: Bench) -> Samples {
        let fences = core.fences.fences
        let points = fences.map { (center: SurfacePoint($0.enclosing.center), radius: $0.enclosing.radius) }
        var samples = Samples()
        var path = FixPlaces(bench)
        for _ in 0..<(20 * bench.options.rounds) {
            let anchor = SurfacePoint(path.next())
            let nearest = samples.measuring { () -> [(metres: Double, place: Int)] in
                var best: [(metres: Double, place: Int)] = []
                for (place, point) in points.enumerated() {
                    let metres = max(0, anchor.chord(to: point.center) - point.radius)
                    if best.count == 20, let last = best.last, metres >= last.metres { continue }
                    let index = best.firstIndex { metres < $0.metres } ?? best.count
                    best.insert((metres, place), at: index)
                    if best.count > 20 { best.removeLast() }
                }
                return best
            }
            consume(nearest)
        }
        return samples
    }
}

/// Places far from one another, in an order that the seed chooses.
struct FixPlaces {
    /// Long enough that no speed is absurd.
    static let pause: Int64 = 864_000_000

    private let places: [SampleFences.Place]
    private var bits: SeededBits

    init(_ bench: Bench) {
        places = bench.fences.places
        bits = SeededBits(seed: bench.options.seed)
    }

    mutating func next() -> Coordinate { places[Int(bits.next() % UInt64(places.count))].coordinate }
}

extension Core.Step {
    var changesPlaces: Bool {
        changes.contains { change in
            if case .places = change { true } else { false }
        }
    }
}

extension Samples {
    mutating func measuring<Value>(_ body: () -> Value) -> Value {
        let begin = ContinuousClock.now
        let value = body()
        add(begin.duration(to: .now))
        return value
    }
}
