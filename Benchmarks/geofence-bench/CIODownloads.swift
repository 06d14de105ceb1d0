import CIOAdapter
import Foundation
import LocationCore

/// Decoding a download of 100,000 fences, against Foundation's `JSONSerialization` reading the same bytes.
enum CIODownloads {
    private static let count = 100_000

    @Sendable static func run(_ bench: Bench) async throws(BenchError) {
        let body = Self.body(bench)
        let data = Data(body)
        var ours = Samples()
        var theirs = Samples()
        for _ in 0..<bench.options.rounds {
            let read = try ours.measure { () throws(BenchError) in
                try BenchError.wrap("decoding") { try NearestResponse(body: body) }
            }
            guard read.fences.count == count, read.dropped.isEmpty else {
                throw .failed("\(read.fences.count) of \(count) fences were read")
            }
            try theirs.measure { () throws(BenchError) in
                consume(try BenchError.wrap("reading") { try JSONSerialization.jsonObject(with: data) })
            }
        }
        var report = Report(
            "cio-decode", "decoding and checking a download of \(count) fences, Customer.io", unit: "ms")
        report.set("data", bench.fences.source)
        report.set("megabytes", Double(body.count) / 1e6)
        report.value(ours, per: 1e6)
        report.reference(
            "JSONSerialization reading the same bytes into objects", theirs.median / 1e6, of: ours.median / 1e6)
        report.emit()
    }

    private static func body(_ bench: Bench) -> [UInt8] {
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
