import LocationCore
import Testing

/// When a stay becomes a dwell.
@MainActor @Suite struct `CASE dwell timers` {
    @Test(arguments: [Scenario.API.bgeo])
    func `CASE-033 timer dies while the app is suspended`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "fences": [
                {"id": "home", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EXD", "loiteringDelay": 600000}
              ],
              "steps": [
                {"t": 0, "fix": [52.2297899, 21.0122, 8]},
                {"t": 60, "os": "suspend"},
                {"t": 1500, "os": "wake", "reason": "significantChange"},
                {"t": 1500, "fix": [52.2298799, 21.0122, 30]}
              ],
              "expect": [
                {"ev": "ENTER", "id": "home", "at": 0},
                {"ev": "DWELL", "id": "home", "at": 1500}
              ],
              "forbid": ["second DWELL home"]
            }
            """#, on: api)
    }

    @Test(arguments: [Scenario.API.bgeo])
    func `CASE-034 dwell before its time`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "fences": [
                {"id": "park", "lat": 52.2297, "lon": 21.0122, "r": 500, "on": "EXD", "loiteringDelay": 900000}
              ],
              "steps": [
                {"t": 0, "fix": [52.2297899, 21.0122, 8]},
                {"t": 120, "fix": [52.2302396, 21.0122, 8]},
                {"t": 130, "os": "motionChange", "moving": false},
                {"t": 200, "os": "motionChange", "moving": true},
                {"t": 300, "fix": [52.2314986, 21.0122, 8]},
                {"t": 899, "fix": [52.2305993, 21.0122, 8]},
                {"t": 905, "fix": [52.2305993, 21.0122, 8]}
              ],
              "expect": [
                {"ev": "ENTER", "id": "park", "at": 0},
                {"ev": "DWELL", "id": "park", "after": 900, "by": 905}
              ],
              "forbid": ["DWELL before t=900"]
            }
            """#, on: api)
    }

    @Test(arguments: [Scenario.API.bgeo])
    func `CASE-035 killed and relaunched, still inside`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "fences": [
                {"id": "gym", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EXD", "loiteringDelay": 600000}
              ],
              "steps": [
                {"t": 0, "fix": [52.2297899, 21.0122, 8]},
                {"t": 60, "os": "kill"},
                {"t": 900, "os": "launch"},
                {"t": 901, "call": "start"},
                {"t": 902, "fix": [52.2298349, 21.0122, 10]},
                {"t": 1000, "os": "kill"},
                {"t": 1100, "os": "launch"},
                {"t": 1101, "fix": [52.2298079, 21.0122, 10]}
              ],
              "expect": [
                {"ev": "ENTER", "id": "gym", "at": 0},
                {"ev": "DWELL", "id": "gym", "after": 900, "by": 902}
              ],
              "forbid": ["second DWELL gym", "second ENTER gym"]
            }
            """#, on: api)
    }

    @Test(arguments: [Scenario.API.bgeo])
    func `CASE-036 left while the app was dead`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "fences": [
                {"id": "cafe", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EXD", "loiteringDelay": 600000}
              ],
              "steps": [
                {"t": 0, "fix": [52.2297899, 21.0122, 8]},
                {"t": 60, "os": "kill"},
                {"t": 300, "move": [52.2476864, 21.0122]},
                {"t": 900, "os": "launch", "reason": "regionExit"},
                {"t": 900, "os": "exit", "id": "cafe", "ts": 310},
                {"t": 901, "fix": [52.2476864, 21.0122, 10]}
              ],
              "expect": [
                {"ev": "ENTER", "id": "cafe", "at": 0},
                {"ev": "EXIT", "id": "cafe", "at": 310}
              ],
              "forbid": ["DWELL cafe"]
            }
            """#, on: api)
    }

    @Test(arguments: [Scenario.API.engine, .bgeo])
    func `CASE-038 reboot during the dwell`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "fences": [
                {"id": "a", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EXD", "loiteringDelay": 600000}
              ],
              "steps": [
                {"t": 0, "fix": [52.2297899, 21.0122, 8]},
                {"t": 300, "os": "reboot"},
                {"t": 1200, "os": "launch"},
                {"t": 1201, "call": "start"},
                {"t": 1202, "fix": [52.2297899, 21.0122, 8]}
              ],
              "expect": [
                {"ev": "ENTER", "id": "a", "at": 0},
                {"ev": "DWELL", "id": "a", "after": 1200, "by": 1202}
              ],
              "forbid": ["second ENTER a"]
            }
            """#, on: api)
    }

    @Test(arguments: [Scenario.API.bgeo])
    func `CASE-039 dwell-only fence`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "fences": [
                {"id": "lot", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "D", "loiteringDelay": 600000}
              ],
              "steps": [
                {"t": 0, "fix": [52.2297899, 21.0122, 8]},
                {"t": 300, "fix": [52.2298799, 21.0122, 8]},
                {"t": 601, "fix": [52.2298349, 21.0122, 8]},
                {"t": 700, "fix": [52.2332973, 21.0122, 8]},
                {"t": 710, "fix": [52.2337469, 21.0122, 8]},
                {"t": 720, "fix": [52.2341966, 21.0122, 8]}
              ],
              "expect": [
                {"ev": "DWELL", "id": "lot", "after": 600, "by": 601}
              ],
              "forbid": ["ENTER lot", "EXIT lot"]
            }
            """#, on: api)
    }

    @Test(arguments: [Scenario.API.bgeo])
    func `CASE-040 delay values at the edges`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "fences": [
                {"id": "zero", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "D", "loiteringDelay": 0},
                {"id": "neg", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "D", "loiteringDelay": -1},
                {"id": "none", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "D"},
                {"id": "month", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "D", "loiteringDelay": 2592000000}
              ],
              "steps": [
                {"t": 0, "fix": [52.2297899, 21.0122, 8]},
                {"t": 299, "fix": [52.2297899, 21.0122, 8]},
                {"t": 301, "fix": [52.2297899, 21.0122, 8]},
                {"t": 2591000, "fix": [52.2297899, 21.0122, 8]},
                {"t": 2592001, "fix": [52.2297899, 21.0122, 8]}
              ],
              "expect": [
                {"ev": "DWELL", "id": "zero", "after": 300, "by": 301},
                {"ev": "DWELL", "id": "neg", "after": 300, "by": 301},
                {"ev": "DWELL", "id": "none", "after": 300, "by": 301},
                {"ev": "DWELL", "id": "month", "after": 2592000, "by": 2592001}
              ],
              "forbid": ["DWELL month before t=2592000"]
            }
            """#, on: api)
    }

    @Test(arguments: [Scenario.API.bgeo])
    func `CASE-041 overwrite with another delay while inside`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "fences": [
                {"id": "a", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EXD", "loiteringDelay": 600000}
              ],
              "steps": [
                {"t": 0, "fix": [52.2297899, 21.0122, 8]},
                {"t": 300, "call": "addGeofence", "with": {"id": "a", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EXD", "loiteringDelay": 1200000}},
                {"t": 650, "fix": [52.2297899, 21.0122, 8]},
                {"t": 1201, "fix": [52.2297899, 21.0122, 8]},
                {"t": 1900, "fix": [52.2297899, 21.0122, 8]}
              ],
              "expect": [
                {"ev": "ENTER", "id": "a", "at": 0},
                {"ev": "DWELL", "id": "a", "after": 1200, "by": 1201}
              ],
              "forbid": ["second DWELL a", "second ENTER a"]
            }
            """#, on: api)
    }
}
