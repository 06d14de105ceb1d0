import AppleStandIn
import GeofenceEngine
import LocationCore
import LocationSimulator
import Testing

@Suite struct `APPLE below an engine` {
    @Test(arguments: [PhoneProfile.iOSClassic, .iOSMonitor])
    func `a way in and out is an enter and an exit`(_ profile: PhoneProfile) async throws {
        let bench = await EngineOnDevice(profile)
        try await bench.put()
        await bench.phone.advance(by: 20_000)

        await bench.phone.move(to: EngineOnDevice.home)
        await bench.phone.advance(by: 60_000)
        await bench.phone.move(to: EngineOnDevice.away)
        await bench.phone.advance(by: 60_000)

        #expect(bench.told == ["enter a", "exit a"])
    }

    @Test func `PLAT-029 three deliveries are one enter`() async throws {
        var knobs = PhoneKnobs.quick
        knobs.duplicateDeliveries = 3
        let bench = await EngineOnDevice(.iOSMonitor, knobs: knobs)
        try await bench.put()
        await bench.phone.advance(by: 20_000)

        await bench.phone.move(to: EngineOnDevice.home)
        await bench.phone.advance(by: 60_000)

        #expect(bench.told == ["enter a"])
    }

    @Test func `PLAT-046 a belief replayed after an add is no enter`() async throws {
        var knobs = PhoneKnobs.quick
        knobs.replayBelief = true
        knobs.evaluationDelay = 3000
        let bench = await EngineOnDevice(.iOSMonitor, knobs: knobs, at: EngineOnDevice.home)
        try await bench.put()
        await bench.phone.advance(by: 60_000)
        try await bench.engine().removeAll()
        await bench.phone.settle()
        await bench.phone.move(to: EngineOnDevice.away)
        let before = bench.told

        try await bench.put()
        await bench.phone.advance(by: 60_000)

        #expect(Array(bench.told.dropFirst(before.count)) == [])
    }

    @Test func `PLAT-043 PLAT-076 a dead condition lives again some seconds after the next launch`() async throws {
        let bench = await EngineOnDevice(.iOSMonitor)
        try await bench.put()
        await bench.phone.advance(by: 20_000)
        bench.phone.killApp()
        let calls = bench.phone.registrationLog.count

        await bench.phone.launchApp()
        #expect(bench.phone.registrationLog.count == calls)
        await bench.phone.advance(by: 12_000)

        #expect(bench.phone.registrationLog.dropFirst(calls).map(\.kind) == [.unregister, .register])
        await bench.phone.advance(by: 20_000)
        await bench.phone.move(to: EngineOnDevice.home)
        await bench.phone.advance(by: 60_000)
        #expect(bench.told == ["enter a"])
    }

    @Test(arguments: [PhoneProfile.iOSClassic, .iOSMonitor])
    func `PLAT-097 what a revocation cleared is registered again after a new grant`(_ profile: PhoneProfile)
        async throws
    {
        let bench = await EngineOnDevice(profile)
        try await bench.put()
        #expect(bench.watched.count == 1)

        await bench.phone.setAuthorization(.denied)
        await bench.phone.setAuthorization(.always)
        await bench.phone.advance(by: 60_000)

        #expect(bench.watched.count == 1)
    }

    @Test func `PLAT-010 PLAT-011 another's region is neither reported nor taken away`() async throws {
        let bench = await EngineOnDevice(.iOSClassic)
        await bench.phone.occupy(DeviceBench.region("host.home"), owner: "host")
        try await bench.put()
        bench.phone.killApp()
        await bench.phone.launchApp()

        await bench.phone.move(to: EngineOnDevice.home)

        #expect(bench.told == ["enter a"])
        #expect(bench.phone.monitoredRegions.map(\.id).contains("host.home"))
    }

    @Test func `PLAT-047 what a record says of the last state makes no crossing`() async throws {
        let bench = await EngineOnDevice(.iOSMonitor)
        try await bench.put()
        await bench.phone.advance(by: 20_000)
        await bench.phone.move(to: EngineOnDevice.home)
        await bench.phone.advance(by: 60_000)

        bench.phone.killApp()
        await bench.phone.launchApp()
        await bench.phone.advance(by: 60_000)

        #expect(bench.told == ["enter a"])
    }

    @Test(arguments: [PhoneProfile.iOSClassic, .iOSMonitor])
    func `PLAT-001 with places taken by others no more are asked for than are left`(_ profile: PhoneProfile)
        async throws
    {
        let bench = await EngineOnDevice(profile)
        await bench.phone.occupy(slots: 15, owner: "host")
        bench.phone.killApp()
        await bench.phone.launchApp()

        for number in 1...8 {
            try await bench.put(
                FenceID("\(number)"), at: Coordinate(checkedLatitude: 52 + Double(number) / 100, longitude: 21))
        }
        await bench.phone.advance(by: 60_000)

        #expect(bench.watched.count == 5)
        #expect(bench.phone.peakRegionCount == 20)
    }

    @Test(arguments: [false, true])
    func `PLAT-045 a state that is told again at the start, or not, is no second enter`(_ isToldAgain: Bool)
        async throws
    {
        var knobs = PhoneKnobs.quick
        knobs.reemitOnStart = isToldAgain
        let bench = await EngineOnDevice(.iOSMonitor, knobs: knobs)
        try await bench.put()
        await bench.phone.advance(by: 20_000)
        await bench.phone.move(to: EngineOnDevice.home)
        await bench.phone.advance(by: 60_000)

        for _ in 1...3 {
            bench.phone.killApp()
            await bench.phone.launchApp()
            await bench.phone.advance(by: 60_000)
        }
        #expect(bench.told == ["enter a"])
        await bench.phone.move(to: EngineOnDevice.away)
        await bench.phone.advance(by: 60_000)

        #expect(bench.told == ["enter a", "exit a"])
    }

    @Test(arguments: [PhoneProfile.iOSClassic, .iOSMonitor])
    func `PLAT-096 after a downgrade what was registered stays, and crossings in front are told`(
        _ profile: PhoneProfile
    ) async throws {
        let bench = await EngineOnDevice(profile)
        try await bench.put()
        await bench.phone.advance(by: 20_000)
        let calls = bench.phone.registrationLog.count

        await bench.phone.setAuthorization(.whenInUse)
        await bench.phone.advance(by: 20_000)
        #expect(bench.phone.registrationLog.count == calls)
        await bench.phone.move(to: EngineOnDevice.home)
        await bench.phone.advance(by: 60_000)

        #expect(bench.told == ["enter a"])
    }

    @Test(arguments: [false, true])
    func `PLAT-016 PLAT-017 a refusal for no good reason does not leave a fence unwatched for good`(
        _ isFirstGrant: Bool
    ) async throws {
        let bench = await EngineOnDevice(.iOSClassic) {
            $0.traits.failsImmediateRestart = !isFirstGrant
            $0.traits.failsAfterFirstGrant = isFirstGrant
        }
        try await bench.put()
        try await bench.engine().removeAll()
        try await bench.put()
        bench.phone.killApp()
        await bench.phone.launchApp()
        await bench.phone.advance(by: 60_000)

        #expect(bench.watched.count == 1)
    }

    @Test(arguments: [PhoneProfile.iOSClassic, .iOSMonitor])
    func `PLAT-099 with reduced accuracy nothing is told, and with full accuracy it goes on`(_ profile: PhoneProfile)
        async throws
    {
        let bench = await EngineOnDevice(profile)
        try await bench.put()
        await bench.phone.advance(by: 20_000)
        await bench.phone.setPrecise(false)
        await bench.phone.move(to: EngineOnDevice.home)
        await bench.phone.advance(by: 60_000)
        #expect(bench.told.isEmpty)

        await bench.phone.setPrecise(true)
        await bench.phone.advance(by: 60_000)
        await bench.phone.move(to: EngineOnDevice.away)
        await bench.phone.advance(by: 60_000)

        #expect(bench.told.last == "exit a")
        #expect(bench.told.count == 2)
    }

    @Test(arguments: [PhoneProfile.iOSClassic, .iOSMonitor], [PhoneKnobs.documented, .device])
    func `PLAT-076 after a reboot the fence is watched again, whether the system forgot it or not`(
        _ profile: PhoneProfile, _ knobs: PhoneKnobs
    ) async throws {
        let bench = await EngineOnDevice(profile, knobs: knobs)
        try await bench.put()
        await bench.phone.advance(by: 60_000)

        await bench.phone.reboot()
        await bench.phone.launchApp()
        await bench.phone.advance(by: 600_000)

        #expect(bench.watched.count == 1)
        #expect(bench.told.isEmpty)
    }
}
