import Foundation
import LocationCore
import LocationSimulator
import Testing

@Suite struct `Phone repeatability` {
    /// A long life on the worst phone there is, driven by a generator of the test's own.
    private func life(_ profile: PhoneProfile, phoneSeed: UInt64, scriptSeed: UInt64) async -> SimulatedPhone {
        var script = Script(state: scriptSeed)
        var knobs = PhoneKnobs.device
        knobs.rebootForgets = false
        knobs.relaunchAfterForceQuit = true
        knobs.fixInterval = 10_000
        let phone = SimulatedPhone(profile: profile, knobs: knobs, seed: phoneSeed, at: Place.home)
        phone.onLaunch { process, _ in
            let device = process.device
            device.events.attach(
                PhoneRecorder { event in
                    if case .regionCrossed(let crossing) = event {
                        device.backgroundTime.hold("send")
                        device.http.send(
                            HTTPRequest(
                                id: "\(device.random.next())", method: "POST", url: "https://api.test/",
                                headers: ["b": "2", "a": "1"], body: Array(crossing.id.utf8), timeout: 9000))
                    }
                    if case .http = event { device.backgroundTime.release("send") }
                })
        }
        await phone.launchApp()
        for index in 0..<22 {
            await phone.register(Place.region("r\(index)", radius: 300, north: Double(index - 11) * 400))
        }
        phone.device.fixes.watch(owner: "me", rate: FixRate(accuracy: 10, distance: 50))
        for _ in 0..<120 {
            switch script.next(12) {
            case 0: await phone.suspendApp()
            case 1: await phone.foregroundApp()
            case 2: phone.killApp()
            case 3: await phone.reboot()
            case 4: await phone.forceQuitApp()
            case 5: await phone.setNetwork(script.next(2) == 0 ? .none : .unmetered)
            case 6: await phone.starve(for: 600_000)
            case 7: await phone.setWallClock(by: Int64(script.next(7200)) * 1000 - 3_600_000)
            default:
                let start = Double(script.next(9000)) - 4500
                let end = Double(script.next(9000)) - 4500
                await phone.follow(Place.walk(from: start, to: end, speed: 15))
            }
            await phone.advance(by: Int64(script.next(600)) * 1000)
        }
        return phone
    }

    @Test(arguments: PhoneProfile.allCases)
    func `the same seed gives the same run, byte for byte`(_ profile: PhoneProfile) async {
        let first = await life(profile, phoneSeed: 7, scriptSeed: 3)
        let second = await life(profile, phoneSeed: 7, scriptSeed: 3)

        #expect(first.transcript.utf8.elementsEqual(second.transcript.utf8))
        #expect(first.log.count > 200)
    }

    @Test func `another seed gives another run`() async {
        let first = await life(.iOSClassic, phoneSeed: 7, scriptSeed: 3)
        let second = await life(.iOSClassic, phoneSeed: 8, scriptSeed: 3)

        #expect(first.transcript != second.transcript)
    }

    @Test(arguments: PhoneProfile.allCases)
    func `the limit is never exceeded`(_ profile: PhoneProfile) async {
        let phone = await life(profile, phoneSeed: 1, scriptSeed: 11)

        #expect(phone.peakRegionCount <= 20)
    }

    /// The side told by the events is compared at every tenth of a second with a flat map's idea of the distance, wherever
    /// that is clear by two metres. The flat map uses the lengths of a degree from their series, at the middle.
    @Test(arguments: 1...12 as ClosedRange<UInt64>)
    func `no crossing of a random way is missed, invented or late`(_ seed: UInt64) async {
        var script = Script(state: seed)
        let phone = SimulatedPhone(at: Place.at(-500, -500))
        let app = await phone.opened()
        let radius = Double(50 + script.next(400))
        await phone.register(Place.region("home", radius: radius))
        var at = SimulatedPhone.standardStart
        var path = [TimedPosition(at: at, coordinate: Place.at(-500, -500))]
        for _ in 0..<40 {
            at = at.adding(milliseconds: Int64(script.next(30_000)) + 500)
            let place = Place.at(Double(script.next(1400)) - 700, Double(script.next(1400)) - 700)
            path.append(TimedPosition(at: at, coordinate: place))
        }

        await phone.follow(path)
        var wrong = 0
        while phone.pathEnd != nil {
            await phone.advance(by: 100)
            guard let position = phone.position else { continue }
            let north = (position.latitude - Place.home.latitude) * 111_271.708
            let east = (position.longitude - Place.home.longitude) * 68_325.923
            let distance = (north * north + east * east).squareRoot()
            guard abs(distance - radius) > 2 else { continue }
            let told = app.regionEvents.last == "enter home"
            if told != (distance < radius) { wrong += 1 }
        }

        #expect(wrong == 0, "seed \(seed)")
        #expect(app.regionEvents.count > 4, "seed \(seed)")
    }
}

/// The multiplicative generator of Park and Miller, which the phone does not use.
private struct Script {
    var state: UInt64

    mutating func next(_ bound: Int) -> Int {
        state = (state % 2_147_483_647 + 1) * 48_271 % 2_147_483_647
        return Int(state >> 8) % bound
    }
}
