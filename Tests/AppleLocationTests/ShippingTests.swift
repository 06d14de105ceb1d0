import AppleStandIn
import Foundation
import LocationCore
import LocationSimulator
import Testing

@testable import AppleLocation

/// The composition that an app gets.
@Suite(.timeLimit(.minutes(1))) struct `APPLE the device as it ships` {
    @Test func `D8 facts come, a region is watched and its crossing told`() async {
        let device = await ShippingDevice(.iOSMonitor)
        #expect(await device.next { if case .app(.launched) = $0 { true } else { false } } != nil)

        device.device.regions.register(DeviceBench.region("a"))
        #expect(await device.next { $0.regionWord == "taken a" } != nil)
        await device.phone.move(to: DeviceBench.home)

        #expect(await device.next { $0.regionWord == "inside a" } != nil)
        #expect(device.standIn.violations.isEmpty)
    }

    @Test func `D8 a timer comes due on the real clock, and one that was taken back does not`() async {
        let device = await ShippingDevice()
        let before = device.device.clock.now()

        device.device.wakeUps.arm(key: "late", after: 40)
        device.device.wakeUps.arm(key: "early", after: 1)
        device.device.wakeUps.disarm(key: "early")

        #expect(await device.next { if case .wakeUp("late") = $0 { true } else { false } } != nil)
        #expect(device.device.clock.now().continuous - before.continuous >= 40)
        #expect(!device.heard.contains { if case .wakeUp("early") = $0 { true } else { false } })
    }

    @Test func `D8 an address that cannot be used is answered as one`() async {
        let device = await ShippingDevice()

        device.device.http.send(
            HTTPRequest(id: "r", method: "GET", url: "nowhere", headers: [:], body: [], timeout: 1000))

        #expect(
            await device.next { if case .http("r", .failure(.invalidAddress)) = $0 { true } else { false } } != nil)
    }

    @Test func `D8 battery and network are those of the system`() async {
        let device = await ShippingDevice()
        await device.phone.setStatus(DeviceStatus(batteryLevel: 0.4))

        #expect(await device.next { if case .network(.unmetered) = $0 { true } else { false } } != nil)
        #expect(device.device.status.current.batteryLevel == -1)
    }

    @Test(arguments: [
        ("/Applications/Phone.app", true), ("/a/Phone.app/PlugIns/Share.appex", true), ("/a/b.APP", true),
        ("/Applications/Xcode.app/Contents/Developer/usr/bin", false), ("/a/Tests.xctest", false), ("/", false),
    ])
    func `D4 only an app or an extension has a notification center`(_ path: String, _ isApp: Bool) {
        #expect(AppleSystem.isApp(URL(filePath: path, directoryHint: .isDirectory)) == isApp)
    }
}
