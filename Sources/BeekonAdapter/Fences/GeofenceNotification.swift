/// What the system shows when a fence is crossed, without a network and without a running app. (BKN 5.1)
public struct GeofenceNotification: Hashable, Sendable, Codable {
    /// Shown on coming in; `nil` for nothing.
    public var onEnter: NotificationContent?
    /// Shown on going out; `nil` for nothing.
    public var onExit: NotificationContent?
    /// Who renders it. Only ``NotificationDelivery/local`` may be added by an app.
    public var delivery: NotificationDelivery

    /// Describes what is shown. With neither block nothing ever is. (BKN-030)
    public init(
        onEnter: NotificationContent? = nil, onExit: NotificationContent? = nil, delivery: NotificationDelivery
    ) {
        self.onEnter = onEnter
        self.onExit = onExit
        self.delivery = delivery
    }
}

/// Who renders a fence's notification.
public enum NotificationDelivery: String, Hashable, Sendable, Codable, CaseIterable {
    /// The device, at the moment of the crossing.
    case local
    /// Reserved for a push from the server, which does not exist yet: nothing is shown. (BKN-090)
    case cloud
}
