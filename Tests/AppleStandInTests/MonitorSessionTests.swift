import AppleStandIn
import CoreLocation
import LocationCore
import LocationSimulator
import Testing

@Suite @MainActor struct `PLAT sessions and diagnostics of a monitor` {
    /// Watches from outside, then goes into the background.
    private func behind(_ version: StandIn.Version, holdsSession: Bool) async -> Watched {
        let watched = await Watched(version, holdsSession: holdsSession)
        await watched.now.add("a", assuming: .unsatisfied)
        await watched.app.phone.backgroundApp()
        return watched
    }

    @Test(arguments: [
        (StandIn.Version(17, 2), false, ["a satisfied"]), (.init(18), false, []), (.init(18), true, ["a satisfied"]),
    ])
    func `PLAT-055 PLAT-059 from 18 on events come in the background with a session only`(
        _ version: StandIn.Version, _ holds: Bool, _ told: [String]
    ) async {
        let watched = await behind(version, holdsSession: holds)

        await watched.app.phone.move(to: .home)

        #expect(watched.now.take() == told)
        #expect(watched.app.standIn.violations.isEmpty)
    }

    @Test func `PLAT-055 what was held back comes in front`() async {
        let watched = await behind(.init(18), holdsSession: false)
        await watched.app.phone.move(to: .home)

        await watched.app.phone.foregroundApp()

        #expect(watched.now.take() == ["a satisfied"])
    }

    @Test func `PLAT-055 a session that begins in the background counts after the front`() async {
        let watched = await behind(.init(18), holdsSession: false)
        await watched.beginSession()
        await watched.app.phone.move(to: .home)
        #expect(watched.now.take().isEmpty)

        await watched.app.phone.foregroundApp()
        await watched.app.phone.backgroundApp()
        await watched.app.phone.move(to: .away)

        #expect(watched.now.take() == ["a satisfied", "a unsatisfied"])
    }

    @Test(arguments: [(true, ["a satisfied"]), (false, [])])
    func `PLAT-056 a session is taken up at the launch if the process before held one`(
        _ held: Bool, _ told: [String]
    ) async {
        let watched = await behind(.init(18), holdsSession: held)
        watched.holdsSession = true
        watched.app.phone.killApp()

        await watched.app.phone.move(to: .home)

        #expect(watched.launches == 2)
        #expect(watched.now.take() == told)
    }

    @Test func `PLAT-056 a session that was ended is not taken up`() async {
        let watched = await behind(.init(18), holdsSession: true)
        watched.endSession()
        watched.app.phone.killApp()

        await watched.app.phone.move(to: .home)

        #expect(watched.launches == 2)
        #expect(watched.now.take().isEmpty)
    }

    @Test func `PLAT-057 a session above the permission asks the person`() async {
        let watched = await Watched(holdsSession: false, Authorization(tier: .whenInUse))
        #expect(watched.app.phone.promptCount == 0)

        await watched.beginSession()
        await watched.app.phone.settle()

        #expect(watched.app.phone.promptCount == 1)
    }

    @Test func `PLAT-058 an app that opted out of implicit sessions is told that it needs one`() async {
        let watched = await Watched(holdsSession: false)
        watched.app.standIn.infoKeys.insert("NSLocationRequireExplicitServiceSession")
        await watched.now.add("a")
        await watched.app.phone.settle()
        #expect(watched.now.events.map(\.serviceSessionRequired) == [true])
        _ = watched.now.take()

        await watched.beginSession()
        await watched.app.phone.settle()

        #expect(watched.now.take() == ["a unsatisfied"])
    }

    @Test(arguments: [
        (StandIn.Version(17, 2), [String](), [Bool]()),
        (.init(18), ["a unmonitored", "a unsatisfied"], [true, false]),
    ])
    func `PLAT-052 PLAT-099 from 18 on events say that positions are not precise`(
        _ version: StandIn.Version, _ told: [String], _ flags: [Bool]
    ) async {
        let watched = await Watched(version)
        await watched.now.add("a")
        await watched.app.phone.settle()
        _ = watched.now.take()

        await watched.app.phone.setPrecise(false)
        await watched.app.phone.setPrecise(true)

        #expect(watched.now.events.map(\.accuracyLimited) == flags)
        #expect(watched.now.take() == told)
    }

    @Test func `PLAT-098 services that are off for all are said to be`() async {
        var knobs = PhoneKnobs.quick
        knobs.revokeClearsRegions = false
        let watched = await Watched(knobs: knobs)
        watched.app.standIn.traits.diagnosesWithLastState = true
        await watched.now.add("a")
        await watched.app.phone.settle()
        _ = watched.now.take()

        await watched.app.phone.setLocationServices(false)

        #expect(watched.now.events.map(\.authorizationDeniedGlobally) == [true])
        #expect(watched.now.events.map(\.state) == [.unsatisfied])
    }

    @Test(arguments: [(true, ["a satisfied"]), (false, [])])
    func `PLAT-060 an activity that began in front keeps an app in use`(_ isHeld: Bool, _ told: [String]) async {
        let watched = await Watched(.init(17, 2), Authorization(tier: .whenInUse))
        await watched.now.add("a", assuming: .unsatisfied)
        let session = await watched.app.run { CLBackgroundActivitySession() }
        if !isHeld { session.invalidate() }
        await watched.app.phone.backgroundApp()
        await watched.app.phone.advance(by: 60_000)

        await watched.app.phone.move(to: .home)

        #expect(watched.now.take() == told)
    }

    @Test func `PLAT-060 an activity that began in the background does not`() async {
        let watched = await Watched(.init(17, 2), Authorization(tier: .whenInUse))
        await watched.now.add("a", assuming: .unsatisfied)
        await watched.app.phone.backgroundApp()
        let session = await watched.app.run { CLBackgroundActivitySession() }
        await watched.app.phone.advance(by: 60_000)

        await watched.app.phone.move(to: .home)

        #expect(watched.now.take().isEmpty)
        session.invalidate()
    }

    @Test func `A10 a session says why it is not enough`() async throws {
        let app = await App(.iOSMonitor, .init(18), Authorization(tier: .denied))
        let session = await app.run { CLServiceSession(authorization: .always) }

        var diagnostics = session.diagnostics.makeAsyncIterator()
        let first = try await diagnostics.next()

        #expect(first?.authorizationDenied == true)
        #expect(first?.alwaysAuthorizationDenied == true)
        #expect(first?.insufficientlyInUse == false)
    }
}
