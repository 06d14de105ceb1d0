public import CoreLocation
public import Foundation

/// When a notification is shown.
open class UNNotificationTrigger: NSObject {
    /// Whether each time.
    public let repeats: Bool
    init(repeats: Bool) { self.repeats = repeats }
}

/// After a while.
open class UNTimeIntervalNotificationTrigger: UNNotificationTrigger {
    /// Seconds.
    public let timeInterval: TimeInterval
    /// After so many seconds.
    public init(timeInterval: TimeInterval, repeats: Bool) {
        self.timeInterval = timeInterval
        super.init(repeats: repeats)
    }
}

/// At the edge of a region, which the system watches by itself. (PLAT-130)
@available(macOS, unavailable)
open class UNLocationNotificationTrigger: UNNotificationTrigger {
    /// Where, and which way.
    public let region: CLRegion
    /// At a region.
    public init(region: CLRegion, repeats: Bool) {
        self.region = region
        super.init(repeats: repeats)
    }
}

/// A notification that is to be shown. (A11)
open class UNNotificationRequest: NSObject {
    /// The same one replaces. (PLAT-132)
    public let identifier: String
    /// What it says.
    public let content: UNNotificationContent
    /// When; `nil` for at once.
    public let trigger: UNNotificationTrigger?

    /// Describes a notification.
    public init(identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?) {
        self.identifier = identifier
        self.content = content
        self.trigger = trigger
    }
}
