import BeekonAdapter
import Foundation
import GeofenceEngine
import LocationCore
import LocationSimulator
import TestSupport
import Testing

@MainActor @Suite struct `Notifications on a phone` {
    @Test func `BKN-073 BKN-074 BKN-075 BKN-076 shown with the app killed and no network`() async throws {
        let bench = await BeekonBench()
        try await bench.beekon.addGeofences([welcome])
        await bench.phone.setNetwork(.none)
        await bench.kill()

        await bench.enter()

        let notice = try #require(bench.shown.first)
        #expect(bench.shown.count == 1)
        #expect(notice.title == "Welcome home")
        #expect(notice.body == "You've arrived")
        #expect(notice.isProminent)
        #expect(
            notice.userInfo == [
                "beekon_geofence_id": "home", "beekon_event_type": "enter", "beekon_deep_link": "myapp://home",
                "beekon_data": ["zone": "home"],
            ])

        await bench.kill()
        await bench.leave()

        let second = try #require(bench.shown.last)
        #expect(bench.shown.count == 2)
        #expect((second.title, second.body, second.isProminent) == ("Heading out", "See you soon", true))
        #expect(second.userInfo == ["beekon_geofence_id": "home", "beekon_event_type": "exit"])
        #expect(await bench.told == ["enter home", "exit home"])
    }

    @Test func `BKN-077 the quiet importance comes without sound`() async throws {
        let bench = await BeekonBench()
        try await bench.beekon.addGeofences([
            home.with {
                $0.notification = GeofenceNotification(
                    onEnter: NotificationContent(title: "T", body: "B", importance: .standard), delivery: .local)
            }
        ])

        await bench.enter()

        #expect(bench.shown.map(\.isProminent) == [false])
    }

    @Test(
        .enabled(if: Shared.isPresent, "\(present)"),
        arguments: [PhoneProfile.iOSClassic, .iOSMonitor, .android])
    func `BKN-078 BKN-079 BKN-080 BKN-081 BKN-082 BKN-090 BKN-092 every case renders and emits what the file says`(
        _ profile: PhoneProfile
    ) async throws {
        for row in try fixture("notification_cases.json").list("cases") {
            try await render(row, profile)
        }
    }

    private func render(_ row: JSONValue, _ profile: PhoneProfile) async throws {
        let name = row["name"]?.stringValue ?? ""
        let isGranted = row["permission"] != "notDetermined"
        let bench = await BeekonBench(
            profile, knobs: .quick, notifications: isGranted ? .granted : .notDetermined,
            androidAPI: profile == .android ? 33 : nil)
        let fence = home.with {
            $0.notifyOnEntry = row["notifyOnEntry"]?.boolValue ?? true
            $0.notifyOnExit = row["notifyOnExit"]?.boolValue ?? true
            $0.notification = row["notification"].flatMap { try? $0.decoded() }
        }
        if row["mode"] == "cloud" {
            try bench.serve([fence])
            try await bench.beekon.configure(.cloud(projectKey: "bkproj_1"))
        } else {
            try await bench.beekon.addGeofences([fence])
        }
        await bench.phone.advance(by: 20_000)
        await bench.phone.setNetwork(.none)

        for step in [BeekonBench.inside, BeekonBench.outside] {
            await bench.kill()
            await bench.move(step)
            await bench.phone.advance(by: 30_000)
            if bench.phone.app == nil { await bench.phone.launchApp() }
        }

        let rendered = bench.shown.compactMap { $0.userInfo["beekon_event_type"]?.stringValue }
        #expect(rendered == row["rendered"]?.arrayValue?.compactMap(\.stringValue), "\(name)")
        let types = await bench.events.map(\.type.rawValue)
        #expect(types == row["events"]?.arrayValue?.compactMap(\.stringValue), "\(name)")
    }

    @Test func `BKN-083 each state shows one`() async throws {
        let bench = await BeekonBench()
        try await bench.beekon.addGeofences([welcome])

        await bench.enter()
        try await bench.beekon.start()
        await bench.leave()
        try await bench.beekon.stop()
        await bench.enter()

        #expect(bench.shown.map(\.title) == ["Welcome home", "Heading out", "Welcome home"])
    }

    @Test func `BKN-084 BKN-085 without permission nothing is shown or asked, and the rest goes on`() async throws {
        let bench = await BeekonBench(notifications: .notDetermined)
        try await bench.beekon.configure(.selfManaged())
        try await bench.beekon.addGeofences([welcome])
        try await bench.beekon.start()

        await bench.enter()

        #expect(bench.shown.isEmpty)
        #expect(bench.phone.promptCount == 0)
        #expect(await bench.told == ["enter home"])
        #expect(await bench.locations.contains { $0.trigger == .geofence })
    }

    @Test(arguments: [PhoneProfile.iOSClassic, .iOSMonitor])
    func `BKN-086 one crossing is shown once, also after a relaunch`(_ profile: PhoneProfile) async throws {
        var knobs = PhoneKnobs.quick
        knobs.reemitOnStart = true
        let bench = await BeekonBench(profile, knobs: knobs)
        try await bench.beekon.addGeofences([welcome])
        await bench.phone.advance(by: 20_000)
        await bench.kill()

        await bench.enter()
        await bench.relaunch()
        await bench.phone.advance(by: 60_000)

        #expect(bench.shown.map(\.title) == ["Welcome home"])
        #expect(await bench.told == ["enter home"])
    }

    @Test func `BKN-087 the new content only`() async throws {
        let bench = await BeekonBench()
        try await bench.beekon.addGeofences([welcome])
        try await bench.beekon.addGeofences([
            welcome.with { $0.notification?.onEnter = NotificationContent(title: "New", body: "New") }
        ])

        await bench.enter()

        #expect(bench.shown.map(\.title) == ["New"])
    }

    @Test func `BKN-088 after a removal nothing is shown and nothing waits`() async throws {
        let bench = await BeekonBench()
        try await bench.beekon.addGeofences([welcome])
        #expect(bench.phone.armedNotifications == ["beekon.geofence.home.enter", "beekon.geofence.home.exit"])

        try await bench.beekon.removeGeofences(ids: ["home"])
        await bench.enter()

        #expect(bench.shown.isEmpty)
        #expect(bench.phone.armedNotifications.isEmpty)
    }

    @Test func `BKN 5.2 notices give their places up when fences need them`() async throws {
        let bench = await BeekonBench()
        try await bench.beekon.addGeofences([welcome])
        let others = (0..<19).map { index in
            home.with { ($0.id, $0.latitude) = ("f\(index)", 13 + Double(index) / 100) }
        }

        try await bench.beekon.addGeofences(others)

        #expect(bench.phone.armedNotifications.isEmpty)
        #expect(bench.fenceRegions.count == 20)
        #expect(bench.phone.peakRegionCount <= 20)
        await bench.enter()
        #expect(bench.shown.map(\.title) == ["Welcome home"])
    }

    @Test func `BKN-097 BKN-098 BKN-101 BKN-180 the person is asked once`() async throws {
        for (profile, allows) in [(PhoneProfile.iOSClassic, true), (.android, false)] {
            let bench = await BeekonBench(
                profile, notifications: .notDetermined, androidAPI: profile == .android ? 33 : nil)
            bench.phone.answerNotificationPrompt(allows)
            let expected: PermissionStatus = allows ? .granted : .denied

            #expect(try await bench.beekon.requestPermission(.notifications) == expected)
            #expect(try await bench.beekon.requestPermission(.notifications) == expected)

            #expect(bench.phone.promptCount == 1)
        }
    }
}
