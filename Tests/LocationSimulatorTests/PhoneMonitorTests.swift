import LocationCore
import LocationSimulator
import Testing

@Suite struct `Phone monitor of conditions` {
    private func phone(at north: Double, _ change: (inout PhoneKnobs) -> Void = { _ in }) -> SimulatedPhone {
        var knobs = PhoneKnobs.quick
        change(&knobs)
        return SimulatedPhone(profile: .iOSMonitor, knobs: knobs, at: Place.at(north, 0))
    }

    @Test(arguments: [
        (Side.unknown, ["state home inside"]), (.outside, ["state home inside"]), (.inside, []),
    ])
    func `PLAT-044 the first look is told only when it differs from what was assumed`(
        _ assumed: Side, _ expected: [String]
    ) async {
        let phone = phone(at: 0) { $0.evaluationDelay = 3000 }
        let app = await phone.opened()

        await phone.register(Place.region("home", assumedSide: assumed))
        await phone.advance(by: 2999)
        #expect(app.regionEvents == [])
        await phone.advance(by: 1)

        #expect(app.regionEvents == expected)
    }

    @Test func `PLAT-051 both directions are told whatever was wanted`() async {
        let phone = phone(at: -1000)
        let app = await phone.opened()
        await phone.register(Place.region("home", edges: .exit, assumedSide: .outside))

        await phone.move(to: Place.home)
        await phone.move(to: Place.at(-1000, 0))

        #expect(app.regionEvents == ["state home inside", "state home outside"])
    }

    @Test(arguments: [true, false])
    func `PLAT-045 states may be told again when the app starts`(_ again: Bool) async {
        let phone = phone(at: 0) { $0.reemitOnStart = again }
        _ = await phone.opened()
        await phone.register(Place.region("home"))
        phone.killApp()
        await phone.advance(by: 60_000)

        let app = await phone.opened()

        #expect(app.regionEvents == (again ? ["state home inside"] : []))
    }

    @Test func `PLAT-046 an add first replays an old belief and the truth follows`() async {
        let phone = phone(at: 0) {
            $0.replayBelief = true
            $0.evaluationDelay = 3000
        }
        let app = await phone.opened()
        await phone.register(Place.region("home"))
        await phone.advance(by: 3000)
        phone.device.regions.unregister(id: "home")
        await phone.settle()
        await phone.move(to: Place.at(5000, 0))
        await phone.advance(by: 3_600_000)
        app.forget()

        await phone.register(Place.region("home", assumedSide: .outside))
        #expect(app.regionEvents == ["state home inside"])
        await phone.advance(by: 3000)

        #expect(app.regionEvents == ["state home inside", "state home outside"])
        let dates = app.events.compactMap { if case .regionState(let state) = $0 { state.at } else { nil } }
        #expect(dates.first == SimulatedPhone.standardStart.adding(milliseconds: 3000))
    }

    @Test func `PLAT-043 an event that nobody takes ends the watch until it is added again`() async {
        let phone = phone(at: -1000)
        _ = await phone.opened()
        await phone.register(Place.region("home", assumedSide: .outside))
        phone.killApp()
        await phone.move(to: Place.home)
        await phone.advance(by: 30_000)
        #expect(phone.monitoredRegions.map(\.isWatched) == [false])

        let app = await phone.opened()
        await phone.move(to: Place.at(-1000, 0))
        #expect(app.regionEvents == [])
        phone.device.regions.unregister(id: "home")
        await phone.register(Place.region("home", assumedSide: .inside))

        #expect(app.regionEvents == ["state home outside"])
    }

    @Test func `PLAT-048 the system can lose a condition and say that it does not know`() async {
        let phone = phone(at: 0)
        let app = await phone.opened()
        await phone.register(Place.region("home"))

        await phone.os.state("home", .unknown)
        await phone.os.lose("home", .unmonitored)
        await phone.move(to: Place.at(5000, 0))

        #expect(app.regionEvents == ["state home inside", "state home unknown"])
        #expect(app.losses == ["home unmonitored"])
        #expect(phone.monitoredRegions.map(\.isWatched) == [false])
    }

    @Test func `PLAT-062 the date is that of the event`() async {
        let phone = phone(at: -1000) { $0.deliveryLatency = 60_000 }
        let app = await phone.opened()
        await phone.register(Place.region("home", assumedSide: .outside))
        await phone.suspendApp()
        await phone.advance(by: 5000)

        await phone.move(to: Place.home)
        await phone.advance(by: 60_000)

        let dates = app.events.compactMap { if case .regionState(let state) = $0 { state.at } else { nil } }
        #expect(dates == [SimulatedPhone.standardStart.adding(milliseconds: 5000)])
    }
}
