import AppleStandIn
import CoreLocation
import Foundation
import LocationCore
import LocationSimulator
import Testing

@testable import AppleLocation

@Suite struct `APPLE sessions of a monitor of conditions` {
    @Test func `PLAT-056 a process that an event started takes the session up, and hears what comes after`() async {
        let bench = await DeviceBench(.iOSMonitor)
        await bench.register("a")
        bench.phone.killApp()
        await bench.phone.move(to: DeviceBench.home)
        #expect(bench.words().last == "inside a")

        await bench.phone.move(to: DeviceBench.away)

        #expect(bench.words() == ["outside a"])
        #expect(bench.phone.promptCount == 0)
    }

    @Test func `D7 PLAT-056 the session is taken up before what is listed is read one by one`() async {
        let bench = await DeviceBench(.iOSMonitor)
        for id in ["a", "b", "c"] { await bench.register(id) }
        bench.phone.killApp()
        let before = bench.phone.log.count

        await bench.phone.launchApp(.region)

        let words = bench.phone.log.dropFirst(before).map(\.text).filter {
            $0.hasPrefix("# service session") || $0.hasPrefix("# record of")
        }
        #expect(
            words == ["# service session begins", "# record of a read", "# record of b read", "# record of c read"])
    }

    @Test func `D7 in an app that watched nothing no session begins at launch`() async {
        let bench = await DeviceBench(.iOSMonitor)

        #expect(!bench.phone.log.contains { $0.text.hasPrefix("# service session") })
    }

    @Test func `PLAT-053 PLAT-056 a process from before the first unlock takes the session up as well`() async {
        let bench = await DeviceBench(.iOSMonitor)
        await bench.register("a")
        await bench.phone.reboot(unlocked: false)
        await bench.phone.launchApp(.backgroundTask)
        bench.device.backgroundTime.hold("wait")
        await bench.phone.advance(by: 8000)
        await bench.phone.unlock()
        _ = bench.heard()

        await bench.phone.move(to: DeviceBench.home)

        #expect(bench.words() == ["inside a"])
    }

    @Test(arguments: [(AuthorizationTier.always, 0), (.whenInUse, 0)])
    func `PLAT-057 no session goes beyond what is granted`(_ tier: AuthorizationTier, _ prompts: Int) async {
        let bench = await DeviceBench(.iOSMonitor, tier: tier)
        await bench.register("a")
        await bench.phone.backgroundApp()
        await bench.phone.foregroundApp()

        #expect(bench.phone.promptCount == prompts)
        #expect(bench.standIn.violations.isEmpty)
    }

    @Test(arguments: [AuthorizationTier.always, .whenInUse])
    func `PLAT-058 in an app that opted out of implicit sessions events come all the same`(
        _ tier: AuthorizationTier
    ) async {
        let bench = await DeviceBench(.iOSMonitor, tier: tier) {
            $0.infoKeys.insert("NSLocationRequireExplicitServiceSession")
        }
        await bench.register("a")
        _ = bench.heard()

        await bench.phone.move(to: DeviceBench.home)

        #expect(bench.words() == ["inside a"])
        #expect(bench.phone.promptCount == 0)
    }

    @Test func `PLAT-055 with Always granted later, events come in the background from then on`() async {
        let bench = await DeviceBench(.iOSMonitor, tier: .whenInUse)
        await bench.register("a")
        await bench.phone.setAuthorization(.always)
        await bench.phone.backgroundApp()
        _ = bench.heard()

        await bench.phone.move(to: DeviceBench.home)

        #expect(bench.words() == ["inside a"])
    }

    @Test func `PLAT-055 once nothing is watched no session is held`() async {
        let bench = await DeviceBench(.iOSMonitor)
        await bench.register("a")
        await bench.phone.backgroundApp()
        #expect(bench.standIn.deliversConditions)

        bench.device.regions.unregister(id: "a")
        await bench.phone.advance(by: 6000)

        #expect(!bench.standIn.deliversConditions)
    }

    @Test func `PLAT-055 the only region asked for anew in the background keeps the session`() async {
        let bench = await DeviceBench(.iOSMonitor)
        await bench.register("a")
        await bench.phone.backgroundApp()

        bench.device.regions.unregister(id: "a")
        await bench.settle()
        await bench.register("a")
        await bench.phone.advance(by: 6000)

        #expect(bench.standIn.deliversConditions)
    }

    @Test(arguments: [AuthorizationTier.denied, .whenInUse])
    func `PLAT-055 a permission that is granted again in the background finds the session held`(
        _ tier: AuthorizationTier
    ) async {
        let bench = await DeviceBench(.iOSMonitor)
        await bench.register("a")
        await bench.phone.backgroundApp()

        await bench.phone.setAuthorization(tier)
        await bench.phone.advance(by: 60_000)
        await bench.phone.setAuthorization(.always)
        await bench.register("a")

        #expect(bench.standIn.deliversConditions)
        #expect(bench.phone.promptCount == 0)
    }

    @Test(arguments: [
        ((17, 0), RegionMonitor.automatic, false), ((17, 6), .automatic, false), ((18, 0), .automatic, true),
        ((26, 1), .automatic, true), ((17, 0), .conditions, true), ((18, 0), .classic, false),
    ])
    func `PLAT-059 conditions are chosen from iOS 18 on, unless the app chooses`(
        _ version: (Int, Int), _ monitor: RegionMonitor, _ watchesConditions: Bool
    ) {
        #expect(AppleSystem(version: version, isApp: true).watchesConditions(monitor) == watchesConditions)
    }

    @Test(arguments: [StandIn.Version(17, 0), .init(17, 2)])
    func `PLAT-059 on iOS 17 there is no session, and events come without`(_ version: StandIn.Version) async {
        let bench = await DeviceBench(.iOSMonitor, version: version)
        await bench.register("a")
        await bench.phone.backgroundApp()
        _ = bench.heard()

        await bench.phone.move(to: DeviceBench.home)

        #expect(bench.words() == ["inside a"])
        // A service session before iOS 18 would be one.
        #expect(bench.standIn.violations.isEmpty)
    }
}
