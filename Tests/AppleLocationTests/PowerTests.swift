import AppleStandIn
import Foundation
import LocationCore
import LocationSimulator
import Testing

@testable import AppleLocation

@MainActor @Suite struct `APPLE battery and low-power mode` {
    private let phone = SimulatedPhone(profile: .iOSClassic, knobs: .quick, seed: 1, at: DeviceBench.home)
    private let standIn: StandIn
    private let center = NotificationCenter()
    private let told: AsyncStream<Bool>
    private let power: SystemPower

    init() async throws {
        let made = Locked<StandIn?>(nil)
        await phone.setStatus(DeviceStatus(batteryLevel: 0.55, isCharging: true))
        phone.onLaunch { process, _ in made.withLock { $0 = StandIn(process, version: .init(18), unkindness: .kind) } }
        await phone.launchApp()
        standIn = try #require(made.withLock { $0 })
        power = SystemPower(center)
        let (told, continuation) = AsyncStream.makeStream(of: Bool.self)
        self.told = told
        StandIn.$current.withValue(standIn) { power.begin { continuation.yield($0) } }
    }

    @Test func `D2 the battery is watched from the start`() {
        #expect(power.current == DeviceStatus(batteryLevel: 0.55, isCharging: true))
    }

    @Test(arguments: [
        (DeviceStatus(batteryLevel: 1, isCharging: true), 1.0, true),
        (DeviceStatus(batteryLevel: 0.2, isCharging: false), 0.2, false),
        (DeviceStatus(), -1.0, false),
    ])
    func `D2 what is read anew is known on any thread`(_ now: DeviceStatus, _ level: Double, _ charging: Bool) async {
        await phone.setStatus(now)
        StandIn.$current.withValue(standIn) { power.refresh() }

        let status = await Task.detached { [power] in power.current }.value

        #expect(status.batteryLevel == level)
        #expect(status.isCharging == charging)
    }

    @Test(arguments: PowerWords.all)
    func `D2 each of the system's words is heard, on whatever thread it comes`(_ name: Notification.Name) async {
        await phone.setStatus(DeviceStatus(batteryLevel: 0.1, isPowerSaving: true))
        let (standIn, center) = (standIn, center)
        await Task.detached {
            StandIn.$current.withValue(standIn) { center.post(name: name, object: nil) }
        }.value

        var words = told.makeAsyncIterator()
        #expect(await words.next() == true)
        #expect(power.current.batteryLevel == 0.1)
        #expect(power.current.isPowerSaving)
    }

    @Test func `D2 the mode is told when it changes, and only then`() async {
        for isOn in [true, true, false] {
            await phone.setStatus(DeviceStatus(isPowerSaving: isOn))
            StandIn.$current.withValue(standIn) { power.refresh() }
        }

        var words = told.makeAsyncIterator()
        #expect(await words.next() == true)
        #expect(await words.next() == false)
    }
}
