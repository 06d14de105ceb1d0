import AppleStandIn
import Foundation
import LocationCore
import LocationSimulator

/// A request that waits, kept over processes.
private struct Pending: @unchecked Sendable {
    // Sendable holds because a request is not changed once it has been added, and neither is its content: `post` keeps
    // what it says at that moment on the phone.
    let request: UNNotificationRequest
    /// Whether the phone has taken it; from then on the phone knows whether it still waits.
    var isTaken = false
}

extension UNUserNotificationCenter {
    private static let shelf = "notification requests"

    /// Hands a request to the phone.
    func post(_ request: UNNotificationRequest) -> UNError? {
        forget([request.identifier])
        let notification = LocalNotification(request)
        guard standIn.device.notifications.permission == .granted else {
            standIn.device.notifications.post(notification)
            return UNError(.notificationsNotAllowed)
        }
        guard let trigger = request.trigger else {
            present(request, notification)
            return nil
        }
        keep(request)
        var showing = Showing()
        if let time = trigger as? UNTimeIntervalNotificationTrigger { showing.delay = Int64(time.timeInterval * 1000) }
        showing.isOnce = !trigger.repeats
        standIn.process.post(notification, showing)
        return nil
    }

    /// In front, the delegate decides whether one is shown that is not armed. (PLAT-134)
    private func present(_ request: UNNotificationRequest, _ notification: LocalNotification) {
        guard delegate != nil, standIn.phone.appState == .foreground else {
            return standIn.device.notifications.post(notification)
        }
        let shown = Pending(request: request)
        standIn.soon { [self] in
            guard let delegate else { return standIn.device.notifications.post(notification) }
            delegate.userNotificationCenter(self, willPresent: UNNotification(shown.request)) { [standIn] options in
                var showing = Showing()
                showing.isShownInFront = !options.isDisjoint(with: [.banner, .list])
                standIn.process.post(notification, showing)
            }
        }
    }

    private func keep(_ request: UNNotificationRequest) {
        let id = request.identifier
        let pending = Pending(request: request)
        change { $0[id] = pending }
        standIn.afterCommands { [self] in change { $0[id]?.isTaken = true } }
    }

    func forget(_ ids: [String]) {
        change { kept in
            for id in ids { kept[id] = nil }
        }
    }

    private func change(_ change: (inout [String: Pending]) -> Void) {
        standIn.phone.changeKeepsake(Self.shelf, until: .withApp) { (kept: inout [String: Pending]?) in
            var pending = kept ?? [:]
            change(&pending)
            kept = pending
        }
    }

    /// What waits, by identifier. One for which there was no room is silently not among them. (PLAT-131)
    var waiting: [UNNotificationRequest] {
        let kept = standIn.phone.keepsake(Self.shelf, as: [String: Pending].self) ?? [:]
        let waiting = Set(standIn.process.waitingNotifications)
        return kept.filter { !$0.value.isTaken || waiting.contains($0.key) }
            .sorted { $0.key < $1.key }.map(\.value.request)
    }
}
