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

    static let benchmarks: [(name: String, run: @Sendable (Bench) async throws(BenchError) -> Void)] = [
        ("add", AddingFences.run),
        ("fix", FixCost.run),
        ("slices", Slices.run),
        ("fix-whole", WholeFix.run),
        ("ranking", Rankings.run),
        ("polygons", Polygons.run),
        ("engine", EnginePath.run),
        ("commits", Commits.run),
        ("commit-bursts", CommitBursts.run),
        ("memory", MemoryUse.run),
        ("cold-start", ColdStart.run),
        ("index-peak", BuildingMemory.run),
        ("throughput", Throughput.run),
        ("distance", Distances.run),
        ("json", JSONSpeed.run),
        ("beekon", BeekonLists.run),
        ("cio", CIODownloads.run),
    ]
}

/// What every benchmark is handed.
struct Bench {
    let options: Options
    let fences: SampleFences
    let folder: Scratch
}
