import LocationCore
import LocationSimulator
import Testing

/// Which fences get a region.
@MainActor @Suite struct `CASE slice rotation and limits` {
    @Test(arguments: [Scenario.API.engine, .bgeo])
    func `CASE-010 occupied large fence out-ranked by small ones`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "config": {"geofenceProximityRadius": 5000},
              "fences": [
                {"id": "big", "lat": 52.2296943, "lon": 21.0489071, "r": 3000, "on": "EX"},
                {"gen": "ring", "prefix": "s", "n": 25, "center": [52.2297, 21.0122], "dist": 600, "r": 50}
              ],
              "steps": [
                {"t": 0, "fix": [52.2297, 21.0122, 8]},
                {"t": 600, "fix": [52.2293609, 21.0034077, 8]},
                {"t": 610, "fix": [52.2293043, 21.0019424, 8]},
                {"t": 620, "fix": [52.2292477, 21.000477, 8]}
              ],
              "expect": [
                {"ev": "ENTER", "id": "big", "at": 0},
                {"ev": "EXIT", "id": "big", "after": 600, "by": 620}
              ]
            }
            """#, on: api,
            checks: [
                .at(0) { run in
                    let watched = await run.subject.watched().fences
                    #expect(watched.contains("big"))
                    #expect(watched.count { $0.hasPrefix("s") } == 18)
                },
                .atEnd { #expect($0.mostWatched == 19) },
            ])
    }

    @Test(arguments: [Scenario.API.bgeo])
    func `CASE-011 fence wider than the proximity radius`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "config": {"geofenceProximityRadius": 1000},
              "fences": [
                {"id": "mall", "lat": 52.2413912, "lon": 21.0122, "r": 1500, "on": "EX"}
              ],
              "steps": [
                {"t": 0, "fix": [52.2297, 21.0122, 10]},
                {"t": 600, "fix": [52.2261027, 21.0122, 10]},
                {"t": 610, "fix": [52.2252034, 21.0122, 10]},
                {"t": 620, "fix": [52.2243041, 21.0122, 10]}
              ],
              "expect": [
                {"ev": "ENTER", "id": "mall", "at": 0},
                {"ev": "EXIT", "id": "mall", "after": 600, "by": 620}
              ]
            }
            """#, on: api)
    }

    @Test(arguments: [Scenario.API.bgeo])
    func `CASE-014 empty stretch of road`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "config": {"geofenceProximityRadius": 1000, "max_monitoring_distance": 10000},
              "fences": [
                {"id": "a", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EX"},
                {"id": "b", "lat": 52.2332973, "lon": 21.0122, "r": 150, "on": "EX"},
                {"id": "c", "lat": 52.2359952, "lon": 21.0122, "r": 150, "on": "EX"}
              ],
              "steps": [
                {"t": 0, "fix": [52.2296772, 21.0856142, 10]},
                {"t": 600, "fix": [52.2293357, 21.3058553, 20]},
                {"t": 700, "os": "kill"},
                {"t": 900, "os": "wake", "reason": "wakeRegionExit"},
                {"t": 900, "fix": [52.2291753, 21.3645855, 20]},
                {"t": 2000, "fix": [52.2296998, 21.0195414, 15]},
                {"t": 2100, "fix": [52.2297899, 21.0122, 8]}
              ],
              "expect": [
                {"ev": "ENTER", "id": "a", "at": 2100}
              ]
            }
            """#, on: api,
            checks: [
                .at(601) { run in
                    #expect(await run.subject.watched() == ([], true))
                },
                .at(901) { run in
                    let armed = await run.bgeoHelper()
                    let here = try Coordinate(latitude: 52.2291753, longitude: 21.3645855)
                    #expect(armed.map { Geodesic.distance(from: $0.center, to: here) < 1 } == true)
                },
                .at(2001) { run in
                    #expect(await run.subject.watched().fences.sorted() == ["a", "b", "c"])
                },
            ])
    }

    @Test(arguments: [Scenario.API.engine, .bgeo, .beekon])
    func `CASE-015 regions that are not ours`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "env": {"foreignRegions": ["host.shop"]},
              "fences": [
                {"id": "home", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EX"}
              ],
              "steps": [
                {"t": 0, "fix": [52.274666, 21.0122, 10]},
                {"t": 10, "os": "enter", "id": "host.shop", "ts": 10},
                {"t": 20, "call": "removeGeofences"},
                {"t": 30, "call": "stop"}
              ],
              "expect": [],
              "forbid": ["event for host.shop"]
            }
            """#, on: api,
            checks: [
                .at(31) { run in #expect(run.phone.monitoredRegions.map(\.id).contains("host.shop")) }
            ])
    }

    @Test(arguments: [Scenario.API.engine, .bgeo])
    func `CASE-016 equidistant fences must not thrash`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "config": {"geofenceProximityRadius": 2000},
              "fences": [
                {"gen": "ring", "prefix": "r", "n": 40, "center": [52.2297, 21.0122], "dist": 800, "r": 60}
              ],
              "steps": [
                {"t": 0, "fix": [52.2297, 21.0122, 8]},
                {"t": 10, "fix": [52.2297, 21.0122, 8]},
                {"t": 20, "fix": [52.2297, 21.0122, 8]},
                {"t": 30, "fix": [52.2297, 21.0122, 8]}
              ]
            }
            """#, on: api,
            checks: [
                .at(0) { run in
                    let first = (0..<19).map { "r\($0 < 10 ? "0" : "")\($0)" }
                    #expect(await run.subject.watched().fences.sorted() == first)
                },
                .atEnd { #expect(!$0.subject.changes.contains { $0.elapsed > 0 }) },
            ])
    }

    @Test(arguments: [Scenario.API.engine, .bgeo], [Scenario.Monitor.software, .os])
    func `CASE-017 rotation and overwrite at the cap`(_ api: Scenario.API, _ monitor: Scenario.Monitor) async throws {
        var before: [String] = []
        try await CaseRun.run(
            #"""
            {
              "config": {"geofenceProximityRadius": 3000},
              "fences": [
                {"gen": "line", "prefix": "p", "n": 60, "start": [52.2297, 21.0122], "brg": 90, "step": 200, "r": 60}
              ],
              "steps": [
                {"t": 0, "fix": [52.2297, 21.0122, 8]},
                {"t": 100, "fix": [52.2296964, 21.0415657, 8]},
                {"t": 200, "fix": [52.2296854, 21.0709314, 8]},
                {"t": 210, "call": "addGeofence", "with": {"id": "p20", "lat": 52.2296854, "lon": 21.0709314, "r": 80, "on": "EX"}},
                {"t": 300, "fix": [52.2296417, 21.1296627, 8]}
              ]
            }
            """#, on: api, with: ["env": ["monitor": .string(monitor.rawValue)]],
            checks: [
                .at(205) { before = await $0.subject.watched().fences },
                .at(211) { run in
                    #expect(Set(await run.subject.watched().fences) == Set(before))
                    #expect(before.contains("p20") && before.count == 19)
                    let touched = run.phone.registrationLog.filter { $0.elapsed >= 205_000 }.map(\.id)
                    let former = try #require(run.regionIDs["p20"] ?? (monitor == .software ? "" : nil))
                    #expect(touched.count == (monitor == .os ? 2 : 0) && !former.hasSuffix(".0"))
                },
                .atEnd { run in
                    #expect(run.mostWatched == 19)
                    #expect(run.phone.peakRegionCount <= 20)
                },
            ])
    }

    @Test(arguments: [Scenario.API.engine, .bgeo])
    func `CASE-018 more occupied fences than slots`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "config": {"geofenceProximityRadius": 3000},
              "fences": [
                {"gen": "ring", "prefix": "o", "n": 25, "center": [52.2297, 21.0122], "dist": 100, "r": 500}
              ],
              "steps": [
                {"t": 0, "fix": [52.2297, 21.0122, 8]},
                {"t": 60, "fix": [52.229745, 21.0122, 8]},
                {"t": 600, "fix": [52.2476864, 21.0122, 8]},
                {"t": 610, "fix": [52.2485857, 21.0122, 8]},
                {"t": 620, "fix": [52.249485, 21.0122, 8]}
              ]
            }
            """#, on: api,
            checks: [
                .atEnd { run in
                    let entered = run.subject.told.filter { $0.kind == "ENTER" }.map(\.fence)
                    #expect(entered.count == 19)
                    for (fence, told) in Dictionary(grouping: run.subject.told, by: \.fence) {
                        #expect(told.map(\.kind) == ["ENTER", "EXIT"], "\(fence)")
                    }
                    #expect(run.foldedChanges == Set(await run.subject.watched().fences))
                }
            ])
    }
}
