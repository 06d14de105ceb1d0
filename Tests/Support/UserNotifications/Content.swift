public import CoreLocation
public import Foundation

/// How much a notification interrupts. (A11, PLAT-135)
public enum UNNotificationInterruptionLevel: UInt, Sendable {
    /// Not at all.
    case passive = 0
    /// With a sound.
    case active = 1
    /// Also when the person is not to be disturbed; needs an entitlement.
    case timeSensitive = 2
    /// Always; needs an entitlement of Apple's.
    case critical = 3
}

/// What is heard.
open class UNNotificationSound: NSObject {
    /// The usual one.
    public static var `default`: UNNotificationSound { UNNotificationSound() }
}

/// What a notification says.
open class UNNotificationContent: NSObject {
    /// First line.
    public var title: String { words.title }
    /// Second line.
    public var subtitle: String { words.subtitle }
    /// Text.
    public var body: String { words.body }
    var words = Words()

    struct Words {
        var title = "", subtitle = "", body = "", threadIdentifier = "", categoryIdentifier = ""
        var badge: NSNumber?
        var sound: UNNotificationSound?
        var userInfo: [AnyHashable: Any] = [:]
        var level = UNNotificationInterruptionLevel.active
        var relevanceScore = 0.0
    }
}

/// What a notification is to say. (A11)
open class UNMutableNotificationContent: UNNotificationContent {
    /// First line.
    public override var title: String {
        get { words.title }
        set { words.title = newValue }
    }
    /// Second line.
    public override var subtitle: String {
        get { words.subtitle }
        set { words.subtitle = newValue }
    }
    /// Text.
    public override var body: String {
        get { words.body }
        set { words.body = newValue }
    }
    /// What belongs together.
    public var threadIdentifier: String {
        get { words.threadIdentifier }
        set { words.threadIdentifier = newValue }
    }
    /// Which actions it offers.
    public var categoryIdentifier: String {
        get { words.categoryIdentifier }
        set { words.categoryIdentifier = newValue }
    }
    /// The number on the app's icon.
    public var badge: NSNumber? {
        get { words.badge }
        set { words.badge = newValue }
    }
    /// What is heard.
    public var sound: UNNotificationSound? {
        get { words.sound }
        set { words.sound = newValue }
    }
    /// What the app finds in it; values of a property list.
    public var userInfo: [AnyHashable: Any] {
        get { words.userInfo }
        set { words.userInfo = newValue }
    }
    /// How much it interrupts.
    public var interruptionLevel: UNNotificationInterruptionLevel {
        get { words.level }
        set { words.level = newValue }
    }
    /// Which of several is shown first.
    public var relevanceScore: Double {
        get { words.relevanceScore }
        set { words.relevanceScore = newValue }
    }
}

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
