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
}
