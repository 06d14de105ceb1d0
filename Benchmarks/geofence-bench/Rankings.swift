import BenchSupport
import GeofenceEngine
import LocationCore

/// How often the nearest fences are others than by the full geodesic from coordinates, over very many fixes.
enum Rankings {
    private static let fixes = 50_000

    @Sendable static func run(_ bench: Bench) async throws(BenchError) {
        guard let data = PeerData() else { return }
        for distribution in ["uniform", "clustered"] {
            var world = try SliceWorld(data, distribution, 100_000, isPoints: false)
            try compare(&world, try data.columns("hard.gfx").coordinates, bench)
        }
    }

    private static func compare(_ world: inout SliceWorld, _ hard: [Coordinate], _ bench: Bench) throws(BenchError) {
        let fences = world.set.fences
        let points = fences.map(\.center)
        let radii = fences.map(\.enclosing.radius)
        let places = world.walk + world.jumps + hard
        var bits = SeededBits(seed: bench.options.seed)
        var edges = [Double](repeating: 0, count: points.count)
        var wrong = [19: 0, 99: 0]
        for number in 0..<fixes {
            let base = places[number % places.count]
            // The places themselves first, then others up to some kilometres away.
            let position =
                number < places.count
                ? base
                : Geodesic.destination(from: base, bearing: 360 * bits.unit(), distance: 5000 * bits.unit())
            let anchor = SurfacePoint(position)
            for fence in points.indices { edges[fence] = anchor.chord(to: points[fence]) - radii[fence] }
            let ranking = Ranking(from: position, rules: SliceRules(), clamp: nil)
            for wanted in [19, 99] {
                let found = world.set.nearestOrdinals(wanted, by: ranking)
                // No geodesic of fewer than 2000 km is 1 % longer than its chord.
                let farthest = found.map { max(0, edges[Int($0) - 1]) }.max() ?? 0
                let reach = farthest * 1.02 + 2 * 1000 + 10
                let rivals = edges.indices.filter { edges[$0] <= reach }.map { fence in
                    let metres = Geodesic.distance(from: position, to: fences[fence].enclosing.center) - radii[fence]
                    return (Ranking.wholeMetres(max(0, metres)), fences[fence].ordinal)
                }
                let expected = rivals.sorted { $0 < $1 }.prefix(wanted).map(\.1)
                if found != expected { wrong[wanted, default: 0] += 1 }
            }
        }
        var report = Report(
            "ranking-\(world.name)", "fixes whose nearest fences, in order, are others than by the full geodesic",
            unit: "1")
        report.set("data", world.source)
        report.set("fixes", fixes)
        report.set("wrong19", wrong[19] ?? 0)
        report.set("wrong99", wrong[99] ?? 0)
        report.goal("none", isMet: wrong.values.allSatisfy { $0 == 0 })
        report.emit()
    }
}
