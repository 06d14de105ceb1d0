import AppleStandIn
import CoreLocation
import LocationCore
import LocationSimulator
import Testing

@Suite @MainActor struct `PLAT crossings of classic regions` {
    private func watching(_ knobs: PhoneKnobs = .quick) async -> App {
        let app = await App(knobs: knobs)
        app.manager.startMonitoring(for: homeRegion("a"))
        await app.phone.settle()
        _ = app.ear.take()
        return app
    }

    @Test func `PLAT-023 registering while inside is silent`() async {
        let app = await App()
        await app.phone.move(to: .home)
        _ = app.ear.take()

        app.manager.startMonitoring(for: homeRegion("a"))
        await app.phone.settle()

        #expect(app.ear.take() == ["started a"])
    }

    @Test(arguments: [
        (StateWithCrossing.before, ["inside a", "enter a"]), (.after, ["enter a", "inside a"]), (.never, ["enter a"]),
    ])
    func `PLAT-024 a state comes with a crossing, in either order`(_ order: StateWithCrossing, _ lines: [String]) async
    {
        var knobs = PhoneKnobs.quick
        knobs.stateWithCrossing = order
        let app = await watching(knobs)

        await app.phone.move(to: .home)

        #expect(app.ear.take() == lines)
    }

    @Test func `PLAT-025 a question is answered for what is watched and not otherwise`() async {
        let app = await watching()

        app.manager.requestState(for: homeRegion("a"))
        app.manager.requestState(for: homeRegion("unknown"))
        #expect(app.ear.take().isEmpty)
        await app.phone.settle()

        #expect(app.ear.take() == ["outside a"])
    }

    @Test func `PLAT-026 a crossing that nobody wants is not told`() async {
        let app = await App()
        let region = homeRegion("a")
        region.notifyOnEntry = false
        app.manager.startMonitoring(for: region)
        await app.phone.settle()
        _ = app.ear.take()

        await app.phone.move(to: .home)
        #expect(app.ear.take().isEmpty)
        await app.phone.move(to: .away)

        #expect(app.ear.take() == ["exit a"])
    }

    @Test func `PLAT-070 an event starts the app and waits for a delegate`() async {
        let app = await watching()
        let first = app.standIn
        app.phone.killApp()

        await app.phone.move(to: .home)

        #expect(app.standIn !== first)
        #expect(app.ear.take() == ["permission authorizedAlways", "enter a"])
    }

    @Test func `PLAT-070 an event for which no delegate comes in time is dropped`() async {
        let app = await watching()
        app.phone.killApp()
        let box = Box()
        app.phone.onLaunch { process, _ in
            let standIn = StandIn(process, version: .init(18), unkindness: .kind)
            standIn.attach(passing: { _ in })
            await box.set(standIn)
        }

        await app.phone.move(to: .home)
        await app.phone.advance(by: 10_000)
        let ear = Ear()
        guard let standIn = box.standIn else { return #expect(Bool(false), "not launched") }
        let manager = StandIn.$current.withValue(standIn) { CLLocationManager() }
        manager.delegate = ear
        await app.phone.launchApp()

        #expect(!ear.lines.contains("enter a"))
    }

    @Test func `PLAT-084 delegates hear on the main actor, unless a test wants it otherwise`() async {
        let app = await App()
        let listener = ThreadEar()
        app.manager.delegate = listener

        await app.standIn.callDelegates { $0.locationManagerDidPauseLocationUpdates($1) }
        await app.standIn.callDelegatesElsewhere { $0.locationManagerDidPauseLocationUpdates($1) }

        #expect(listener.onMain.withLock { $0 } == [true, false])
    }

    @Test func `PLAT-084 a manager that is used off the main thread is a violation`() async {
        let app = await App()
        #expect(app.standIn.violations.isEmpty)

        await app.standIn.callDelegatesElsewhere { _, manager in _ = manager.location }

        #expect(app.standIn.violations.count == 1)
    }
}

@MainActor private final class Box {
    var standIn: StandIn?
    func set(_ standIn: StandIn) { self.standIn = standIn }
}
