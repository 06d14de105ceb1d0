import BenchSupport
import GeofenceEngine
import LocationCore

/// What building an index over a million circles needs of memory at most, in a process of its own.
enum BuildingMemory {
    static let childFlag = "--building-memory"

    private static let count = 1_000_000

    @Sendable static func run(_ bench: Bench) async throws(BenchError) {
        var peaks = Samples()
        var finals = Samples()
        for _ in 0..<bench.options.rounds {
            let answer = try Child.runSelf([childFlag, "\(bench.options.seed)"])
            guard let peak = answer["peak"]?.int64Value, let index = answer["index"]?.int64Value else {
                throw .failed("a child said \(answer)")
            }
            peaks.add(nanoseconds: Double(peak) / Double(count))
            finals.add(nanoseconds: Double(index) / Double(count))
        }
        var report = Report(
            "index-peak", "the most memory while an index is built, made-up circles", unit: "bytes a fence")
        report.value(peaks, per: 1)
        report.reference("the index itself", finals.median, of: peaks.median)
        report.goal("at most 40, twice the 20 of the index", isMet: peaks.median <= 40)
        report.emit()
    }

    static func runChild(_ arguments: [String]) throws(BenchError) {
        guard arguments.count == 1, let seed = UInt64(arguments[0]) else {
            throw .usage("\(childFlag) is for the benchmark itself")
        }
        // Once small, so that what every process needs is there.
        consume(index(1000, seed))
        let before = try ResidentMemory.bytes()
        let index = index(count, seed)
        let peak = try ResidentMemory.peakBytes() - before
        print(JSONValue.object(["peak": .integer(Int64(peak)), "index": .integer(Int64(index.byteCount))]).text)
    }

    private static func index(_ count: Int, _ seed: UInt64) -> PackedIndex {
        var bits = SeededBits(seed: seed)
        return PackedIndex(count: count) { _ in
            PackedIndex.Circle(
                center: SurfacePoint(
                    Coordinate(checkedLatitude: bits.unit() * 170 - 85, longitude: bits.unit() * 360 - 180)),
                radius: 50 + bits.unit() * 950)
        }
    }
}
