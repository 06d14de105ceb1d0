import LocationCore
import Testing

/// Polygons are decided by fixes, and their enclosing circle is only a reason to look.
@MainActor @Suite struct `CASE polygons on a phone` {
    @Test(arguments: [Scenario.API.engine])
    func `CASE-042 dwell in a polygon`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "fences": [
                {"id": "yard", "ring": [[52.2297, 21.0122], [52.2314986, 21.0122], [52.2314986, 21.0151366], [52.2297, 21.0151366]], "on": "EXD", "loiteringDelay": 600000}
              ],
              "steps": [
                {"t": 0, "fix": [52.2277922, 21.0090854, 5]},
                {"t": 10, "os": "enter", "id": "yard", "ts": 10},
                {"t": 10, "fix": [52.2293184, 21.0115771, 5]},
                {"t": 300, "fix": [52.2303359, 21.0132382, 5]},
                {"t": 890, "fix": [52.2303359, 21.0132382, 5]},
                {"t": 901, "fix": [52.2303995, 21.0133421, 5]}
              ],
              "expect": [
                {"ev": "ENTER", "id": "yard", "at": 300},
                {"ev": "DWELL", "id": "yard", "after": 900, "by": 901}
              ],
              "forbid": ["DWELL before t=900"]
            }
            """#, on: api)
    }

    @Test(arguments: [Scenario.API.engine])
    func `CASE-047 polygon after a relaunch inside the circle`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "fences": [
                {"id": "lot", "ring": [[52.2297, 21.0122], [52.2332973, 21.0122], [52.2332973, 21.013081], [52.2297, 21.013081]], "note": "400 m by 60 m; circle radius about 202 m"}
              ],
              "steps": [
                {"t": 0, "fix": [52.2314983, 21.0126404, 5]},
                {"t": 60, "os": "kill"},
                {"t": 100, "move": [52.2314986, 21.0144025]},
                {"t": 500, "os": "launch"},
                {"t": 501, "fix": [52.2314986, 21.0144025, 5]},
                {"t": 511, "fix": [52.2314986, 21.0144025, 5]},
                {"t": 600, "fix": [52.2314983, 21.0126404, 5]}
              ],
              "expect": [
                {"ev": "ENTER", "id": "lot", "at": 0},
                {"ev": "EXIT", "id": "lot", "after": 501, "by": 511},
                {"ev": "ENTER", "id": "lot", "at": 600}
              ]
            }
            """#, on: api)
    }

    @Test(arguments: [Scenario.API.engine])
    func `CASE-088 circle events are not polygon events`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "fences": [
                {"id": "lot", "ring": [[52.2297, 21.0122], [52.2332973, 21.0122], [52.2332973, 21.013081], [52.2297, 21.013081]]}
              ],
              "steps": [
                {"t": 0, "fix": [52.2296918, 21.0562485, 8]},
                {"t": 100, "os": "enter", "id": "lot", "ts": 100},
                {"t": 100, "fix": [52.2314986, 21.0144025, 8]},
                {"t": 160, "fix": [52.2314912, 21.014654, 8]},
                {"t": 200, "os": "exit", "id": "lot", "ts": 200},
                {"t": 200, "fix": [52.2337464, 21.0236452, 8]},
                {"t": 500, "fix": [52.2314983, 21.0126404, 5]},
                {"t": 700, "os": "exit", "id": "lot", "ts": 700}
              ],
              "expect": [
                {"ev": "ENTER", "id": "lot", "at": 500},
                {"ev": "EXIT", "id": "lot", "at": 700}
              ],
              "forbid": ["any event before t=500"]
            }
            """#, on: api)
    }

    @Test(arguments: [Scenario.API.engine])
    func `CASE-089 polygon larger than the OS allows`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "env": {"maximumRegionMonitoringDistance": 10000},
              "fences": [
                {"id": "county", "ring": [[52.0, 20.8], [52.0, 21.2], [52.4, 21.2], [52.4, 20.8]]}
              ],
              "steps": [
                {"t": 0, "fix": [52.2297, 21.0122, 8]},
                {"t": 600, "fix": [52.3735913, 21.0122, 8]},
                {"t": 601, "os": "exit", "id": "county", "ts": 601, "note": "exit of the clamped circle, if the SDK registered one"},
                {"t": 1200, "fix": [52.4545301, 21.0122, 8]},
                {"t": 1210, "fix": [52.4563287, 21.0122, 8]}
              ],
              "expect": [
                {"ev": "ENTER", "id": "county", "at": 0},
                {"ev": "EXIT", "id": "county", "after": 1200, "by": 1210}
              ],
              "forbid": ["EXIT before t=1200"]
            }
            """#, on: api,
            checks: [
                .at(0) { run in #expect(run.registered == []) },
                .atEnd { run in
                    let reasons = await run.subject.explain("county")
                    #expect(reasons.contains { $0.contains("judged from fixes alone") }, "\(reasons)")
                },
            ]
        ) { run, step in
            // The system tells nothing about a region that it was not given.
            step["os"] == "exit" && run.registered.isEmpty
        }
    }
}
