import GeofenceEngine
import LocationCore
import LocationSimulator
import Testing

@testable import BGeoAdapter

/// What a fence may be, and very many of them.
@MainActor @Suite struct `CASE validation and bulk` {
    struct Row: Sendable, CustomTestStringConvertible {
        let field: String
        let value: Double
        let isAccepted: Bool
        var testDescription: String { "\(field) \(value) \(isAccepted ? "accepted" : "rejected")" }

        init(_ field: String, _ value: Double, _ isAccepted: Bool) {
            self.field = field
            self.value = value
            self.isAccepted = isAccepted
        }

        /// The fence with that field.
        func fence(_ id: String) -> CaseFence {
            CaseFence(
                id: field == "id" ? (isAccepted ? " " : "") : id, latitude: field == "lat" ? value : 52.2297,
                longitude: field == "lon" ? value : 21.0122, radius: field == "r" ? value : 150,
                on: field == "notify" ? "" : "EX")
        }
    }

    @Test(arguments: [
        Row("r", 0, false), Row("r", -5, false), Row("r", .nan, false), Row("r", .infinity, false),
        Row("r", 0.0001, true), Row("r", 1e308, true), Row("lat", 90, true), Row("lat", -90, true),
        Row("lat", 90.0000001, false), Row("lon", 180, true), Row("lon", -180, true), Row("lon", 180.0000001, false),
        Row("lat", .nan, false), Row("id", 0, false), Row("notify", 0, false), Row("id", 0, true),
    ])
    func `CASE-133 validation limits`(_ row: Row) async throws {
        let before = CaseFence(id: "x", latitude: 10, longitude: 10, radius: 200)
        try await CaseRun.run(
            #"{"fences": [{"id": "x", "lat": 10, "lon": 10, "r": 200}], "steps": [{"t": 0, "note": "add"}]}"#,
            on: .bgeo,
            checks: [
                .atEnd { run in
                    let fence = row.fence("x")
                    do {
                        try await run.subject.add([fence])
                        #expect(row.isAccepted)
                        #expect(
                            await run.stored().last.map { [$0.latitude, $0.longitude, $0.radius] } == [
                                fence.latitude, fence.longitude, fence.radius,
                            ])
                    } catch let error as BGeoError {
                        #expect(!row.isAccepted && error.code == "INVALID_GEOFENCE")
                        let stored = await run.stored()
                        #expect(stored.map(\.id) == ["x"] && stored.map(\.radius) == [before.radius])
                    }
                }
            ])
    }

    /// A tenth of the case's fences; the numbers of milliseconds and bytes are the benchmarks'.
    @Test(arguments: [Scenario.API.engine, .bgeo])
    func `CASE-063 twenty thousand fences`(_ api: Scenario.API) async throws {
        let commits = Locked(0)
        var commitsBefore = 0
        try await CaseRun.run(
            #"""
            {
              "fences": [],
              "steps": [
                {"t": 0, "os": "kill"},
                {"t": 0, "os": "launch"},
                {"t": 0, "note": "from here on commits are counted"},
                {"t": 0, "call": "addGeofences", "with": {"gen": "grid", "prefix": "n", "n": 2000, "center": [52.2297, 21.0122], "spacing": 300, "r": 100, "extras": {"k": 1}}},
                {"t": 10, "fix": [52.2297, 21.0122, 8]},
                {"t": 20, "fix": [52.2301497, 21.0122, 8]},
                {"t": 30, "fix": [52.2328476, 21.0122, 8]},
                {"t": 40, "call": "getGeofences"},
                {"t": 50, "call": "removeGeofences"}
              ]
            }
            """#, on: api,
            checks: [
                .at(40) { run in
                    let stored = await run.stored()
                    #expect(stored.count == 2000 && Set(stored.map(\.id)).count == 2000)
                    #expect(stored.allSatisfy { $0.extras == ["k": 1] })
                },
                .at(51) { run in
                    #expect(await run.stored().isEmpty)
                    #expect(await run.subject.watched().fences.isEmpty)
                },
                .atEnd { #expect($0.mostWatched == 19) },
            ]
        ) { run, step in
            if step["os"] == "kill" {
                let faults = StoreFaults { _ in
                    commits.withLock { $0 += 1 }
                    return .proceed
                }
                (run.subject as? EngineSubject)?.faults = faults
                run.bgeoSubject?.faults = faults
            }
            if step["note"] != nil { commitsBefore = commits.withLock { $0 } }
            guard step["call"] == "addGeofences" else { return false }
            try await run.perform(step)
            // The fences, and what the listener was told about the slice.
            #expect((1...2).contains(commits.withLock { $0 } - commitsBefore))
            return true
        }
    }
}
