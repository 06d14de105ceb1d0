import CIOAdapter
import Foundation
import GeofenceEngine
import LocationCore

/// Decoding and ranking a download, against Foundation's `JSONSerialization` reading the same bytes.
enum CIODownloads {
    @Sendable static func run(_ bench: Bench) async throws(BenchError) {
        try decode(bench, "cio-decode", count: 100_000, goal: 2e9)
        try decode(bench, "cio-decode-1000", count: 1000, goal: 20e6)
    }

    private static func decode(_ bench: Bench, _ name: String, count: Int, goal: Double) throws(BenchError) {
        let body = Self.body(bench, count)
        let data = Data(body)
        var decoding = Samples()
        var whole = Samples()
        var theirs = Samples()
        for _ in 0..<bench.options.rounds {
            var scene = Self.scene()
            let begin = ContinuousClock.now
            let read = try BenchError.wrap("decoding") { try NearestResponse(body: body) }
            decoding.add(begin.duration(to: .now))
            let change = FenceChange(
                set: GeofenceEngine.appSet, kind: .replaceAll(read.fences),
                rank: RankRequest(anchor: bench.fences.places[0].coordinate))
            let step = scene.step(.fences(change))
            whole.add(begin.duration(to: .now))
            guard read.fences.count == count, read.dropped.isEmpty else {
                throw .failed("\(read.fences.count) of \(count) fences were read")
            }
            guard step.effects.contains(where: { if case .register = $0 { true } else { false } }) else {
                throw .failed("nothing was registered")
            }
            try theirs.measure { () throws(BenchError) in
                consume(try BenchError.wrap("reading") { try JSONSerialization.jsonObject(with: data) })
            }
        }
        var report = Report(
            name, "decoding, checking and ranking a download of \(count) fences, Customer.io", unit: "ms")
        report.set("data", bench.fences.source)
        report.set("megabytes", Double(body.count) / 1e6)
        report.value(whole, per: 1e6)
        report.set("decodeMedian", decoding.median / 1e6)
        report.reference(
            "JSONSerialization reading the same bytes into objects", theirs.median / 1e6, of: whole.median / 1e6)
        report.goal("at most \(Int(goal / 1e6)) ms", isMet: whole.median <= goal)
        report.emit()
    }

    /// A core for a person who was just identified.
    private static func scene() -> Scene {
        var scene = Scene(
            policy: CIOPolicy.policy(ServerConfig()), format: NoRecords(), fences: [], reports: .crossings)
        _ = scene.step(.person("person", values: [:]))
        return scene
    }

    private static func body(_ bench: Bench, _ count: Int) -> [UInt8] {
        let places = bench.fences.places
        let entries = (0..<count).map { index -> JSONValue in
            let place = places[index % places.count]
            return [
                "id": .string("\(place.name)-\(index)"), "name": .string(place.name),
                "latitude": .double(place.coordinate.latitude), "longitude": .double(place.coordinate.longitude),
                "radius": .double(SampleFences.radius), "transition_types": ["enter", "exit"],
                "last_updated": .integer(1_750_000_000),
            ]
        }
        return JSONValue.object(["geofences": .array(entries)]).bytes()
    }
}
