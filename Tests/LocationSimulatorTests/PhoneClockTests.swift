import LocationCore
import LocationSimulator
import Testing

@Suite struct `Phone clock` {
    @Test func `timers come due in the order of their times`() async {
        let phone = SimulatedPhone()
        let app = await phone.opened()
        phone.device.wakeUps.arm(key: "late", after: 2000)
        phone.device.wakeUps.arm(key: "early", after: 1000)
        phone.device.wakeUps.arm(key: "never", after: 1500)
        phone.device.wakeUps.disarm(key: "never")

        await phone.advance(by: 1999)
        #expect(app.wakeUps == ["early"])
        await phone.advance(by: 1)

        #expect(app.wakeUps == ["early", "late"])
    }

    @Test func `the same key again replaces a timer`() async {
        let phone = SimulatedPhone()
        let app = await phone.opened()
        phone.device.wakeUps.arm(key: "k", after: 1000)
        phone.device.wakeUps.arm(key: "k", after: 3000)

        await phone.advance(by: 2999)
        #expect(app.wakeUps == [])
        await phone.advance(by: 10_000)

        #expect(app.wakeUps == ["k"])
    }

    @Test func `a wall clock that is set leaves continuous time alone`() async {
        let phone = SimulatedPhone()
        let before = phone.now

        await phone.setWallClock(by: -3_600_000)
        await phone.advance(by: 500)

        #expect(phone.now.wall == before.wall.adding(milliseconds: -3_599_500))
        #expect(phone.now.continuous == before.continuous + 500)
        #expect(phone.now.boot == before.boot)
    }

    @Test func `a reboot starts continuous time anew under a new name`() async {
        let phone = SimulatedPhone()
        await phone.advance(by: 3_600_000)
        let before = phone.now

        await phone.reboot()

        #expect(phone.now.boot != before.boot)
        #expect(phone.now.continuous < before.continuous)
        #expect(phone.now.wall == before.wall)
    }

    @Test func `advance to a time of the wall clock`() async {
        let phone = SimulatedPhone()

        await phone.advance(to: SimulatedPhone.standardStart.adding(milliseconds: 90_000))

        #expect(phone.elapsed == 90_000)
        #expect(phone.now.wall.iso8601 == "2026-07-06T12:01:30.000Z")
    }

    @Test func `settle within a delivery returns at once`() async {
        let phone = SimulatedPhone()
        let device = phone.device
        let app = PhoneRecorder { event in
            guard case .app(.becameActive) = event else { return }
            device.wakeUps.arm(key: "inner", after: 0)
            await device.events.settle()
        }

        _ = await phone.opened(app)

        #expect(app.wakeUps == ["inner"])
    }

    @Test func `a command is never answered inline`() async {
        let phone = SimulatedPhone(at: Place.home)
        let app = await phone.opened()
        app.forget()

        phone.device.regions.register(Place.region("home"))
        phone.device.fixes.request(FixRequest(id: "r", accuracy: 10, timeout: 1000))
        #expect(app.events.isEmpty)
        await phone.settle()

        #expect(app.taken == ["home"])
        #expect(app.fixes.count == 1)
    }

    @Test func `two tasks that let time pass take turns`() async {
        let phone = SimulatedPhone()

        async let first: Void = phone.advance(by: 1000)
        async let second: Void = phone.advance(by: 1000)
        _ = await (first, second)

        #expect(phone.elapsed == 2000)
    }

    // iOS starts no other process, so there are no exit tests there.
    #if !os(iOS)
        @Test func `a listener cannot let time pass`() async {
            await #expect(processExitsWith: .failure) {
                let phone = SimulatedPhone()
                phone.device.events.attach(PhoneRecorder { _ in await phone.advance(by: 1) })
                await phone.settle()
            }
        }
    #endif
}
