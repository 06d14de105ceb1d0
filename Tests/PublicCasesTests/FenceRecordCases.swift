import LocationCore
import LocationSimulator
import Testing

@testable import BGeoAdapter

/// What a fence carries.
@MainActor @Suite struct `CASE ids, extras and values` {
    @Test(arguments: [Scenario.API.bgeo])
    func `CASE-053 extras lost on some paths`(_ api: Scenario.API) async throws {
        let extras: JSONValue = ["kind": "home", "n": 3]
        try await CaseRun.run(
            #"""
            {
              "fences": [
                {"id": "a", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EX", "extras": {"kind": "home", "n": 3}}
              ],
              "steps": [
                {"t": 0, "fix": [52.2297899, 21.0122, 8]},
                {"t": 50, "os": "kill"},
                {"t": 60, "os": "launch"},
                {"t": 61, "call": "getGeofences"},
                {"t": 100, "os": "exit", "id": "a", "ts": 100}
              ]
            }
            """#, on: api, with: CaseRun.server,
            checks: [
                .at(0) { run in
                    #expect(await run.stored().map(\.extras) == [extras])
                    #expect(run.bgeoSubject?.changedFences.flatMap(\.on).map(\.extras) == [extras])
                    await run.phone.setNetwork(.none)
                },
                .at(61) { #expect(await $0.stored().map(\.extras) == [extras]) },
                .at(100) { run in
                    #expect(await run.queue().map(\.extras) == [extras])
                    await run.phone.setNetwork(.unmetered)
                    try await run.subject.call("removeGeofences", [:])
                    await run.settle()
                    #expect(run.bgeoSubject?.changedFences.last?.off.map(\.extras) == [extras])
                },
                .atEnd { run in
                    #expect(run.told == ["ENTER a", "EXIT a"])
                    #expect(run.subject.told.map(\.extras) == [extras, extras])
                    let sent = run.uploads.filter(\.wasReceived).flatMap(\.transitions)
                    #expect(sent.map(\.extras) == [extras, extras])
                },
            ])
    }

    @Test(arguments: [Scenario.API.bgeo])
    func `CASE-054 one is not true`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "fences": [
                {"id": "a", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EX", "extras": {"one": 1, "zero": 0, "yes": true, "no": false}}
              ],
              "steps": [
                {"t": 0, "fix": [52.2297899, 21.0122, 8]},
                {"t": 5, "os": "kill"},
                {"t": 6, "os": "launch"},
                {"t": 7, "call": "getGeofences"}
              ]
            }
            """#, on: api,
            checks: [
                .at(7) { run in
                    let extras = try await run.subject.fences().first?.extras
                    #expect(extras == ["one": 1, "zero": 0, "yes": true, "no": false])
                }
            ])
    }

    @Test(arguments: [Scenario.API.engine, .bgeo, .beekon])
    func `CASE-057 ids with awkward characters`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "fences": [
                {"id": "7", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EX"},
                {"id": "007", "lat": 52.2656728, "lon": 21.0122, "r": 150, "on": "EX"},
                {"id": " 7", "lat": 52.3016456, "lon": 21.0122, "r": 150, "on": "EX"},
                {"id": "7 ", "lat": 52.3376184, "lon": 21.0122, "r": 150, "on": "EX"},
                {"id": "a:b", "lat": 52.3735913, "lon": 21.0122, "r": 150, "on": "EX"},
                {"id": "a;b", "lat": 52.4095641, "lon": 21.0122, "r": 150, "on": "EX"},
                {"id": "a/b", "lat": 52.4455369, "lon": 21.0122, "r": 150, "on": "EX"},
                {"id": "O'Brien", "lat": 52.4815097, "lon": 21.0122, "r": 150, "on": "EX"},
                {"id": "\"q\"", "lat": 52.5174825, "lon": 21.0122, "r": 150, "on": "EX"},
                {"id": "%_", "lat": 52.5534553, "lon": 21.0122, "r": 150, "on": "EX"},
                {"id": "HOME", "lat": 52.5894281, "lon": 21.0122, "r": 150, "on": "EX"},
                {"id": "home", "lat": 52.625401, "lon": 21.0122, "r": 150, "on": "EX"},
                {"id": "🏠", "lat": 52.6613738, "lon": 21.0122, "r": 150, "on": "EX"},
                {"id": "בית", "lat": 52.6973466, "lon": 21.0122, "r": 150, "on": "EX"}
              ],
              "steps": [
                {"t": 0, "fix": [52.2297899, 21.0122, 8]},
                {"t": 10, "os": "kill"},
                {"t": 11, "os": "launch"},
                {"t": 12, "call": "getGeofences"},
                {"t": 13, "call": "removeGeofence", "id": "HOME"},
                {"t": 14, "call": "getGeofences"}
              ],
              "expect": [
                {"ev": "ENTER", "id": "7", "at": 0}
              ]
            }
            """#, on: api,
            checks: [
                .at(12) { run in
                    let stored = try await run.subject.fences().map { Array($0.id.utf8) }
                    #expect(stored == run.scenario.fences.map { Array($0.id.utf8) })
                    #expect(stored.count == 14)
                },
                .at(14) { run in
                    let stored = try await run.subject.fences().map(\.id)
                    #expect(stored.count == 13)
                    #expect(stored.contains("home") && !stored.contains("HOME"))
                },
            ])
    }

    @Test(arguments: [Scenario.API.engine, .bgeo, .beekon])
    func `CASE-058 id equal to an internal name`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "config": {"geofenceProximityRadius": 3000},
              "fences": [
                {"id": "__WAKE__", "lat": 52.2332973, "lon": 21.0122, "r": 150, "on": "EX"},
                {"id": "cio_movement_trigger", "lat": 52.2368946, "lon": 21.0122, "r": 150, "on": "EX"},
                {"id": "bgeo.a", "lat": 52.2404918, "lon": 21.0122, "r": 150, "on": "EX"},
                {"id": "a", "lat": 52.2440891, "lon": 21.0122, "r": 150, "on": "EX"}
              ],
              "steps": [
                {"t": 0, "fix": [52.2297, 21.0122, 8]},
                {"t": 50, "os": "enter", "id": "__WAKE__", "ts": 50},
                {"t": 50, "fix": [52.2332073, 21.0122, 8]},
                {"t": 60, "call": "removeGeofences"}
              ],
              "expect": [
                {"ev": "ENTER", "id": "__WAKE__", "at": 50}
              ]
            }
            """#, on: api,
            checks: [
                .at(0) { run in
                    let own = run.api == .bgeo ? [BGeoConfiguration.wakeRegionID] : []
                    #expect(run.regionIDs.count == 4)
                    #expect(Set(run.registered) == Set(run.regionIDs.values).union(own))
                },
                .at(61) { run in
                    #expect(run.registered == (run.api == .bgeo ? [BGeoConfiguration.wakeRegionID] : []))
                },
            ])
    }

    @Test(arguments: [Scenario.API.bgeo])
    func `CASE-061 extras null, empty or absent`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "fences": [
                {"id": "a", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EX"},
                {"id": "b", "lat": 52.232398, "lon": 21.0122, "r": 150, "on": "EX", "extras": null},
                {"id": "c", "lat": 52.2350959, "lon": 21.0122, "r": 150, "on": "EX", "extras": {}}
              ],
              "steps": [
                {"t": 0, "fix": [52.2297899, 21.0122, 8]},
                {"t": 1, "call": "getGeofences"},
                {"t": 100, "fix": [52.274666, 21.0122, 8]}
              ]
            }
            """#, on: api,
            checks: [
                .at(1) { run in
                    let stored = try await run.subject.fences()
                    #expect(stored.map(\.id) == ["a", "b", "c"])
                    #expect(stored.allSatisfy { $0.extras == nil || $0.extras == [:] })
                    let changed = run.bgeoSubject?.changedFences.flatMap { $0.on + $0.off } ?? []
                    for fence in changed {
                        #expect(fence.extras == stored.first { $0.id == fence.id }?.extras)
                    }
                },
                .atEnd { run in
                    #expect(run.told == ["ENTER a", "EXIT a"])
                    #expect(run.subject.told.allSatisfy { $0.extras == nil })
                    #expect(await run.queue().allSatisfy { $0.extras == nil })
                },
            ])
    }

    @Test(arguments: [Scenario.API.engine])
    func `CASE-062 coordinates keep their bits`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "fences": [
                {"id": "a", "lat": 52.22970000000001, "lon": 21.012199999999996, "r": 150.1, "on": "EX"}
              ],
              "steps": [
                {"t": 1, "os": "kill"},
                {"t": 2, "os": "launch"},
                {"t": 3, "call": "getGeofences"}
              ]
            }
            """#, on: api,
            checks: [
                .at(3) { run in
                    let stored = try #require(try await run.subject.fences().first)
                    #expect(stored.latitude.bitPattern == 52.22970000000001.bitPattern)
                    #expect(stored.longitude.bitPattern == 21.012199999999996.bitPattern)
                    #expect(stored.radius.bitPattern == 150.1.bitPattern)
                }
            ])
    }
}
