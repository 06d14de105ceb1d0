import BenchSupport
import CIOAdapter
import Foundation
import GeofenceEngine
import LocationCore

/// Decoding and ranking a download, against Foundation's `JSONSerialization` reading the same bytes.
enum CIODownloads {
    @Sendable static func run(_ bench: Bench) async throws(BenchError) {
        try decode(bench, "cio-decode", count: 100_000, goal: 2e9)
        try decode(bench, "cio-decode-1000", count: 1000, goal: 20e6)
        try memory(bench, count: 100_000)
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

    /// The peak of a process that takes a download over, against one that only holds its bytes.
    private static func memory(_ bench: Bench, count: Int) throws(BenchError) {
        let body = Self.body(bench, count)
        let file = try bench.folder.folder("cio-memory").appending(path: "download.json")
        try BenchError.wrap("writing a download") {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(body).write(to: file)
        }
        var ranked = Samples()
        var held = Samples()
        for _ in 0..<bench.options.rounds {
            ranked.add(nanoseconds: try peak(of: file, ranking: "ranked", count))
            held.add(nanoseconds: try peak(of: file, ranking: "held", count))
        }
        var report = Report(
            "cio-memory", "peak memory of a process that decodes and ranks a download of \(count) fences, Customer.io",
            unit: "MB")
        report.set("data", bench.fences.source)
        report.set("megabytes", Double(body.count) / 1e6)
        report.value(ranked, per: 1e6)
        report.reference("a process that holds the same bytes", held.median / 1e6, of: ranked.median / 1e6)
        report.goal("at most 250 MB", isMet: ranked.median <= 250e6)
        report.emit()
    }

    private static func peak(of file: URL, ranking kind: String, _ count: Int) throws(BenchError) -> Double {
        let answer = try Child.runSelf([childFlag, kind, file.path, "\(count)"])
        guard let bytes = answer["bytes"]?.int64Value else { throw .failed("a child said \(answer)") }
        return Double(bytes)
    }

    static let childFlag = "--peak-of-download"

    /// The child: reads a download, takes it over if it is asked to, and prints the most that was resident.
    static func runChild(_ arguments: [String]) throws(BenchError) {
        guard arguments.count == 3, ["ranked", "held"].contains(arguments[0]), let count = Int(arguments[2]) else {
            throw .usage("\(childFlag) is for the benchmark itself")
        }
        let body = try BenchError.wrap("reading a download") {
            [UInt8](try Data(contentsOf: URL(filePath: arguments[1])))
        }
        if arguments[0] == "ranked" {
            var scene = Self.scene()
            let read = try BenchError.wrap("decoding") { try NearestResponse(body: body) }
            guard read.fences.count == count, let first = read.fences.first else {
                throw .failed("\(read.fences.count) of \(count) fences were read")
            }
            let anchor = first.shape.enclosingCircle.center
            let change = FenceChange(
                set: GeofenceEngine.appSet, kind: .replaceAll(read.fences), rank: RankRequest(anchor: anchor))
            consume(scene.step(.fences(change)))
            consume(read)
        }
        consume(body)
        print(JSONValue.object(["bytes": .integer(Int64(try ResidentMemory.peakBytes()))]).text)
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
