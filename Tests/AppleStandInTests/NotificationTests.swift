import AppleStandIn
import CoreLocation
import Foundation
import LocationCore
import LocationSimulator
import Testing
import UserNotifications

@Suite @MainActor struct `PLAT notifications` {
    private func granted() async -> (App, UNUserNotificationCenter) {
        let app = await App()
        await app.phone.setNotificationPermission(.granted)
        return (app, await app.run { .current() })
    }

    private func request(_ id: String, _ trigger: UNNotificationTrigger? = nil) -> UNNotificationRequest {
        let content = UNMutableNotificationContent()
        content.title = id
        return UNNotificationRequest(identifier: id, content: content, trigger: trigger)
    }

    private func atHome(repeats: Bool) -> UNLocationNotificationTrigger {
        let region = homeRegion("notice")
        region.notifyOnExit = false
        return UNLocationNotificationTrigger(region: region, repeats: repeats)
    }

    private func fates(_ app: App) -> [String] {
        app.phone.notifications.map { "\($0.notification.id) \($0.fate.rawValue)" }
    }

    @Test func `A11 the person is asked once`() async throws {
        let app = await App()
        let center = await app.run { UNUserNotificationCenter.current() }
        let answers = Locked<[Bool]>([])

        for _ in 0..<2 {
            center.requestAuthorization(options: [.alert]) { isGranted, _ in answers.withLock { $0.append(isGranted) } }
        }
        await app.phone.settle()

        #expect(answers.withLock { $0 } == [true, true])
        #expect(app.phone.promptCount == 1)
        #expect(await center.notificationSettings().authorizationStatus == .authorized)
    }

    @Test(arguments: [(true, ["n armed", "n shown", "n shown"]), (false, ["n armed", "n shown"])])
    func `PLAT-130 the system watches a region by itself`(_ repeats: Bool, _ told: [String]) async throws {
        let (app, center) = await granted()
        try await center.add(request("n", atHome(repeats: repeats)))
        await app.phone.suspendApp()
        _ = app.ear.take()

        for place in [Coordinate.home, .away, .home] { await app.phone.move(to: place) }

        #expect(fates(app) == told)
        #expect(app.ear.take().isEmpty)
        #expect(app.phone.appState == .suspended)
        #expect(await center.pendingNotificationRequests().count == (repeats ? 1 : 0))
    }

    @Test func `PLAT-130 it takes a slot`() async throws {
        let (app, center) = await granted()
        await app.phone.occupy(slots: 20, owner: "host")

        try await center.add(request("n", atHome(repeats: true)))
        await app.phone.settle()

        #expect(fates(app) == ["n noRoom"])
        #expect(await center.pendingNotificationRequests().isEmpty)
    }

    @Test func `PLAT-131 64 wait at most, and the rest is silently dropped`() async throws {
        let (app, center) = await granted()

        for number in 0..<66 {
            try await center.add(
                request("n\(number)", UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: false)))
        }
        await app.phone.settle()

        #expect(await center.pendingNotificationRequests().count == 64)
    }

    @Test func `PLAT-132 a pending identifier is replaced, over processes`() async throws {
        let (app, center) = await granted()
        try await center.add(request("n", UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: false)))
        await app.phone.settle()
        app.phone.killApp()
        await app.phone.launchApp()
        await app.phone.backgroundApp()
        let next = await app.run { UNUserNotificationCenter.current() }

        try await next.add(request("n", UNTimeIntervalNotificationTrigger(timeInterval: 120, repeats: false)))
        await app.phone.advance(by: 60_000)
        #expect(await next.pendingNotificationRequests().map(\.identifier) == ["n"])
        await app.phone.foregroundApp()
        await app.phone.backgroundApp()
        await app.phone.advance(by: 60_000)

        #expect(fates(app) == ["n armed", "n armed", "n shown"])
    }

    @Test func `PLAT-133 without permission an add ends with error 1`() async {
        let app = await App()
        let center = await app.run { UNUserNotificationCenter.current() }

        await #expect(throws: UNError(.notificationsNotAllowed)) { try await center.add(request("n")) }
        await app.phone.settle()

        #expect(fates(app) == ["n notPermitted"])
    }

    @Test(arguments: [
        (UNNotificationPresentationOptions([]), ["n silentInFront"]),
        (UNNotificationPresentationOptions.banner, ["n shown"]),
    ])
    func `PLAT-134 in front the delegate decides`(
        _ options: UNNotificationPresentationOptions, _ told: [String]
    ) async throws {
        let (app, center) = await granted()
        let delegate = Presenter(options)
        center.delegate = delegate

        try await center.add(request("n"))
        await app.standIn.quiet()
        await app.phone.settle()

        #expect(fates(app) == told)
    }

    @Test func `PLAT-134 in front nothing is shown without a delegate`() async throws {
        let (app, center) = await granted()

        try await center.add(request("n"))
        await app.phone.settle()

        #expect(fates(app) == ["n silentInFront"])
    }

    @Test(arguments: [UNNotificationInterruptionLevel.active, .timeSensitive, .critical])
    func `PLAT-135 without an entitlement the higher levels are shown as active ones`(
        _ level: UNNotificationInterruptionLevel
    ) async throws {
        let (app, center) = await granted()
        await app.phone.backgroundApp()
        let content = UNMutableNotificationContent()
        content.sound = .default
        content.interruptionLevel = level

        try await center.add(UNNotificationRequest(identifier: "n", content: content, trigger: nil))
        await app.phone.settle()

        #expect(app.phone.notifications.map(\.fate) == [.shown])
        #expect(app.phone.notifications.map(\.notification.isProminent) == [true])
    }
}

private final class Presenter: NSObject, UNUserNotificationCenterDelegate {
    private let options: UNNotificationPresentationOptions
    init(_ options: UNNotificationPresentationOptions) { self.options = options }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
    ) { completionHandler(options) }
}
