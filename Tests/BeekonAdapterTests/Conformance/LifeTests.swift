import BeekonAdapter
import Foundation
import GeofenceEngine
import LocationCore
import LocationSimulator
import TestSupport
import Testing

@MainActor @Suite struct `Life of a phone` {
    @Test func `BKN-006 tracking begins without a configuration`() async throws {
        let bench = await BeekonBench(knobs: .scripted)

        try await bench.beekon.start()
        await bench.fix(500)
        await bench.fix(700, after: 29_000)
        await bench.fix(599, after: 2000)
        await bench.fix(601, after: 1000)

        #expect(try await bench.state == .tracking)
        #expect(bench.phone.watches.values.map(\.accuracy) == [10])
        #expect(await bench.locations.count == 2)
    }

    @Test func `BKN-007 the stored configuration is in force in the next process`() async throws {
        let bench = await BeekonBench(knobs: .scripted)
        try await bench.beekon.configure(.selfManaged(minTimeBetweenLocationsSeconds: 10))
        await bench.relaunch()

        try await bench.beekon.start()
        await bench.fix(500)
        await bench.fix(700, after: 9000)
        await bench.fix(900, after: 1000)

        #expect(await bench.locations.count == 2)
    }

    @Test func `BKN-008 new gate values count at once, and the subscription goes on`() async throws {
        let bench = await BeekonBench(knobs: .scripted)
        try await bench.beekon.start()
        await bench.fix(500)
        let watches = bench.phone.transcript.split(separator: "\n").count { $0.contains("watch") }

        try await bench.beekon.configure(
            .selfManaged(minTimeBetweenLocationsSeconds: 5, minDistanceBetweenLocationsMeters: 25))
        await bench.fix(530, after: 6000)

        #expect(await bench.locations.count == 2)
        #expect(bench.phone.transcript.split(separator: "\n").count { $0.contains("watch") } == watches)
    }

    @Test func `BKN-053 BKN-069 BKN-112 the states`() async throws {
        let bench = await BeekonBench()
        #expect(try await bench.state == .idle)
        try await bench.beekon.start()
        try await bench.beekon.start()
        #expect(try await bench.state == .tracking)
        try await bench.beekon.stop()
        #expect(try await bench.state == .stopped(.user))
    }

    @Test(arguments: [PhoneProfile.iOSClassic, .iOSMonitor, .android])
    func `BKN-006 tracking pauses while the device is still and goes on when it leaves`(
        _ profile: PhoneProfile
    ) async throws {
        let bench = await BeekonBench(profile, knobs: .quick, androidAPI: profile == .android ? 33 : nil)
        try await bench.beekon.configure(
            .selfManaged(
                minTimeBetweenLocationsSeconds: 0, minDistanceBetweenLocationsMeters: 0, stationaryRadiusMeters: 50))
        try await bench.beekon.addGeofences([home])
        try await bench.beekon.start()
        await bench.move(bench.north(1000))
        await bench.phone.advance(by: 400_000)
        #expect(bench.phone.monitoredRegions.contains { $0.id == "beekon.still" })
        let still = await bench.locations.count

        await bench.phone.advance(by: 3_600_000)

        #expect(await bench.locations.count == still)
        #expect(try await bench.state == .tracking)

        await bench.move(bench.north(1300))
        await bench.phone.advance(by: 30_000)

        #expect(!bench.phone.monitoredRegions.contains { $0.id == "beekon.still" })
        #expect(await bench.locations.count > still)
        await bench.enter()
        await bench.phone.advance(by: 5000)
        #expect(await bench.told == ["enter home"])
    }

    @Test func `BKN-006 a tracker that is told to does not pause`() async throws {
        let bench = await BeekonBench(knobs: .quick)
        try await bench.beekon.configure(.selfManaged(whenStationary: .keepTracking))
        try await bench.beekon.start()

        await bench.phone.advance(by: 3_600_000)

        #expect(bench.phone.monitoredRegions.isEmpty)
    }

    @Test func `BKN-070 a late reader of locations gets the latest`() async throws {
        let bench = await BeekonBench(knobs: .scripted)
        try await bench.beekon.configure(
            .selfManaged(minTimeBetweenLocationsSeconds: 0, minDistanceBetweenLocationsMeters: 0))
        try await bench.beekon.start()
        for metres in [500.0, 600, 700] { await bench.fix(metres, after: 1000) }

        let latest = await first(1, of: try bench.beekon.locations)

        #expect(latest.map(\.latitude) == [bench.north(700).latitude])
    }

    @Test(arguments: [PhoneProfile.iOSClassic, .iOSMonitor, .android])
    func `BKN-102 BKN-103 a kill loses nothing, and a crossing wakes the app`(_ profile: PhoneProfile) async throws {
        let bench = await BeekonBench(profile, knobs: .quick, androidAPI: profile == .android ? 33 : nil)
        try await bench.beekon.addGeofences([welcome])
        await bench.phone.advance(by: 20_000)
        await bench.kill()

        await bench.enter()
        await bench.phone.advance(by: 5000)

        #expect(bench.phone.app != nil)
        #expect(await bench.told == ["enter home"])
        #expect(try await bench.state == .idle)
        #expect(try await bench.beekon.listGeofences() == [welcome])
    }

    @Test(arguments: [PhoneProfile.iOSClassic, .iOSMonitor, .android])
    func `BKN-104 BKN-105 a reboot loses nothing`(_ profile: PhoneProfile) async throws {
        var knobs = PhoneKnobs.quick
        knobs.startsAppOnBoot = profile == .android
        let bench = await BeekonBench(profile, knobs: knobs, androidAPI: profile == .android ? 33 : nil)
        try await bench.beekon.addGeofences([home])
        await bench.phone.advance(by: 20_000)
        await bench.kill()
        await bench.phone.reboot()
        await bench.phone.advance(by: 20_000)
        if profile == .android { #expect(bench.fenceRegions.count == 1) }

        await bench.enter()
        await bench.phone.advance(by: 5000)

        #expect(await bench.told == ["enter home"])
    }

    @Test(arguments: [PhoneProfile.iOSClassic, .software])
    func `BKN-107 a boundary passed while nothing ran is one event`(_ profile: PhoneProfile) async throws {
        var knobs = PhoneKnobs.quick
        knobs.answersStateFromTruth = true
        let bench = await BeekonBench(profile, knobs: knobs)
        try await bench.beekon.addGeofences([home])
        await bench.phone.advance(by: 20_000)
        await bench.move(BeekonBench.inside)
        if profile == .software { await bench.phone.deliver(at: BeekonBench.inside) }
        await bench.phone.advance(by: 20_000)
        await bench.kill()
        bench.phone.adjust { $0.eventsStartApp = false }
        await bench.leave()

        await bench.phone.launchApp()
        await bench.phone.advance(by: 60_000)

        #expect(await bench.told.last == "exit home")
        #expect(await bench.told.count { $0 == "exit home" } == 1)
    }

    @Test func `BKN-108 what was stored and not told is told by the next process, under the same id`() async throws {
        let isCrashing = Locked(false)
        let faults = StoreFaults { _ in isCrashing.withLock { $0 } ? .crashAfterCommit : .proceed }
        let bench = await BeekonBench(faults: faults)
        try await bench.beekon.configure(.selfManaged(sync: upload))
        try await bench.beekon.addGeofences([home])
        isCrashing.withLock { $0 = true }
        await bench.phone.move(to: BeekonBench.inside)
        #expect(await bench.told == [])
        bench.phone.killApp()
        isCrashing.withLock { $0 = false }

        await bench.relaunch()
        await bench.phone.advance(by: 60_000)

        #expect(await bench.told == ["enter home"])
        #expect(bench.bodies.flatMap { $0.ids("geofence_events") } == (await bench.events.map(\.id)))
    }

    @Test func `BKN-109 BKN-110 start is refused, and the state stays`() async throws {
        let bench = await BeekonBench()
        await bench.phone.setAuthorization(.denied)
        await #expect(throws: BeekonError.permissionDenied) { try await bench.beekon.start() }
        await bench.phone.setAuthorization(.always)
        await bench.phone.setLocationServices(false)
        await #expect(throws: BeekonError.locationServicesDisabled) { try await bench.beekon.start() }

        #expect(try await bench.state == .idle)
    }

    @Test func `BKN-111 a permission that goes ends tracking, and nothing restarts`() async throws {
        let bench = await BeekonBench()
        try await bench.beekon.addGeofences([home])
        try await bench.beekon.start()

        await bench.phone.setAuthorization(.denied)
        #expect(try await bench.state == .stopped(.permissionDenied))
        await bench.phone.setAuthorization(.always)
        await bench.phone.advance(by: 60_000)

        #expect(try await bench.state == .stopped(.permissionDenied))
        #expect(bench.phone.watches.isEmpty)
        #expect(bench.fenceRegions.count == 1)
        await bench.enter()
        #expect(await bench.told == ["enter home"])
    }

    @Test func `BKN-113 the gate`() async throws {
        let bench = await BeekonBench(knobs: .scripted)
        try await bench.beekon.start()

        await bench.fix(1000)
        await bench.fix(1500, after: 29_000)
        await bench.fix(1099, after: 2000)
        await bench.fix(1101, after: 1000)

        #expect(await bench.locations.map(\.latitude) == [bench.north(1000).latitude, bench.north(1101).latitude])
    }

    @Test func `BKN-115 what is older than 7 days goes with the next write`() async throws {
        let bench = await BeekonBench(knobs: .scripted)
        try await bench.beekon.start()
        await bench.fix(1000)
        await bench.fix(2000, after: 3_600_000)

        await bench.fix(3000, after: 7 * 86_400_000 - 3_600_000 + 1)

        #expect(try await bench.history().map(\.latitude) == [bench.north(2000).latitude, bench.north(3000).latitude])
    }

    @Test func `BKN-117 deleting the history keeps fences and events`() async throws {
        let bench = await BeekonBench()
        try await bench.beekon.configure(.selfManaged(sync: upload))
        try await bench.beekon.addGeofences([home])
        await bench.phone.setNetwork(.none)
        await bench.enter()
        #expect(try await bench.history().count == 1)

        try await bench.beekon.deleteHistory()

        #expect(try await bench.history().isEmpty)
        #expect(try await bench.beekon.listGeofences() == [home])
        await bench.phone.setNetwork(.unmetered)
        await bench.phone.advance(by: 1000)
        #expect(bench.bodies.last?.ids("geofence_events") == (await bench.events.map(\.id)))
    }

    @Test func `BKN-036 a store that fails leaves list and system as they were`() async throws {
        let isFailing = Locked(false)
        let faults = StoreFaults { _ in isFailing.withLock { $0 } ? .fail(.full) : .proceed }
        let bench = await BeekonBench(faults: faults)
        try await bench.beekon.addGeofences([home])
        isFailing.withLock { $0 = true }

        let beekon = try bench.beekon
        do {
            try await beekon.addGeofences([home.with { $0.id = "other" }])
            Issue.record("nothing was thrown")
        } catch BeekonError.storageFailure {
        }

        isFailing.withLock { $0 = false }
        #expect(try await bench.beekon.listGeofences() == [home])
        #expect(bench.fenceRegions.count == 1)
    }

    @Test func `BKN-020 BKN-033 the radius reaches the system as given, and a silent fence takes no region`()
        async throws
    {
        let bench = await BeekonBench()
        let radii = [0.001, 1, 99, 100]
        try await bench.beekon.addGeofences(
            radii.map { radius in home.with { ($0.id, $0.radiusMeters) = ("\(radius)", radius) } }
                + [home.with { ($0.id, $0.notifyOnEntry, $0.notifyOnExit) = ("silent", false, false) }])

        #expect(bench.fenceRegions.map(\.circle.radius).sorted() == radii)
        #expect(try await bench.beekon.listGeofences().map(\.radiusMeters) == radii + [150])
        await bench.enter()
        #expect(await bench.told.allSatisfy { !$0.contains("silent") })
    }

    @Test func `BKN-037 fifty parallel adds`() async throws {
        let bench = await BeekonBench()
        let beekon = try bench.beekon
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<50 {
                group.addTask { try await beekon.addGeofences([home.with { $0.id = "f\(index)" }]) }
            }
            try await group.waitForAll()
        }

        #expect(await beekon.listGeofences().count == 50)
    }

    @Test func `BKN-174 one position in idle is neither recorded nor told`() async throws {
        let bench = await BeekonBench(at: BeekonBench.inside)

        let location = try await bench.beekon.getCurrentLocation()

        #expect(location.latitude == 12.9722)
        #expect(location.trigger == .manual)
        #expect(try await bench.state == .idle)
        #expect(await bench.locations == [])
        #expect(try await bench.history() == [])
    }

    @Test func `BKN-174 while tracking it does not count for the gate either`() async throws {
        let bench = await BeekonBench(knobs: .scripted)
        try await bench.beekon.start()

        _ = try await bench.beekon.getCurrentLocation()

        #expect(try await bench.history() == [])
    }

    @Test func `BKN 1-4 what proves nothing is recorded all the same`() async throws {
        let bench = await BeekonBench(knobs: .scripted)
        try await bench.beekon.start()
        let old = bench.phone.now.wall.adding(milliseconds: -400_000)

        await bench.phone.deliver(Fix(coordinate: bench.north(900), accuracy: 5, timestamp: old))

        #expect(await bench.locations.map { Timestamp($0.timestamp) } == [old])
    }

    @Test func `a fence explains itself`() async throws {
        let bench = await BeekonBench()
        try await bench.beekon.addGeofences([home])
        await bench.enter()

        let sentences = try await bench.beekon.explain("home")

        #expect(sentences.contains { $0.hasPrefix("the device is inside") })
        #expect(try await bench.beekon.explain("nowhere") == ["no fence is named nowhere"])
    }

    @Test func `BKN-172 BKN-173 the licence blocks nothing`() async throws {
        let bench = await BeekonBench()
        try await bench.beekon.addGeofences([welcome])
        #expect(try await bench.beekon.licenseStatus == .evaluation)

        try await bench.beekon.configure(.selfManaged(sync: upload, licenseKey: "bad"))
        #expect(try await bench.beekon.licenseStatus == .invalid(reason: "not verified"))
        try await bench.beekon.start()
        await bench.enter()

        #expect(bench.shown.count == 1)
        #expect(bench.phone.requests.count >= 1)
        #expect(await bench.told == ["enter home"])
    }
}
