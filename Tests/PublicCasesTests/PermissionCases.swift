import LocationCore
import Testing

/// What the person allows.
@MainActor @Suite struct `CASE permission changes` {
    @Test(arguments: [Scenario.API.bgeo, .beekon])
    func `CASE-125 revoked, then granted again`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "config": {"geofenceProximityRadius": 5000},
              "fences": [
                {"id": "a", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EX"},
                {"id": "b", "lat": 52.2566796, "lon": 21.0122, "r": 150, "on": "EX"}
              ],
              "steps": [
                {"t": 0, "fix": [52.2386932, 21.0122, 8]},
                {"t": 10, "os": "auth", "value": "denied"},
                {"t": 11, "call": "getGeofences"},
                {"t": 100, "os": "auth", "value": "always"},
                {"t": 101, "fix": [52.2386932, 21.0122, 8]},
                {"t": 200, "fix": [52.2298799, 21.0122, 8]}
              ],
              "expect": [
                {"ev": "ENTER", "id": "a", "at": 200}
              ]
            }
            """#, on: api,
            checks: [
                .at(11) { #expect(await $0.stored().map(\.id) == ["a", "b"]) },
                .at(102) { #expect(await $0.subject.watched().fences.sorted() == ["a", "b"]) },
            ])
    }

    @Test(arguments: [Scenario.API.bgeo, .beekon])
    func `CASE-127 fences added before any permission`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "fences": [],
              "per": {"beekon": {"expect": []}},
              "steps": [
                {"t": 0, "os": "auth", "value": "notDetermined"},
                {"t": 1, "call": "addGeofences", "with": [{"id": "a", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EX"}]},
                {"t": 60, "os": "auth", "value": "always"},
                {"t": 61, "fix": [52.2297899, 21.0122, 8]}
              ],
              "expect": [
                {"ev": "ENTER", "id": "a", "at": 61}
              ]
            }
            """#, on: api,
            checks: [
                .at(1) { #expect(await $0.stored().map(\.id) == ["a"]) }
            ])
    }

    @Test(arguments: [Scenario.API.engine])
    func `CASE-128 approximate location only`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "fences": [
                {"id": "a", "lat": 52.2297, "lon": 21.0122, "r": 100, "on": "EX"},
                {"id": "city", "lat": 52.2297, "lon": 21.0122, "r": 20000, "on": "EX"}
              ],
              "steps": [
                {"t": 0, "os": "precise", "value": false},
                {"t": 1, "fix": [52.2458878, 21.0122, 3000]},
                {"t": 600, "fix": [52.2216061, 21.0122, 4000]},
                {"t": 1200, "fix": [52.2297, 21.0136683, 5000]}
              ],
              "expect": [
                {"ev": "ENTER", "id": "city", "at": 1}
              ],
              "forbid": ["any event for a"]
            }
            """#, on: api)
    }

    @Test(arguments: [Scenario.API.engine, .bgeo, .beekon])
    func `CASE-129 location services off and on`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "config": {"geofenceProximityRadius": 5000},
              "fences": [
                {"id": "a", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EX"}
              ],
              "steps": [
                {"t": 0, "fix": [52.2386932, 21.0122, 8]},
                {"t": 10, "os": "locationServices", "value": false},
                {"t": 100, "os": "locationServices", "value": true},
                {"t": 101, "fix": [52.2386932, 21.0122, 8]},
                {"t": 200, "fix": [52.2297899, 21.0122, 8]}
              ],
              "expect": [
                {"ev": "ENTER", "id": "a", "at": 200}
              ]
            }
            """#, on: api,
            checks: [
                .at(102) { #expect(await $0.subject.watched().fences == ["a"]) }
            ])
    }
}
