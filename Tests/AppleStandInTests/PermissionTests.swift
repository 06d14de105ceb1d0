import AppleStandIn
import CoreLocation
import LocationCore
import LocationSimulator
import Testing

@Suite @MainActor struct `PLAT permission` {
    @Test func `PLAT-090 the permission is told once after a manager was made, and on each change`() async {
        let app = await App()
        #expect(app.ear.take() == ["permission authorizedAlways"])

        await app.phone.setAuthorization(.whenInUse)
        await app.phone.setPrecise(false)
        await app.phone.setPrecise(false)

        #expect(app.ear.take() == ["permission authorizedWhenInUse", "permission authorizedWhenInUse"])
    }

    @Test func `PLAT-090 full accuracy is read while nobody was asked`() async {
        let app = await App(Authorization(tier: .notDetermined, isPrecise: false))

        #expect(app.manager.accuracyAuthorization == .fullAccuracy)
        #expect(app.manager.authorizationStatus == .notDetermined)
    }

    @Test func `PLAT-093 Always is provisional until an event needs it, and may be taken back`() async {
        let app = await App(Authorization(tier: .notDetermined))
        app.manager.requestAlwaysAuthorization()
        await app.phone.settle()
        #expect(app.manager.authorizationStatus == .authorizedAlways)
        app.manager.startMonitoring(for: homeRegion("a"))
        await app.phone.suspendApp()
        _ = app.ear.take()

        app.phone.answerPrompts(.allowWhenInUse)
        await app.phone.move(to: .home)
        await app.phone.foregroundApp()

        #expect(app.ear.take() == ["permission authorizedWhenInUse"])
        #expect(app.phone.promptCount == 2)
    }

    @Test func `PLAT-095 without the text keys nothing is asked`() async {
        let app = await App(Authorization(tier: .notDetermined))
        app.standIn.infoKeys.remove("NSLocationWhenInUseUsageDescription")

        app.manager.requestWhenInUseAuthorization()
        app.manager.requestAlwaysAuthorization()
        await app.phone.settle()

        #expect(app.phone.promptCount == 0)
        #expect(app.ear.take() == ["permission notDetermined"])
    }

    @Test func `PLAT-098 services that are off read as denied`() async {
        let app = await App()

        await app.phone.setLocationServices(false)

        #expect(app.manager.authorizationStatus == .denied)
        #expect(await app.run { CLLocationManager.locationServicesEnabled() } == false)
    }

    @Test func `PLAT-100 precision for a while is asked for in front, where it is missing and described`() async {
        let app = await App(Authorization(tier: .always, isPrecise: false))
        app.standIn.traits.purposes = ["map"]
        var codes: [Int?] = []

        app.manager.requestTemporaryFullAccuracyAuthorization(withPurposeKey: "other") {
            codes.append(($0 as? CLError)?.code.rawValue)
        }
        app.manager.requestTemporaryFullAccuracyAuthorization(withPurposeKey: "map") {
            codes.append(($0 as? CLError)?.code.rawValue)
        }
        #expect(codes.isEmpty)
        await app.phone.settle()
        app.manager.requestTemporaryFullAccuracyAuthorization(withPurposeKey: "map") {
            codes.append(($0 as? CLError)?.code.rawValue)
        }
        await app.phone.settle()

        #expect(codes == [18, nil, 18])
        #expect(app.manager.accuracyAuthorization == .fullAccuracy)
    }

    @Test func `PLAT-101 a change while suspended is told on the next resume, before regions`() async {
        let app = await App()
        app.manager.startMonitoring(for: homeRegion("a"))
        await app.phone.suspendApp()
        _ = app.ear.take()
        await app.phone.setPrecise(false)
        await app.phone.setPrecise(true)
        await app.phone.setAuthorization(.whenInUse)
        #expect(app.ear.take().isEmpty)

        await app.phone.foregroundApp()
        await app.phone.move(to: .home)

        #expect(app.ear.take() == ["permission authorizedWhenInUse", "enter a"])
    }

    @Test func `A14 background updates without the background mode are a violation`() async {
        let app = await App()
        app.standIn.infoKeys.remove("UIBackgroundModes.location")

        app.manager.allowsBackgroundLocationUpdates = true

        #expect(app.standIn.violations == ["background updates without the background mode"])
    }
}
