import LocationCore
import Testing

/// Odd places on the globe.
@MainActor @Suite struct `CASE geodesy` {
    @Test(arguments: [Scenario.API.engine, .bgeo, .beekon])
    func `CASE-094 circle across the antimeridian`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "fences": [
                {"id": "line", "lat": -16.5, "lon": 179.999, "r": 500, "on": "EX"}
              ],
              "steps": [
                {"t": 0, "fix": [-16.5, -179.999, 5]},
                {"t": 60, "fix": [-16.5, -179.98, 5]},
                {"t": 70, "fix": [-16.5, -179.97, 5]}
              ],
              "expect": [
                {"ev": "ENTER", "id": "line", "at": 0},
                {"ev": "EXIT", "id": "line", "after": 60, "by": 70}
              ]
            }
            """#, on: api)
    }

    @Test(arguments: [Scenario.API.engine, .bgeo])
    func `CASE-095 nearby query at the edges of the map`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "config": {"geofenceProximityRadius": 2000, "disableLocationFilter": true},
              "fences": [
                {"id": "e", "lat": 0, "lon": -179.995, "r": 200},
                {"id": "p", "lat": 89.999, "lon": -80, "r": 100},
                {"id": "q", "lat": -90, "lon": 0, "r": 100}
              ],
              "steps": [
                {"t": 0, "fix": [0, 179.995, 5]},
                {"t": 10, "fix": [89.999, 100, 5]},
                {"t": 20, "fix": [-89.9995, 33, 5]}
              ],
              "expect": [
                {"ev": "ENTER", "id": "q", "at": 20}
              ]
            }
            """#, on: api,
            checks: [
                .at(1) { #expect(await $0.subject.watched().fences.contains("e")) },
                .at(11) { #expect(await $0.subject.watched().fences.contains("p")) },
                .at(21) { #expect(await $0.subject.watched().fences.contains("q")) },
            ])
    }

    @Test(arguments: [Scenario.API.engine, .bgeo, .beekon])
    func `CASE-096 plus and minus 180 are one place`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "config": {"disableLocationFilter": true},
              "fences": [
                {"id": "d", "lat": 0, "lon": 180, "r": 100, "on": "EX"},
                {"id": "n", "lat": 90, "lon": 0, "r": 100, "on": "EX"}
              ],
              "steps": [
                {"t": 0, "fix": [0, -180, 5]},
                {"t": 60, "fix": [90, 77, 5]},
                {"t": 70, "fix": [90, -77, 5]}
              ],
              "expect": [
                {"ev": "ENTER", "id": "d", "at": 0},
                {"ev": "EXIT", "id": "d", "after": 60, "by": 70},
                {"ev": "ENTER", "id": "n", "after": 60, "by": 70}
              ]
            }
            """#, on: api,
            checks: [
                .atEnd { run in
                    let stored = try await run.subject.fences()
                    #expect(stored.map(\.latitude) == [0, 90])
                    #expect(stored.map(\.longitude) == [180, 0])
                }
            ])
    }

    @Test(arguments: [Scenario.API.engine])
    func `CASE-097 very large circle contains its own centre`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "fences": [
                {"id": "big", "lat": -36.9158, "lon": 174.6922, "r": 1000000, "on": "EX"}
              ],
              "steps": [
                {"t": 0, "fix": [-36.9158, 174.6922, 5]},
                {"t": 60, "fix": [-36.9158, -176.0, 5]},
                {"t": 120, "fix": [-30, -160, 5]},
                {"t": 130, "fix": [-30, -160, 5]}
              ],
              "expect": [
                {"ev": "ENTER", "id": "big", "at": 0},
                {"ev": "EXIT", "id": "big", "after": 120, "by": 130}
              ]
            }
            """#, on: api)
    }
}
