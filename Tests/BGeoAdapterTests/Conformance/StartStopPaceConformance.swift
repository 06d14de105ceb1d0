import Foundation
import LocationCore
import LocationSimulator
import Testing

@testable import BGeoAdapter

/// When fences are watched.
@MainActor @Suite struct `BGEO conformance, start, stop, pace` {
    /// Three fences within 2 km.
    private let three = [Geofence.north(500), .north(1000), .north(1500)]
    private let names = ["n0500", "n1000", "n1500"]

    @Test func `BGEO-030 without tracking nothing is watched`() async throws {
        let bench = BGeoBench(at: BGeoBench.p0)
        try await bench.ready()
        try await bench.app { try await BackgroundGeolocation.addGeofences(three) }
        #expect(bench.phone.monitoredRegions.isEmpty)
        #expect(bench.phone.registrationLog.isEmpty)
    }

    @Test func `BGEO-031 starting registers what is stored`() async throws {
        let bench = BGeoBench()
        try await bench.started(with: three)
        #expect(try await bench.registered() == names)
    }

    @Test func `BGEO-032 stopping gives the regions back and keeps the fences`() async throws {
        let bench = BGeoBench()
        try await bench.started(with: three)
        try await bench.app { try await BackgroundGeolocation.stop() }
        #expect(bench.phone.monitoredRegions.isEmpty)
        #expect(try await bench.stored().map(\.identifier) == names)
    }

    @Test func `BGEO-033 starting again registers without adding`() async throws {
        let bench = BGeoBench()
        try await bench.started(with: three)
        try await bench.app {
            try await BackgroundGeolocation.stop()
            try await BackgroundGeolocation.start()
        }
        #expect(try await bench.registered() == names)
    }

    @Test func `BGEO-034 the pace touches neither regions nor dwells`() async throws {
        let bench = BGeoBench(at: BGeoBench.p0)
        try await bench.started(with: [.home(delay: 60_000)])
        await bench.fix(0)
        await bench.wait(30)
        let calls = bench.phone.registrationLog
        try await bench.app {
            try await BackgroundGeolocation.changePace(true)
            try await BackgroundGeolocation.changePace(false)
        }
        #expect(bench.phone.registrationLog == calls)
        #expect(try await bench.registered() == ["home"])
        #expect(bench.told == ["ENTER home"])
        await bench.phone.advance(by: 29_999)
        #expect(bench.told == ["ENTER home"])
        await bench.phone.advance(by: 1)
        #expect(bench.told == ["ENTER home", "DWELL home"])
    }

    @Test func `BGEO-035 there is no pace without tracking`() async throws {
        let bench = BGeoBench(at: BGeoBench.p0)
        try await bench.ready()
        try await bench.add(.home)
        let error = try await bench.error { try await BackgroundGeolocation.changePace(true) }
        #expect(error == .disabled(message: "Cannot changePace while tracking is disabled"))
        #expect(bench.phone.monitoredRegions.isEmpty)
    }

    @Test func `BGEO-036 starting twice is starting once`() async throws {
        let bench = BGeoBench()
        try await bench.started(with: three)
        let calls = bench.phone.registrationLog
        let changes = bench.changes.count
        try await bench.app { try await BackgroundGeolocation.start() }
        #expect(bench.phone.registrationLog == calls)
        #expect(bench.changes.count == changes)
    }

    @Test func `BGEO-037 a fence is registered before adding it returns`() async throws {
        let bench = BGeoBench()
        try await bench.started()
        await bench.fix(400)
        let seen = try await bench.app {
            try await BackgroundGeolocation.addGeofence(.home)
            return bench.appRegions.count
        }
        #expect(seen == 1)
        #expect(bench.rotations == [[["home"], []]])
    }

    @Test func `BGEO-038 without tracking nothing happens at a fence`() async throws {
        let bench = BGeoBench(at: BGeoBench.north(400))
        try await bench.ready()
        try await bench.add(.home)
        await bench.fix(400)
        await bench.move(0)
        await bench.fix(0)
        await bench.wait(600)
        await bench.move(400)
        #expect(bench.events.isEmpty)
        #expect(try await bench.count() == 0)
    }

    @Test func `BGEO-039 fences outlive the process`() async throws {
        let bench = BGeoBench()
        try await bench.app { try await BackgroundGeolocation.addGeofences(three) }
        bench.phone.killApp()
        try await bench.started()
        #expect(try await bench.stored().map(\.identifier) == names)
        #expect(try await bench.registered() == names)
    }

    @Test func `BGEO-039 tracking goes on in a new process`() async throws {
        let bench = BGeoBench()
        try await bench.started(with: three)
        bench.phone.killApp()
        let state = try await bench.app { try await BackgroundGeolocation.ready(Config()) }
        #expect(state.enabled)
        #expect(try await bench.registered() == names)
    }

    @Test(arguments: [true, false])
    func `BGEO-040 starting again after a reboot registers the slice`(_ startsOnBoot: Bool) async throws {
        let bench = BGeoBench { $0.rebootForgets = true }
        try await bench.started(Config(startOnBoot: startsOnBoot), with: three)
        await bench.phone.reboot()
        let state = try await bench.app { try await BackgroundGeolocation.ready(Config()) }
        #expect(state.enabled == startsOnBoot)
        // A monitor goes on listing what it forgot, so its silence must be waited for.
        await bench.wait(12)
        #expect(try await bench.registered() == (startsOnBoot ? names : []))
        try await bench.app { try await BackgroundGeolocation.start() }
        #expect(try await bench.registered() == names)
    }

    @Test func `stopOnTerminate ends tracking with the process`() async throws {
        let bench = BGeoBench()
        try await bench.started(Config(stopOnTerminate: true), with: three)
        await bench.phone.forceQuitApp()
        let state = try await bench.app { try await BackgroundGeolocation.ready(Config()) }
        #expect(!state.enabled)
        #expect(bench.phone.monitoredRegions.isEmpty)
        #expect(try await bench.stored().count == 3)
    }

    @Test func `starting without permission does not throw and says why nothing is watched`() async throws {
        let bench = BGeoBench(authorization: Authorization(tier: .denied))
        try await bench.started(with: three)
        let state = try await bench.app { await BackgroundGeolocation.getState() }
        #expect(state.enabled)
        #expect(state["lastGeofenceError"] as? String == "notAuthorized")
        #expect(bench.phone.monitoredRegions.isEmpty)
    }
}
