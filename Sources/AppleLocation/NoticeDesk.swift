#if os(iOS) || os(macOS) || APPLE_STANDIN
    import CoreLocation
    import Foundation
    import HostDevice
    import LocationCore
    import UserNotifications

    /// Notifications. The center's delegate is the app's, and stays what it is.
    @MainActor final class NoticeDesk {
        private let center: UNUserNotificationCenter?
        private let wire: Wire

        init(_ wire: Wire) {
            self.wire = wire
            center = wire.system.isApp ? .current() : nil
            if center == nil { wire.mirror.withLock { $0.notifications = .denied } }
        }

        func post(_ notification: LocalNotification) {
            guard let center else { return }
            let content = UNMutableNotificationContent()
            content.title = notification.title
            content.body = notification.body
            content.userInfo = notification.userInfo.compactMapValues(\.plistValue)
            content.interruptionLevel = notification.isProminent ? .active : .passive
            if notification.isProminent { content.sound = .default }
            var trigger: UNNotificationTrigger?
            if let wanted = notification.trigger {
                guard let armed = armed(wanted, notification.id) else { return }
                trigger = armed
            }
            let request = UNNotificationRequest(identifier: notification.id, content: content, trigger: trigger)
            let wire = wire
            // The answer may come on any thread. A refusal can also mean that nobody was asked yet. (PLAT-133)
            center.add(request) { @Sendable error in
                guard (error as? UNError)?.code == .notificationsNotAllowed else { return }
                self.refreshSoon(wire)
            }
        }

        func withdraw(_ ids: [String]) { center?.removePendingNotificationRequests(withIdentifiers: ids) }

        func requestPermission() {
            guard let center else { return wire.tell(.notificationPermission(.denied)) }
            let wire = wire
            center.requestAuthorization(options: [.alert, .sound]) { @Sendable _, _ in self.refreshSoon(wire) }
        }

        private nonisolated func refreshSoon(_ wire: Wire) {
            wire.load.begin()
            Task { @MainActor in
                refresh(isAnswer: true)
                wire.load.end()
            }
        }

        /// Reads what is allowed, and tells it if it is news or the answer to a question.
        func refresh(isAnswer: Bool = false) {
            guard let center else { return }
            let wire = wire
            center.getNotificationSettings { @Sendable settings in
                Self.note(NotificationPermission(settings.authorizationStatus), wire, isAnswer: isAnswer)
            }
        }

        private nonisolated static func note(_ permission: NotificationPermission, _ wire: Wire, isAnswer: Bool) {
            let isNew = wire.mirror.withLock { mirror in
                defer { mirror.notifications = permission }
                return mirror.notifications != permission
            }
            if isNew || isAnswer { wire.tell(.notificationPermission(permission)) }
        }

        /// The system's own watch over a circle, which a Mac has not: there the notification is not shown at all, rather
        /// than at once. (PLAT-130)
        private func armed(_ trigger: LocationCore.NotificationTrigger, _ id: String) -> UNNotificationTrigger? {
            #if os(iOS) || APPLE_STANDIN
                let region = CLCircularRegion(trigger.circle, id: id)
                region.notifyOnEntry = trigger.direction == .enter
                region.notifyOnExit = trigger.direction == .exit
                return UNLocationNotificationTrigger(region: region, repeats: true)
            #else
                return nil
            #endif
        }
    }

    extension NotificationPermission {
        init(_ status: UNAuthorizationStatus) {
            switch status {
            case .notDetermined: self = .notDetermined
            case .denied: self = .denied
            case .authorized, .provisional: self = .granted
            #if os(iOS) || APPLE_STANDIN
                case .ephemeral: self = .granted
            #endif
            @unknown default: self = .notDetermined
            }
        }
    }

    extension JSONValue {
        /// The value in the types of a property list, which know no null: the system refuses a notification with one.
        var plistValue: Any? {
            switch self {
            case .null: nil
            case .array(let elements): elements.compactMap(\.plistValue)
            case .object(let members):
                Dictionary(members.compactMap { key, value in value.plistValue.map { (key, $0) } }) { $1 }
            default: anyValue
            }
        }
    }
#endif
