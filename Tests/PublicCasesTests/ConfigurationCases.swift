import LocationCore
import Testing

/// Options and limits.
@MainActor @Suite struct `CASE radius clamp and configuration at runtime` {
    @Test(arguments: [Scenario.API.bgeo])
    func `CASE-131 initial trigger ignores the clamp`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "env": {"maximumRegionMonitoringDistance": 10000},
              "config": {"disableLocationFilter": true},
              "fences": [
                {"id": "region", "lat": 52.2297, "lon": 21.0122, "r": 50000, "on": "EX"}
              ],
              "steps": [
                {"t": 0, "fix": [52.4095641, 21.0122, 10]},
                {"t": 1, "call": "getGeofences"},
                {"t": 100, "fix": [52.3106388, 21.0122, 10]},
                {"t": 110, "fix": [52.3106388, 21.0122, 10]},
                {"t": 200, "fix": [52.3376184, 21.0122, 10]},
                {"t": 210, "fix": [52.342115, 21.0122, 10]},
                {"t": 220, "fix": [52.3466116, 21.0122, 10]}
              ],
              "expect": [
                {"ev": "ENTER", "id": "region", "after": 100, "by": 110},
                {"ev": "EXIT", "id": "region", "after": 200, "by": 220}
              ],
              "forbid": ["ENTER region at t=0"]
            }
            """#, on: api,
            checks: [
                .atEnd { run in
                    #expect(await run.stored().map(\.radius) == [50000])
                    let journal = try await run.subject.journal()
                    #expect(journal.contains { $0.contains("10000 m") && $0.contains("50000 m") }, "\(journal)")
                }
            ])
    }

    @Test(arguments: [Scenario.API.bgeo])
    func `CASE-144 proximity radius changed while running`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "fences": [
                {"id": "n", "lat": 52.2359909, "lon": 21.0122, "r": 100, "on": "EX"},
                {"id": "m", "lat": 52.2458878, "lon": 21.0122, "r": 100, "on": "EX"},
                {"id": "f", "lat": 52.2701694, "lon": 21.0122, "r": 100, "on": "EX"}
              ],
              "steps": [
                {"t": 0, "fix": [52.2297, 21.0122, 8]},
                {"t": 10, "call": "setConfig", "geofenceProximityRadius": 100},
                {"t": 20, "call": "setConfig", "geofenceProximityRadius": 2000},
                {"t": 30, "call": "setConfig", "geofenceProximityRadius": 10000},
                {"t": 40, "call": "setConfig", "geofenceProximityRadius": 1000}
              ]
            }
            """#, on: api,
            checks: [
                .at(0) { #expect($0.foldedChanges == ["n"]) },
                .atEnd { run in
                    let later = run.subject.changes.filter { $0.elapsed >= 10_000 }
                    #expect(later.map(\.elapsed) == [10_000, 20_000, 30_000, 40_000])
                    #expect(later.map { $0.on.sorted() } == [[], ["m", "n"], ["f"], []])
                    #expect(later.map { $0.off.sorted() } == [["n"], [], [], ["f", "m"]])
                    #expect(run.told.isEmpty)
                },
            ])
    }

    @Test(arguments: [Scenario.API.bgeo])
    func `CASE-147 initial trigger toggled later`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "config": {"geofenceInitialTriggerEntry": false},
              "fences": [
                {"id": "a", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EX"}
              ],
              "steps": [
                {"t": 0, "fix": [52.2297899, 21.0122, 8]},
                {"t": 10, "call": "setConfig", "geofenceInitialTriggerEntry": true},
                {"t": 11, "fix": [52.2297899, 21.0122, 8]},
                {"t": 20, "call": "addGeofence", "with": {"id": "b", "lat": 52.2298799, "lon": 21.0122, "r": 150, "on": "EX"}},
                {"t": 21, "fix": [52.2297899, 21.0122, 8]}
              ],
              "expect": [
                {"ev": "ENTER", "id": "b", "after": 20, "by": 21}
              ],
              "forbid": ["ENTER a"]
            }
            """#, on: api)
    }
}
