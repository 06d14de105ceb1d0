import LocationCore
import Testing

@testable import BGeoAdapter

/// Fixes at a boundary, good and bad.
@MainActor @Suite struct `CASE boundary jitter and accuracy` {
    @Test(arguments: [Scenario.API.engine, .bgeo, .beekon])
    func `CASE-001 jitter across a small boundary`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "fences": [
                {"id": "office", "lat": 52.2297, "lon": 21.0122, "r": 50, "on": "EX"}
              ],
              "steps": [
                {"t": 0, "fix": [52.2298799, 21.0122, 12]},
                {"t": 10, "fix": [52.2301676, 21.0122, 12]},
                {"t": 20, "fix": [52.2301227, 21.0122, 12]},
                {"t": 30, "fix": [52.2301766, 21.0122, 12]},
                {"t": 40, "fix": [52.2300957, 21.0122, 12]},
                {"t": 50, "fix": [52.2301946, 21.0122, 12]},
                {"t": 60, "fix": [52.2301137, 21.0122, 12]}
              ],
              "expect": [
                {"ev": "ENTER", "id": "office", "at": 0}
              ],
              "forbid": ["EXIT office"]
            }
            """#, on: api)
    }

    @Test(arguments: [Scenario.API.engine, .bgeo, .beekon])
    func `CASE-003 absurd accuracy while inside`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "fences": [
                {"id": "home", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EX"}
              ],
              "steps": [
                {"t": 0, "fix": [52.2298799, 21.0122, 10]},
                {"t": 60, "fix": [52.2377939, 21.0122, 17000]},
                {"t": 90, "fix": [52.2476864, 21.0122, 2500]},
                {"t": 120, "fix": [52.2299248, 21.0122, 10]}
              ],
              "expect": [
                {"ev": "ENTER", "id": "home", "at": 0}
              ],
              "forbid": ["EXIT home"]
            }
            """#, on: api)
    }

    @Test(arguments: [Scenario.API.engine])
    func `CASE-004 error circle that reaches a far fence`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "fences": [
                {"id": "gym", "lat": 52.2476864, "lon": 21.0122, "r": 100, "on": "EX"}
              ],
              "steps": [
                {"t": 0, "fix": [52.2297, 21.0122, 2500]},
                {"t": 60, "fix": [52.2297, 21.0122, 8]},
                {"t": 120, "fix": [52.2297, 21.0122, 2500]}
              ],
              "expect": [],
              "forbid": ["any event"]
            }
            """#, on: api)
    }

    @Test(arguments: [Scenario.API.engine, .beekon])
    func `CASE-005 OS enter with a fix a hair outside`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "fences": [
                {"id": "home", "lat": 52.2297, "lon": 21.0122, "r": 100, "on": "EX"}
              ],
              "steps": [
                {"t": 0, "fix": [52.2386932, 21.0122, 8]},
                {"t": 10, "os": "enter", "id": "home", "ts": 10},
                {"t": 10, "fix": [52.2306432, 21.0122, 4.865]},
                {"t": 20, "fix": [52.2306434, 21.0122, 4.9]},
                {"t": 40, "fix": [52.2302396, 21.0122, 5]}
              ],
              "expect": [
                {"ev": "ENTER", "id": "home", "at": 10}
              ],
              "forbid": ["EXIT home", "second ENTER home"]
            }
            """#, on: api)
    }

    @Test(arguments: [Scenario.API.engine, .bgeo, .beekon])
    func `CASE-006 concentric fences`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "fences": [
                {"id": "inner", "lat": 52.2297, "lon": 21.0122, "r": 100, "on": "EX"},
                {"id": "outer", "lat": 52.2297, "lon": 21.0122, "r": 800, "on": "EX"}
              ],
              "steps": [
                {"t": 0, "fix": [52.2431898, 21.0122, 8]},
                {"t": 60, "fix": [52.2350959, 21.0122, 8]},
                {"t": 120, "fix": [52.232398, 21.0122, 8]},
                {"t": 180, "fix": [52.2302396, 21.0122, 8]},
                {"t": 240, "fix": [52.2332973, 21.0122, 8]},
                {"t": 300, "fix": [52.2422905, 21.0122, 8]},
                {"t": 310, "fix": [52.2431898, 21.0122, 8]}
              ],
              "expect": [
                {"ev": "ENTER", "id": "outer", "at": 60},
                {"ev": "ENTER", "id": "inner", "at": 180},
                {"ev": "EXIT", "id": "inner", "after": 240, "by": 310},
                {"ev": "EXIT", "id": "outer", "after": 300, "by": 310}
              ],
              "forbid": ["ENTER inner before t=180"]
            }
            """#, on: api)
    }

    @Test(arguments: [Scenario.API.engine])
    func `CASE-007 exit far beyond the line`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "fences": [
                {"id": "shop", "lat": 52.2297, "lon": 21.0122, "r": 50, "on": "EX"}
              ],
              "steps": [
                {"t": 0, "fix": [52.2297, 21.0122, 5]},
                {"t": 10, "fix": [52.2298349, 21.0122, 5]},
                {"t": 20, "fix": [52.2299698, 21.0122, 5]},
                {"t": 30, "fix": [52.2301047, 21.0122, 5]},
                {"t": 40, "fix": [52.2302396, 21.0122, 5]},
                {"t": 50, "fix": [52.2303745, 21.0122, 5]},
                {"t": 60, "fix": [52.2305094, 21.0122, 5]},
                {"t": 70, "fix": [52.2306443, 21.0122, 5]}
              ],
              "expect": [
                {"ev": "ENTER", "id": "shop", "at": 0},
                {"ev": "EXIT", "id": "shop", "after": 40, "by": 70}
              ],
              "forbid": []
            }
            """#, on: api)
    }

    @Test(arguments: [Scenario.API.bgeo])
    func `CASE-008 five-metre fence`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "fences": [
                {"id": "tiny", "lat": 52.2297, "lon": 21.0122, "r": 5, "on": "EX"}
              ],
              "steps": [
                {"t": 0, "fix": [52.2297, 21.0122, 5]},
                {"t": 60, "fix": [52.2305993, 21.0122, 5]},
                {"t": 70, "fix": [52.2307792, 21.0122, 5]},
                {"t": 80, "fix": [52.230959, 21.0122, 5]},
                {"t": 200, "fix": [52.2297, 21.0122, 4]},
                {"t": 210, "fix": [52.2297, 21.0122, 4]}
              ],
              "expect": [
                {"ev": "ENTER", "id": "tiny", "at": 0},
                {"ev": "EXIT", "id": "tiny", "after": 60, "by": 80},
                {"ev": "ENTER", "id": "tiny", "after": 200, "by": 210}
              ]
            }
            """#, on: api,
            checks: [
                .atEnd { run in
                    let reasons = await run.subject.explain("tiny")
                    #expect(reasons.contains { $0.contains("5.0 m is small") }, "\(reasons)")
                    #expect(await run.stored().map(\.radius) == [5])
                    try await run.bgeo { try await BackgroundGeolocation.setConfig(Config(logLevel: 5)) }
                    try await run.subject.add(run.scenario.fences)
                    let log = try await run.bgeo { await BackgroundGeolocation.getLog() }
                    #expect(!log.contains { $0.level <= LogLevel.warning.rawValue })
                }
            ])
    }

    @Test(arguments: [Scenario.API.engine])
    func `CASE-009 invalid fixes`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "fences": [
                {"id": "depot", "lat": 52.2297, "lon": 21.0122, "r": 200, "on": "EX"}
              ],
              "steps": [
                {"t": 0, "fix": [52.2297, 21.0122, 10]},
                {"t": 30, "fix": [0, 0, -1]},
                {"t": 40, "fix": ["NaN", 21.0122, 5]},
                {"t": 50, "fix": [95.0, 21.0122, 5]},
                {"t": 60, "fix": [52.2297899, 21.0122, 10]}
              ],
              "expect": [
                {"ev": "ENTER", "id": "depot", "at": 0}
              ],
              "forbid": ["EXIT depot", "any change of the registered set"]
            }
            """#, on: api, checks: [.atEnd { #expect($0.droppedFixes == 3) }],
            forbidden: [
                "any change of the registered set": { $0.subject.changes.contains { $0.elapsed > 0 } }
            ])
    }
}
