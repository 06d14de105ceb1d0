public import LocationCore

/// A notification that the app posted, and what became of it.
public struct PostedNotification: Hashable, Sendable {
    /// What became of it.
    public enum Fate: String, Hashable, Sendable {
        /// The person saw it.
        case shown
        /// The app was in front, so the system kept it back. (PLAT-134)
        case silentInFront
        /// Nothing is shown without the person's permission. (PLAT-133)
        case notPermitted
        /// It waits for the phone to cross a boundary. (PLAT-130)
        case armed
        /// No slot was left to watch its boundary, or too many wait already. (PLAT-001, PLAT-131)
        case noRoom
    }

    /// What was posted.
    public let notification: LocalNotification
    /// When this became of it, on the wall clock.
    public let at: Timestamp
    /// What became of it.
    public let fate: Fate
}

struct NoticeBoard {
    var history: [PostedNotification] = []
    /// By identifier.
    var armed: [String: LocalNotification] = [:]
    var showsInFront = false
}

extension World {
    mutating func post(_ notification: LocalNotification) {
        disarmNotification(notification.id)
        guard permissions.notifications == .granted else { return note(notification, .notPermitted) }
        guard let trigger = notification.trigger else {
            return note(notification, appState == .foreground && !notices.showsInFront ? .silentInFront : .shown)
        }
        guard profile != .software, notices.armed.count < 64, daemon.count < knobs.limit else {
            return note(notification, .noRoom)
        }
        notices.armed[notification.id] = notification
        note(notification, .armed)
        register(
            Region(
                id: Self.regionName(notification.id), circle: trigger.circle,
                edges: trigger.direction == .enter ? .enter : .exit),
            owner: .notification(notification.id))
    }

    mutating func withdraw(_ ids: [String]) {
        for id in ids { disarmNotification(id) }
    }

    /// The system shows an armed notification by itself; the app is neither started nor told. (PLAT-130)
    mutating func showArmed(_ id: String, _ direction: CrossingDirection) {
        guard let notification = notices.armed[id], notification.trigger?.direction == direction,
            permissions.notifications == .granted
        else { return }
        note(notification, .shown)
    }

    private mutating func disarmNotification(_ id: String) {
        guard notices.armed.removeValue(forKey: id) != nil else { return }
        unregister(Self.regionName(id), owner: .notification(id))
    }

    private mutating func note(_ notification: LocalNotification, _ fate: PostedNotification.Fate) {
        log("notification \(notification.id) \(fate.rawValue)")
        notices.history.append(PostedNotification(notification: notification, at: clock.wall, fate: fate))
    }

    private static func regionName(_ id: String) -> String { "notification:\(id)" }
}

extension SimulatedPhone {
    /// Every notification the app posted, and every showing of one, in order.
    public var notifications: [PostedNotification] { world.withLock { $0.notices.history } }

    /// The host app posts a notification of its own, past the code under test.
    public func postAsHost(_ notification: LocalNotification) async { await happen { $0.post(notification) } }

    /// The identifiers of notifications that wait for a boundary to be crossed, sorted.
    public var armedNotifications: [String] { world.withLock { $0.notices.armed.keys.sorted() } }

    /// Whether notifications are shown while the app is in front; not unless the app's delegate asks. (PLAT-134)
    public func setShowsNotificationsInFront(_ shows: Bool) { world.withLock { $0.notices.showsInFront = shows } }
}
