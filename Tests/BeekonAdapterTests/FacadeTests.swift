import BeekonAdapter
import Foundation
import GeofenceEngine
import LocationCore
import TestSupport
import Testing

@Suite struct `The set of fences` {
    private let office = BeekonGeofence(id: "office", latitude: 12.98, longitude: 77.5946, radiusMeters: 150)
    private let bad = home.with {
        $0.id = "bad"
        $0.radiusMeters = 0
    }

    @Test func `BKN-001 shared is one instance`() {
        #expect(Beekon.shared === Beekon.shared)
    }

    @Test func `BKN-004 the seed's calls compile`() async throws {
        func program(_ beekon: Beekon) async throws {
            try await beekon.addGeofences([
                BeekonGeofence(
                    id: "home", latitude: 12.9716, longitude: 77.5946, radiusMeters: 150,
                    notification: GeofenceNotification(
                        onEnter: NotificationContent(title: "Welcome home", body: "You've arrived"),
                        delivery: .local))
            ])
            let list = await beekon.listGeofences()
            #expect(list.map(\.id) == ["home"])
            try await beekon.removeGeofences(ids: ["home"])
            await beekon.requestPermission(.notifications)
        }
        let beekon = makeBeekon()
        try await program(beekon)
        await beekon.hear(.transition(transition("e", .enter)))

        for await event in await beekon.geofenceEvents {
            #expect(event.id == "e")
            break
        }
    }

    @Test func `BKN-012 a catch without a payload pattern catches the error`() async {
        do {
            try await makeBeekon().addGeofences([bad])
            Issue.record("nothing was thrown")
        } catch BeekonError.invalidGeofence {
        } catch {
            Issue.record("\(error)")
        }
    }

    @Test(arguments: [true, false])
    func `BKN-022 one bad entry refuses the list, in either order`(_ isFirst: Bool) async throws {
        let beekon = makeBeekon()

        await #expect(throws: BeekonError.self) {
            try await beekon.addGeofences(isFirst ? [bad, office] : [office, bad])
        }

        #expect(await beekon.listGeofences().isEmpty)
    }

    @Test func `BKN-023 a replacement in a refused list is not applied`() async throws {
        let beekon = makeBeekon()
        try await beekon.addGeofences([home])

        await #expect(throws: BeekonError.self) {
            try await beekon.addGeofences([home.with { $0.radiusMeters = 300 }, office.with { $0.latitude = 91 }])
        }

        #expect(await beekon.listGeofences() == [home])
    }

    @Test func `BKN-024 adding an id again replaces`() async throws {
        let beekon = makeBeekon()
        let larger = home.with { $0.radiusMeters = 300 }
        try await beekon.addGeofences([home])

        try await beekon.addGeofences([larger])

        #expect(await beekon.listGeofences() == [larger])
    }

    @Test func `BKN-025 BKN-026 unknown ids are ignored`() async throws {
        let beekon = makeBeekon()
        try await beekon.removeGeofences(ids: ["nowhere"])
        try await beekon.addGeofences([home])

        try await beekon.removeGeofences(ids: ["nowhere", "home"])

        #expect(await beekon.listGeofences().isEmpty)
    }

    @Test func `BKN-027 of two entries with one id the later wins`() async throws {
        let beekon = makeBeekon()
        let larger = home.with { $0.radiusMeters = 250 }

        try await beekon.addGeofences([home, larger])

        #expect(await beekon.listGeofences() == [larger])
    }

    @Test func `BKN-028 empty lists change nothing`() async throws {
        let beekon = makeBeekon()
        try await beekon.addGeofences([home])

        try await beekon.addGeofences([])
        try await beekon.removeGeofences(ids: [])

        #expect(await beekon.listGeofences() == [home])
    }

    @Test func `BKN-034 a replacement keeps its place`() async throws {
        let beekon = makeBeekon()
        let list = ["a", "b", "c"].map { id in home.with { $0.id = id } }
        try await beekon.addGeofences(list)

        try await beekon.addGeofences([list[1].with { $0.radiusMeters = 300 }])

        #expect(await beekon.listGeofences().map(\.id) == ["a", "b", "c"])
    }

    @Test func `BKN-035 case counts, and so does the normal form`() async throws {
        let beekon = makeBeekon()
        let ids = ["home", "Home", "caf\u{E9}", "cafe\u{301}"]

        try await beekon.addGeofences(ids.map { id in home.with { $0.id = id } })

        #expect(await beekon.listGeofences().map { Array($0.id.utf8) } == ids.map { Array($0.utf8) })
    }

    @Test func `BKN-036 a store that fails leaves the set as it was`() async throws {
        let engine = MemoryEngine()
        let beekon = makeBeekon(engine)
        try await beekon.addGeofences([home])
        await engine.set(refusal: .storageFailure(cause: "disk full"))

        await #expect(throws: BeekonError.storageFailure(cause: "disk full")) {
            try await beekon.addGeofences([office])
        }

        #expect(await beekon.listGeofences() == [home])
    }

    @Test func `BKN-037 fifty parallel adds leave fifty fences`() async throws {
        let beekon = makeBeekon()

        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<50 {
                group.addTask { try await beekon.addGeofences([home.with { $0.id = "\(number)" }]) }
            }
            try await group.waitForAll()
        }

        #expect(await beekon.listGeofences().count == 50)
    }

    @Test(.enabled(if: Shared.isPresent, "\(present)"))
    func `BKN-038 every list to refuse is refused, and every list to accept accepted`() async throws {
        for row in try fixture("invalid_geofences.json").list("cases") {
            let beekon = makeBeekon()
            let before: [BeekonGeofence] = try row.member("registered_before").decoded()
            try await beekon.addGeofences(before)
            if row["mode"]?.stringValue == "cloud" { try await beekon.configure(.cloud(projectKey: "bkproj_1")) }

            let error = await #expect(throws: BeekonError.self) {
                try await beekon.addGeofences(try row.member("add").decoded())
            }

            switch error {
            case .invalidGeofence(let id, _):
                #expect(row["expected_error"] == "invalidGeofence")
                #expect(id == row["offending_id"]?.stringValue)
            default:
                #expect(error == .geofencesManagedByServer)
                #expect(row["expected_error"] == "geofencesManagedByServer")
            }
            #expect(await beekon.listGeofences() == before, "\(row)")
        }
        for row in try fixture("valid_edge_geofences.json").list("cases") {
            let beekon = makeBeekon()

            try await beekon.addGeofences(try row.member("add").decoded())

            let expected: [BeekonGeofence] = try (row["expected_registered"] ?? row.member("add")).decoded()
            #expect(await beekon.listGeofences() == expected)
        }
    }

    @Test func `a fence below 100 m is warned about, not changed`() async throws {
        let beekon = makeBeekon()

        try await beekon.addGeofences([home, home.with { $0.radiusMeters = 99 }])

        let warnings = await beekon.getLog(level: .warn)
        #expect(warnings.count == 1)
        #expect(warnings.first?.category == "geofence")
    }
}

/// A transition of `home` as the engine tells it.
func transition(_ id: String, _ kind: TransitionKind) -> Transition {
    Transition(
        id: id, kind: kind, fence: homeFence, at: eight, evidence: .fix, position: nil, person: nil, stay: nil,
        odometer: 0)
}

let homeFence = Fence(
    id: "home",
    shape: .circle(
        Circle(center: Coordinate(checkedLatitude: 12.9716, longitude: 77.5946), checkedRadius: 150)),
    reports: [.enter, .exit])

@Suite struct `Modes` {
    private let cloud = BeekonConfig.cloud(projectKey: "bkproj_1")

    @Test func `BKN-039 BKN-041 in cloud mode adding is refused, whatever the list`() async throws {
        let beekon = makeBeekon()
        try await beekon.configure(cloud)

        for list in [[home], [home.with { $0.radiusMeters = 0 }], []] {
            await #expect(throws: BeekonError.geofencesManagedByServer) { try await beekon.addGeofences(list) }
        }

        #expect(await beekon.listGeofences().isEmpty)
    }

    @Test func `BKN-040 in cloud mode removing is refused, also of nothing`() async throws {
        let beekon = makeBeekon()
        try await beekon.configure(cloud)

        for ids in [["gf_home"], ["nowhere"], []] {
            await #expect(throws: BeekonError.geofencesManagedByServer) { try await beekon.removeGeofences(ids: ids) }
        }
    }

    @Test func `BKN-042 before the first sync the list is empty`() async throws {
        let beekon = makeBeekon()
        try await beekon.configure(cloud)

        #expect(await beekon.listGeofences().isEmpty)
    }
}

@Suite struct `Streams of the façade` {
    @Test func `BKN-066 BKN-068 events reach every reader, and an unseen one the first`() async throws {
        let beekon = makeBeekon()
        await beekon.hear(.transition(transition("1", .enter)))

        let (one, two) = (await beekon.geofenceEvents, await beekon.geofenceEvents)
        await beekon.hear(.transition(transition("2", .exit)))

        #expect(await first(2, of: one).map(\.id) == ["1", "2"])
        #expect(await first(1, of: two).map(\.type) == [.exit])
    }

    @Test func `BKN-051 a dwell is no event`() async throws {
        let beekon = makeBeekon()
        await beekon.hear(.transition(transition("1", .dwell)))
        await beekon.hear(.transition(transition("2", .exit)))

        #expect(await first(1, of: beekon.geofenceEvents).map(\.id) == ["2"])
    }

    @Test func `BKN-069 BKN-112 the state comes at once, each change once`() async throws {
        let beekon = makeBeekon()
        #expect(await first(1, of: beekon.state) == [.idle])

        let stream = await beekon.state
        var values = stream.makeAsyncIterator()
        #expect(await values.next() == .idle)
        try await beekon.start()
        try await beekon.start()
        #expect(await values.next() == .tracking)
        await beekon.stop()
        #expect(await values.next() == .stopped(.user))

        #expect(await first(1, of: beekon.state) == [.stopped(.user)])
    }

    @Test func `BKN-106 a crossing tells nothing on the state`() async throws {
        let beekon = makeBeekon()
        let stream = await beekon.state
        var values = stream.makeAsyncIterator()
        #expect(await values.next() == .idle)

        await beekon.hear(.transition(transition("1", .enter)))
        try await beekon.start()

        #expect(await values.next() == .tracking)
    }

    @Test func `what a slow reader of events has lost is in the log`() async throws {
        let beekon = makeBeekon()
        let stream = await beekon.geofenceEvents
        for number in 0..<100 { await beekon.hear(.transition(transition("\(number)", .enter))) }

        #expect(await first(64, of: stream).map(\.id) == (36..<100).map(String.init))

        #expect(await beekon.getLog(level: .warn).map(\.message) == ["a slow reader of geofenceEvents lost 36 events"])
    }
}
