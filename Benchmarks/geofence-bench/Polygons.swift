import BenchSupport
import Foundation
import GeofenceEngine
import LocationCore

/// Which points lie in polygons, by the exact predicate.
///
/// With `PEER_DATA` on the files that the other engines are measured with, else on made-up ones.
enum Polygons {
    @Sendable static func run(_ bench: Bench) async throws(BenchError) {
        let data = PeerData()
        for count in [10, 100, 1000, 10_000] {
            let (ring, points) = try data.map { data throws(BenchError) in try star(data, count) } ?? made(count, bench)
            try one(ring, points, count, data == nil ? "synthetic" : "star_\(count).gfp", bench)
        }
        if let data { try zones(data, bench) }
    }

    private static func star(_ data: PeerData, _ count: Int) throws(BenchError) -> ([Coordinate], [Coordinate]) {
        guard let ring = try data.polygons("star_\(count).gfp").first?.first else { throw .failed("no ring") }
        return (ring, try data.columns("starq_\(count).gfx").coordinates)
    }

    /// A ring with bays, and points over a little more than its box.
    private static func made(_ count: Int, _ bench: Bench) -> ([Coordinate], [Coordinate]) {
        var bits = SeededBits(seed: bench.options.seed)
        let ring = (0..<count).map { vertex in
            let angle = 2 * Double.pi * (Double(vertex) + 0.8 * bits.unit()) / Double(count)
            let radius = 0.05 * (0.7 + 0.2 * sin(5 * angle) + 0.1 * bits.unit())
            return Coordinate(checkedLatitude: 48.2 + radius * sin(angle), longitude: 16.4 + 1.5 * radius * cos(angle))
        }
        let points = (0..<100_000).map { _ in
            Coordinate(
                checkedLatitude: 48.2 + (bits.unit() - 0.5) * 0.12, longitude: 16.4 + (bits.unit() - 0.5) * 0.18)
        }
        return (ring, points)
    }

    private static func polygon(_ rings: [[Coordinate]]) throws(BenchError) -> FenceShape {
        try BenchError.wrap("making a polygon") {
            .polygon(try Polygon(shell: rings[0], holes: Array(rings.dropFirst())))
        }
    }

    private static func one(
        _ ring: [Coordinate], _ points: [Coordinate], _ count: Int, _ source: String, _ bench: Bench
    ) throws(BenchError) {
        let shape = try polygon([ring])
        var building = Samples()
        let prepared = building.measuring { PreparedShape(shape) }
        var samples = Samples()
        var inside = 0
        for _ in 0..<bench.options.rounds {
            let begin = monotonicNanoseconds()
            inside = 0
            for point in points where prepared.contains(point) { inside += 1 }
            samples.add(nanoseconds: Double(monotonicNanoseconds() - begin) / Double(points.count))
        }
        var report = Report("polygon-\(count)", "whether a point lies in a polygon of \(count) vertices", unit: "ns")
        report.set("data", source)
        report.value(samples, per: 1)
        report.set("inside", Double(inside) / Double(points.count))
        report.set("preparingMilliseconds", building.median / 1e6)
        report.emit()
    }

    private static func zones(_ data: PeerData, _ bench: Bench) throws(BenchError) {
        let shapes = try data.polygons("zones.gfp").map { rings throws(BenchError) in try polygon(rings) }
        let points = try data.columns("zonesq.gfx").coordinates
        var building = Samples()
        var set = FenceSet()
        let begin = monotonicNanoseconds()
        set = FenceSet(
            shapes.enumerated().map { number, shape in
                StoredFence(
                    fence: Fence(id: FenceID("z\(number)"), shape: shape, reports: [.enter]),
                    ordinal: Int64(number + 1), revision: 0, shapeRevision: 0)
            })
        consume(set.fences(within: 0, of: points[0]))
        building.add(nanoseconds: Double(monotonicNanoseconds() - begin))
        var touching = Samples()
        touching.measuring { for point in points { consume(set.fences(within: 0, of: point)) } }
        var hits = 0
        let times = try QueryTimes(points.count, passes: 3) { number throws(BenchError) in
            hits += set.ordinals(within: 0, of: points[number]).count
        }
        var report = Report("zones-\(shapes.count)", "which of the zones contain a point", unit: "ns")
        report.set("data", "zones.gfp")
        report.value(times, per: 1)
        report.set("hits", Double(hits) / Double(3 * points.count))
        report.set("buildMilliseconds", building.median / 1e6)
        report.set("firstPassMilliseconds", touching.median / 1e6)
        report.emit()
    }
}
