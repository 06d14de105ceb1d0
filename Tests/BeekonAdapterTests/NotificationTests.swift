import BeekonAdapter
import GeofenceEngine
import LocationCore
import TestSupport
import Testing

@Suite struct `Notifications` {
    private let example = home.with {
        $0.notification = GeofenceNotification(
            onEnter: NotificationContent(
                title: "Welcome home", body: "You've arrived", deepLink: "myapp://home", data: ["zone": "home"]),
            onExit: NotificationContent(title: "Heading out", body: "See you soon", importance: .standard),
            delivery: .local)
    }

    @Test func `BKN-073 BKN-074 BKN-075 the notice on coming in has the content and the payload`() throws {
        let notice = try #require(try example.fence().notice?.content(for: .enter))

        #expect(notice.title == "Welcome home")
        #expect(notice.body == "You've arrived")
        #expect(notice.isProminent)
        #expect(
            notice.userInfo == [
                "beekon_geofence_id": "home", "beekon_event_type": "enter", "beekon_deep_link": "myapp://home",
                "beekon_data": ["zone": "home"],
            ])
    }

    @Test func `BKN-076 BKN-077 without link and data the payload has neither, and a quiet one is quiet`() throws {
        let notice = try #require(try example.fence().notice?.content(for: .exit))

        #expect(!notice.isProminent)
        #expect(notice.userInfo == ["beekon_geofence_id": "home", "beekon_event_type": "exit"])
    }

    @Test(.enabled(if: Shared.isPresent, "\(present)"))
    func `BKN-078 BKN-079 BKN-080 BKN-081 BKN-082 BKN-092 what is rendered is what the fixture says`() throws {
        for row in try fixture("notification_cases.json").list("cases") where row["permission"] == nil {
            let notification = try row.member("notification")
            let fence = Fence(
                id: "home", shape: homeFence.shape, row["notifyOnEntry"]?.boolValue ?? true,
                row["notifyOnExit"]?.boolValue ?? true,
                try notification.isNull ? nil : notification.decoded(GeofenceNotification.self))
            let kinds: [TransitionKind] = [.enter, .exit]

            let events = kinds.filter { fence.reports.contains($0) }.map(\.rawValue)
            let rendered = kinds.filter { fence.notice?.content(for: $0) != nil }.map(\.rawValue)

            #expect(try events == row.list("events").compactMap(\.stringValue), "\(row)")
            #expect(try rendered == row.list("rendered").compactMap(\.stringValue), "\(row)")
        }
    }

    @Test func `an inert notification comes back as it was given`() throws {
        let inert = home.with { $0.notification = GeofenceNotification(delivery: .local) }

        let fence = try inert.fence()

        #expect(fence.notice == nil)
        #expect(fence.carriesNotification)
        #expect(BeekonGeofence(fence) == inert)
    }
}

@Suite struct `Permissions` {
    private let carrier = home.with { $0.notification = GeofenceNotification(delivery: .local) }

    @Test(
        arguments: [
            (Platform.android, 33, true, true), (.android, 34, true, true), (.android, 33, false, false),
            (.android, 32, true, false), (.iOS, nil, true, false), (.linux, nil, true, false),
        ] as [(Platform, Int?, Bool, Bool)])
    func `BKN-093 BKN-094 BKN-095 BKN-096 when notifications are listed`(
        _ platform: Platform, _ api: Int?, _ carries: Bool, _ isListed: Bool
    ) async throws {
        let beekon = makeBeekon(platform: platform, androidAPI: api)
        try await beekon.addGeofences([carries ? carrier : home])

        #expect(await beekon.getRequiredPermissions().contains(.notifications) == isListed)
    }

    @Test(.enabled(if: Shared.isPresent, "\(present)"))
    func `BKN-181 every case of the fixture holds`() async throws {
        for row in try fixture("permissions_cases.json").list("cases") {
            let isAndroid = row["os"] == "android"
            let engine = MemoryEngine()
            let beekon = makeBeekon(
                engine, platform: isAndroid ? .android : .iOS, androidAPI: row["api"]?.int64Value.map(Int.init))
            switch row["fences"] {
            case "none carries a notification": try await beekon.addGeofences([home])
            case "one carries a notification": try await beekon.addGeofences([carrier])
            case "the one that carried a notification was removed":
                try await beekon.addGeofences([home, carrier.with { $0.id = "b" }])
                try await beekon.removeGeofences(ids: ["b"])
            case "the slice holds one with a notification":
                try await beekon.configure(.cloud(projectKey: "bkproj_1"))
                await engine.take(SliceAnswer(json: try fixture("sync_response_circle.json").member("body")))
            default: Issue.record("\(row)")
            }

            let isListed = await beekon.getRequiredPermissions().contains(.notifications)

            #expect(isListed == row["notifications_reported"]?.boolValue, "\(row)")
        }
    }

    @Test func `BKN-099 the entry goes with the last fence that carries one`() async throws {
        let beekon = makeBeekon(platform: .android, androidAPI: 33)
        try await beekon.addGeofences([carrier])
        #expect(await beekon.getRequiredPermissions().contains(.notifications))

        try await beekon.removeGeofences(ids: ["home"])

        #expect(await !beekon.getRequiredPermissions().contains(.notifications))
    }

    @Test func `BKN-100 activity is listed when it is detected`() async throws {
        let beekon = makeBeekon()
        #expect(await beekon.getRequiredPermissions() == [.location, .backgroundLocation])

        try await beekon.configure(.selfManaged(detectActivity: true))

        #expect(await beekon.getRequiredPermissions() == [.location, .backgroundLocation, .activity])
    }

    @Test(arguments: [(NotificationPermission.granted, PermissionStatus.granted), (.denied, .denied)])
    func `BKN-097 BKN-101 BKN-180 the person is asked once, and the answer is returned each time`(
        _ answer: NotificationPermission, _ status: PermissionStatus
    ) async {
        let engine = MemoryEngine()
        await engine.set(answer: answer)
        let beekon = makeBeekon(engine)

        #expect(await beekon.requestPermission(.notifications) == status)
        #expect(await beekon.requestPermission(.notifications) == status)

        #expect(await engine.prompts == 1)
    }

    @available(*, deprecated, message: "tries what is deprecated")
    @Test func `BKN-098 the deprecated call asks for the same`() async {
        let engine = MemoryEngine()

        #expect(await makeBeekon(engine).requestNotificationAuthorization())

        #expect(await engine.prompts == 1)
    }

    @Test func `BKN-085 nothing else asks`() async throws {
        let engine = MemoryEngine()
        let beekon = makeBeekon(engine)

        try await beekon.configure(.selfManaged(detectActivity: true))
        try await beekon.start()
        try await beekon.addGeofences([carrier])
        await beekon.hear(.transition(transition("e", .enter)))
        _ = await beekon.getRequiredPermissions()

        #expect(await engine.prompts == 0)
        #expect(await engine.asked.isEmpty)
    }

    @Test(arguments: [
        (AuthorizationTier.notDetermined, BeekonPermission.location, [AuthorizationTier.whenInUse]),
        (.whenInUse, .location, []), (.whenInUse, .backgroundLocation, [.always]), (.denied, .location, []),
        (.always, .backgroundLocation, []),
    ])
    func `a location permission is asked for where it is open`(
        _ tier: AuthorizationTier, _ permission: BeekonPermission, _ asked: [AuthorizationTier]
    ) async {
        let engine = MemoryEngine()
        await engine.set(authorization: Authorization(tier: tier))

        await makeBeekon(engine).requestPermission(permission)

        #expect(await engine.asked == asked)
    }
}
