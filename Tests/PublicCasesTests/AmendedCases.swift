import LocationCore
import LocationSimulator
import Testing

/// The amendments about movement, refusals and permission, on every adapter and on both systems of an iPhone. What must be told
/// follows from where the phone is put.
@MainActor @Suite struct `Field cases: amendments` {
    nonisolated static let adapters = [Scenario.API.bgeo, .beekon, .cio]
    nonisolated static let phones = [PhoneProfile.iOSClassic, .iOSMonitor]

    /// Eight kilometers from the fence in which the app was deleted, the system still believes that the phone is in it.
    @Test(arguments: adapters, phones)
    func `AMD-08 an app that is installed again elsewhere tells no exit, and the real arrival`(
        _ api: Scenario.API, _ profile: PhoneProfile
    ) async throws {
        let bench = FieldBench(api, profile, at: 900) { $0.replayBelief = true }
        try await bench.started(with: [FieldBench.fence("home", 0)])
        await bench.go(0)
        #expect(bench.told == ["ENTER home"])
        await bench.reinstalled()
        await bench.go(8000)

        try await bench.started(with: [FieldBench.fence("home", 0)])
        #expect(bench.told == [])
        await bench.go(900)
        await bench.go(0)

        #expect(bench.told == ["ENTER home"], "\(bench.phone.transcript)")
    }

    /// The other way round: installed again in the fence of which the system believes that the phone is outside.
    @Test(arguments: adapters, phones)
    func `AMD-08 an app that is installed again inside tells the real exit`(
        _ api: Scenario.API, _ profile: PhoneProfile
    ) async throws {
        let bench = FieldBench(api, profile, at: 0) { $0.replayBelief = true }
        try await bench.started(with: [FieldBench.fence("home", 0)])
        await bench.go(900)
        await bench.reinstalled()
        await bench.go(0)

        try await bench.started(with: [FieldBench.fence("home", 0)])
        #expect(!bench.told.contains("EXIT home"))
        await bench.go(900)

        #expect(bench.told.last == "EXIT home", "\(bench.phone.transcript)")
        #expect(bench.told.filter { $0 == "EXIT home" }.count == 1)
    }

    /// The phone leaves while the app may not watch.
    @Test(arguments: adapters, phones)
    func `AMD-07 an exit without permission is told when it comes back, and so is the next enter`(
        _ api: Scenario.API, _ profile: PhoneProfile
    ) async throws {
        for fall in [AuthorizationTier.denied, .whenInUse] {
            let bench = FieldBench(api, profile, at: 900)
            try await bench.started(with: [FieldBench.fence("home", 0)])
            await bench.go(0)
            await bench.phone.backgroundApp()
            await bench.phone.setAuthorization(fall)
            await bench.go(3000, then: 3600)
            await bench.phone.setAuthorization(.always)
            await bench.wait(60)
            #expect(bench.told == ["ENTER home", "EXIT home"], "\(fall)\n\(bench.phone.transcript)")
            // Beyond Customer.io's hour.
            await bench.wait(3600)
            await bench.go(900)
            await bench.go(0)

            #expect(bench.told == ["ENTER home", "EXIT home", "ENTER home"], "\(fall)\n\(bench.phone.transcript)")
        }
    }

    @Test(arguments: adapters, phones)
    func `AMD-07 who stays where it was is told nothing when the permission comes back`(
        _ api: Scenario.API, _ profile: PhoneProfile
    ) async throws {
        let bench = FieldBench(api, profile, at: 900)
        try await bench.started(with: [FieldBench.fence("home", 0)])
        await bench.go(0)
        await bench.phone.setAuthorization(.denied)
        await bench.wait(600)
        await bench.phone.setAuthorization(.always)
        await bench.wait(600)

        #expect(bench.told == ["ENTER home"])
        #expect(await bench.subject.side(of: "home") == .inside)
    }

    /// Location notifications of the app take places that the list of regions does not show.
    @Test(arguments: adapters, phones)
    func `AMD-06 nineteen fences where five places are taken unseen end in a bounded number of registrations`(
        _ api: Scenario.API, _ profile: PhoneProfile
    ) async throws {
        let bench = FieldBench(api, profile)
        await bench.phone.setNotificationPermission(.granted)
        await bench.phone.launchApp()
        let process = try #require(bench.phone.app)
        for index in 0..<5 {
            process.device.notifications.post(
                LocalNotification(
                    id: "own-\(index)", title: "", body: "", isProminent: false,
                    trigger: NotificationTrigger(
                        circle: Circle(center: FieldBench.north(90_000), checkedRadius: 100), direction: .enter)))
        }
        await bench.phone.settle()

        try await bench.started(with: (0..<19).map { FieldBench.fence("f\($0)", 300 + 30 * Double($0), radius: 100) })
        await bench.wait(3600)

        let calls = bench.phone.registrationLog.filter { $0.kind == .register && $0.owner == .app }
        let most = Dictionary(grouping: calls, by: \.id).mapValues(\.count).max { $0.value < $1.value }
        #expect((most?.value ?? 0) <= 6, "\(String(describing: most))")
        #expect(await bench.subject.watched().fences.count >= 13)
        await bench.go(300)
        #expect(bench.told.contains("ENTER f0"))
    }

    /// 38 fences, one a kilometer, at a speed at which the remembered position is still in the circle that was left.
    @Test(arguments: adapters, phones)
    func `AMD-05 the slice follows a drive at 38 m a second`(_ api: Scenario.API, _ profile: PhoneProfile) async throws
    {
        let bench = FieldBench(api, profile)
        try await bench.started(with: (1...38).map { FieldBench.fence("f\($0)", 1000 * Double($0)) })
        let start = bench.phone.now.wall
        await bench.phone.follow(
            (0...80).map { half in
                TimedPosition(
                    at: start.adding(milliseconds: Int64(Double(half) * 500 / 38 * 1000)),
                    coordinate: FieldBench.north(Double(half) * 500), accuracy: 5)
            })
        await bench.wait(40_000 / 38 + 120)

        let truth = (1...38).flatMap { ["ENTER f\($0)", "EXIT f\($0)"] }
        #expect(bench.told == truth)
    }
}
