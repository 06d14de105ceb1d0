import BeekonAdapter
import Foundation
import GeofenceEngine
import LocationCore
import LocationSimulator
import PhoneBench
import TestSupport
import Testing

@MainActor @Suite struct `Crossings on a phone` {
    @Test func `BKN-048 BKN-049 one enter and one exit without any start`() async throws {
        let bench = await BeekonBench()
        try await bench.beekon.addGeofences([home])

        await bench.enter()
        #expect(await bench.told == ["enter home"])

        await bench.leave()
        #expect(await bench.told == ["enter home", "exit home"])
        #expect(try await bench.state == .idle)
    }

    @Test func `BKN-048 without region monitoring too, fixes flow while fences are watched`() async throws {
        let bench = await BeekonBench(.software)
        try await bench.beekon.addGeofences([home])
        await bench.phone.advance(by: 5000)
        #expect(!bench.phone.watches.isEmpty)

        await bench.enter()
        await bench.leave()
        try await bench.beekon.removeGeofences(ids: ["home"])

        #expect(await bench.told == ["enter home", "exit home"])
        #expect(bench.phone.watches.isEmpty)
        #expect(try await bench.history().allSatisfy { $0.trigger == .geofence })
    }

    @Test(.enabled(if: Shared.isPresent, "\(present)"), arguments: [PhoneProfile.iOSClassic, .iOSMonitor, .software])
    func `BKN-050 the walk gives its four crossings`(_ profile: PhoneProfile) async throws {
        let file = try fixture("crossing_trace_home.json")
        let bench = await BeekonBench(profile, knobs: .scripted)
        try await bench.beekon.addGeofences([home])
        await bench.phone.advance(by: 60_000)

        for fix in try file.list("fixes") {
            let at = try #require(fix["at"]?.stringValue.flatMap { Timestamp(iso8601: $0) })
            await bench.phone.advance(by: max(90_000, at.milliseconds(since: bench.phone.now.wall)))
            let place = try Coordinate(
                latitude: #require(fix["latitude"]?.doubleValue), longitude: #require(fix["longitude"]?.doubleValue))
            await bench.phone.deliver(at: place)
            #expect(try await bench.state == .idle)
        }

        let events = await bench.events
        #expect(events.map(\.type) == [.enter, .exit, .enter, .exit])
        #expect(Set(events.map(\.id)).count == 4)
    }

    @Test func `BKN-051 a day inside brings nothing more`() async throws {
        let bench = await BeekonBench()
        try await bench.beekon.addGeofences([home])
        await bench.enter()

        await bench.phone.advance(by: 86_400_000)

        #expect(await bench.told == ["enter home"])
    }

    @Test func `BKN-052 the event's time is the system's, to the millisecond`() async throws {
        let bench = await BeekonBench(.iOSMonitor)
        try await bench.beekon.addGeofences([home])
        await bench.phone.advance(by: 20_123)
        let crossing = bench.phone.now.wall

        await bench.enter()

        #expect(await bench.events.map { Timestamp($0.timestamp) } == [crossing])
    }

    @Test func `BKN-053 stopping tracking does not stop crossings`() async throws {
        let bench = await BeekonBench()
        try await bench.beekon.addGeofences([home])
        try await bench.beekon.start()
        try await bench.beekon.stop()
        await bench.enter()
        for _ in 0..<10 {
            try await bench.beekon.start()
            try await bench.beekon.stop()
        }

        await bench.leave()

        #expect(await bench.told == ["enter home", "exit home"])
    }

    @Test(arguments: [(false, true, ["exit home"]), (true, false, ["enter home", "enter home"])])
    func `BKN-054 BKN-055 a direction that is off is silent`(
        _ entry: Bool, _ exit: Bool, _ expected: [String]
    ) async throws {
        let bench = await BeekonBench()
        try await bench.beekon.addGeofences([
            home.with { ($0.notifyOnEntry, $0.notifyOnExit) = (entry, exit) }
        ])

        await bench.enter()
        await bench.leave()
        if !exit { await bench.enter() }

        #expect(await bench.told == expected)
    }

    @Test func `BKN-056 the same enter twice is one event`() async throws {
        let bench = await BeekonBench()
        try await bench.beekon.addGeofences([home])
        bench.phone.adjust { $0.detectsCrossings = false }
        let id = try #require(bench.fenceRegions.first?.id)

        await bench.phone.os.enter(id)
        await bench.phone.advance(by: 60_000)
        await bench.phone.os.enter(id)
        await bench.phone.advance(by: 60_000)
        await bench.phone.os.exit(id)

        #expect(await bench.told == ["enter home", "exit home"])
    }

    @Test(arguments: [PhoneProfile.iOSClassic, .iOSMonitor])
    func `BKN-057 a device that is already inside is found silently`(_ profile: PhoneProfile) async throws {
        let bench = await BeekonBench(profile, at: BeekonBench.inside)
        try await bench.beekon.addGeofences([home])
        await bench.phone.advance(by: 60_000)
        #expect(await bench.told == [])

        await bench.leave()

        #expect(await bench.told == ["exit home"])
    }

    @Test func `BKN-058 removing while inside is no exit`() async throws {
        let bench = await BeekonBench()
        try await bench.beekon.addGeofences([home])
        await bench.enter()

        try await bench.beekon.removeGeofences(ids: ["home"])
        await bench.leave()

        #expect(await bench.told == ["enter home"])
        #expect(bench.fenceRegions.isEmpty)
    }

    @Test func `BKN-059 the same circle with another notification goes on`() async throws {
        let bench = await BeekonBench()
        try await bench.beekon.addGeofences([welcome])
        await bench.enter()

        try await bench.beekon.addGeofences([
            welcome.with { $0.notification?.onExit = NotificationContent(title: "New", body: "New") }
        ])
        #expect(await bench.told == ["enter home"])
        await bench.leave()

        #expect(await bench.told == ["enter home", "exit home"])
        #expect(bench.shown.map(\.title) == ["Welcome home", "New"])
    }

    @Test func `BKN-060 one fix across two fences is two events in list order`() async throws {
        let bench = await BeekonBench(.software, knobs: .scripted)
        try await bench.beekon.addGeofences([
            home.with { $0.id = "b" }, home.with { ($0.id, $0.radiusMeters) = ("a", 200) },
        ])
        await bench.fix(376)

        await bench.fix(60, after: 90_000)

        let events = await bench.events
        #expect(events.map(\.geofenceId) == ["b", "a"])
        #expect(Set(events.map(\.id)).count == 2)
        #expect(await bench.locations.count { $0.trigger == .geofence } == 1)
    }

    @Test func `BKN-061 the event first, then its location`() async throws {
        let bench = await BeekonBench(knobs: .scripted)
        bench.phone.answerFixRequests(.delivered)
        try await bench.beekon.addGeofences([home])
        await bench.enter()
        #expect(await bench.told == ["enter home"])
        #expect(await bench.locations == [])

        await bench.fix(66, after: 1000)

        let locations = await bench.locations
        #expect(locations.map(\.trigger) == [.geofence])
        #expect(abs((locations.first?.latitude ?? 0) - bench.north(66).latitude) < 1e-9)
    }

    @Test func `BKN-062 no fix in time is no location`() async throws {
        let bench = await BeekonBench(knobs: .scripted)
        bench.phone.answerFixRequests(.silence)
        try await bench.beekon.addGeofences([home])
        await bench.enter()

        await bench.phone.advance(by: 11_000)
        await bench.fix(60)

        #expect(await bench.told == ["enter home"])
        #expect(await bench.locations == [])
        #expect(try await bench.history() == [])
    }

    @Test(.enabled(if: Backend.current.reportsCrossings, "\(Backend.needsCrossings)"))
    func `BKN-063 a crossing's fix passes the gate`() async throws {
        let bench = await BeekonBench(knobs: .scripted)
        bench.phone.answerFixRequests(.delivered)
        try await bench.beekon.addGeofences([home])
        try await bench.beekon.start()
        await bench.fix(170)

        await bench.phone.advance(by: 4000)
        await bench.phone.move(to: bench.north(140))
        await bench.fix(150, after: 1000)

        #expect(await bench.locations.map(\.trigger) == [.update, .geofence])
        #expect(try await bench.history().map(\.trigger) == [.update, .geofence])
    }

    @Test func `BKN-064 the location comes in idle too`() async throws {
        let bench = await BeekonBench()
        try await bench.beekon.addGeofences([home])

        await bench.enter()

        #expect(try await bench.state == .idle)
        #expect(await bench.locations.map(\.trigger) == [.geofence])
        #expect(try await bench.history().map(\.trigger) == [.geofence])
    }

    @Test func `BKN-066 BKN-067 BKN-068 each reader gets each event once, an unseen one only the first`() async throws {
        let bench = await BeekonBench()
        try await bench.beekon.addGeofences([home])
        await bench.kill()
        await bench.enter()  // wakes the app, where the bench reads first
        let late = try await bench.beekon.geofenceEvents
        let later = try await bench.beekon.geofenceEvents

        await bench.leave()

        #expect(await bench.told == ["enter home", "exit home"])
        #expect(await first(1, of: late).map(\.type) == [.exit])
        #expect(await first(1, of: later).map(\.type) == [.exit])
    }

    @Test func `BKN-106 a crossing tells nothing on the state`() async throws {
        let bench = await BeekonBench()
        let states = try await bench.beekon.state
        try await bench.beekon.addGeofences([home])

        await bench.enter()
        try await bench.beekon.start()

        #expect(await first(1, of: states) == [.tracking])  // a slow reader has the newest only
        #expect(await bench.told == ["enter home"])
    }

    @Test func `BKN-178 a dwell of the system is nothing`() async throws {
        let bench = await BeekonBench(.android, knobs: .quick, androidAPI: 33)
        try await bench.beekon.configure(.selfManaged(sync: upload))
        try await bench.beekon.addGeofences([home])
        await bench.enter()
        let before = (await bench.told, await bench.locations.count, bench.phone.requests.count)

        await bench.phone.os.dwell(try #require(bench.fenceRegions.first?.id))
        await bench.phone.advance(by: 60_000)

        #expect(await bench.told == before.0)
        #expect(await bench.locations.count == before.1)
        #expect(bench.phone.requests.count == before.2)
    }

    @Test func `BKN-179 a position that comes with the event is the location, and none is asked for`() async throws {
        let bench = await BeekonBench(.android, knobs: .scripted, androidAPI: 33)
        bench.phone.answerFixRequests(.silence)
        try await bench.beekon.configure(.selfManaged(sync: upload))
        try await bench.beekon.addGeofences([home])
        await bench.phone.advance(by: 60_000)
        bench.phone.adjust { $0.detectsCrossings = false }
        let fix = Fix(coordinate: BeekonBench.inside, accuracy: 7, timestamp: bench.phone.now.wall)

        await bench.phone.os.enter(try #require(bench.fenceRegions.first?.id), at: fix.timestamp, position: fix)

        #expect(await bench.told == ["enter home"])
        let locations = await bench.locations
        #expect(locations.map(\.trigger) == [.geofence])
        #expect(locations.map(\.latitude) == [12.9722])
        let body = try #require(bench.bodies.first)
        #expect(body.ids("locations") == locations.map(\.id))
        #expect(
            body["geofence_events"]?.arrayValue?.first?.objectValue?.keys.sorted() == [
                "geofence_id", "id", "timestamp", "type",
            ])
    }
}
