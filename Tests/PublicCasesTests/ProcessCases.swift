import LocationCore
import Testing

@testable import BGeoAdapter

/// What outlives the process.
@MainActor @Suite struct `CASE process death and reboot` {
    @Test(arguments: [Scenario.API.bgeo, .beekon])
    func `CASE-044 cold launch by the event itself`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "env": {"storeLoadLatencyS": 1.5},
              "config": {"geofenceProximityRadius": 5000},
              "fences": [
                {"id": "a", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EX"}
              ],
              "steps": [
                {"t": 0, "call": "start"},
                {"t": 1, "fix": [52.2386932, 21.0122, 8]},
                {"t": 100, "os": "kill"},
                {"t": 500, "os": "launch", "reason": "regionEnter"},
                {"t": 500.01, "os": "enter", "id": "a", "ts": 499},
                {"t": 503, "fix": [52.2298799, 21.0122, 15]}
              ],
              "expect": [
                {"ev": "ENTER", "id": "a", "at": 499}
              ]
            }
            """#, on: api)
    }

    @Test(arguments: [Scenario.API.bgeo, .beekon])
    func `CASE-045 launch by event must not empty the set`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "config": {"geofenceProximityRadius": 5000},
              "fences": [
                {"id": "a", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EX"},
                {"id": "b", "lat": 52.2350959, "lon": 21.0122, "r": 150, "on": "EX"},
                {"id": "c", "lat": 52.2377939, "lon": 21.0122, "r": 150, "on": "EX"}
              ],
              "steps": [
                {"t": 0, "call": "start"},
                {"t": 1, "fix": [52.2566796, 21.0122, 8]},
                {"t": 50, "os": "userSwipesAway"},
                {"t": 500, "os": "launch", "reason": "regionEnter"},
                {"t": 500, "os": "enter", "id": "a", "ts": 499},
                {"t": 505, "call": "getGeofences"},
                {"t": 600, "os": "kill"},
                {"t": 900, "os": "launch", "reason": "regionExit"},
                {"t": 900, "os": "exit", "id": "a", "ts": 899}
              ],
              "expect": [
                {"ev": "ENTER", "id": "a", "at": 499},
                {"ev": "EXIT", "id": "a", "at": 899}
              ]
            }
            """#, on: api,
            checks: [
                .at(505) { run in
                    #expect(await run.stored().map(\.id) == ["a", "b", "c"])
                    #expect(Set(run.registered).isSuperset(of: run.regionIDs.values))
                    #expect(run.regionIDs.count == 3)
                }
            ])
    }

    @Test(arguments: [Scenario.API.bgeo])
    func `CASE-050 listener attached late`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "fences": [
                {"id": "a", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EX"}
              ],
              "steps": [
                {"t": 0, "os": "launch", "reason": "regionEnter"},
                {"t": 0.1, "os": "enter", "id": "a", "ts": 0},
                {"t": 5, "call": "subscribe"},
                {"t": 100, "os": "exit", "id": "a", "ts": 100}
              ],
              "expect": [
                {"ev": "ENTER", "id": "a", "at": 0, "deliveredAt": ">=5"},
                {"ev": "EXIT", "id": "a", "at": 100}
              ]
            }
            """#, on: api)
    }

    @Test(arguments: [Scenario.API.engine, .bgeo])
    func `CASE-051 crossing missed during a long sleep`(_ api: Scenario.API) async throws {
        // After so long a silence a second fix must agree; the enter bears the time of the first. (AMD-03)
        try await CaseRun.run(
            #"""
            {
              "fences": [
                {"id": "home", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EX"}
              ],
              "steps": [
                {"t": 0, "fix": [52.274666, 21.0122, 8]},
                {"t": 60, "os": "suspend"},
                {"t": 3600, "move": [52.2298799, 21.0122]},
                {"t": 90000, "os": "foreground"},
                {"t": 90001, "fix": [52.2298799, 21.0122, 10]},
                {"t": 90006, "fix": [52.2298799, 21.0122, 10]}
              ],
              "expect": [
                {"ev": "ENTER", "id": "home", "after": 90000, "by": 90001}
              ]
            }
            """#, on: api)
    }

    @Test(arguments: [Scenario.API.bgeo])
    func `CASE-052 after a reboot, without the app being opened`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "config": {"geofenceProximityRadius": 5000, "startOnBoot": true},
              "fences": [
                {"id": "a", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EX"}
              ],
              "steps": [
                {"t": 0, "fix": [52.2386932, 21.0122, 8]},
                {"t": 100, "os": "reboot"},
                {"t": 400, "os": "launch", "reason": "regionEnter"},
                {"t": 400, "os": "enter", "id": "a", "ts": 399}
              ],
              "expect": [
                {"ev": "ENTER", "id": "a", "at": 399}
              ]
            }
            """#, on: api)
        // Stopped before the reboot, nothing comes; with no fence there is nothing to come.
        for others: JSONObject in [
            [
                "steps": [
                    ["t": 0, "fix": [52.2386932, 21.0122, 8]], ["t": 50, "call": "stop"],
                    ["t": 100, "os": "reboot"], ["t": 400, "os": "launch", "reason": "regionEnter"],
                    ["t": 400, "os": "enter", "id": "a", "ts": 399],
                ]
            ],
            ["fences": [], "steps": [["t": 100, "os": "reboot"], ["t": 400, "os": "launch"]]],
        ] {
            let quiet: JSONObject = ["expect": [], "env": ["monitor": "os"]]
            try await CaseRun.run(
                #"{"config": {"startOnBoot": true}, "fences": [{"id": "a", "lat": 52.2297, "lon": 21.0122, "r": 150}]}"#,
                on: api, with: JSONObject(Array(quiet) + Array(others)),
                checks: [.atEnd { #expect(!$0.registered.contains { $0 != BGeoConfiguration.wakeRegionID }) }])
        }
    }
}
