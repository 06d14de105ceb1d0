import LocationCore
import LocationSimulator
import Testing

@Suite struct `Phone fixes` {
    private func phone(_ change: (inout PhoneKnobs) -> Void = { _ in }) -> SimulatedPhone {
        var knobs = PhoneKnobs.quick
        change(&knobs)
        return SimulatedPhone(knobs: knobs, at: Place.home)
    }

    private func failures(_ app: PhoneRecorder) -> [String] {
        app.events.compactMap {
            if case .fixFailed(let request, let failure) = $0 { "\(request) \(failure.rawValue)" } else { nil }
        }
    }

    @Test func `a subscription brings a fix a second, with the motion of the way`() async throws {
        let phone = phone()
        let app = await phone.opened()
        await phone.follow(Place.walk(from: 0, to: 100, speed: 10))

        phone.device.fixes.watch(owner: "me", rate: FixRate(accuracy: 10, distance: 0))
        await phone.advance(by: 3000)

        #expect(
            app.fixes.map { $0.timestamp.milliseconds(since: SimulatedPhone.standardStart) } == [0, 1000, 2000, 3000])
        let last = try #require(app.fixes.last)
        #expect(abs(last.coordinate.latitude - Place.at(30, 0).latitude) < 1e-9)
        #expect(abs((last.speed ?? 0) - 10) < 0.001)
        #expect(abs((last.course ?? 90) - 0) < 0.001)
        #expect(last.accuracy == 5)
        #expect(last.source == .live)
    }

    @Test func `PLAT-116 the distance filter holds smaller moves back`() async {
        let phone = phone()
        let app = await phone.opened()
        await phone.follow(Place.walk(from: 0, to: 100, speed: 10))

        phone.device.fixes.watch(owner: "me", rate: FixRate(accuracy: 10, distance: 45))
        await phone.advance(by: 60_000)

        #expect(app.fixes.map { $0.timestamp.milliseconds(since: SimulatedPhone.standardStart) } == [0, 5000, 10_000])
    }

    @Test func `a subscription that ends brings no more`() async {
        let phone = phone()
        let app = await phone.opened()
        phone.device.fixes.watch(owner: "me", rate: FixRate(accuracy: 10, distance: 0))
        await phone.advance(by: 1000)

        phone.device.fixes.stopWatching(owner: "me")
        await phone.advance(by: 5000)

        #expect(app.fixes.count == 2)
        #expect(phone.watches.isEmpty)
    }

    @Test(arguments: [true, false])
    func `PLAT-113 a subscription keeps the app running behind, if it may`(_ may: Bool) async {
        let phone = phone { $0.fixesInBackground = may }
        let app = await phone.opened()
        phone.device.fixes.watch(owner: "me", rate: FixRate(accuracy: 10, distance: 0))
        await phone.backgroundApp()

        await phone.advance(by: 60_000)

        #expect(app.fixes.count == (may ? 61 : 10))
        #expect(phone.appState == (may ? .background : .suspended))
    }

    @Test func `PLAT-111 a subscription may begin with an old fix`() async {
        let phone = phone { $0.cachedFixFirst = true }
        let app = await phone.opened()
        await phone.advance(by: 600_000)

        phone.device.fixes.watch(owner: "me", rate: FixRate(accuracy: 10, distance: 0))
        await phone.settle()

        #expect(app.fixes.map(\.source) == [.cached, .live])
        #expect(app.fixes.first?.timestamp == SimulatedPhone.standardStart)
    }

    @Test func `PLAT-112 a request is answered after the latency, or fails at its timeout`() async {
        let phone = phone { $0.fixLatency = 4000 }
        let app = await phone.opened()

        phone.device.fixes.request(FixRequest(id: "slow", accuracy: 10, timeout: 3999))
        phone.device.fixes.request(FixRequest(id: "ok", accuracy: 10, timeout: 4000))
        phone.device.fixes.request(FixRequest(id: "gone", accuracy: 10, timeout: 9000))
        await phone.advance(by: 1000)
        phone.device.fixes.cancel(request: "gone")
        await phone.advance(by: 60_000)

        #expect(failures(app) == ["slow timedOut"])
        #expect(app.fixes.map(\.source) == [.asked])
    }

    @Test func `what the system remembers can be made old`() async {
        let phone = phone()
        let app = await phone.opened()
        let old = Fix(
            coordinate: Place.at(9000, 0), accuracy: 20,
            timestamp: SimulatedPhone.standardStart.adding(milliseconds: -86_400_000))

        phone.remember(old)
        await phone.settle()

        #expect(phone.device.fixes.lastKnown == old)
        #expect(app.fixes.isEmpty)
    }

    @Test func `a remembered fix answers if it is young enough`() async {
        let phone = phone { $0.fixLatency = 1000 }
        let app = await phone.opened()
        await phone.deliver(at: Place.home)
        await phone.advance(by: 5000)
        app.forget()

        phone.device.fixes.request(FixRequest(id: "a", accuracy: 10, timeout: 9000, oldestAcceptable: 5000))
        phone.device.fixes.request(FixRequest(id: "b", accuracy: 10, timeout: 9000, oldestAcceptable: 4999))
        await phone.advance(by: 9000)

        #expect(app.fixes.map(\.source) == [.cached, .asked])
    }

    @Test func `requests can be made to fail, to hang or to wait for the next fix`() async {
        let phone = phone()
        let app = await phone.opened()
        func ask(_ id: String) { phone.device.fixes.request(FixRequest(id: id, accuracy: 10, timeout: 10_000)) }

        phone.answerFixRequests(.failure(.unavailable))
        ask("fails")
        await phone.settle()
        phone.answerFixRequests(.silence)
        ask("hangs")
        await phone.advance(by: 10_000)
        phone.answerFixRequests(.delivered)
        ask("waits")
        await phone.advance(by: 5000)
        await phone.deliver(at: Place.at(7, 0), accuracy: 80)

        #expect(failures(app) == ["fails unavailable", "hangs timedOut"])
        let answers = app.events.compactMap {
            if case .fix(let fix, let id) = $0 { "\(id ?? "-") \(fix.source)" } else { nil }
        }
        #expect(answers == ["waits asked", "- live"])
    }

    @Test func `where the phone is unknown nothing can be read`() async {
        let phone = SimulatedPhone()
        let app = await phone.opened()
        phone.device.fixes.watch(owner: "me", rate: FixRate(accuracy: 10, distance: 0))

        phone.device.fixes.request(FixRequest(id: "r", accuracy: 10, timeout: 3000))
        await phone.advance(by: 60_000)

        #expect(failures(app) == ["r timedOut"])
        #expect(app.fixes.isEmpty)
        #expect(phone.device.fixes.lastKnown == nil)
    }

    @Test func `a fix is not told to an app that is suspended`() async {
        let phone = phone()
        let app = await phone.opened()
        await phone.suspendApp()

        await phone.deliver(at: Place.home)
        await phone.foregroundApp()

        #expect(app.fixes.isEmpty)
    }

    @Test func `PLAT-099 reduced accuracy gives rare, coarse and old fixes and no crossings`() async throws {
        let phone = phone()
        let app = await phone.opened()
        await phone.setPrecise(false)
        await phone.register(Place.region("north", north: 5000))
        phone.device.fixes.watch(owner: "me", rate: FixRate(accuracy: 10, distance: 0))

        await phone.advance(by: 3_599_000)
        await phone.move(to: Place.at(5000, 0))
        await phone.advance(by: 60_000)

        #expect(app.fixes.count == 5)
        let fix = try #require(app.fixes.first)
        #expect(fix.accuracy == 5000)
        #expect(fix.coordinate == (try Coordinate(latitude: 52.25, longitude: 21)))
        #expect(fix.timestamp == SimulatedPhone.standardStart.adding(milliseconds: -600_000))
        #expect(app.regionEvents == [])
        #expect(app.taken == ["north"])

        await phone.setPrecise(true)
        await phone.move(to: Place.home)

        #expect(app.regionEvents == ["exit north"])
    }

    @Test func `noise follows the seed and only the seed`() async {
        func run(_ seed: UInt64) async -> [Fix] {
            var knobs = PhoneKnobs.quick
            knobs.fixNoise = 10
            let phone = SimulatedPhone(knobs: knobs, seed: seed, at: Place.home)
            let app = await phone.opened()
            phone.device.fixes.watch(owner: "me", rate: FixRate(accuracy: 10, distance: 0))
            _ = phone.device.random.next()
            await phone.advance(by: 999_000)
            return app.fixes
        }

        let first = await run(1)
        #expect(await run(1) == first)
        #expect(await run(2) != first)
        // A thousand draws with a standard deviation of 10 m: the mean square of each axis is near 100 m².
        let north = first.map { ($0.coordinate.latitude - Place.home.latitude) * 111_271.7 }
        let spread = north.reduce(0) { $0 + $1 * $1 } / Double(north.count)
        #expect((80...120).contains(spread))
    }

    @Test func `the way's accuracy is reported where it is given`() async {
        let phone = phone()
        let app = await phone.opened()
        let start = SimulatedPhone.standardStart
        await phone.follow([
            TimedPosition(at: start, coordinate: Place.home, accuracy: 30),
            TimedPosition(at: start.adding(milliseconds: 2000), coordinate: Place.at(10, 0), accuracy: 8),
        ])

        phone.device.fixes.watch(owner: "me", rate: FixRate(accuracy: 10, distance: 0))
        await phone.advance(by: 2000)

        #expect(app.fixes.map(\.accuracy) == [30, 30, 8])
    }

    @Test func `a way can be followed as it is stamped, from the middle`() async {
        let phone = phone()
        let start = SimulatedPhone.standardStart
        await phone.advance(by: 50_000)

        await phone.follow(Place.walk(from: 0, to: 1000, speed: 10), from: .asStamped)

        let position = phone.position
        #expect(abs((position?.latitude ?? 0) - Place.at(500, 0).latitude) < 1e-9)
        #expect(phone.pathEnd == start.adding(milliseconds: 100_000))
        await phone.advance(by: 50_000)
        #expect(phone.pathEnd == nil)
    }

    @Test func `a way across the date line takes the short way`() async throws {
        let phone = phone()
        let start = SimulatedPhone.standardStart
        await phone.follow([
            TimedPosition(at: start, coordinate: try Coordinate(latitude: 0, longitude: 179.9)),
            TimedPosition(
                at: start.adding(milliseconds: 1000), coordinate: try Coordinate(latitude: 0, longitude: -179.9)),
        ])

        await phone.advance(by: 750)

        #expect(abs((phone.position?.longitude ?? 0) + 179.95) < 1e-9)
    }
}
