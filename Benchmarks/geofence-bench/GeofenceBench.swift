import BenchSupport
import Foundation

/// Measures the engine, each figure with a reference from the same run, and prints a JSON object a line.
@main struct GeofenceBench {
    static func main() async {
        do throws(BenchError) {
            let arguments = Array(CommandLine.arguments.dropFirst())
            if arguments.first == MemoryUse.childFlag {
                try await MemoryUse.runChild(Array(arguments.dropFirst()))
                return
            }
            if arguments.first == CIODownloads.childFlag {
                try CIODownloads.runChild(Array(arguments.dropFirst()))
                return
            }
            if arguments.first == BuildingMemory.childFlag {
                try BuildingMemory.runChild(Array(arguments.dropFirst()))
                return
            }
            let options = try Options(arguments)
            if options.listsOnly {
                for benchmark in benchmarks { print(benchmark.name) }
                return
            }
            let folder = try Scratch()
            let bench = Bench(options: options, fences: try SampleFences(seed: options.seed), folder: folder)
            for benchmark in benchmarks where options.includes(benchmark.name) { try await benchmark.run(bench) }
        } catch {
            FileHandle.standardError.write(Data("geofence-bench: \(error)\n".utf8))
            exit(1)
        }
    }

    static let benchmarks = [
        Benchmark("add", AddingFences.run),
        Benchmark("fix", FixCost.run),
        Benchmark("slices", Slices.run),
        Benchmark("fix-whole", WholeFix.run),
        Benchmark("ranking", Rankings.run),
        Benchmark("polygons", Polygons.run),
        Benchmark("engine", EnginePath.run),
        Benchmark("commits", Commits.run),
        Benchmark("commit-bursts", CommitBursts.run),
        Benchmark("memory", MemoryUse.run),
        Benchmark("cold-start", ColdStart.run),
        Benchmark("index-peak", BuildingMemory.run),
        Benchmark("throughput", Throughput.run),
        Benchmark("distance", Distances.run),
        Benchmark("json", JSONSpeed.run),
        Benchmark("beekon", BeekonLists.run),
        Benchmark("cio", CIODownloads.run),
    ]
}

/// One thing that is measured.
///
/// A struct, because a tuple with a function of a typed error cannot be an element of an array before macOS 15.
struct Benchmark: Sendable {
    /// The word on the command line.
    let name: String
    private let body: @Sendable (Bench) async throws(BenchError) -> Void

    init(_ name: String, _ body: @escaping @Sendable (Bench) async throws(BenchError) -> Void) {
        self.name = name
        self.body = body
    }

    /// Measures, and prints what was measured.
    func run(_ bench: Bench) async throws(BenchError) { try await body(bench) }
}

/// What every benchmark is handed.
struct Bench {
    let options: Options
    let fences: SampleFences
    let folder: Scratch
}
