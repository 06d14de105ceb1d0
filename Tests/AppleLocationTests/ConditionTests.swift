import AppleBench
import AppleLocation
import AppleStandIn
import CoreLocation
import Foundation
import LocationCore
import LocationSimulator
import Testing

@Suite struct `APPLE regions by a monitor of conditions` {
    @Test func `PLAT-044 a condition is taken, and its first state is told with its date`() async {
        let bench = await DeviceBench(.iOSMonitor, at: DeviceBench.home)
        _ = bench.heard()

        await bench.register("a")

        let heard = bench.heard()
        #expect(heard.compactMap(\.regionWord) == ["taken a", "inside a"])
        #expect(
            heard.contains {
                if case .regionState(let state) = $0 {
                    state.at == bench.phone.now.wall && !state.isAnswer
                } else {
                    false
                }
            })
        #expect(bench.standIn.violations.isEmpty)
    }

    @Test func `PLAT-044 what is assumed and true is not told`() async {
        let bench = await DeviceBench(.iOSMonitor, at: DeviceBench.home)
        _ = bench.heard()

        await bench.register("a", side: .inside)

        #expect(bench.words() == ["taken a"])
    }

    @Test func `PLAT-007 PLAT-061 a changed circle is removed before it is added`() async {
        var knobs = PhoneKnobs.quick
        knobs.ignoresRepeatedAdd = true
        let bench = await DeviceBench(.iOSMonitor, knobs: knobs)
        await bench.register("a", radius: 200)
        await bench.register("a", radius: 300)

        #expect(bench.phone.monitoredRegions.map(\.circle.radius) == [300])
        #expect(bench.phone.registrationLog.map(\.kind) == [.register, .unregister, .register])
    }

    @Test func `PLAT-005 PLAT-007 a circle that is changed before the system lists it is changed all the same`() async {
        let bench = await DeviceBench(.iOSMonitor)
        bench.device.regions.register(DeviceBench.region("a", radius: 200))
        bench.device.regions.register(DeviceBench.region("a", radius: 300))
        await bench.settle()

        #expect(bench.phone.monitoredRegions.map(\.circle.radius) == [300])
    }

    @Test func `PLAT-005 what the system does not list yet is held, and what it lists no more is not`() async {
        var slow = Unkindness.kind
        slow.listLag = 1000...1000
        let bench = await DeviceBench(.iOSMonitor, unkindness: slow)
        await bench.register("a")
        _ = bench.heard()

        await bench.phone.backgroundApp()
        await bench.phone.foregroundApp()
        await bench.phone.advance(by: 10_000)
        #expect(bench.held() == nil)

        bench.device.regions.unregister(id: "a")
        await bench.settle()
        #expect(bench.held() == [])
    }

    @Test
    func `PLAT-061 PLAT-074 a call that has not returned when the process is suspended goes on when it runs again`()
        async
    {
        var slow = Unkindness.kind
        slow.replies = 500...500
        let bench = await DeviceBench(.iOSMonitor, unkindness: slow)
        await bench.phone.advance(by: 5000)
        for id in ["a", "b", "c"] { bench.device.regions.register(DeviceBench.region(id)) }
        await bench.settle()

        await bench.phone.suspendApp()
        await bench.phone.advance(by: 60_000)
        #expect(bench.phone.monitoredRegions.count < 3)
        await bench.phone.foregroundApp()
        await bench.phone.advance(by: 10_000)

        #expect(bench.phone.monitoredRegions.map(\.id) == ["a", "b", "c"])
    }

    @Test func `PLAT-029 one crossing delivered three times is told once`() async {
        var knobs = PhoneKnobs.quick
        knobs.duplicateDeliveries = 3
        let bench = await DeviceBench(.iOSMonitor, knobs: knobs)
        await bench.register("a")
        _ = bench.heard()

        await bench.phone.move(to: DeviceBench.home)

        #expect(bench.words() == ["inside a"])
    }

    @Test(arguments: [(StandIn.Version(18), RegionLoss.overLimit), (.init(17, 2), .unmonitored)])
    func `PLAT-003 a condition over the budget is lost, from iOS 18 on with the reason`(
        _ version: StandIn.Version, _ loss: RegionLoss
    ) async {
        let bench = await DeviceBench(.iOSMonitor, version: version)
        await bench.phone.occupy(slots: 20, owner: "host")
        _ = bench.heard()

        await bench.register("a")

        #expect(bench.words() == ["taken a", "lost a \(loss.rawValue)"])
    }

    @Test func `PLAT-041 two devices under one name share the one monitor`() async {
        let bench = await DeviceBench(.iOSMonitor)
        let registry = MonitorRegistry()
        let (first, second) = await StandIn.$current.withValue(bench.standIn) {
            (await registry.monitor(named: "other"), await registry.monitor(named: "other"))
        }

        #expect(first === second)
        #expect(bench.standIn.violations.isEmpty)
    }

    @Test func `PLAT-042 a new process opens the monitor, and hears what was added before`() async {
        let bench = await DeviceBench(.iOSMonitor)
        await bench.register("a")
        bench.phone.killApp()
        _ = bench.heard()

        await bench.phone.move(to: DeviceBench.home)

        #expect(bench.words() == ["inside a"])
        #expect(bench.standIn.violations.isEmpty)
    }

    @Test func `PLAT-043 PLAT-076 what is listed and silent no longer counts as watched after a while`() async {
        let bench = await DeviceBench(.iOSMonitor)
        await bench.register("alive")
        await bench.register("silent", at: Coordinate(checkedLatitude: 50, longitude: 20))
        bench.phone.killApp()
        _ = bench.heard()
        await bench.phone.launchApp()
        #expect(bench.watched() == ["alive", "silent"])

        await bench.phone.move(to: DeviceBench.home)
        await bench.phone.advance(by: 12_000)
        #expect(bench.lastHeld()?.map(\.isWatched) == [true, false])

        await bench.register("silent", at: Coordinate(checkedLatitude: 50, longitude: 20))
        #expect(bench.watched() == ["alive", "silent"])
    }

    @Test func `PLAT-043 PLAT-076 what lay waiting since before a reboot is told and proves no watch`() async {
        let bench = await DeviceBench(.iOSMonitor)
        await bench.register("a")
        bench.phone.killApp()
        let at = bench.phone.now.wall
        await bench.phone.advance(by: 120_000)
        await bench.phone.launchApp()
        _ = bench.heard()

        await bench.phone.os.state("a", .inside, at: at)
        #expect(bench.words() == ["inside a"])
        await bench.phone.advance(by: 12_000)

        #expect(bench.lastHeld()?.map(\.isWatched) == [false])
    }

    @Test func `PLAT-050 events are taken up again after they broke off and after they ended`() async throws {
        struct Break: Error {}
        let bench = await DeviceBench(.iOSMonitor)
        await bench.register("a")
        let monitor = try #require(await bench.monitor)
        _ = bench.heard()

        monitor.breakEvents(Break())
        await bench.settle()
        await bench.phone.move(to: DeviceBench.home)
        monitor.finishEvents()
        await bench.settle()
        await bench.phone.move(to: DeviceBench.away)

        #expect(bench.words() == ["inside a", "outside a"])
    }

    @Test func `PLAT-052 a diagnosis beside an old state is no crossing`() async throws {
        let bench = await DeviceBench(.iOSMonitor)
        await bench.register("a")
        let monitor = try #require(await bench.monitor)
        _ = bench.heard()

        monitor.deliver(.init(identifier: "a", state: .satisfied, date: Date(), flags: [.accuracyLimited]))
        monitor.deliver(.init(identifier: "a", state: .unmonitored, date: Date(), flags: [.insufficientlyInUse]))
        await bench.settle()

        #expect(bench.words().isEmpty)
    }

    @Test func `PLAT-003 a condition that comes back is taken again`() async throws {
        let bench = await DeviceBench(.iOSMonitor)
        await bench.register("a")
        let monitor = try #require(await bench.monitor)
        _ = bench.heard()

        monitor.deliver(.init(identifier: "a", state: .unmonitored, date: Date(), flags: [.conditionLimitExceeded]))
        monitor.deliver(.init(identifier: "a", state: .satisfied, date: Date()))
        await bench.settle()

        #expect(bench.words() == ["lost a overLimit", "taken a", "inside a"])
    }

    @Test func `PLAT-048 unknown is told as unknown`() async throws {
        let bench = await DeviceBench(.iOSMonitor)
        await bench.register("a")
        let monitor = try #require(await bench.monitor)
        _ = bench.heard()

        monitor.deliver(.init(identifier: "a", state: .unknown, date: Date()))
        await bench.settle()

        #expect(bench.words() == ["unknown a"])
    }

    @Test func `a late event about what was given back is told, for the journal, and nothing is listed`() async throws {
        let bench = await DeviceBench(.iOSMonitor)
        await bench.register("a")
        let monitor = try #require(await bench.monitor)
        bench.device.regions.unregister(id: "a")
        await bench.settle()
        _ = bench.heard()

        monitor.deliver(.init(identifier: "a", state: .satisfied, date: Date()))
        await bench.settle()

        #expect(bench.words() == ["inside a"])
        #expect(bench.lastHeld()?.isEmpty != false)
    }

    @Test func `PLAT-053 after the first unlock the list is read again`() async {
        let bench = await DeviceBench(.iOSMonitor)
        await bench.register("a")
        await bench.phone.reboot(unlocked: false)
        await bench.phone.launchApp()
        #expect(bench.held() == [])

        await bench.phone.unlock()

        #expect(bench.held() == ["a"])
    }

    @Test func `PLAT-055 PLAT-057 with a session events come in the background, and nobody is asked`() async {
        let bench = await DeviceBench(.iOSMonitor)
        await bench.register("a")
        await bench.phone.backgroundApp()
        _ = bench.heard()

        await bench.phone.move(to: DeviceBench.home)

        #expect(bench.words() == ["inside a"])
        #expect(bench.phone.promptCount == 0)
    }

    @Test(arguments: [(AuthorizationTier.denied, "notAuthorized"), (.notDetermined, "notAuthorized")])
    func `PLAT-097 without a permission nothing is added`(_ tier: AuthorizationTier, _ loss: String) async {
        let bench = await DeviceBench(.iOSMonitor, tier: tier)
        _ = bench.heard()

        await bench.register("a")

        #expect(bench.words() == ["lost a \(loss)"])
        #expect(bench.phone.promptCount == 0)
    }
}

extension DeviceBench {
    /// The monitor of the device.
    var monitor: CLMonitor? {
        get async { await apple.monitors.monitor(named: "bench").monitor }
    }
}
