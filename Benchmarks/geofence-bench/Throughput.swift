import BenchSupport
import GeofenceEngine
import LocationCore

/// How many fixes a second the core takes with 20 registered fences and no input or output.
enum Throughput {
    /// Short enough that most rounds run undisturbed by other programs.
    private static let fixes = 720

    @Sendable static func run(_ bench: Bench) async throws(BenchError) {
        let home = bench.fences.places[bench.fences.places.count / 2].coordinate
        let fences = try ring(round: home)
        let way = (0..<360).map { Geodesic.destination(from: home, bearing: Double($0), distance: 3000) }
        let bare = try verdicts(fences, way, bench)
        try measure(
            "throughput-judged", "fixes a second of processor time, the core judging 20 circles itself", .nothing,
            fences, way, bare,
            bench)
        try measure(
            "throughput", "fixes a second of processor time, 20 circles watched by the system", .crossings, fences, way,
            bare, bench)
    }

    private static func measure(
        _ name: String, _ what: String, _ reports: RegionReports, _ fences: [Fence], _ way: [Coordinate],
        _ bare: Samples, _ bench: Bench
    ) throws(BenchError) {
        var policy = Policy.plain
        policy.places.reserved = 0
        var scene = Scene(policy: policy, format: NoRecords(), fences: fences, reports: reports)
        scene.take(scene.fix(at: way[0]))
        guard scene.core.durable.places.count == 20 else { throw .failed("not all of the 20 fences are registered") }
        var samples = Samples()
        for _ in 0..<(bench.options.rounds * 30) {
            let begin = processorNanoseconds()
            for number in 0..<fixes {
                scene.pass(milliseconds: 1000)
                consume(scene.fix(at: way[number % way.count]))
            }
            samples.add(nanoseconds: processorNanoseconds() - begin)
        }
        let perSecond = Double(fixes) / (samples.median / 1e9)
        var report = Report(name, what, unit: "1/s")
        report.set("median", perSecond)
        report.set("most", Double(fixes) / (samples.least / 1e9))
        report.set("rounds", samples.count)
        report.reference(
            "bare verdicts of the same fixes on the same circles", Double(fixes) / (bare.median / 1e9), of: perSecond)
        report.goal("at least 200000", isMet: perSecond >= 200_000)
        report.emit()
    }

    /// Twenty circles on a ring; the way runs along it and crosses their lines.
    private static func ring(round home: Coordinate) throws(BenchError) -> [Fence] {
        try BenchError.wrap("defining fences") {
            try (0..<20).map { number in
                let center = Geodesic.destination(from: home, bearing: Double(number) * 18, distance: 3000)
                return Fence(
                    id: FenceID("ring-\(number)"), shape: .circle(try Circle(center: center, radius: 200)),
                    reports: [.enter, .exit])
            }
        }
    }

    private static func verdicts(_ fences: [Fence], _ way: [Coordinate], _ bench: Bench) throws(BenchError) -> Samples {
        let circles = fences.map { (SurfacePoint($0.shape.enclosingCircle.center), $0.shape.enclosingCircle.radius) }
        var samples = Samples()
        for _ in 0..<(bench.options.rounds * 30) {
            var inside = 0
            let begin = processorNanoseconds()
            for number in 0..<fixes {
                let position = SurfacePoint(way[number % way.count])
                for (center, radius) in circles {
                    let verdict = Verdict(
                        distanceToCenter: position.distance(to: center), radius: radius, accuracy: 5)
                    if verdict == .inside { inside += 1 }
                }
            }
            samples.add(nanoseconds: processorNanoseconds() - begin)
            consume(inside)
        }
        return samples
    }
}
