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
    /// Those that wait for a time, with a number that tells one plan from the next.
    var timed: [String: (notification: LocalNotification, plan: UInt64)] = [:]
    /// Armed ones that are shown once only.
    var shownOnce: Set<String> = []
    var plans: UInt64 = 0
    var showsInFront = false

    /// All that wait, sorted.
    var waiting: [String] { (Array(armed.keys) + timed.keys).sorted() }
}

/// How a notification is shown, where it is not at once and by the phone's own rule.
package struct Showing: Hashable, Sendable {
    /// Milliseconds until then; `nil` for at once or at a boundary.
    package var delay: Int64?
    /// Whether a boundary shows it once only.
    package var isOnce = false
    /// Whether it is shown although the app is in front; `nil` for the phone's own rule. (PLAT-134)
    package var isShownInFront: Bool?

    package init() {}
}

extension World {
    mutating func post(_ notification: LocalNotification, _ showing: Showing = Showing()) {
        disarmNotification(notification.id)
        guard permissions.notifications == .granted else { return note(notification, .notPermitted) }
        let hasRoom = notices.waiting.count < 64
        if let delay = showing.delay {
            return hasRoom ? show(notification, after: delay, showing) : note(notification, .noRoom)
        }
        guard let trigger = notification.trigger else {
            let shows = showing.isShownInFront ?? notices.showsInFront
            return note(notification, appState == .foreground && !shows ? .silentInFront : .shown)
        }
        let owner = RegionOwner.notification(notification.id)
        guard profile != .software, hasRoom, slotsTaken(beside: owner) < knobs.limit else {
            return note(notification, .noRoom)
        }
        if showing.isOnce { notices.shownOnce.insert(notification.id) }
        notices.armed[notification.id] = notification
        note(notification, .armed)
        register(
            Region(
                id: Self.regionName(notification.id), circle: trigger.circle,
                edges: trigger.direction == .enter ? .enter : .exit),
            owner: owner)
    }

    /// The system shows it by itself, whatever the app does then.
    private mutating func show(_ notification: LocalNotification, after delay: Int64, _ showing: Showing) {
        notices.plans += 1
        let plan = notices.plans
        notices.timed[notification.id] = (notification, plan)
        note(notification, .armed)
        var atOnce = showing
        atOnce.delay = nil
        schedule(after: delay) { [atOnce] world in
            guard world.notices.timed[notification.id]?.plan == plan else { return }
            world.notices.timed[notification.id] = nil
            world.post(notification, atOnce)
        }
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
        // In a turn of its own: somebody is going through the regions now.
        if notices.shownOnce.contains(id) { schedule { $0.disarmNotification(id) } }
    }

    private mutating func disarmNotification(_ id: String) {
        notices.timed[id] = nil
        notices.shownOnce.remove(id)
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
