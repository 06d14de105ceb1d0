import Foundation
import GeofenceEngine
import LocationCore
import LocationSimulator
import PhoneBench
import Testing

/// Random lives, each out of a seed that a failure names. `GEOFENCING_LIVES` raises their number.
@Suite("Random lives") struct LivesTests {
    static let count = ProcessInfo.processInfo.environment["GEOFENCING_LIVES"].flatMap { UInt64($0) } ?? 25

    /// The first seed, to look at one life alone.
    static let first = ProcessInfo.processInfo.environment["GEOFENCING_FIRST_LIFE"].flatMap { UInt64($0) } ?? 1

    /// With AppleLocation in between, each run is about one way to watch regions.
    static let profiles = Backend.current.isPlain ? PhoneProfile.allCases : [Backend.current.profile]

    @Test(arguments: profiles, Life.Manner.allCases)
    func `no region too many, no transition lost, doubled or early`(
        _ profile: PhoneProfile, _ manner: Life.Manner
    ) async throws {
        for seed in Self.first..<(Self.first + Self.count) {
            do {
                var life = try Life(seed: seed, manner: manner, profile: profile)
                try await life.run(steps: 40)
                try await life.check()
            } catch {
                Issue.record(error, "life \(seed), \(manner), \(profile)")
            }
        }
    }

    @Test(
        .enabled(if: Backend.current.isPlain, "with AppleLocation in between two threads take turns as they come"),
        arguments: PhoneProfile.allCases)
    func `the same seed gives the same transcript, the same journal and the same rows`(
        _ profile: PhoneProfile
    ) async throws {
        for seed in 1...3 as ClosedRange<UInt64> {
            var traces: [[String]] = []
            for _ in 0..<2 {
                var life = try Life(seed: seed, manner: .bgeo, profile: profile)
                try await life.run(steps: 40)
                let engine = try await life.bench.engine()
                let journal = try await engine.journal(limit: 2000).map {
                    "\($0.at) \($0.fence?.text ?? "") \($0.text)"
                }
                life.bench.phone.killApp()
                traces.append([life.bench.phone.transcript] + journal + (try Self.rows(life.bench.path)))
            }
            #expect(traces[0] == traces[1], "seed \(seed)")
        }
    }

    /// Every row of every table that the engine keeps.
    private static func rows(_ path: String) throws -> [String] {
        let database = try Database(path: path)
        defer { database.close() }
        let queries = [
            "SELECT ordinal || identifier || revision FROM geofences ORDER BY 1",
            "SELECT ordinal || body FROM geofence_state ORDER BY 1",
            "SELECT position || region_id || latitude || asked_at FROM regions ORDER BY 1",
            "SELECT id || uuid || body FROM locations ORDER BY 1", "SELECT key || value FROM kv ORDER BY 1",
        ]
        return try queries.flatMap { query in
            try database.query(query) { (row) throws(StoreError) in try row.text(0) }
        }
    }
}
