import AppleStandIn
import CoreLocation
import LocationCore
import LocationSimulator
import Testing
import UserNotifications

@Suite struct `APPLE notifications` {
    private func bench() async -> DeviceBench {
        let bench = await DeviceBench()
        await bench.phone.setNotificationPermission(.granted)
        return bench
    }

    private func notice(
        _ id: String = "n", title: String = "t", isProminent: Bool = true, at direction: CrossingDirection? = nil
    ) -> LocalNotification {
        let circle = Circle(center: DeviceBench.home, checkedRadius: 200)
        return LocalNotification(
            id: id, title: title, body: "b", isProminent: isProminent,
            userInfo: ["fence": .string("home"), "nothing": .null],
            trigger: direction.map { NotificationTrigger(circle: circle, direction: $0) })
    }

    private func waiting(_ bench: DeviceBench) async -> [UNNotificationRequest] {
        await StandIn.$current.withValue(bench.standIn) {
            await UNUserNotificationCenter.current().pendingNotificationRequests()
        }
    }

    @Test(arguments: [CrossingDirection.enter, .exit])
    func `PLAT-130 the system shows it at the crossing, without the app, each time anew`(
        _ direction: CrossingDirection
    ) async {
        let bench = await bench()
        bench.device.notifications.post(notice(at: direction))
        await bench.settle()
        let region = await waiting(bench).compactMap { ($0.trigger as? UNLocationNotificationTrigger)?.region }.first
        #expect(region?.notifyOnEntry == (direction == .enter))
        #expect(region?.notifyOnExit == (direction == .exit))
        bench.phone.killApp()

        for _ in 1...2 {
            await bench.phone.move(to: DeviceBench.home)
            await bench.phone.move(to: DeviceBench.away)
        }

        #expect(bench.phone.notifications.map(\.fate) == [.armed, .shown, .shown])
        #expect(bench.phone.app == nil)
    }

    @Test func `PLAT-130 PLAT-001 an armed one is no region of the app's, and can be taken back`() async {
        let bench = await bench()
        bench.device.notifications.post(notice(at: .enter))
        await bench.settle()
        #expect(await waiting(bench).map(\.identifier) == ["n"])

        bench.device.notifications.withdraw(ids: ["n"])
        await bench.settle()

        #expect(await waiting(bench).isEmpty)
        #expect(bench.phone.monitoredRegions.isEmpty)
    }

    @Test func `PLAT-132 the same name replaces the one that waits`() async {
        let bench = await bench()
        bench.device.notifications.post(notice(title: "old", at: .enter))
        bench.device.notifications.post(notice(title: "new", at: .enter))
        await bench.settle()

        #expect(await waiting(bench).map(\.content.title) == ["new"])
    }

    @Test(arguments: [(true, UNNotificationInterruptionLevel.active), (false, .passive)])
    func `PLAT-135 no level is asked for that needs an entitlement`(
        _ isProminent: Bool, _ level: UNNotificationInterruptionLevel
    ) async {
        let bench = await bench()
        bench.device.notifications.post(notice(isProminent: isProminent, at: .enter))
        await bench.settle()

        let content = await waiting(bench).map(\.content)

        #expect(content.map(\.interruptionLevel) == [level])
        #expect(content.map { $0.sound != nil } == [isProminent])
        // A property list knows no null.
        #expect(content.map { $0.userInfo as? [String: String] } == [["fence": "home"]])
    }

    @Test func `PLAT-134 the delegate of the centre is the app's, and stays so`() async {
        let bench = await bench()
        bench.device.notifications.post(notice())
        bench.device.notifications.requestPermission()
        await bench.settle()

        let delegate = StandIn.$current.withValue(bench.standIn) { UNUserNotificationCenter.current().delegate }

        #expect(delegate == nil)
        #expect(bench.phone.notifications.map(\.fate) == [.silentInFront])
    }

    @Test func `PLAT-131 the sixty-fifth is dropped in silence, and takes none of the others with it`() async {
        let bench = await DeviceBench(knobs: many)
        await bench.phone.setNotificationPermission(.granted)
        for number in 1...65 { bench.device.notifications.post(notice("n\(number)", at: .enter)) }
        await bench.settle()

        #expect(await waiting(bench).count == 64)
    }

    private var many: PhoneKnobs {
        var knobs = PhoneKnobs.quick
        knobs.limit = 100
        return knobs
    }
}
