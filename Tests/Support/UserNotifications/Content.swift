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

/// What a notification says. (A11)
open class UNNotificationContent: NSObject {
    /// First line.
    public var title: String { words.title }
    /// Second line.
    public var subtitle: String { words.subtitle }
    /// Text.
    public var body: String { words.body }
    /// What belongs together.
    public var threadIdentifier: String { words.threadIdentifier }
    /// Which actions it offers.
    public var categoryIdentifier: String { words.categoryIdentifier }
    /// The number on the app's icon.
    public var badge: NSNumber? { words.badge }
    /// What is heard.
    public var sound: UNNotificationSound? { words.sound }
    /// What the app finds in it; values of a property list.
    public var userInfo: [AnyHashable: Any] { words.userInfo }
    /// How much it interrupts. (PLAT-135)
    public var interruptionLevel: UNNotificationInterruptionLevel { words.level }
    /// Which of several is shown first.
    public var relevanceScore: Double { words.relevanceScore }
    var words = Words()

    struct Words {
        var title = "", subtitle = "", body = "", threadIdentifier = "", categoryIdentifier = ""
        var badge: NSNumber?
        var sound: UNNotificationSound?
        var userInfo: [AnyHashable: Any] = [:]
        var level = UNNotificationInterruptionLevel.active
        var relevanceScore = 0.0
    }

    // Only the mutable one is made by apps.
    override init() {}
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
    public override var threadIdentifier: String {
        get { words.threadIdentifier }
        set { words.threadIdentifier = newValue }
    }
    /// Which actions it offers.
    public override var categoryIdentifier: String {
        get { words.categoryIdentifier }
        set { words.categoryIdentifier = newValue }
    }
    /// The number on the app's icon.
    public override var badge: NSNumber? {
        get { words.badge }
        set { words.badge = newValue }
    }
    /// What is heard.
    public override var sound: UNNotificationSound? {
        get { words.sound }
        set { words.sound = newValue }
    }
    /// What the app finds in it; values of a property list.
    public override var userInfo: [AnyHashable: Any] {
        get { words.userInfo }
        set { words.userInfo = newValue }
    }
    /// How much it interrupts. (PLAT-135)
    public override var interruptionLevel: UNNotificationInterruptionLevel {
        get { words.level }
        set { words.level = newValue }
    }
    /// Which of several is shown first.
    public override var relevanceScore: Double {
        get { words.relevanceScore }
        set { words.relevanceScore = newValue }
    }

    /// Says nothing yet.
    public override init() {}
}
