import LocationCore
import LocationSimulator
import Testing

@Suite struct `Phone permissions` {
    private func phone(
        _ tier: AuthorizationTier, _ change: (inout PhoneKnobs) -> Void = { _ in }
    ) -> SimulatedPhone {
        var knobs = PhoneKnobs.quick
        change(&knobs)
        return SimulatedPhone(knobs: knobs, at: Place.at(-1000, 0), authorization: Authorization(tier: tier))
    }

    private func tiers(_ app: PhoneRecorder) -> [AuthorizationTier] {
        app.events.compactMap { if case .authorization(let permission) = $0 { permission.tier } else { nil } }
    }

    @Test func `PLAT-091 when-in-use reports only while in use, and what was missed is lost`() async {
        let phone = phone(.whenInUse)
        let app = await phone.opened()
        await phone.register(Place.region("home"), Place.region("north", north: 1000))
        await phone.backgroundApp()
        await phone.advance(by: 9000)
        await phone.move(to: Place.home)
        #expect(app.regionEvents == ["enter home"])

        await phone.advance(by: 60_000)
        await phone.move(to: Place.at(1000, 0))
        await phone.foregroundApp()
        await phone.advance(by: 60_000)
        #expect(app.regionEvents == ["enter home"])
        await phone.move(to: Place.home)

        #expect(app.regionEvents == ["enter home", "enter home", "exit north"])
    }

    @Test func `PLAT-092 only Always starts the app`() async {
        let phone = phone(.whenInUse)
        _ = await phone.opened()
        await phone.register(Place.region("home"))
        phone.killApp()

        await phone.move(to: Place.home)

        #expect(phone.appState == .notRunning)
    }

    @Test func `PLAT-093 a provisional Always is asked about when the first event needs it`() async {
        let phone = phone(.notDetermined)
        let app = await phone.opened()
        phone.device.authorization.request(.always)
        await phone.settle()
        await phone.register(Place.region("home"))
        #expect(phone.promptCount == 1)
        await phone.suspendApp()

        await phone.move(to: Place.home)
        await phone.advance(by: 20_000)
        await phone.move(to: Place.at(-1000, 0))

        #expect(tiers(app) == [.notDetermined, .always])
        #expect(app.regionEvents == ["enter home", "exit home"])
        #expect(phone.promptCount == 2)
    }

    @Test func `PLAT-093 keeping it to while-using takes the event away`() async {
        let phone = phone(.notDetermined)
        let app = await phone.opened()
        phone.device.authorization.request(.always)
        await phone.settle()
        await phone.register(Place.region("home"))
        await phone.suspendApp()
        phone.answerPrompts(.allowWhenInUse)

        await phone.move(to: Place.home)
        await phone.foregroundApp()

        #expect(tiers(app) == [.notDetermined, .always, .whenInUse])
        #expect(app.regionEvents == [])
    }

    @Test func `PLAT-094 allowing once ends with the use, and Always is then asked for in vain`() async {
        let phone = phone(.notDetermined)
        _ = await phone.opened()
        phone.answerPrompts(.allowOnce)
        phone.device.authorization.request(.whenInUse)
        await phone.settle()
        #expect(phone.authorization.tier == .whenInUse)
        phone.device.authorization.request(.always)
        await phone.settle()
        #expect(phone.promptCount == 1)

        await phone.backgroundApp()
        await phone.advance(by: 10_000)

        #expect(phone.authorization.tier == .notDetermined)
    }

    @Test func `PLAT-095 a question is put once, in front, and Always once more`() async {
        let phone = phone(.notDetermined)
        let app = await phone.opened()
        phone.answerPrompts(.allowWhenInUse)
        for tier in [AuthorizationTier.whenInUse, .whenInUse, .always, .always] {
            phone.device.authorization.request(tier)
            await phone.settle()
        }

        #expect(phone.promptCount == 2)
        #expect(tiers(app) == [.notDetermined, .whenInUse])
    }

    @Test func `PLAT-095 nothing is asked from behind`() async {
        let phone = phone(.notDetermined)
        _ = await phone.opened()
        await phone.backgroundApp()

        phone.device.authorization.request(.always)
        await phone.settle()

        #expect(phone.promptCount == 0)
    }

    @Test func `PLAT-096 a downgrade keeps the registrations and ends delivery behind`() async {
        let phone = phone(.always)
        let app = await phone.opened()
        await phone.register(Place.region("home"))
        await phone.setAuthorization(.whenInUse)
        #expect(phone.monitoredRegions.count == 1)
        await phone.suspendApp()

        await phone.move(to: Place.home)

        #expect(app.regionEvents == [])
        #expect(phone.appState == .suspended)
    }

    @Test(arguments: [true, false])
    func `PLAT-097 taking the permission away may lose the regions`(_ loses: Bool) async {
        let phone = phone(.always) { $0.revokeClearsRegions = loses }
        let app = await phone.opened()
        await phone.register(Place.region("home"))

        await phone.setAuthorization(.denied)
        await phone.register(Place.region("refused"))
        await phone.setAuthorization(.always)
        await phone.move(to: Place.home)

        #expect(app.losses == ["refused notAuthorized"])
        #expect(app.regionEvents == (loses ? [] : ["enter home"]))
    }

    @Test func `PLAT-098 with location services off nothing is registered or read`() async {
        let phone = phone(.always)
        let app = await phone.opened()
        await phone.setLocationServices(false)

        await phone.register(Place.region("home"))
        phone.device.fixes.request(FixRequest(id: "r", accuracy: 10, timeout: 1000))
        await phone.settle()

        #expect(app.losses == ["home unavailable"])
        let failures = app.events.compactMap { if case .fixFailed(_, let failure) = $0 { failure } else { nil } }
        #expect(failures == [.unavailable])
    }

    @Test func `PLAT-099 registering with reduced accuracy may be refused`() async {
        let phone = phone(.always) { $0.refusesWhenReduced = true }
        let app = await phone.opened()
        await phone.setPrecise(false)

        await phone.register(Place.region("home"))

        #expect(app.losses == ["home notAuthorized"])
    }

    @Test func `PLAT-100 precision for a while is asked for only where it is missing, in front`() async {
        let phone = phone(.always)
        _ = await phone.opened()
        phone.device.authorization.requestTemporaryPrecision(purpose: "p")
        await phone.settle()
        #expect(phone.promptCount == 0)
        await phone.setPrecise(false)

        phone.device.authorization.requestTemporaryPrecision(purpose: "p")
        await phone.settle()

        #expect(phone.promptCount == 1)
        #expect(phone.authorization.isPrecise)
    }

    @Test func `power saving is told when it changes`() async {
        let phone = phone(.always)
        let app = await phone.opened()
        app.forget()

        await phone.setStatus(DeviceStatus(batteryLevel: 0.2, activity: "walking", isPowerSaving: true))
        await phone.setStatus(DeviceStatus(batteryLevel: 0.1, activity: "walking", isPowerSaving: true))

        let told = app.events.compactMap { if case .powerSave(let isOn) = $0 { isOn } else { nil } }
        #expect(told == [true])
        #expect(phone.device.status.current.batteryLevel == 0.1)
    }
}
