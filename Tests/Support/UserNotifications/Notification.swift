public import Foundation

/// A notification that is shown. (A11)
open class UNNotification: NSObject {
    /// What asked for it.
    public let request: UNNotificationRequest
    init(_ request: UNNotificationRequest) { self.request = request }
}

/// What the person did with a notification; made by the system only. (A11)
open class UNNotificationResponse: NSObject {}

/// Who is asked about notifications while the app is in front. Both methods may be left out. (A11)
public protocol UNUserNotificationCenterDelegate: NSObjectProtocol {
    /// How to show one while the app is in front; not at all unless this says so. (PLAT-134)
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void)
    /// The person opened one.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void)
}

extension UNUserNotificationCenterDelegate {
    /// Not at all.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
    ) { completionHandler([]) }
    /// Nothing.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) { completionHandler() }
}
