import AppleStandIn
import CoreLocation
import Foundation
import LocationCore
import LocationSimulator
import Testing

@Suite @MainActor struct `PLAT fixes` {
    private func app(_ knobs: PhoneKnobs = .quick, _ tier: AuthorizationTier = .always) async -> App {
        let app = await App(knobs: knobs, Authorization(tier: tier))
        _ = app.ear.take()
        return app
    }

    @Test func `PLAT-110 what was not measured is negative`() async {
        let app = await app()
        app.manager.startUpdatingLocation()
        await app.phone.settle()

        let fix = app.ear.locations.first

        #expect(fix?.horizontalAccuracy == 5)
        #expect(fix?.verticalAccuracy == -1)
        #expect(fix?.courseAccuracy == -1 || (fix?.course ?? -1) >= 0)
        #expect(CLLocation(latitude: 1, longitude: 2).horizontalAccuracy == 0)
    }

    @Test func `PLAT-110 positions of negative accuracy can be delivered`() async {
        let app = await app()

        await app.standIn.deliver([
            CLLocation(
                coordinate: .home, altitude: 0, horizontalAccuracy: -1, verticalAccuracy: -1, timestamp: .distantPast)
        ])

        #expect(app.ear.locations.map(\.horizontalAccuracy) == [-1])
    }

    @Test func `PLAT-111 a cached fix comes first`() async {
        var knobs = PhoneKnobs.quick
        knobs.cachedFixFirst = true
        let app = await app(knobs)
        let cached = Fix(coordinate: .home, accuracy: 50, timestamp: SimulatedPhone.standardStart, source: .cached)
        app.phone.remember(cached)
        await app.phone.advance(by: 60_000)

        app.manager.startUpdatingLocation()
        await app.phone.settle()

        #expect(app.ear.locations.first?.timestamp == cached.timestamp.date)
        #expect(app.ear.locations.count == 2)
    }

    @Test func `PLAT-112 a request brings one fix`() async {
        let app = await app()

        app.manager.requestLocation()
        app.manager.requestLocation()
        await app.phone.advance(by: 20_000)

        #expect(app.ear.take() == ["fix"])
    }

    @Test func `PLAT-112 a request that nothing answers fails with code 0 after ten seconds`() async {
        let app = await app()
        app.phone.answerFixRequests(.silence)

        app.manager.requestLocation()
        await app.phone.advance(by: 9999)
        #expect(app.ear.take().isEmpty)
        await app.phone.advance(by: 1)

        #expect(app.ear.take() == ["error 0"])
    }

    @Test func `PLAT-112 updates cancel a request, and so does stopping`() async {
        let app = await app()
        app.phone.answerFixRequests(.silence)
        app.manager.requestLocation()
        app.manager.startUpdatingLocation()
        app.manager.stopUpdatingLocation()
        app.manager.requestLocation()
        app.manager.stopUpdatingLocation()

        await app.phone.advance(by: 60_000)

        #expect(app.ear.take().isEmpty)
    }

    @Test(arguments: [true, false])
    func `PLAT-113 updates go on in the background where the app allows it`(_ isAllowed: Bool) async {
        let app = await app()
        app.manager.allowsBackgroundLocationUpdates = isAllowed
        app.manager.startUpdatingLocation()
        await app.phone.backgroundApp()
        await app.phone.advance(by: 60_000)
        _ = app.ear.take()

        await app.phone.advance(by: 60_000)

        #expect(app.ear.take().isEmpty == !isAllowed)
        #expect(app.phone.appState == (isAllowed ? .background : .suspended))
    }

    @Test func `PLAT-114 updates that the system paused stay silent until they are started again`() async {
        let app = await app()
        app.manager.startUpdatingLocation()
        await app.phone.settle()
        _ = app.ear.take()

        await app.standIn.pauseUpdates()
        await app.phone.advance(by: 60_000)
        #expect(app.ear.take() == ["paused"])
        app.manager.startUpdatingLocation()
        await app.phone.settle()

        #expect(app.ear.take() == ["fix"])
    }

    @Test func `PLAT-115 far movements are told from half a kilometre and five minutes on`() async {
        let app = await app()
        app.manager.startMonitoringSignificantLocationChanges()
        await app.phone.significantChange()
        await app.phone.move(to: .home)
        await app.phone.significantChange()
        #expect(app.ear.take() == ["fix"])

        await app.phone.advance(by: 300_000)
        await app.phone.significantChange()
        await app.phone.advance(by: 300_000)
        await app.phone.significantChange()

        #expect(app.ear.take() == ["fix"])
    }

    @Test func `PLAT-115 they are asked for anew in each process`() async {
        let app = await app()
        app.manager.startMonitoringSignificantLocationChanges()
        app.phone.killApp()

        await app.phone.significantChange()

        #expect(app.ear.take() == ["permission authorizedAlways"])
        #expect(!app.standIn.followsSignificantChanges)
    }

    @Test func `PLAT-117 stays are told over processes until they are stopped`() async {
        let app = await app()
        await app.standIn.visit(at: .home)
        app.manager.startMonitoringVisits()
        app.phone.killApp()
        await app.phone.launchApp()
        _ = app.ear.take()

        await app.standIn.visit(at: .home)
        await app.standIn.visit(to: Date(timeIntervalSince1970: 0), at: .home)
        app.manager.stopMonitoringVisits()
        await app.standIn.visit(at: .home)

        #expect(app.ear.take() == ["arrived", "departed"])
    }

    @Test func `A4 only a manager that follows positions is told them, but late ones come after a stop`() async {
        let app = await app()
        await app.phone.deliver(at: .home)
        #expect(app.ear.take().isEmpty)

        app.manager.startUpdatingLocation()
        app.manager.stopUpdatingLocation()
        await app.phone.settle()
        _ = app.ear.take()
        await app.phone.deliver(at: .home)

        #expect(app.ear.take() == ["fix"])
    }

    @Test func `A4 updates without permission fail with code 1`() async {
        let app = await app(.quick, .denied)

        app.manager.startUpdatingLocation()
        await app.phone.settle()

        #expect(app.ear.take() == ["error 1"])
    }

    @Test func `PLAT-118 a live update may say only why there is no position, and a device at rest brings none`()
        async throws
    {
        var knobs = PhoneKnobs.quick
        knobs.fixInterval = nil
        let app = await app(knobs)
        let updates = await app.run { CLLocationUpdate.liveUpdates() }
        var iterator = updates.makeAsyncIterator()
        await app.phone.settle()
        func deliver(_ speed: Double) async {
            await app.phone.deliver(
                Fix(coordinate: .home, accuracy: 5, timestamp: app.phone.now.wall, speed: speed))
        }

        for speed in [1.0, 0, 0, 0, 2] { await deliver(speed) }
        await app.phone.setAuthorization(.denied)

        var seen: [String] = []
        for _ in 1...4 {
            let update = try await iterator.next()
            seen.append(
                update?.location == nil
                    ? "nothing\(update?.authorizationDenied == true ? ", denied" : "")"
                    : update?.stationary == true ? "at rest" : "moving")
        }
        #expect(seen == ["moving", "at rest", "moving", "nothing, denied"])
    }
}
