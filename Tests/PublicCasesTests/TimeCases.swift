import Foundation
import LocationCore
import Testing

/// Old, equal and future stamps.
@MainActor @Suite struct `CASE time` {
    @Test(arguments: [Scenario.API.engine])
    func `CASE-099 backlog delivered newest first`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "fences": [
                {"id": "yard", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EX"}
              ],
              "steps": [
                {"t": 0, "fix": [52.2297899, 21.0122, 8]},
                {"t": 1000, "fix": [52.274666, 21.0122, 8]},
                {"t": 1010, "fix": [52.274666, 21.0122, 8]},
                {"t": 1010.0, "fix": [52.2656728, 21.0122, 8], "ts": 900},
                {"t": 1010.1, "fix": [52.2386932, 21.0122, 8], "ts": 600},
                {"t": 1010.2, "fix": [52.2298079, 21.0122, 8], "ts": 300},
                {"t": 1010.3, "fix": [52.232398, 21.0122, 8], "ts": 200},
                {"t": 1010.4, "fix": [52.2297809, 21.0122, 8], "ts": 100}
              ],
              "expect": [
                {"ev": "ENTER", "id": "yard", "at": 0},
                {"ev": "EXIT", "id": "yard", "after": 1000, "by": 1010}
              ],
              "forbid": ["any event after t=1010"]
            }
            """#, on: api)
    }

    @Test(arguments: [Scenario.API.engine])
    func `CASE-100 two fixes with one timestamp`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "fences": [
                {"id": "home", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EX"}
              ],
              "steps": [
                {"t": 0, "fix": [52.2297899, 21.0122, 8]},
                {"t": 60, "fix": [52.2359952, 21.0122, 900], "ts": 60},
                {"t": 60.1, "fix": [52.2298349, 21.0122, 9], "ts": 60},
                {"t": 60.2, "fix": [52.2298349, 21.0122, 9], "ts": 60},
                {"t": 120, "fix": [52.2298349, 21.0122, 9], "ts": 120},
                {"t": 120.1, "fix": [52.2359952, 21.0122, 900], "ts": 120}
              ],
              "expect": [
                {"ev": "ENTER", "id": "home", "at": 0}
              ],
              "forbid": ["EXIT home"]
            }
            """#, on: api)
    }

    @Test(arguments: [Scenario.API.engine, .bgeo])
    func `CASE-101 stale cached fix`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "fences": [
                {"id": "home", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EX"}
              ],
              "steps": [
                {"t": 0, "fix": [52.274666, 21.0122, 8]},
                {"t": 700, "fix": [52.2297899, 21.0122, 10], "ts": 60},
                {"t": 705, "fix": [52.2764647, 21.0122, 8]}
              ],
              "expect": [],
              "forbid": ["ENTER home"]
            }
            """#, on: api)
    }

    @Test(arguments: [Scenario.API.engine, .bgeo])
    func `CASE-102 fix from the future`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "fences": [
                {"id": "home", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EX"}
              ],
              "steps": [
                {"t": 0, "fix": [52.2386932, 21.0122, 8]},
                {"t": 10, "fix": [52.2386932, 21.0122, 8], "ts": 86400},
                {"t": 60, "fix": [52.2297899, 21.0122, 8]},
                {"t": 70, "fix": [52.2297899, 21.0122, 8]},
                {"t": 200, "fix": [52.2341966, 21.0122, 8]},
                {"t": 210, "fix": [52.2346463, 21.0122, 8]},
                {"t": 220, "fix": [52.2350959, 21.0122, 8]}
              ],
              "expect": [
                {"ev": "ENTER", "id": "home", "after": 60, "by": 70},
                {"ev": "EXIT", "id": "home", "after": 200, "by": 220}
              ]
            }
            """#, on: api)
    }

    @Test(arguments: [Scenario.API.bgeo])
    func `CASE-104 time of the crossing, not of the sending`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "fences": [
                {"id": "a", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EX"}
              ],
              "steps": [
                {"t": 0, "net": "offline"},
                {"t": 100, "os": "enter", "id": "a", "ts": 98},
                {"t": 3700, "os": "exit", "id": "a", "ts": 3695},
                {"t": 5000, "net": "online"}
              ],
              "expect": [
                {"ev": "ENTER", "id": "a", "at": 98},
                {"ev": "EXIT", "id": "a", "at": 3695}
              ]
            }
            """#, on: api, with: CaseRun.server,
            checks: [
                .atEnd { run in
                    let uploaded = run.uploads.filter(\.wasReceived).flatMap(\.transitions)
                    #expect(uploaded.map(\.kind) == ["ENTER", "EXIT"])
                    #expect(uploaded.map { run.time(of: $0.at) } == [98_000, 3_695_000])
                }
            ])
    }

    @Test(arguments: [Scenario.API.engine])
    func `CASE-106 one fix leaves A and enters B`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "fences": [
                {"id": "B", "lat": 52.2386932, "lon": 21.0122, "r": 150, "on": "EX"},
                {"id": "A", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EX"}
              ],
              "steps": [
                {"t": 0, "fix": [52.2297899, 21.0122, 8]},
                {"t": 60, "fix": [52.2386033, 21.0122, 8]},
                {"t": 70, "fix": [52.2386932, 21.0122, 8]}
              ],
              "expect": [
                {"ev": "ENTER", "id": "A", "at": 0},
                {"ev": "EXIT", "id": "A", "after": 60, "by": 70},
                {"ev": "ENTER", "id": "B", "after": 60, "by": 70}
              ]
            }
            """#, on: api)
    }

    @Test(arguments: [Scenario.API.bgeo])
    func `CASE-105 zones, summer time and formats`(_ api: Scenario.API) async throws {
        let zone = NSTimeZone.default
        defer { NSTimeZone.default = zone }
        NSTimeZone.default = try TimeZone(identifier: "Europe/Warsaw").orThrow("a zone")
        try await CaseRun.run(
            #"""
            {
              "env": {"wallStart": "2026-10-25T00:30:00Z"},
              "fences": [
                {"id": "a", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EX"}
              ],
              "steps": [
                {"t": 0, "os": "enter", "id": "a", "ts": 0},
                {"t": 1800, "note": "clocks go back at 01:00Z"},
                {"t": 3600, "os": "exit", "id": "a", "ts": 3600},
                {"t": 4000, "zone": "America/New_York"},
                {"t": 4100, "os": "enter", "id": "a", "ts": 4100}
              ]
            }
            """#, on: api, with: CaseRun.server,
            checks: [
                .atEnd { run in
                    let sent = run.uploads.flatMap(\.records).compactMap { $0["geofence"]?["timestamp"]?.stringValue }
                    let expected = [
                        "2026-10-25T00:30:00.000Z", "2026-10-25T01:30:00.000Z", "2026-10-25T01:38:20.000Z",
                    ]
                    #expect(sent == expected && sent == sent.sorted())
                    #expect(run.told == ["ENTER a", "EXIT a", "ENTER a"])
                }
            ]
        ) { _, step in
            guard let zone = step["zone"]?.stringValue else { return false }
            NSTimeZone.default = try TimeZone(identifier: zone).orThrow("a zone")
            return true
        }
    }
}
