import BenchSupport
import Foundation
import GeofenceEngine
import LocationCore

/// A process that the system has just started: does one thing with a store and prints, as one JSON object, how long it took,
/// what is resident then, and the slice.
///
///     geofence-wake snapshot|rows|reading|nothing STORE LATITUDE LONGITUDE
///
/// It has the engine and nothing else in it, so that its memory is the engine's.
@main struct GeofenceWake {
    private static let wanted = 19
    private static let now = Timestamp(milliseconds: 1_783_339_200_000)

    private struct Outcome {
        let nanoseconds: Int
        let resident: Int
        let own: Int
        var slice: [Int64] = []

        init(since begin: Int) throws(BenchError) {
            nanoseconds = monotonicNanoseconds() - begin
            resident = try ResidentMemory.bytes()
            own = try ResidentMemory.ownBytes()
        }
    }

    static func main() {
        do throws(BenchError) {
            print(try answer(Array(CommandLine.arguments.dropFirst())).text)
        } catch {
            FileHandle.standardError.write(Data("geofence-wake: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func answer(_ arguments: [String]) throws(BenchError) -> JSONValue {
        guard arguments.count == 4, let kind = WakeKind(rawValue: arguments[0]), let latitude = Double(arguments[2]),
            let longitude = Double(arguments[3])
        else { throw .failed("it takes snapshot, rows, reading or nothing, a store, a latitude and a longitude") }
        let position = try BenchError.wrap("where it is") { try Coordinate(latitude: latitude, longitude: longitude) }
        let outcome = try BenchError.wrap("a cold start") { try wake(kind, arguments[1], position) }
        var answer: JSONObject = [
            "nanoseconds": .double(Double(outcome.nanoseconds)), "bytes": .integer(Int64(outcome.resident)),
            "own": .integer(Int64(outcome.own)),
        ]
        if !outcome.slice.isEmpty { answer["slice"] = .string(outcome.slice.map(String.init).joined(separator: " ")) }
        return .object(answer)
    }

    private static func wake(_ kind: WakeKind, _ path: String, _ position: Coordinate) throws -> Outcome {
        let begin = monotonicNanoseconds()
        switch kind {
        case .nothing: return try Outcome(since: begin)
        case .reading:
            let database = try Database(path: path)
            let sums = try database.query(
                "SELECT ordinal, latitude, longitude, radius FROM geofences ORDER BY ordinal"
            ) { (row) throws(StoreError) in
                try Double(row.integer(0)) + row.real(1) + row.real(2) + row.real(3)
            }
            return try withExtendedLifetime(sums) { try Outcome(since: begin) }
        case .snapshot, .rows:
            let store = try EngineStore(at: StoreLocation(path: path), now: now)
            let loaded = try store.load(usingSnapshot: kind == .snapshot)
            guard var set = loaded.durable.sets[GeofenceEngine.appSet], set.isMapped == (kind == .snapshot) else {
                throw BenchError.failed("the snapshot was \(loaded.snapshot)")
            }
            let ranking = Ranking(from: position, rules: SliceRules(), clamp: nil)
            let slice = set.nearest(wanted, by: ranking).map(\.stored.ordinal)
            guard !set.isDamaged else { throw BenchError.failed("the snapshot is damaged") }
            // Before anything is let go of.
            var outcome = try withExtendedLifetime((set, store)) { try Outcome(since: begin) }
            outcome.slice = slice
            return outcome
        }
    }
}
