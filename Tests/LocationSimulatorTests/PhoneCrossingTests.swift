import LocationCore
import LocationSimulator
import Testing

@Suite struct `Phone crossings` {
    private func phone(
        _ profile: PhoneProfile = .iOSClassic, at north: Double = -1000, _ change: (inout PhoneKnobs) -> Void = { _ in }
    ) -> SimulatedPhone {
        var knobs = profile.standardKnobs
        knobs.deliveryLatency = 0
        change(&knobs)
        return SimulatedPhone(profile: profile, knobs: knobs, at: Place.at(north, 0))
    }

    /// When each crossing was told, in simulated milliseconds.
    private func times(_ phone: SimulatedPhone) -> [Int64] {
        phone.log.filter { $0.text.hasPrefix("-> enter") || $0.text.hasPrefix("-> exit") }.map(\.elapsed)
    }

    @Test func `a way across a circle is judged at the millisecond, whatever the fixes say`() async {
        let phone = phone()
        let app = await phone.opened()
        await phone.register(Place.region("home"))

        await phone.follow(Place.walk(from: -1000, to: 1000, speed: 10))
        await phone.advance(by: 300_000)

        #expect(app.regionEvents == ["enter home", "exit home"])
        // 850 m and 1150 m at 10 m/s; the series for the degree is good to a few millimetres here.
        #expect(abs(times(phone)[0] - 85_000) <= 2)
        #expect(abs(times(phone)[1] - 115_000) <= 2)
        #expect(app.fixes.isEmpty)
    }

    @Test func `a region that is registered on the way is judged from there on`() async {
        let phone = phone()
        let app = await phone.opened()
        await phone.follow(Place.walk(from: -1000, to: 1000, speed: 10))
        await phone.advance(by: 100_000)

        await phone.register(Place.region("home"), Place.region("ahead", north: 500))
        await phone.advance(by: 300_000)

        #expect(app.regionEvents == ["exit home", "enter ahead", "exit ahead"])
    }

    @Test func `a fast way through a small circle between two points is seen`() async {
        let phone = phone(at: -50_000)
        let app = await phone.opened()
        await phone.register(Place.region("home", radius: 20))

        await phone.follow(Place.walk(from: -50_000, to: 50_000, speed: 1000))
        await phone.advance(by: 100_000)

        #expect(app.regionEvents == ["enter home", "exit home"])
    }

    @Test func `PLAT-020 a crossing counts beyond the margin and after the hold`() async {
        let phone = phone {
            $0.edgeDistance = 200
            $0.holdTime = 20_000
        }
        let app = await phone.opened()
        await phone.register(Place.region("home", radius: 500))

        await phone.follow(Place.walk(from: -1000, to: 1000, speed: 10))
        await phone.advance(by: 300_000)

        #expect(app.regionEvents == ["enter home", "exit home"])
        // In at 300 m from the centre, out at 700 m, each 20 s later.
        #expect(abs(times(phone)[0] - (70_000 + 20_000)) <= 2)
        #expect(abs(times(phone)[1] - (170_000 + 20_000)) <= 2)
    }

    @Test func `PLAT-020 coming back before the time is up starts it anew`() async {
        let phone = phone {
            $0.edgeDistance = 100
            $0.holdTime = 20_000
        }
        let app = await phone.opened()
        await phone.register(Place.region("home", radius: 500))

        await phone.move(to: Place.home)
        await phone.advance(by: 19_999)
        await phone.move(to: Place.at(-450, 0))
        await phone.advance(by: 60_000)
        #expect(app.regionEvents == [])
        await phone.move(to: Place.home)
        await phone.advance(by: 19_999)
        #expect(app.regionEvents == [])
        await phone.advance(by: 1)

        #expect(app.regionEvents == ["enter home"])
    }

    @Test func `PLAT-021 PLAT-022 delivery takes its time behind and none in front`() async {
        let phone = phone {
            $0.deliveryLatency = 240_000
            $0.radioQuality = 0.5
        }
        let app = await phone.opened()
        await phone.register(Place.region("home"))
        await phone.move(to: Place.home)
        #expect(app.regionEvents == ["enter home"])
        await phone.suspendApp()

        await phone.move(to: Place.at(-1000, 0))
        await phone.advance(by: 479_999)
        #expect(app.regionEvents == ["enter home"])
        await phone.advance(by: 1)

        #expect(app.regionEvents == ["enter home", "exit home"])
    }

    @Test func `PLAT-023 PLAT-025 classic registration is silent and a question is answered from the cache`() async {
        let phone = phone(at: 0)
        let app = await phone.opened()

        await phone.register(Place.region("home"))
        #expect(app.regionEvents == [])
        phone.device.regions.requestState(id: "home")
        phone.device.regions.requestState(id: "nobody")
        await phone.settle()

        #expect(app.regionEvents == ["answer home inside"])
    }

    @Test func `PLAT-025 the answer is unknown before the first look, or the truth if so chosen`() async {
        let phone = phone(at: 0) { $0.evaluationDelay = 3000 }
        let app = await phone.opened()
        await phone.register(Place.region("home"))

        phone.device.regions.requestState(id: "home")
        await phone.settle()
        phone.adjust { $0.answersStateFromTruth = true }
        phone.device.regions.requestState(id: "home")
        await phone.settle()

        #expect(app.regionEvents == ["answer home unknown", "answer home inside"])
    }

    @Test(arguments: [
        (StateWithCrossing.never, ["enter home"]),
        (.before, ["state home inside", "enter home"]),
        (.after, ["enter home", "state home inside"]),
    ])
    func `PLAT-024 a state may come along with a crossing`(_ order: StateWithCrossing, _ expected: [String]) async {
        let phone = phone { $0.stateWithCrossing = order }
        let app = await phone.opened()
        await phone.register(Place.region("home"))

        await phone.move(to: Place.home)

        #expect(app.regionEvents == expected)
    }

    @Test func `PLAT-026 an unwanted edge is silent and starts nobody, but is followed`() async {
        let phone = phone()
        _ = await phone.opened()
        await phone.register(Place.region("home", edges: .exit))
        phone.killApp()

        await phone.move(to: Place.home)
        #expect(phone.appState == .notRunning)
        #expect(phone.monitoredRegions[0].side == .inside)
        await phone.move(to: Place.at(-1000, 0))

        #expect(phone.appState == .background)
    }

    @Test func `PLAT-027 a coarse jump makes an enter and takes it back`() async {
        let phone = phone {
            $0.edgeDistance = 200
            $0.holdTime = 20_000
        }
        let app = await phone.opened()
        await phone.register(Place.region("home", radius: 500))

        await phone.coarseJump(to: Place.home, for: 5000)
        #expect(app.regionEvents == ["enter home"])
        await phone.advance(by: 5000)

        #expect(app.regionEvents == ["enter home", "exit home"])
        #expect(phone.position == Place.at(-1000, 0))
    }

    @Test func `PLAT-028 PLAT-062 starving delays everything and the date stays that of the event`() async {
        let phone = phone(.android)
        let app = await phone.opened()
        await phone.register(Place.region("home"))

        await phone.starve(for: 3_600_000)
        await phone.move(to: Place.home)
        await phone.advance(by: 3_599_999)
        #expect(app.regionEvents == [])
        await phone.advance(by: 1)

        let dates = app.events.compactMap { if case .regionCrossed(let crossing) = $0 { crossing.at } else { nil } }
        #expect(app.regionEvents == ["enter home"])
        #expect(dates == [SimulatedPhone.standardStart])
    }

    @Test func `PLAT-029 the same crossing may come three times`() async {
        let phone = phone(.iOSMonitor) { $0.duplicateDeliveries = 3 }
        let app = await phone.opened()
        await phone.register(Place.region("home", assumedSide: .outside))

        await phone.move(to: Place.home)

        #expect(app.regionEvents == Array(repeating: "state home inside", count: 3))
    }

    @Test func `PLAT-031 what happened while nothing was registered is not told afterwards`() async {
        let phone = phone()
        let app = await phone.opened()
        await phone.register(Place.region("home"))
        phone.device.regions.unregister(id: "home")
        await phone.settle()

        await phone.move(to: Place.home)
        await phone.register(Place.region("home"))
        await phone.advance(by: 60_000)

        #expect(app.regionEvents == [])
    }

    @Test func `PLAT-079 reports that piled up come in an order drawn from the seed`() async {
        func order(_ seed: UInt64) async -> [String] {
            var knobs = PhoneKnobs.quick
            knobs.shufflesBursts = true
            let phone = SimulatedPhone(knobs: knobs, seed: seed, at: Place.at(-1000, 0))
            let app = await phone.opened()
            for index in 0..<8 { await phone.register(Place.region("r\(index)")) }
            await phone.starve(for: 1000)
            await phone.move(to: Place.home)
            await phone.advance(by: 1000)
            return app.regionEvents
        }

        let first = await order(1)
        #expect(await order(1) == first)
        #expect(await order(2) != first)
        #expect(first.sorted() == (0..<8).map { "enter r\($0)" })
    }

    @Test func `PLAT-119 airplane mode stops everything and the end of it catches up`() async {
        let phone = phone()
        let app = await phone.opened()
        await phone.register(Place.region("home"))
        await phone.setAirplaneMode(true)
        #expect(phone.network == .none)

        await phone.move(to: Place.home)
        #expect(app.regionEvents == [])
        await phone.setAirplaneMode(false)

        #expect(app.regionEvents == ["enter home"])
        #expect(phone.network == .unmetered)
    }

    @Test func `a report about a region that was replaced is dropped, unless stale ones are wanted`() async {
        for staleOnes in [false, true] {
            let phone = phone {
                $0.deliveryLatency = 60_000
                $0.deliversStaleReports = staleOnes
            }
            let app = await phone.opened()
            await phone.register(Place.region("home"))
            await phone.backgroundApp()
            await phone.move(to: Place.home)
            phone.device.regions.unregister(id: "home")

            await phone.advance(by: 60_000)

            #expect(app.regionEvents == (staleOnes ? ["enter home"] : []))
        }
    }
}
