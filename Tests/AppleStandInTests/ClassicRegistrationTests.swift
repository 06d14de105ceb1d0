import AppleStandIn
import CoreLocation
import Foundation
import LocationCore
import LocationSimulator
import Testing

@Suite @MainActor struct `PLAT registering classic regions` {
    @Test func `PLAT-002 the region too many is refused with code 5 and not listed`() async {
        let app = await App()
        await app.phone.occupy(slots: 19, owner: "host")
        _ = app.ear.take()

        app.manager.startMonitoring(for: homeRegion("a"))
        app.manager.startMonitoring(for: homeRegion("b"))
        await app.phone.settle()

        #expect(app.ear.take() == ["started a", "failed b 5"])
        #expect(app.manager.monitoredRegions.count == 20)
        #expect(!app.manager.monitoredRegions.contains { $0.identifier == "b" })
    }

    @Test func `PLAT-005 a registration shows only a turn later`() async {
        let app = await App()

        app.manager.startMonitoring(for: homeRegion("a"))

        #expect(app.manager.monitoredRegions.isEmpty)
        await app.phone.settle()
        #expect(app.manager.monitoredRegions.map(\.identifier) == ["a"])
    }

    @Test func `PLAT-006 the same identifier replaces`() async {
        let app = await App()
        app.manager.startMonitoring(for: homeRegion("a"))
        await app.phone.settle()

        app.manager.startMonitoring(for: homeRegion("a", radius: 300))
        await app.phone.settle()

        #expect(app.manager.monitoredRegions.compactMap { ($0 as? CLCircularRegion)?.radius } == [300])
    }

    @Test func `PLAT-008 after a relaunch there are fresh objects with the same data`() async {
        let app = await App()
        let region = homeRegion("a")
        region.notifyOnExit = false
        app.manager.startMonitoring(for: region)
        await app.phone.settle()
        app.phone.killApp()

        await app.phone.launchApp()

        let found = app.manager.monitoredRegions.first as? CLCircularRegion
        #expect(found?.identifier == "a" && found?.radius == 150 && found?.notifyOnExit == false)
        #expect(found !== region)
    }

    @Test func `PLAT-009 a region of an earlier process can be stopped`() async {
        let app = await App()
        app.manager.startMonitoring(for: homeRegion("a"))
        await app.phone.settle()
        app.phone.killApp()
        await app.phone.launchApp()

        app.manager.stopMonitoring(for: homeRegion("a"))
        await app.phone.settle()

        #expect(app.manager.monitoredRegions.isEmpty)
    }

    @Test func `PLAT-010 every manager hears of every region`() async {
        let other = Ear()
        let app = await App()
        let second = await app.run { CLLocationManager() }
        second.delegate = other
        app.manager.startMonitoring(for: homeRegion("a"))

        await app.phone.move(to: .home)

        #expect(app.ear.lines.contains("enter a"))
        #expect(other.lines.contains("enter a"))
    }

    @Test(arguments: [PhoneProfile.iOSClassic, .iOSMonitor])
    func `PLAT-011 regions of the host are listed and heard`(_ profile: PhoneProfile) async {
        let app = await App(profile)
        await app.phone.occupy(.home("shop"), owner: "host")
        _ = app.ear.take()

        await app.phone.move(to: .home)

        #expect(app.manager.monitoredRegions.map(\.identifier) == ["shop"])
        #expect(app.ear.take() == ["enter shop"])
    }

    @Test func `PLAT-013 where nothing can be watched the largest radius is negative`() async {
        let app = await App()
        app.standIn.hasRegionMonitoring = false

        app.manager.startMonitoring(for: homeRegion("a"))
        await app.phone.settle()

        #expect(app.manager.maximumRegionMonitoringDistance == -1)
        #expect(app.ear.lines.contains("failed a 5"))
        #expect(await app.run { CLLocationManager.isMonitoringAvailable(for: CLCircularRegion.self) } == false)
    }

    @Test func `PLAT-013 a radius that is too large fails with code 5`() async {
        var knobs = PhoneKnobs.quick
        knobs.maximumRadius = 1000
        let app = await App(knobs: knobs)

        app.manager.startMonitoring(for: homeRegion("a", radius: 1001))
        await app.phone.settle()

        #expect(app.manager.maximumRegionMonitoringDistance == 1000)
        #expect(app.ear.lines.contains("failed a 5"))
    }

    @Test(arguments: [0, -1, Double.nan, .infinity])
    func `PLAT-015 a radius that is none fails with code 5`(_ radius: Double) async {
        let app = await App()

        app.manager.startMonitoring(for: homeRegion("a", radius: radius))
        await app.phone.settle()

        #expect(app.ear.lines.contains("failed a 5"))
    }

    @Test func `PLAT-016 PLAT-017 old systems refuse for no good reason`() async {
        let app = await App()
        app.standIn.traits.failsImmediateRestart = true
        app.manager.startMonitoring(for: homeRegion("a"))
        await app.phone.settle()
        _ = app.ear.take()

        app.manager.stopMonitoring(for: homeRegion("a"))
        app.manager.startMonitoring(for: homeRegion("a"))
        await app.phone.advance(by: 100)
        app.manager.startMonitoring(for: homeRegion("a"))
        await app.phone.settle()

        #expect(app.ear.take() == ["failed a 5", "started a"])
    }

    @Test(arguments: [CLError.Code.regionMonitoringSetupDelayed, .regionMonitoringResponseDelayed])
    func `PLAT-018 codes 6 and 7 are about a region that stays`(_ code: CLError.Code) async {
        let app = await App()
        app.manager.startMonitoring(for: homeRegion("a"))
        await app.phone.settle()
        _ = app.ear.take()

        await app.standIn.failMonitoring("a", code)
        await app.standIn.failMonitoring(nil, code)

        #expect(app.ear.take() == ["failed a \(code.rawValue)", "failed nil \(code.rawValue)"])
        #expect(app.manager.monitoredRegions.count == 1)
    }

    @Test func `PLAT-097 a start without permission fails with code 4`() async {
        let app = await App(Authorization(tier: .denied))

        app.manager.startMonitoring(for: homeRegion("a"))
        await app.phone.settle()

        #expect(app.ear.lines.contains("failed a 4"))
    }
}

extension App {
    convenience init(_ authorization: Authorization) async { await self.init(.iOSClassic, .init(18), authorization) }
}
