/// Notifications shown by the system.
public protocol NotificationPort: Sendable {
    /// Shows a notification now, or arms it if it has a region. The same identifier replaces. (PLAT-132)
    func post(_ notification: LocalNotification)
    /// Takes back armed notifications that have not been shown.
    func withdraw(ids: [String])
    /// What is allowed now.
    var permission: NotificationPermission { get }
    /// Puts the question to the person, if it was never put. Answered by ``DeviceEvent/notificationPermission(_:)``.
    func requestPermission()
}

/// A notification to be shown.
public struct LocalNotification: Hashable, Sendable {
    /// Chosen by the caller.
    public let id: String
    /// First line.
    public let title: String
    /// Text.
    public let body: String
    /// Whether it interrupts with a sound, or comes quietly.
    public let isProminent: Bool
    /// What the app finds in the notification when it is tapped.
    public let userInfo: [String: JSONValue]
    /// Where the system itself shall show it, without the app; `nil` for now. (PLAT-130)
    public let trigger: NotificationTrigger?

    /// Describes a notification.
    public init(
        id: String, title: String, body: String, isProminent: Bool, userInfo: [String: JSONValue] = [:],
        trigger: NotificationTrigger? = nil
    ) {
        self.id = id
        self.title = title
        self.body = body
        self.isProminent = isProminent
        self.userInfo = userInfo
        self.trigger = trigger
    }
}

/// The crossing at which the system shows a notification by itself, each time anew.
public struct NotificationTrigger: Hashable, Sendable {
    /// The boundary.
    public let circle: Circle
    /// Which way.
    public let direction: CrossingDirection

    /// Describes a crossing.
    public init(circle: Circle, direction: CrossingDirection) {
        self.circle = circle
        self.direction = direction
    }
}

/// Whether notifications may be shown.
public enum NotificationPermission: String, Hashable, Sendable, Codable {
    /// Nobody has been asked yet.
    case notDetermined
    /// Refused.
    case denied
    /// Granted.
    case granted
}
