import BenchSupport
import Foundation
import LocationCore

/// What a distance costs, against the sphere's formula.
enum Distances {
    @Sendable static func run(_ bench: Bench) async throws(BenchError) {
        var bits = SeededBits(seed: bench.options.seed)
        let pairs = (0..<2000).map { _ -> (Coordinate, Coordinate) in
            let start = bench.fences.places[Int(bits.next() % UInt64(bench.fences.places.count))].coordinate
            let end = Geodesic.destination(from: start, bearing: bits.unit() * 360, distance: 10 + bits.unit() * 40_000)
            return (start, end)
        }
        let points = pairs.map { (SurfacePoint($0.0), SurfacePoint($0.1)) }
        let sphere = each(pairs, bench) { haversine($0.0, $0.1) }
        emit(
            "distance-quick", "a distance below 50 km between prepared points",
            each(points, bench) { $0.0.distance(to: $0.1) }, sphere)
        emit(
            "distance-exact", "the same by the full geodesic",
            each(pairs, bench) { Geodesic.distance(from: $0.0, to: $0.1) }, sphere)
        if let data = PeerData() { try references(data, bench) }
    }

    private struct Reference {
        let start: Coordinate
        let end: Coordinate
        let metres: Double
    }

    /// Time and error on geodesics that were computed with 40 digits.
    private static func references(_ data: PeerData, _ bench: Bench) throws(BenchError) {
        var kinds: [(name: Substring, rows: [Reference])] = []
        for line in try data.text("georef.csv").split(whereSeparator: \.isNewline).dropFirst() {
            let fields = line.split(separator: ",")
            let numbers = fields.dropFirst().compactMap { Double($0) }
            guard numbers.count == 6,
                let start = try? Coordinate(latitude: numbers[0], longitude: numbers[1]),
                let end = try? Coordinate(latitude: numbers[2], longitude: numbers[3])
            else { throw .failed("not a geodesic: \(line)") }
            if kinds.last?.name != fields[0] { kinds.append((fields[0], [])) }
            kinds[kinds.count - 1].rows.append(Reference(start: start, end: end, metres: numbers[5]))
        }
        for (name, all) in kinds {
            // Near the antipode some lines of the file are not the shortest.
            let rows = all.filter { Geodesic.distance(from: $0.start, to: $0.end) > $0.metres - 1e-6 }
            let exact = each(rows, bench) { Geodesic.distance(from: $0.start, to: $0.end) }
            let points = rows.map { (SurfacePoint($0.start), SurfacePoint($0.end)) }
            let prepared = each(points, bench) { $0.0.distance(to: $0.1) }
            let both = each(rows, bench) { SurfacePoint($0.start).distance(to: SurfacePoint($0.end)) }
            func most(_ distance: (Reference) -> Double) -> Double {
                rows.map { abs(distance($0) - $0.metres) }.max() ?? 0
            }
            var report = Report("geodesic-\(name)", "the length of a geodesic from coordinates", unit: "ns")
            report.set("data", "georef.csv")
            report.set("lines", rows.count)
            report.value(exact, per: 1)
            report.set("errorNanometres", most { Geodesic.distance(from: $0.start, to: $0.end) } * 1e9)
            report.set("medianOfPoints", prepared.median)
            report.set("medianOfPointsMadeAnew", both.median)
            report.set(
                "errorOfPointsNanometres", most { SurfacePoint($0.start).distance(to: SurfacePoint($0.end)) } * 1e9)
            report.emit()
        }
    }

    /// Nanoseconds a call.
    private static func each<Element>(
        _ elements: [Element], _ bench: Bench, _ body: (Element) -> Double
    ) -> Samples {
        var samples = Samples()
        for _ in 0..<(bench.options.rounds * 3) {
            let begin = ContinuousClock.now
            var sum = 0.0
            for element in elements { sum += body(element) }
            let parts = begin.duration(to: .now).components
            consume(sum)
            samples.add(nanoseconds: Double(parts.attoseconds) * 1e-9 / Double(elements.count))
        }
        return samples
    }

    private static func emit(_ name: String, _ what: String, _ samples: Samples, _ sphere: Samples) {
        var report = Report(name, what, unit: "ns")
        report.value(samples, per: 1)
        report.reference("the haversine formula on a sphere, from coordinates", sphere.median, of: samples.median)
        report.emit()
    }

    private static func haversine(_ start: Coordinate, _ end: Coordinate) -> Double {
        let radian = Double.pi / 180
        let up = sin((end.latitude - start.latitude) * radian / 2)
        let along = sin((end.longitude - start.longitude) * radian / 2)
        let chord = up * up + cos(start.latitude * radian) * cos(end.latitude * radian) * along * along
        return 2 * 6_371_008.8 * asin(min(1, chord.squareRoot()))
    }
}
