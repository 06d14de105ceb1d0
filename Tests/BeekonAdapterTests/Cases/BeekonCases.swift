import BeekonAdapter
import Foundation
import GeofenceEngine
import LocationCore
import LocationSimulator
import PhoneBench
import Testing

/// The public cases that speak of Beekon alone.
@MainActor @Suite struct `CASE Beekon alone` {
    private func fence(_ id: String, _ latitude: Double = 52.2297, title: String? = nil) -> BeekonGeofence {
        var fence = BeekonGeofence(id: id, latitude: latitude, longitude: 21.0122, radiusMeters: 150)
        if let title {
            fence.notification = GeofenceNotification(
                onEnter: NotificationContent(
                    title: title, body: title.lowercased(), deepLink: "app://\(id)", data: ["z": .init(id)]),
                delivery: .local)
        }
        return fence
    }

    private func at(_ latitude: Double) -> Coordinate { Coordinate(checkedLatitude: latitude, longitude: 21.0122) }

    @Test func `CASE-059 id length in Beekon`() async throws {
        let bench = await BeekonBench()
        let beekon = try bench.beekon
        for id in ["", String(repeating: "x", count: 101), String(repeating: "😀", count: 51)] {
            do {
                try await beekon.addGeofences([fence(id)])
                Issue.record("\(id) was accepted")
            } catch BeekonError.invalidGeofence {
            }
        }
        let good = ["x", String(repeating: "x", count: 100), String(repeating: "ż", count: 100)]
        for id in good { try await beekon.addGeofences([fence(id)]) }

        #expect(await beekon.listGeofences().map(\.id) == good)
    }

    @Test func `CASE-064 one bad entry in the list`() async throws {
        let bench = await BeekonBench()
        try await bench.beekon.addGeofences([fence("old")])
        let calls = bench.phone.registrationLog.count
        do {
            try await bench.beekon.addGeofences([
                fence("n1", 52.2341966), fence("old").with { $0.radiusMeters = 999 }, fence("bad", -114.06),
                fence("n2", 52.2377939),
            ])
            Issue.record("nothing was thrown")
        } catch BeekonError.invalidGeofence(let id, _) {
            #expect(id == "bad")
        }

        #expect(try await bench.beekon.listGeofences() == [fence("old")])
        #expect(bench.phone.registrationLog.count == calls)
    }

    @Test func `CASE-130 upgrade prompt that is never answered`() async throws {
        let bench = await BeekonBench()
        await bench.phone.setAuthorization(.whenInUse)
        bench.phone.answerPrompts(.allowWhenInUse)

        #expect(try await bench.beekon.requestPermission(.backgroundLocation) == .notDetermined)
        #expect(try await bench.beekon.requestPermission(.backgroundLocation) == .notDetermined)

        await bench.phone.setAuthorization(.always)
        #expect(try await bench.beekon.requestPermission(.backgroundLocation) == .granted)
    }

    @Test func `CASE-134 each notification keeps its own payload`() async throws {
        let bench = await BeekonBench(at: at(52.274666))
        try await bench.beekon.addGeofences([fence("a", title: "A"), fence("b", 52.2476864, title: "B")])

        await bench.move(at(52.2297899))
        await bench.move(at(52.2476864))

        #expect(bench.shown.map(\.title) == ["A", "B"])
        #expect(bench.shown.map { $0.userInfo["beekon_deep_link"] } == ["app://a", "app://b"])
        #expect(bench.shown.map { $0.userInfo["beekon_data"] } == [["z": "a"], ["z": "b"]])
    }

    @Test func `CASE-135 content for a direction that is off`() async throws {
        let bench = await BeekonBench(at: at(52.2386932))
        try await bench.beekon.addGeofences([
            fence("a").with {
                $0.notifyOnEntry = false
                $0.notification = GeofenceNotification(
                    onEnter: NotificationContent(title: "in", body: "in"),
                    onExit: NotificationContent(title: "out", body: "out"), delivery: .local)
            }
        ])

        for latitude in [52.2297899, 52.2302396, 52.2298799, 52.2341966] { await bench.move(at(latitude)) }

        #expect(await bench.told == ["exit a"])
        #expect(bench.shown.map(\.title) == ["out"])
    }

    @Test func `CASE-137 only our own notifications`() async throws {
        let bench = await BeekonBench()
        let circle = try Circle(center: at(52.2297), radius: 150)
        await bench.phone.postAsHost(
            LocalNotification(
                id: "chat-1", title: "t", body: "b", isProminent: false,
                trigger: NotificationTrigger(circle: circle, direction: .enter)))
        try await bench.beekon.addGeofences([fence("a", title: "A")])
        #expect(bench.phone.armedNotifications.count == 2)

        try await bench.beekon.removeGeofences(ids: ["a"])

        #expect(bench.phone.armedNotifications == ["chat-1"])
    }

    @Test(arguments: [PhoneProfile.iOSClassic, .android])
    func `CASE-138 no permission for notifications`(_ profile: PhoneProfile) async throws {
        let bench = await BeekonBench(
            profile, knobs: .quick, at: at(52.2386932), notifications: .denied,
            androidAPI: profile == .android ? 33 : nil)
        try await bench.beekon.addGeofences([fence("a", title: "A")])

        await bench.move(at(52.2297899))

        #expect(await bench.told == ["enter a"])
        #expect(bench.shown.isEmpty)
        #expect(bench.phone.promptCount == 0)
        #expect(try await bench.beekon.getRequiredPermissions().contains(.notifications) == (profile == .android))
        #expect(try await bench.beekon.explain("a").contains { $0.contains("nothing was shown") })
    }

    /// Of CASE-104 what concerns Beekon: crossing and location in one batch. (BKN-121)
    @Test(.enabled(if: Backend.current.reportsCrossings, "\(Backend.needsCrossings)"))
    func `CASE-104 a crossing and its location travel together, with their own times`() async throws {
        let bench = await BeekonBench(at: at(52.2386932))
        try await bench.beekon.configure(.selfManaged(sync: upload))
        try await bench.beekon.addGeofences([fence("a")])
        await bench.phone.setNetwork(.none)
        let crossing = bench.phone.now.wall
        await bench.move(at(52.2297899))
        await bench.phone.advance(by: 3_600_000)
        await bench.phone.setNetwork(.unmetered)
        await bench.phone.advance(by: 1000)

        let body = try #require(bench.bodies.last)
        #expect(body["geofence_events"]?.arrayValue?.map { $0["timestamp"] } == [.string(crossing.iso8601)])
        #expect(body["locations"]?.arrayValue?.map { $0["trigger"] } == ["geofence"])
    }
}
