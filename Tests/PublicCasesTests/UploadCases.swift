import GeofenceEngine
import LocationCore
import LocationSimulator
import Testing

@testable import BGeoAdapter

/// From the queue to the server, over bad networks and through deaths.
@MainActor @Suite struct `CASE upload` {
    static let crossed = #"""
        {
          "fences": [{"id": "a", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EX"}],
          "env": {"monitor": "os"},
          "steps": [
            {"t": 0, "os": "enter", "id": "a", "ts": 0},
            {"t": 0, "fix": [52.2297, 21.0122, 8]},
            {"t": 60, "os": "exit", "id": "a", "ts": 60},
            {"t": 61, "server": "store, then no answer (timeout)"},
            {"t": 62, "call": "sync"},
            {"t": 150, "note": "the batch is cut differently from now on"},
            {"t": 200, "server": "200"},
            {"t": 201, "call": "sync"}
          ]
        }
        """#

    @Test(arguments: [Scenario.API.bgeo], [false, true])
    func `CASE-107 answer lost after the server had stored the batch`(
        _ api: Scenario.API, _ isBatching: Bool
    ) async throws {
        try await CaseRun.run(
            Self.crossed, on: api,
            with: [
                "config": ["url": "https://server.invalid/fences", "autoSync": false, "batchSync": .bool(isBatching)]
            ],
            checks: [
                .at(61) { #expect(await $0.queue().count == 2) },
                .at(199) { run in
                    #expect(run.uploads.contains { !$0.transitions.isEmpty })
                    #expect(await run.queue().count == 2)
                },
                .atEnd { run in
                    let stored = run.uploads.filter(\.wasReceived).flatMap(\.transitions)
                    // The exit is sent alone at first, or behind the enter; each keeps its id through all attempts.
                    #expect(Set(stored.map { "\($0.id) \($0.kind)" }).count == 2)
                    #expect(stored.count >= 3)
                    #expect(Set(stored.map(\.id)) == Set(run.subject.told.map(\.id)))
                    #expect(await run.waitingRecords() == 0)
                },
            ]
        ) { run, step in
            switch step["server"]?.stringValue {
            case "200": run.phone.serve { _ in .status(200) }
            case .some: run.phone.serve { _ in .silence }
            case nil:
                guard step.at == 150_000 else { return false }
                try await run.subject.call("setConfig", ["maxBatchSize": 1])
            }
            return true
        }
    }

    @Test(arguments: [Scenario.API.bgeo])
    func `CASE-108 two uploads of one batch at once`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "fences": [{"id": "a", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EX"}],
              "steps": [
                {"t": 0, "net": "offline"},
                {"t": 1, "os": "enter", "id": "a", "ts": 1},
                {"t": 100, "os": "exit", "id": "a", "ts": 100},
                {"t": 200, "net": "online", "server": "200 after 2 s"},
                {"t": 200, "call": "sync", "times": 10, "parallel": true}
              ]
            }
            """#, on: api, with: CaseRun.server,
            checks: [
                .atEnd { run in
                    let sent = run.uploads.filter(\.wasReceived).flatMap(\.ids)
                    #expect(sent.count == Set(sent).count)
                    #expect(run.uploads.filter(\.wasReceived).flatMap(\.transitions).count == 2)
                    #expect(await run.waitingRecords() == 0)
                }
            ]
        ) { run, step in
            if step["server"] != nil {
                run.phone.serve { _ in .status(200, after: 2000) }
                await run.phone.setNetwork(.unmetered)
                return true
            }
            guard step["times"] != nil else { return false }
            try await run.bgeo {
                let calls = (0..<10).map { _ in Task { try await BackgroundGeolocation.sync() } }
                for call in calls { _ = try await call.value }
            }
            return true
        }
    }

    @Test(arguments: [Scenario.API.bgeo])
    func `CASE-110 expired token`(_ api: Scenario.API) async throws {
        var inserted: [String] = []
        var requestsBefore = 0
        let accepted = Locked<[(ids: [String], elapsed: Int64)]>([])
        try await CaseRun.run(
            #"""
            {
              "fences": [],
              "steps": [
                {"t": 0, "server": "401", "queue": ["r1", "r2", "r3"]},
                {"t": 1, "call": "sync"},
                {"t": 3600, "note": "one hour, a new position each 10 s"},
                {"t": 3601, "call": "setConfig", "headers": {"Authorization": "new"}},
                {"t": 3602, "server": "200 if new token"},
                {"t": 3603, "call": "sync"}
              ]
            }
            """#, on: api,
            with: ["config": ["url": "https://server.invalid/fences", "headers": ["Authorization": "old"]]],
            checks: [
                .at(3600) { run in
                    requestsBefore = run.uploads.count
                    #expect((1...20).contains(requestsBefore), "\(requestsBefore)")
                    #expect(await run.waitingRecords() == 3 + 359)
                },
                .atEnd { run in
                    let later = run.uploads.dropFirst(requestsBefore)
                    #expect(later.allSatisfy { $0.headers["Authorization"] == "new" })
                    let ids = accepted.withLock { $0.flatMap(\.ids) }
                    #expect(ids.count == 3 + 359 && Array(ids.prefix(3)) == inserted)
                    #expect(accepted.withLock { $0.allSatisfy { $0.elapsed <= 3_603_000 } })
                    #expect(await run.waitingRecords() == 0)
                },
            ]
        ) { run, step in
            if step["queue"] != nil {
                run.phone.serve { _ in .status(401) }
                inserted = try await run.insert(3)
                return true
            }
            if step.at == 1000 {
                try await run.perform(step)
                for number in 1..<360 {
                    try await run.advance(to: Int64(number) * 10_000)
                    await run.phone.deliver(at: Self.along(number), accuracy: 8)
                }
                return true
            }
            if step.at == 3_602_000 {
                let phone = run.phone
                phone.serve { request in
                    guard request.headers["Authorization"] == "new" else { return .status(401) }
                    let upload = (try? JSONValue(json: request.body))?["location"]?["uuid"]?.stringValue
                    accepted.withLock { $0.append((upload.map { [$0] } ?? [], phone.elapsed)) }
                    return .status(200)
                }
                return true
            }
            return false
        }
    }

    /// A walk to the north, ten metres at a time.
    private static func along(_ number: Int) -> Coordinate {
        Geodesic.destination(
            from: Coordinate(checkedLatitude: 52.2297, longitude: 21.0122), bearing: 0, distance: Double(number) * 10)
    }

    /// A week of positions and forty transitions, fewer positions than the case has, in the same proportions of sizes:
    /// batches of 250 fit the larger bound and not the smaller. Nothing is tried before the network is back.
    @Test(arguments: [Scenario.API.bgeo], [200_000, 60_000])
    func `CASE-111 offline for a week`(_ api: Scenario.API, _ largest: Int) async throws {
        try await CaseRun.run(
            Self.week, on: api,
            with: [
                "config": [
                    "url": "https://server.invalid/fences", "autoSync": false, "batchSync": true, "maxBatchSize": 250,
                ]
            ],
            checks: [
                .atEnd { run in
                    let taken = run.uploads.filter { $0.wasReceived && $0.bytes <= largest }
                    let transitions = taken.flatMap(\.transitions)
                    #expect(transitions.count == 40 && transitions.map(\.at) == transitions.map(\.at).sorted())
                    #expect(transitions.map(\.id) == run.subject.told.map(\.id))
                    #expect(taken.flatMap(\.ids).count == Set(taken.flatMap(\.ids)).count)
                    #expect(taken.flatMap(\.ids).count == 800 + 40)
                    #expect(run.uploads.allSatisfy { $0.records.count <= 250 })
                    #expect(run.uploads.contains { $0.bytes > largest } == (largest == 60_000))
                    #expect(await run.waitingRecords() == 0)
                }
            ]
        ) { run, step in
            if step["server"] != nil {
                run.phone.serve { $0.body.count > largest ? .status(413) : .status(200) }
                await run.phone.setNetwork(.unmetered)
                return true
            }
            guard step["note"] != nil else { return false }
            try await run.liveAWeek()
            return true
        }
    }

    @Test(arguments: [Scenario.API.bgeo])
    func `CASE-111 a bound keeps the newest, whatever their kind`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            Self.week, on: api,
            with: ["config": ["url": "https://server.invalid/fences", "autoSync": false, "maxRecordsToPersist": 500]],
            checks: [
                .at(604_799) { run in
                    let ids = try await run.bgeo { await BackgroundGeolocation.getLocations().map(\.uuid) }
                    let transitions = Set(run.subject.told.map(\.id))
                    #expect(ids.count == 500)
                    #expect(ids.count { transitions.contains($0) } == 23)
                    #expect(ids.last { transitions.contains($0) } == run.subject.told.last?.id)
                }
            ]
        ) { run, step in
            guard step["note"] != nil else { return step["server"] != nil }
            try await run.liveAWeek()
            return true
        }
    }

    static let week = #"""
        {
          "fences": [{"id": "a", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EX"}],
          "steps": [
            {"t": 0, "net": "offline"},
            {"t": 1, "note": "60 000 positions and 40 transitions over 7 days"},
            {"t": 604800, "net": "online", "server": "413 above 200 kB, else 200"},
            {"t": 604801, "call": "sync"}
          ]
        }
        """#

    /// The commit before which the process ends, counted from the start of the store; further ones are never reached.
    @Test(arguments: [Scenario.API.bgeo], 1...24)
    func `CASE-112 killed between 200 and delete`(_ api: Scenario.API, _ fatal: Int) async throws {
        for isAfter in [false, true] {
            try await CaseRun.run(
                Self.killed, on: api, with: CaseRun.server,
                checks: [
                    .atEnd { run in
                        let seen = run.uploads.filter(\.wasReceived).flatMap(\.transitions)
                        #expect(!seen.isEmpty)
                        #expect(Set(seen.map(\.id)).count == 1)
                        #expect(await run.waitingRecords() == 0)
                    }
                ]
            ) { run, step in
                let subject = try run.bgeoSubject.orThrow("BGeo")
                if step.at == 0, step["os"] != nil {
                    // A process of its own for the event, whose store fails where it is told to.
                    run.phone.killApp()
                    let phone = run.phone
                    subject.faults = StoreFaults { number in
                        guard number == fatal else { return .proceed }
                        phone.killApp()
                        return isAfter ? .crashAfterCommit : .crashBeforeCommit
                    }
                    await run.phone.launchApp(.region)
                }
                if step["call"] != nil, run.phone.app == nil { return true }
                if step["os"] == "launch" {
                    run.phone.killApp()
                    subject.faults = nil
                    try await run.perform(step)
                    // The system repeats a crossing that nobody has dealt with.
                    let region = try run.regionIDs["a"].orThrow("a region")
                    await run.phone.os.enter(region, at: run.wall(at: 0))
                    return true
                }
                return false
            }
        }
    }

    @Test(arguments: [Scenario.API.bgeo])
    func `CASE-112 killed while the server answers`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            Self.killed, on: api, with: CaseRun.server,
            checks: [
                .atEnd { run in
                    let seen = run.uploads.filter(\.wasReceived).flatMap(\.transitions)
                    #expect(seen.count == 2 && Set(seen.map(\.id)).count == 1)
                }
            ]
        ) { run, step in
            let phone = run.phone
            if step.at == 0 {
                phone.serve { _ in
                    phone.killApp()
                    return .status(200)
                }
            }
            if step["os"] == "launch" { phone.serve { _ in .status(200) } }
            return step["call"] != nil && phone.app == nil
        }
    }

    static let killed = #"""
        {
          "fences": [{"id": "a", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EX"}],
          "steps": [
            {"t": 0, "os": "enter", "id": "a", "ts": 0},
            {"t": 0, "fix": [52.2297, 21.0122, 8]},
            {"t": 1, "call": "sync"},
            {"t": 2, "os": "launch"},
            {"t": 3, "call": "sync"}
          ]
        }
        """#

    @Test(arguments: [Scenario.API.bgeo])
    func `CASE-113 backlog waits for the next launch`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "fences": [
                {"id": "a", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EX"},
                {"id": "b", "lat": 52.2566796, "lon": 21.0122, "r": 150, "on": "EX"}
              ],
              "steps": [
                {"t": 0, "net": "offline"},
                {"t": 1, "os": "enter", "id": "a", "ts": 1},
                {"t": 600, "net": "online"},
                {"t": 1200, "os": "exit", "id": "a", "ts": 1200}
              ]
            }
            """#, on: api, with: CaseRun.server,
            checks: [
                .at(600) { run in
                    #expect(run.uploads.filter(\.wasReceived).flatMap(\.transitions).map(\.kind) == ["ENTER"])
                },
                .at(1230) { run in
                    let seen = run.uploads.filter(\.wasReceived).flatMap(\.transitions)
                    #expect(seen.map(\.kind) == ["ENTER", "EXIT"])
                    #expect(seen.map { run.time(of: $0.at) } == [1000, 1_200_000])
                },
            ])
    }

    @Test(arguments: [Scenario.API.bgeo])
    func `CASE-114 crossing is part of the queue`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "config": {"geofenceProximityRadius": 5000},
              "fences": [
                {"id": "a", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EX", "extras": {"kind": "home"}}
              ],
              "steps": [
                {"t": 0, "net": "offline"},
                {"t": 1, "fix": [52.2386932, 21.0122, 8]},
                {"t": 100, "os": "enter", "id": "a", "ts": 100},
                {"t": 100, "fix": [52.2298799, 21.0122, 10]}
              ]
            }
            """#, on: api,
            checks: [
                .atEnd { run in
                    let records = try await run.bgeo { await BackgroundGeolocation.getLocations() }
                    let crossings = records.filter { $0.event == "geofence" }
                    #expect(crossings.count == 1)
                    let raw = try JSONValue(any: crossings[0].raw)
                    #expect(raw["geofence"]?["identifier"] == "a" && raw["geofence"]?["action"] == "ENTER")
                    #expect(raw["geofence"]?["extras"] == ["kind": "home"])
                    #expect(raw["coords"]?["latitude"] != nil && raw["uuid"] != nil)
                    #expect(records.count { $0.event == nil } == 2)
                }
            ])
    }

    @Test(arguments: [Scenario.API.bgeo], [200, 500])
    func `CASE-146 upload address changed in mid-flight`(_ api: Scenario.API, _ answer: Int) async throws {
        var early: [String] = []
        var late: [String] = []
        try await CaseRun.run(
            #"""
            {
              "config": {"batchSync": true},
              "steps": [
                {"t": 0, "server": "url A answers after 5 s", "queue": ["r1", "r2"]},
                {"t": 1, "call": "sync"},
                {"t": 2, "call": "setConfig", "url": "https://b.invalid/"},
                {"t": 3, "queue": ["r3"]},
                {"t": 10, "call": "sync"},
                {"t": 20, "os": "kill"},
                {"t": 30, "os": "launch"}
              ]
            }
            """#, on: api,
            with: ["config": ["batchSync": true, "autoSync": false, "url": "https://a.invalid/"]],
            checks: [
                .atEnd { run in
                    let toA = run.uploads.filter { $0.url == "https://a.invalid/" }
                    let toB = run.uploads.filter { $0.url == "https://b.invalid/" }
                    #expect(toA.map(\.ids) == [early])
                    // What A refused is sent again with the settings of that time.
                    #expect(toB.flatMap(\.ids) == (answer == 200 ? late : early + late))
                    #expect(await run.waitingRecords() == 0)
                    let url = run.bgeoSubject?.service?.configuration.url
                    #expect(url == "https://b.invalid/")
                }
            ]
        ) { run, step in
            if step["server"] != nil {
                run.phone.serve { request in
                    request.url == "https://a.invalid/" ? .status(answer, after: 5000) : .status(200)
                }
            }
            guard let queue = step["queue"]?.arrayValue else { return false }
            let ids = try await run.insert(queue.count)
            if early.isEmpty { early = ids } else { late = ids }
            return true
        }
    }
}

extension CaseRun {
    /// Forty stays of twenty positions, inside and outside in turn, over a week.
    fileprivate func liveAWeek() async throws {
        let center = try Coordinate(latitude: 52.2297, longitude: 21.0122)
        for number in 0..<800 {
            try await advance(to: 1000 + Int64(number) * 750_000)
            let distance = (number / 20).isMultiple(of: 2) ? 10.0 : 400.0
            let place = Geodesic.destination(from: center, bearing: Double(number % 36) * 10, distance: distance)
            await phone.deliver(at: place, accuracy: 8)
        }
    }
}

extension CaseRun {
    /// Puts records of the app's own into the queue.
    func insert(_ count: Int) async throws -> [String] {
        let ids = (1...count).map { "r\(phone.elapsed)-\($0)" }
        try await bgeo {
            for id in ids {
                await BackgroundGeolocation.insertLocation([
                    "uuid": id, "timestamp": wall(at: phone.elapsed).iso8601, "odometer": 0.0,
                    "coords": ["latitude": 52.2297, "longitude": 21.0122, "accuracy": 5.0],
                    "activity": ["type": "still", "confidence": 100], "battery": ["level": 1.0, "is_charging": false],
                ])
            }
        }
        return ids
    }
}
