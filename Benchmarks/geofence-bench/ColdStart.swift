import Foundation
import GeofenceEngine
import LocationCore

/// A process that the system has just started, up to the first slice: with a snapshot, with the rows alone, and reading the
/// rows without doing anything with them. Each figure comes from a process of its own, with the files in the page cache.
enum ColdStart {
    static let childFlag = "--cold-start"

    private enum Kind: String, CaseIterable {
        case snapshot
        case rows
        /// Ordinal, place and radius of each row, as another engine would need them.
        case reading
        /// Nothing at all: what a process has in memory before it begins.
        case nothing
    }

    private static let wanted = 19

    @Sendable static func run(_ bench: Bench) async throws(BenchError) {
        let (count, source, position, path) = try prepare(bench)
        var times: [Kind: Samples] = [:]
        var memory: [Kind: Samples] = [:]
        var own: [Kind: Samples] = [:]
        var answers: Set<String> = []
        for _ in 0..<bench.options.rounds {
            for kind in Kind.allCases {
                let answer = try Child.runSelf([
                    childFlag, kind.rawValue, path, "\(position.latitude)", "\(position.longitude)",
                ])
                guard let nanoseconds = answer["nanoseconds"]?.doubleValue, let bytes = answer["bytes"]?.int64Value,
                    let ownBytes = answer["own"]?.int64Value
                else { throw .failed("a child said \(answer)") }
                times[kind, default: Samples()].add(nanoseconds: nanoseconds)
                memory[kind, default: Samples()].add(nanoseconds: Double(bytes))
                own[kind, default: Samples()].add(nanoseconds: Double(ownBytes))
                if let slice = answer["slice"]?.stringValue { answers.insert(slice) }
            }
        }
        guard answers.count == 1 else { throw .failed("snapshot and rows answer differently: \(answers)") }
        func time(_ kind: Kind) -> Samples { times[kind] ?? Samples() }
        func mebibytes(_ kind: Kind) -> Double { (memory[kind]?.median ?? .nan) / 1_048_576 }
        func ownMebibytes(_ kind: Kind) -> Double { (own[kind]?.median ?? .nan) / 1_048_576 }

        var report = Report(
            "cold-start-\(count)", "from opening the store to the first exact slice, with a snapshot", unit: "ms")
        report.set("data", source)
        report.value(time(.snapshot), per: 1e6)
        report.reference(
            "reading the rows through SQLite alone", time(.reading).median / 1e6, of: time(.snapshot).median / 1e6)
        report.set("timesFasterThanReading", time(.reading).median / time(.snapshot).median)
        report.set("withoutSnapshot", time(.rows).median / 1e6)
        report.set("timesFasterThanWithout", time(.rows).median / time(.snapshot).median)
        report.emit()

        var resident = Report("cold-start-memory-\(count)", "resident memory of that process then", unit: "MiB")
        resident.set("data", source)
        resident.set("rounds", bench.options.rounds)
        resident.set("median", mebibytes(.snapshot))
        resident.reference("the same without the snapshot", mebibytes(.rows), of: mebibytes(.snapshot))
        resident.set("beforeAnything", mebibytes(.nothing))
        resident.set("withoutPagesOfFiles", ownMebibytes(.snapshot))
        resident.set("withoutPagesOfFilesBefore", ownMebibytes(.nothing))
        resident.goal("at most 30 MB", isMet: mebibytes(.snapshot) * 1.048576 <= 30)
        resident.emit()
    }

    private static func prepare(
        _ bench: Bench
    ) throws(BenchError) -> (count: Int, source: String, position: Coordinate, path: String) {
        let world: SliceWorld
        if let data = PeerData() {
            world = try SliceWorld(data, "clustered", 1_000_000, isPoints: false)
        } else {
            world = SliceWorld(seed: bench.options.seed, count: 200_000)
        }
        let path = bench.folder.file("cold-start.db")
        let set = world.set
        try BenchError.wrap("writing a store") {
            let store = try EngineStore(at: StoreLocation(path: path), now: Bench.start.wall)
            defer { store.close() }
            try store.commit(set.fences.map { .putFence(set: GeofenceEngine.appSet, $0) }, isPrecious: true)
            _ = try store.load()
            let begin = monotonicNanoseconds()
            guard try store.writeSnapshot(of: [GeofenceEngine.appSet: set], lineage: "bench", seed: 1) else {
                throw BenchError.failed("no snapshot was written")
            }
            var report = Report("snapshot-write-\(set.count)", "writing a snapshot, index included", unit: "ms")
            var samples = Samples()
            samples.add(nanoseconds: Double(monotonicNanoseconds() - begin))
            report.value(samples, per: 1e6)
            let bytes = try Data(contentsOf: URL(filePath: path + "-fences"), options: .alwaysMapped).count
            report.set("bytesPerFence", Double(bytes) / Double(set.count))
            report.emit()
        }
        return (set.count, world.source, world.walk[0], path)
    }

    /// The child: does one of them and prints how long it took and what is resident.
    static func runChild(_ arguments: [String]) throws(BenchError) {
        guard arguments.count == 4, let kind = Kind(rawValue: arguments[0]), let latitude = Double(arguments[2]),
            let longitude = Double(arguments[3])
        else { throw .usage("\(childFlag) is for the benchmark itself") }
        let position = Coordinate(checkedLatitude: latitude, longitude: longitude)
        let ranking = Ranking(from: position, rules: SliceRules(), clamp: nil)
        var slice: [Int64] = []
        let begin = monotonicNanoseconds()
        let (elapsed, bytes, own) = try BenchError.wrap("a cold start") { () throws -> (Int64, Int, Int) in
            switch kind {
            case .nothing: break
            case .reading:
                let database = try Database(path: arguments[1])
                let sums = try database.query(
                    "SELECT ordinal, latitude, longitude, radius FROM geofences ORDER BY ordinal"
                ) { (row) throws(StoreError) in
                    try Double(row.integer(0)) + row.real(1) + row.real(2) + row.real(3)
                }
                consume(sums)
            case .snapshot, .rows:
                let store = try EngineStore(at: StoreLocation(path: arguments[1]), now: Bench.start.wall)
                let loaded = try store.load(usingSnapshot: kind == .snapshot)
                guard var set = loaded.durable.sets[GeofenceEngine.appSet], set.isMapped == (kind == .snapshot) else {
                    throw BenchError.failed("the snapshot was \(loaded.snapshot)")
                }
                slice = set.nearest(wanted, by: ranking).map(\.stored.ordinal)
                guard !set.isDamaged else { throw BenchError.failed("the snapshot is damaged") }
                let elapsed = Int64(monotonicNanoseconds() - begin)
                // Before anything is let go of.
                return try withExtendedLifetime((set, store)) {
                    (elapsed, try ResidentMemory.bytes(), try ResidentMemory.ownBytes())
                }
            }
            return (
                Int64(monotonicNanoseconds() - begin), try ResidentMemory.bytes(), try ResidentMemory.ownBytes()
            )
        }
        var answer: JSONObject = [
            "nanoseconds": .double(Double(elapsed)), "bytes": .integer(Int64(bytes)), "own": .integer(Int64(own)),
        ]
        if !slice.isEmpty { answer["slice"] = .string(slice.map(String.init).joined(separator: " ")) }
        print(JSONValue.object(answer).text)
    }
}
