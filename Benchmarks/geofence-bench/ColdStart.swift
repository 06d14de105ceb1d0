import BenchSupport
import Foundation
import GeofenceEngine
import LocationCore

/// A process that the system has just started, up to the first slice: with a snapshot, with the rows alone, and reading the
/// rows without doing anything with them. Each figure comes from a process of geofence-wake, with the files in the page
/// cache.
enum ColdStart {
    @Sendable static func run(_ bench: Bench) async throws(BenchError) {
        let program = Bundle.main.executableURL?.deletingLastPathComponent().appending(path: "geofence-wake")
        guard let program, FileManager.default.isExecutableFile(atPath: program.path) else {
            let message = "cold-start is left out: geofence-wake is not built (swift build -c release)\n"
            FileHandle.standardError.write(Data(message.utf8))
            return
        }
        let (count, source, position, path) = try prepare(bench)
        var times: [WakeKind: Samples] = [:]
        var memory: [WakeKind: Samples] = [:]
        var own: [WakeKind: Samples] = [:]
        var answers: Set<String> = []
        for _ in 0..<bench.options.rounds {
            for kind in WakeKind.allCases {
                let answer = try Child.run(
                    program, [kind.rawValue, path, "\(position.latitude)", "\(position.longitude)"])
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
        func time(_ kind: WakeKind) -> Samples { times[kind] ?? Samples() }
        func mebibytes(_ kind: WakeKind) -> Double { (memory[kind]?.median ?? .nan) / 1_048_576 }
        func ownMebibytes(_ kind: WakeKind) -> Double { (own[kind]?.median ?? .nan) / 1_048_576 }

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
}
