import LocationCore
import LocationSimulator
import Testing

@Suite struct `Phone with Android` {
    private func phone(
        at north: Double = 0, tier: AuthorizationTier = .always, _ change: (inout PhoneKnobs) -> Void = { _ in }
    ) -> SimulatedPhone {
        var knobs = PhoneKnobs.android
        change(&knobs)
        return SimulatedPhone(
            profile: .android, knobs: knobs, at: Place.at(north, 0), authorization: Authorization(tier: tier))
    }

    @Test func `PLAT-150 one region too many refuses the whole call`() async {
        let phone = phone()
        let app = await phone.opened()
        for index in 0..<60 { phone.device.regions.register(Place.region("a\(index)")) }
        await phone.settle()

        for index in 0..<41 { phone.device.regions.register(Place.region("b\(index)")) }
        await phone.settle()

        #expect(app.taken.count == 60)
        #expect(app.losses.count == 41)
        #expect(phone.monitoredRegions.count == 60)
    }

    @Test func `PLAT-151 location off drops everything and says so`() async {
        let phone = phone()
        let app = await phone.opened()
        await phone.register(Place.region("a"), Place.region("b"))

        await phone.setLocationServices(false)

        #expect(app.losses == ["a unavailable", "b unavailable"])
        #expect(phone.monitoredRegions.isEmpty)
        await phone.setLocationServices(true)
        #expect(phone.monitoredRegions.isEmpty)
    }

    @Test(arguments: [(true, ["enter home"]), (false, [])])
    func `PLAT-153 registering inside makes an enter when that is asked for`(
        _ asked: Bool, _ expected: [String]
    ) async {
        let phone = phone()
        let app = await phone.opened()

        await phone.register(Place.region("home", reportsInitialEntry: asked))

        #expect(app.regionEvents == expected)
    }

    @Test func `PLAT-154 the system tells a dwell by itself, with a position`() async {
        let phone = phone(at: -1000)
        let app = await phone.opened()
        await phone.register(
            Place.region("home", loiteringDelay: 60_000), Place.region("short", loiteringDelay: 90_000))

        await phone.move(to: Place.home)
        await phone.advance(by: 60_000)
        await phone.move(to: Place.at(-1000, 0))
        await phone.advance(by: 600_000)

        #expect(
            app.regionEvents == [
                "enter home", "enter short", "dwell home", "exit home", "exit short",
            ])
        let positions = app.events.compactMap { event -> Fix? in
            switch event {
            case .regionCrossed(let crossing): crossing.position
            case .nativeDwell(_, _, let position): position
            default: nil
            }
        }
        #expect(positions.count == 5)
        #expect(positions.allSatisfy { $0.source == .region })
    }

    @Test func `PLAT-155 crossings are looked for only so often`() async {
        let phone = phone(at: -1000) { $0.responsiveness = 300_000 }
        let app = await phone.opened()
        await phone.register(Place.region("home"), Place.region("passing", north: -400))
        await phone.advance(by: 10_000)

        await phone.follow(Place.walk(from: -1000, to: 0, speed: 10))
        await phone.advance(by: 289_999)
        #expect(app.regionEvents == [])
        await phone.advance(by: 1)

        #expect(app.regionEvents == ["enter home"])
    }

    @Test func `PLAT-156 an event reaches an app behind after two and a half minutes`() async {
        let phone = phone(at: -1000)
        let app = await phone.opened()
        await phone.register(Place.region("home"))
        await phone.suspendApp()

        await phone.move(to: Place.home)
        await phone.advance(by: 149_999)
        #expect(app.regionEvents == [])
        await phone.advance(by: 1)

        #expect(app.regionEvents == ["enter home"])
    }

    @Test func `PLAT-158 a reboot loses everything and starts the app, a kill does not`() async {
        let phone = phone()
        let causes = Locked<[WakeCause]>([])
        phone.onLaunch { _, cause in causes.withLock { $0.append(cause) } }
        await phone.launchApp()
        await phone.register(Place.region("home"))

        phone.killApp()
        #expect(phone.monitoredRegions.count == 1)
        await phone.reboot()

        #expect(phone.monitoredRegions.isEmpty)
        #expect(causes.withLock { $0 } == [.user, .boot])
    }

    @Test(arguments: [(28, true), (29, false), (34, false)])
    func `PLAT-160 the permission for the background is needed from level 29 on`(_ level: Int, _ isTaken: Bool) async {
        let phone = phone(tier: .whenInUse) { $0.androidAPILevel = level }
        let app = await phone.opened()

        await phone.register(Place.region("home"))

        #expect(app.losses == (isTaken ? [] : ["home notAuthorized"]))
    }

    @Test func `PLAT-152 a registration without the permission is refused, and a later one with it is taken`() async {
        let phone = phone(tier: .denied)
        let app = await phone.opened()
        await phone.register(Place.region("home"))
        #expect(app.losses == ["home notAuthorized"])

        await phone.setAuthorization(.always)
        await phone.register(Place.region("home"))

        #expect(phone.monitoredRegions.map(\.id) == ["home"])
    }

    @Test func `PLAT-159 the same name replaces a region, at the limit too`() async {
        let phone = phone(at: -1000) { $0.limit = 1 }
        let app = await phone.opened()
        await phone.register(Place.region("home"))

        await phone.register(Place.region("home", radius: 300, north: 5000))

        #expect(app.losses.isEmpty)
        #expect(phone.monitoredRegions.map(\.circle.radius) == [300])
        await phone.move(to: Place.home)
        #expect(app.regionEvents == [])
        await phone.move(to: Place.at(5000, 0))
        #expect(app.regionEvents == ["enter home"])
    }

    @Test func `PLAT-161 where radios are bad a crossing is found farther from the edge and told later`() async {
        let phone = phone {
            ($0.edgeDistance, $0.deliveryLatency, $0.radioQuality) = (100, 60_000, 0.5)
        }
        let app = await phone.opened()
        await phone.register(Place.region("home"))
        await phone.suspendApp()

        await phone.move(to: Place.at(-300, 0))
        await phone.advance(by: 200_000)
        #expect(app.regionEvents == [])
        await phone.move(to: Place.at(-400, 0))
        await phone.advance(by: 119_999)
        #expect(app.regionEvents == [])
        await phone.advance(by: 1)

        #expect(app.regionEvents == ["exit home"])
    }

    @Test func `PLAT-162 a forced stop drops the registrations`() async {
        let phone = phone()
        _ = await phone.opened()
        await phone.register(Place.region("home"))

        await phone.forceQuitApp()

        #expect(phone.monitoredRegions.isEmpty)
    }
}
