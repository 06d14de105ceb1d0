import LocationCore
import LocationSimulator
import Testing

/// Changes of the set.
@MainActor @Suite struct `CASE bulk add, removal and overwrite` {
    @Test(arguments: [Scenario.API.bgeo, .beekon])
    func `CASE-065 the same id twice in one list`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "fences": [],
              "per": {"beekon": {"expect": []}},
              "steps": [
                {"t": 0, "fix": [52.2297, 21.0122, 8]},
                {"t": 1, "call": "addGeofences", "with": [{"id": "a", "lat": 52.274666, "lon": 21.0122, "r": 150, "on": "EX"}, {"id": "b", "lat": 52.2368946, "lon": 21.0122, "r": 150, "on": "EX"}, {"id": "a", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EX"}]},
                {"t": 2, "call": "getGeofences"},
                {"t": 3, "fix": [52.2297, 21.0122, 8]}
              ],
              "expect": [
                {"ev": "ENTER", "id": "a", "by": 3}
              ]
            }
            """#, on: api,
            checks: [
                .at(2) { run in
                    let stored = try await run.subject.fences()
                    #expect(stored.map(\.id).sorted() == ["a", "b"])
                    #expect(stored.first { $0.id == "a" }?.latitude == 52.2297)
                    #expect(await run.subject.watched().fences.count { $0 == "a" } == 1)
                }
            ])
    }

    @Test(arguments: [Scenario.API.bgeo, .beekon])
    func `CASE-068 remove inside, add again later`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "fences": [
                {"id": "home", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EX"}
              ],
              "per": {"beekon": {"expect": [{"ev": "ENTER", "id": "home", "at": 0}]}},
              "steps": [
                {"t": 0, "fix": [52.2297899, 21.0122, 8]},
                {"t": 50, "call": "removeGeofence", "id": "home"},
                {"t": 60, "fix": [52.2332973, 21.0122, 8]},
                {"t": 70, "fix": [52.2341966, 21.0122, 8]},
                {"t": 100, "fix": [52.2297899, 21.0122, 8]},
                {"t": 110, "call": "addGeofence", "with": {"id": "home", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EX"}},
                {"t": 111, "fix": [52.2297899, 21.0122, 8]}
              ],
              "expect": [
                {"ev": "ENTER", "id": "home", "at": 0},
                {"ev": "ENTER", "id": "home", "after": 110, "by": 111}
              ],
              "forbid": ["EXIT home"]
            }
            """#, on: api)
    }

    @Test(arguments: [Scenario.API.engine, .bgeo, .beekon])
    func `CASE-069 OS event for a removed fence`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "config": {"geofenceProximityRadius": 5000},
              "fences": [
                {"id": "a", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EX"}
              ],
              "steps": [
                {"t": 0, "fix": [52.2386932, 21.0122, 8]},
                {"t": 10, "call": "removeGeofence", "id": "a"},
                {"t": 10.2, "os": "enter", "id": "a", "ts": 9.9},
                {"t": 5000, "os": "enter", "id": "a", "ts": 5000}
              ],
              "expect": [],
              "forbid": ["any event for a"]
            }
            """#, on: api,
            checks: [
                .at(5000) { run in
                    let again = run.phone.registrationLog.filter { $0.elapsed == 5_000_000 }
                    #expect(again.map(\.kind) == [.unregister])
                    #expect(again.map(\.id) == [run.regionIDs["a"]])
                }
            ])
    }

    @Test(arguments: [Scenario.API.bgeo])
    func `CASE-071 pending dwell or exit of a removed fence`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "fences": [
                {"id": "a", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EXD", "loiteringDelay": 600000}
              ],
              "steps": [
                {"t": 0, "fix": [52.2297899, 21.0122, 8]},
                {"t": 100, "call": "removeGeofence", "id": "a"},
                {"t": 601, "fix": [52.2297899, 21.0122, 8]},
                {"t": 700, "os": "kill"},
                {"t": 710, "os": "launch"},
                {"t": 711, "fix": [52.2297899, 21.0122, 8]}
              ],
              "expect": [
                {"ev": "ENTER", "id": "a", "at": 0}
              ],
              "forbid": ["DWELL a", "EXIT a"]
            }
            """#, on: api)
    }

    @Test(arguments: [Scenario.API.bgeo])
    func `CASE-072 queued transitions survive removal`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "fences": [
                {"id": "a", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EX", "extras": {"job": 7}}
              ],
              "steps": [
                {"t": 0, "net": "offline"},
                {"t": 1, "fix": [52.2297899, 21.0122, 8]},
                {"t": 10, "call": "removeGeofences"},
                {"t": 20, "net": "online"},
                {"t": 21, "call": "sync"}
              ]
            }
            """#, on: api, with: CaseRun.server,
            checks: [
                .atEnd { run in
                    let sent = run.uploads.filter(\.wasReceived).flatMap(\.transitions)
                    #expect(sent.map(\.kind) == ["ENTER"] && sent.map(\.fence) == ["a"])
                    #expect(sent.map(\.extras) == [["job": 7]])
                    #expect(sent.map { run.time(of: $0.at) } == [1000])
                    #expect(run.uploads.filter(\.wasReceived).flatMap(\.ids).count == 2)
                }
            ])
    }

    @Test(arguments: [Scenario.API.bgeo])
    func `CASE-073 overwrite changes only the extras`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "fences": [
                {"id": "a", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EX", "extras": {"v": 1}}
              ],
              "steps": [
                {"t": 0, "fix": [52.2297899, 21.0122, 8]},
                {"t": 10, "call": "addGeofence", "with": {"id": "a", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EX", "extras": {"v": 2}}},
                {"t": 11, "fix": [52.2297899, 21.0122, 8]},
                {"t": 100, "fix": [52.2332973, 21.0122, 8]},
                {"t": 110, "fix": [52.2337469, 21.0122, 8]},
                {"t": 120, "fix": [52.2341966, 21.0122, 8]}
              ],
              "expect": [
                {"ev": "ENTER", "id": "a", "at": 0, "extras": {"v": 1}},
                {"ev": "EXIT", "id": "a", "after": 100, "by": 120, "extras": {"v": 2}}
              ],
              "forbid": ["second ENTER a"]
            }
            """#, on: api)
    }

    @Test(arguments: [Scenario.API.bgeo, .beekon])
    func `CASE-074 overwrite moves or shrinks the fence away`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "fences": [
                {"id": "home", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EX"},
                {"id": "zone", "lat": 52.2297, "lon": 21.0122, "r": 200, "on": "EX"}
              ],
              "steps": [
                {"t": 0, "fix": [52.2307792, 21.0122, 8]},
                {"t": 10, "call": "addGeofence", "with": {"id": "home", "lat": 52.3016456, "lon": 21.0122, "r": 150, "on": "EX"}},
                {"t": 11, "call": "addGeofence", "with": {"id": "zone", "lat": 52.2297, "lon": 21.0122, "r": 50, "on": "EX"}},
                {"t": 12, "fix": [52.2307792, 21.0122, 8]},
                {"t": 22, "fix": [52.2307792, 21.0122, 8]},
                {"t": 1000, "fix": [52.3016906, 21.0122, 8]},
                {"t": 1010, "fix": [52.3016456, 21.0122, 8]}
              ],
              "expect": [
                {"ev": "ENTER", "id": "home", "at": 0},
                {"ev": "ENTER", "id": "zone", "at": 0},
                {"ev": "ENTER", "id": "home", "after": 1000, "by": 1010}
              ],
              "forbid": ["EXIT home", "EXIT zone"]
            }
            """#, on: api,
            checks: [
                .at(23) { run in
                    #expect(await run.subject.side(of: "home") != .inside)
                    #expect(await run.subject.side(of: "zone") != .inside)
                }
            ])
    }

    @Test(arguments: [Scenario.API.bgeo, .beekon])
    func `CASE-075 overwrite changes the notify flags`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "fences": [
                {"id": "a", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "E"}
              ],
              "steps": [
                {"t": 0, "fix": [52.2297899, 21.0122, 8]},
                {"t": 10, "call": "addGeofence", "with": {"id": "a", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "X"}},
                {"t": 100, "fix": [52.2332973, 21.0122, 8]},
                {"t": 110, "fix": [52.2337469, 21.0122, 8]},
                {"t": 120, "fix": [52.2341966, 21.0122, 8]},
                {"t": 300, "fix": [52.2297899, 21.0122, 8]},
                {"t": 310, "fix": [52.2297899, 21.0122, 8]}
              ],
              "expect": [
                {"ev": "ENTER", "id": "a", "at": 0},
                {"ev": "EXIT", "id": "a", "after": 100, "by": 120}
              ],
              "forbid": ["ENTER a after t=10"]
            }
            """#, on: api)
    }
}
