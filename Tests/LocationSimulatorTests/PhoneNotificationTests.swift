import LocationCore
import LocationSimulator
import Testing

@Suite struct `Phone notifications` {
    private func notice(_ id: String, at direction: CrossingDirection? = nil, title: String = "t") -> LocalNotification
    {
        LocalNotification(
            id: id, title: title, body: "b", isProminent: true,
            trigger: direction.map { NotificationTrigger(circle: Place.region("x").circle, direction: $0) })
    }

    private func phone() async -> SimulatedPhone {
        let phone = SimulatedPhone(at: Place.at(-1000, 0))
        _ = await phone.opened()
        await phone.setNotificationPermission(.granted)
        return phone
    }

    private func post(_ notifications: LocalNotification..., on phone: SimulatedPhone) async {
        for notification in notifications { phone.device.notifications.post(notification) }
        await phone.settle()
    }

    private func fates(_ phone: SimulatedPhone) -> [String] {
        phone.notifications.map { "\($0.notification.id) \($0.fate.rawValue)" }
    }

    @Test func `PLAT-130 the system shows it without the app, each time anew`() async {
        let phone = await phone()
        await post(notice("n", at: .enter), on: phone)
        phone.killApp()

        await phone.move(to: Place.home)
        await phone.move(to: Place.at(-1000, 0))
        await phone.move(to: Place.home)

        #expect(fates(phone) == ["n armed", "n shown", "n shown"])
        #expect(phone.appState == .notRunning)
        #expect(phone.armedNotifications == ["n"])
    }

    @Test(arguments: [PhoneProfile.iOSClassic, .iOSMonitor])
    func `PLAT-130 being outside already is not going out`(_ profile: PhoneProfile) async {
        let phone = SimulatedPhone(profile: profile, at: Place.at(-1000, 0))
        _ = await phone.opened()
        await phone.setNotificationPermission(.granted)
        await post(notice("n", at: .exit), on: phone)

        await phone.move(to: Place.home)
        #expect(fates(phone) == ["n armed"])

        await phone.move(to: Place.at(-1000, 0))
        #expect(fates(phone) == ["n armed", "n shown"])
    }

    @Test func `PLAT-001 PLAT-130 an armed notification takes a slot`() async {
        let phone = await phone()
        await post(notice("n", at: .exit), on: phone)

        for index in 0..<20 { phone.device.regions.register(Place.region("r\(index)")) }
        await phone.settle()
        await post(notice("late", at: .exit), on: phone)

        #expect(phone.monitoredRegions.count { $0.owner == .app } == 19)
        #expect(fates(phone) == ["n armed", "late noRoom"])
    }

    @Test func `PLAT-131 at most 64 wait`() async {
        let phone = SimulatedPhone(profile: .android, at: Place.home)
        _ = await phone.opened()
        await phone.setNotificationPermission(.granted)

        for index in 0..<65 { await post(notice("n\(index)", at: .enter), on: phone) }

        #expect(phone.armedNotifications.count == 64)
        #expect(fates(phone).last == "n64 noRoom")
    }

    @Test func `PLAT-132 the same name replaces, and withdrawing frees the slot`() async {
        let phone = await phone()
        await post(notice("n", at: .enter), notice("n", at: .exit), on: phone)
        #expect(phone.monitoredRegions.map(\.edges) == [.exit])

        phone.device.notifications.withdraw(ids: ["n", "nobody"])
        await phone.settle()

        #expect(phone.monitoredRegions.isEmpty)
        #expect(phone.armedNotifications.isEmpty)
    }

    @Test func `what the host has posted stays when the code under test withdraws its own`() async {
        let phone = await phone()
        await phone.postAsHost(notice("chat", at: .enter))
        await post(notice("n", at: .enter), on: phone)

        phone.device.notifications.withdraw(ids: ["n"])
        await phone.settle()

        #expect(phone.armedNotifications == ["chat"])
    }

    @Test func `PLAT-133 nothing is shown without permission`() async {
        let phone = await phone()
        await phone.setNotificationPermission(.denied)

        await post(notice("n"), on: phone)

        #expect(fates(phone) == ["n notPermitted"])
    }

    @Test func `PLAT-134 in front nothing is shown unless the app asks`() async {
        let phone = await phone()
        await post(notice("a"), on: phone)
        phone.setShowsNotificationsInFront(true)
        await post(notice("b"), on: phone)
        phone.setShowsNotificationsInFront(false)
        await phone.backgroundApp()
        await post(notice("c"), on: phone)

        #expect(fates(phone) == ["a silentInFront", "b shown", "c shown"])
    }

    @Test func `the question is put once and its answer told`() async {
        let phone = SimulatedPhone()
        let app = await phone.opened()
        phone.answerNotificationPrompt(false)

        phone.device.notifications.requestPermission()
        phone.device.notifications.requestPermission()
        await phone.settle()

        let told = app.events.compactMap { if case .notificationPermission(let answer) = $0 { answer } else { nil } }
        #expect(told == [.notDetermined, .denied])
        #expect(phone.promptCount == 1)
    }
}
