import BGeoAdapter
import BenchSupport
import Foundation
import LocationCore

/// What stored fences take of memory, against an engine without any. Each figure comes from a process of its own.
enum MemoryUse {
    static let childFlag = "--memory-of"

    private enum Kind: String {
        /// The engine opens a file that holds the fences.
        case opened
        /// The engine was handed the fences by this process.
        case added
        /// The same list was made, and nothing added.
        case listed
    }

    @Sendable static func run(_ bench: Bench) async throws(BenchError) {
        let full = try bench.folder.folder("memory-full")
        _ = try await AddingFences.add(bench.fences.geofences(), in: full)
        let seed = "\(bench.options.seed)"
        var figures: [String: Samples] = [:]
        for round in 0..<bench.options.rounds {
            for name in ["full", "empty", "added", "listed"] {
                let kind: Kind = name == "added" ? .added : name == "listed" ? .listed : .opened
                let folder = name == "full" ? full : try bench.folder.folder("memory-\(name)-\(round)")
                let answer = try Child.runSelf([childFlag, kind.rawValue, folder.path, seed])
                guard let bytes = answer["bytes"]?.int64Value else { throw .failed("a child said \(answer)") }
                figures[name, default: Samples()].add(nanoseconds: Double(bytes))
            }
        }
        func median(_ name: String) -> Double { (figures[name]?.median ?? .nan) / 1_048_576 }
        emit(
            "memory", "resident memory of an engine that opened \(SampleFences.count) fences", median("full"),
            "an engine that opened an empty file", median("empty"), bench)
        emit(
            "memory-added", "resident memory of a process that made a list of the fences and added them",
            median("added"),
            "a process that made the list only", median("listed"), bench)
    }

    private static func emit(
        _ name: String, _ what: String, _ value: Double, _ referenceIs: String, _ reference: Double, _ bench: Bench
    ) {
        var report = Report(name, what, unit: "MiB")
        report.set("data", bench.fences.source)
        report.set("rounds", bench.options.rounds)
        report.set("median", value)
        report.reference(referenceIs, reference, of: value)
        report.set("above", value - reference)
        report.goal("at most 40 MB above", isMet: (value - reference) * 1.048576 <= 40)
        report.emit()
    }

    /// The child: brings an engine to the state that is asked for, and prints what is resident.
    static func runChild(_ arguments: [String]) async throws(BenchError) {
        guard arguments.count == 3, let kind = Kind(rawValue: arguments[0]), let seed = UInt64(arguments[2]) else {
            throw .usage("\(childFlag) is for the benchmark itself")
        }
        let folder = URL(filePath: arguments[1])
        let still = StillDevice()
        let bytes = try await BenchError.wrap("an engine of its own") {
            try await BackgroundGeolocation.isolated(on: still.device, folder: folder) { () async throws -> Int in
                if kind != .opened {
                    let geofences = try SampleFences(seed: seed).geofences()
                    if kind == .added { try await BackgroundGeolocation.addGeofences(geofences) }
                    consume(geofences)
                }
                try await BackgroundGeolocation.start()
                return try ResidentMemory.bytes()
            }
        }
        print(JSONValue.object(["bytes": .integer(Int64(bytes))]).text)
    }
}
