import LocationCore
import Testing

/// The first side, and the same thing told twice.
@MainActor @Suite struct `CASE initial trigger and duplicates` {
    @Test(arguments: [Scenario.API.bgeo])
    func `CASE-019 initial trigger switched off`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "config": {"geofenceInitialTriggerEntry": false},
              "fences": [
                {"id": "home", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EX"}
              ],
              "steps": [
                {"t": 0, "fix": [52.2297899, 21.0122, 8]},
                {"t": 1, "os": "state", "id": "home", "state": "inside"},
                {"t": 2, "os": "enter", "id": "home", "ts": 1},
                {"t": 100, "os": "exit", "id": "home", "ts": 100},
                {"t": 100, "fix": [52.2332973, 21.0122, 8]},
                {"t": 110, "fix": [52.2337469, 21.0122, 8]},
                {"t": 120, "fix": [52.2341966, 21.0122, 8]},
                {"t": 300, "os": "enter", "id": "home", "ts": 300},
                {"t": 300, "fix": [52.2297899, 21.0122, 8]}
              ],
              "expect": [
                {"ev": "EXIT", "id": "home", "after": 100, "by": 120},
                {"ev": "ENTER", "id": "home", "at": 300}
              ],
              "forbid": ["ENTER home before t=300"]
            }
            """#, on: api)
    }

    @Test(arguments: [Scenario.API.bgeo, .beekon])
    func `CASE-020 adding one by one while inside the first`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "fences": [],
              "per": {"beekon": {"expect": [], "forbid": ["ENTER g0"]}},
              "steps": [
                {"t": 0, "fix": [52.2297, 21.0122, 8]},
                {"t": 1, "call": "addGeofence", "with": {"id": "g0", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EX"}},
                {"t": 2, "call": "addGeofence", "with": {"id": "g1", "lat": 52.2566796, "lon": 21.0122, "r": 150, "on": "EX"}},
                {"t": 3, "call": "addGeofence", "with": {"id": "g2", "lat": 52.2836592, "lon": 21.0122, "r": 150, "on": "EX"}},
                {"t": 4, "call": "addGeofence", "with": {"id": "g3", "lat": 52.3106388, "lon": 21.0122, "r": 150, "on": "EX"}},
                {"t": 5, "call": "addGeofence", "with": {"id": "g4", "lat": 52.3376184, "lon": 21.0122, "r": 150, "on": "EX"}},
                {"t": 10, "fix": [52.229718, 21.0122, 8]}
              ],
              "expect": [
                {"ev": "ENTER", "id": "g0", "by": 10}
              ],
              "forbid": ["second ENTER g0", "any event for g1..g4"]
            }
            """#, on: api)
    }

    @Test(arguments: [Scenario.API.bgeo, .beekon])
    func `CASE-021 same fences added again at every launch`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "fences": [
                {"id": "home", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EX"}
              ],
              "steps": [
                {"t": 0, "fix": [52.2297899, 21.0122, 8]},
                {"t": 100, "os": "kill"},
                {"t": 200, "os": "launch"},
                {"t": 201, "call": "start"},
                {"t": 202, "call": "addGeofence", "with": {"id": "home", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EX"}},
                {"t": 203, "fix": [52.2298079, 21.0122, 8]},
                {"t": 300, "os": "kill"},
                {"t": 400, "os": "launch"},
                {"t": 401, "call": "start"},
                {"t": 402, "call": "addGeofence", "with": {"id": "home", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EX"}},
                {"t": 403, "fix": [52.2297719, 21.0122, 8]}
              ],
              "expect": [
                {"ev": "ENTER", "id": "home", "at": 0}
              ],
              "forbid": ["second ENTER home"]
            }
            """#, on: api)
    }

    @Test(arguments: [Scenario.API.engine, .bgeo])
    func `CASE-022 resume wipes the inside state`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "fences": [
                {"id": "office", "lat": 52.2297, "lon": 21.0122, "r": 80, "on": "EX"}
              ],
              "steps": [
                {"t": 0, "fix": [52.2297899, 21.0122, 8]},
                {"t": 1000, "os": "kill"},
                {"t": 1005, "os": "launch"},
                {"t": 1006, "call": "ready"},
                {"t": 1008, "fix": [52.2298169, 21.0122, 9]},
                {"t": 2000, "os": "kill"},
                {"t": 2005, "os": "launch"},
                {"t": 2006, "call": "ready"},
                {"t": 2008, "fix": [52.2298259, 21.0122, 9]},
                {"t": 3000, "os": "kill"},
                {"t": 3005, "os": "launch"},
                {"t": 3006, "call": "ready"},
                {"t": 3008, "fix": [52.2298079, 21.0122, 9]},
                {"t": 4000, "os": "kill"},
                {"t": 4005, "os": "launch"},
                {"t": 4006, "call": "ready"},
                {"t": 4008, "fix": [52.2298169, 21.0122, 9]},
                {"t": 5000, "os": "kill"},
                {"t": 5005, "os": "launch"},
                {"t": 5006, "call": "ready"},
                {"t": 5008, "fix": [52.2298259, 21.0122, 9]},
                {"t": 30000, "fix": [52.232398, 21.0122, 8]},
                {"t": 30010, "fix": [52.2328476, 21.0122, 8]},
                {"t": 30020, "fix": [52.2332973, 21.0122, 8]}
              ],
              "expect": [
                {"ev": "ENTER", "id": "office", "at": 0},
                {"ev": "EXIT", "id": "office", "after": 30000, "by": 30020}
              ],
              "forbid": ["any other event"]
            }
            """#, on: api)
    }

    @Test(arguments: [Scenario.API.engine, .beekon])
    func `CASE-024 the same crossing delivered three times`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "fences": [
                {"id": "a", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EX"}
              ],
              "steps": [
                {"t": 0, "fix": [52.2386932, 21.0122, 8]},
                {"t": 100, "os": "enter", "id": "a", "ts": 99},
                {"t": 100.3, "os": "enter", "id": "a", "ts": 99},
                {"t": 101.9, "os": "enter", "id": "a", "ts": 99}
              ],
              "expect": [
                {"ev": "ENTER", "id": "a", "at": 99}
              ],
              "forbid": ["second ENTER a"]
            }
            """#, on: api)
    }

    @Test(arguments: [Scenario.API.engine, .bgeo])
    func `CASE-026 arrival invented from a remembered position`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "env": {"storedLastPosition": [52.2297, 21.0122], "storedAgeS": 86400},
              "fences": [],
              "steps": [
                {"t": 0, "os": "launch"},
                {"t": 1, "call": "addGeofence", "with": {"id": "new", "lat": 52.2297, "lon": 21.0122, "r": 200, "on": "EX"}},
                {"t": 30, "fix": [52.2288802, 21.4526799, 10]}
              ],
              "expect": [],
              "forbid": ["ENTER new"]
            }
            """#, on: api)
    }

    @Test(arguments: [Scenario.API.engine, .bgeo])
    func `CASE-027 exit overtakes the synthetic enter`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "env": {"osRegistrationLatencyS": 4},
              "fences": [
                {"id": "a", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EX"}
              ],
              "steps": [
                {"t": 0, "fix": [52.2297899, 21.0122, 8]},
                {"t": 9, "fix": [52.2297899, 21.0122, 8]},
                {"t": 10, "call": "refreshRegistrations"},
                {"t": 11, "os": "exit", "id": "a", "ts": 11},
                {"t": 12, "fix": [52.2332973, 21.0122, 8]},
                {"t": 30, "fix": [52.2341966, 21.0122, 8]}
              ],
              "expect": [
                {"ev": "ENTER", "id": "a", "at": 0},
                {"ev": "EXIT", "id": "a", "at": 11}
              ],
              "forbid": ["ENTER a after t=11"]
            }
            """#, on: api)
    }

    @Test(arguments: [Scenario.API.engine, .beekon])
    func `CASE-028 exit reported only on the way back in`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "fences": [
                {"id": "home", "lat": 52.2297, "lon": 21.0122, "r": 200, "on": "EX"}
              ],
              "steps": [
                {"t": 0, "os": "enter", "id": "home", "ts": 0},
                {"t": 0, "fix": [52.2297899, 21.0122, 8]},
                {"t": 7200, "os": "exit", "id": "home", "ts": 300},
                {"t": 7200.1, "os": "enter", "id": "home", "ts": 7199},
                {"t": 7200.2, "fix": [52.2299698, 21.0122, 20]}
              ],
              "expect": [
                {"ev": "ENTER", "id": "home", "at": 0},
                {"ev": "EXIT", "id": "home", "at": 300},
                {"ev": "ENTER", "id": "home", "at": 7199}
              ]
            }
            """#, on: api)
    }

    @Test(arguments: [Scenario.API.engine])
    func `CASE-029 exits in a row`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "fences": [
                {"id": "a", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EX"}
              ],
              "steps": [
                {"t": 0, "fix": [52.2297899, 21.0122, 8]},
                {"t": 100, "os": "exit", "id": "a", "ts": 100},
                {"t": 101, "fix": [52.232398, 21.0122, 8]},
                {"t": 111, "fix": [52.2328476, 21.0122, 8]},
                {"t": 140, "os": "exit", "id": "a", "ts": 139},
                {"t": 150, "fix": [52.2341966, 21.0122, 8]}
              ],
              "expect": [
                {"ev": "ENTER", "id": "a", "at": 0},
                {"ev": "EXIT", "id": "a", "at": 100}
              ],
              "forbid": ["second EXIT a"]
            }
            """#, on: api)
    }

    @Test(arguments: [Scenario.API.bgeo, .beekon])
    func `CASE-030 outside at registration`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "fences": [
                {"id": "far", "lat": 52.3106388, "lon": 21.0122, "r": 150, "on": "EX"}
              ],
              "steps": [
                {"t": 0, "fix": [52.2297, 21.0122, 8]},
                {"t": 1, "os": "state", "id": "far", "state": "outside"},
                {"t": 60, "fix": [52.229745, 21.0122, 8]}
              ],
              "expect": [],
              "forbid": ["EXIT far"]
            }
            """#, on: api)
    }

    @Test(arguments: [Scenario.API.bgeo])
    func `CASE-031 stop, then start, while inside`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "fences": [
                {"id": "home", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EX"}
              ],
              "steps": [
                {"t": 0, "call": "start"},
                {"t": 1, "fix": [52.2297899, 21.0122, 8]},
                {"t": 100, "call": "stop"},
                {"t": 150, "fix": [52.2297899, 21.0122, 8]},
                {"t": 200, "call": "start"},
                {"t": 201, "fix": [52.2297899, 21.0122, 8]},
                {"t": 300, "os": "kill"},
                {"t": 310, "os": "launch"},
                {"t": 311, "fix": [52.2297899, 21.0122, 8]}
              ],
              "expect": [
                {"ev": "ENTER", "id": "home", "at": 1},
                {"ev": "ENTER", "id": "home", "after": 200, "by": 201}
              ],
              "forbid": ["any event while stopped", "ENTER after the relaunch"]
            }
            """#, on: api,
            forbidden: [
                "any event while stopped": {
                    $0.subject.told.contains { (100_000..<200_000).contains($0.deliveredAt) }
                },
                "ENTER after the relaunch": { $0.subject.told.contains { $0.deliveredAt >= 310_000 } },
            ])
    }

    @Test(arguments: [Scenario.API.engine, .bgeo])
    func `CASE-032 crossing inside a re-registration window`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "env": {"osRegistrationLatencyS": 5},
              "config": {"geofenceInitialTriggerEntry": false},
              "fences": [
                {"id": "site", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EX"}
              ],
              "steps": [
                {"t": 0, "fix": [52.2314986, 21.0122, 8]},
                {"t": 10, "call": "refreshRegistrations"},
                {"t": 12, "move": [52.2298799, 21.0122]},
                {"t": 20, "fix": [52.2298799, 21.0122, 8]}
              ],
              "expect": [
                {"ev": "ENTER", "id": "site", "after": 12, "by": 20}
              ]
            }
            """#, on: api)
    }
}
