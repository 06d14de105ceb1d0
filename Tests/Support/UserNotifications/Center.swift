import AppleStandIn
public import Foundation
import LocationCore
import LocationSimulator

/// The app's way to notifications. Usable from any thread. (A11)
///
/// Handlers are called away from the main actor: the real one promises no thread. They are declared Sendable here, which
/// the real ones are not, so that a closure that belongs to an actor is refused by the compiler instead of failing there.
open class UNUserNotificationCenter: NSObject {
    /// Who is asked while the app is in front. (PLAT-134)
    open weak var delegate: (any UNUserNotificationCenterDelegate)?
    let standIn: StandIn

    private init(_ standIn: StandIn) { self.standIn = standIn }

    /// The one of the running process.
    open class func current() -> UNUserNotificationCenter {
        let standIn = StandIn.ofThisTask
        return standIn.singleton("notifications") { UNUserNotificationCenter(standIn) }
    }

    /// Asks the person, once.
    open func requestAuthorization(
        options: UNAuthorizationOptions = [], completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        let port = standIn.device.notifications
        port.requestPermission()
        // The person answers at once.
        standIn.afterCommands { [standIn] in
            let isGranted = port.permission == .granted
            standIn.elsewhere { completionHandler(isGranted, nil) }
        }
    }

    /// Asks the person, once.
    nonisolated(nonsending) open func requestAuthorization(options: UNAuthorizationOptions = []) async throws -> Bool {
        await withCheckedContinuation { continuation in
            requestAuthorization(options: options) { isGranted, _ in continuation.resume(returning: isGranted) }
        }
    }

    /// What the person has set.
    open func getNotificationSettings(completionHandler: @escaping @Sendable (UNNotificationSettings) -> Void) {
        let status = status
        standIn.elsewhere { completionHandler(UNNotificationSettings(status)) }
    }

    /// What the person has set.
    nonisolated(nonsending) open func notificationSettings() async -> UNNotificationSettings {
        UNNotificationSettings(status)
    }

    private var status: UNAuthorizationStatus {
        switch standIn.device.notifications.permission {
        case .notDetermined: .notDetermined
        case .denied: .denied
        case .granted: .authorized
        }
    }

    /// Shows or arms a notification. One with the same identifier that waits is replaced. (PLAT-132, PLAT-133)
    open func add(
        _ request: UNNotificationRequest,
        withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        let error = post(request)
        if let completionHandler { standIn.elsewhere { completionHandler(error) } }
    }

    /// Shows or arms a notification.
    nonisolated(nonsending) open func add(_ request: UNNotificationRequest) async throws {
        if let error = post(request) { throw error }
    }

    /// What waits to be shown.
    open func getPendingNotificationRequests(
        completionHandler: @escaping @Sendable ([UNNotificationRequest]) -> Void
    ) {
        standIn.elsewhere { [self] in completionHandler(waiting) }
    }

    /// What waits to be shown.
    nonisolated(nonsending) open func pendingNotificationRequests() async -> [UNNotificationRequest] { waiting }

    /// Takes back what waits.
    open func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {
        forget(identifiers)
        standIn.device.notifications.withdraw(ids: identifiers)
    }

    /// Takes back all that waits.
    open func removeAllPendingNotificationRequests() {
        removePendingNotificationRequests(withIdentifiers: waiting.map(\.identifier))
    }

    /// Removes what was shown; the stand-in's person has seen it.
    open func removeDeliveredNotifications(withIdentifiers identifiers: [String]) {}

    /// Removes all that was shown.
    open func removeAllDeliveredNotifications() {}
}

#if os(Linux)
    // The real one is not Sendable, so the stand-in is not where it is compiled as Apple's framework. Here it is: the delegate
    // is set and read on the main thread, and the rest is constant or behind a lock.
    extension UNUserNotificationCenter: @unchecked Sendable {}
#endif
