import LocationCore

/// A notification that the system shows by itself at a crossing.
package struct ArmedNotice: Hashable, Sendable {
    package let ordinal: Int64
    package let kind: TransitionKind
    /// Of the fence's definition whose content it shows.
    package let revision: Int
    /// The name under which the system keeps it.
    package let id: String
}

extension ArmedNotice {
    var json: JSONValue { [.integer(ordinal), .string(kind.rawValue), .integer(Int64(revision)), .string(id)] }

    init?(json: JSONValue) {
        guard let parts = json.arrayValue, parts.count == 4, let ordinal = parts[0].int64Value,
            let kind = parts[1].stringValue.flatMap(TransitionKind.init(rawValue:)),
            let revision = parts[2].int64Value, let id = parts[3].stringValue
        else { return nil }
        self.init(ordinal: ordinal, kind: kind, revision: Int(truncatingIfNeeded: revision), id: id)
    }
}

/// Notices at crossings: left to the system where it can show them without the app, else posted.
extension Core {
    /// Shows what the fence wants shown at a crossing.
    mutating func notify(_ transition: Transition, _ stored: StoredFence, _ draft: inout Draft) {
        guard policy.transitions.showsNotices, let content = stored.fence.notice?.content(for: transition.kind)
        else { return }
        if durable.scalars.armed.contains(where: { $0.ordinal == stored.ordinal && $0.kind == transition.kind }) {
            draft.say(
                .notice, stored.fence.id, "the system itself shows the notification for the \(transition.kind.rawValue)"
            )
            return
        }
        guard process.notificationPermission == .granted else {
            draft.say(
                .notice, stored.fence.id,
                "nothing was shown: the permission to notify is \(process.notificationPermission.rawValue)")
            return
        }
        let id = "\(noticeID(stored, transition.kind)).\(transition.id)"
        draft.perform(.notify(content.notification(id: id, trigger: nil)))
        draft.say(.notice, stored.fence.id, "a notification was posted for the \(transition.kind.rawValue)")
    }

    private func noticeID(_ stored: StoredFence, _ kind: TransitionKind) -> String {
        "\(policy.name).geofence.\(stored.fence.id).\(kind.rawValue)"
    }

    /// Leaves notices to the system for the circles that are watched, as long as places are left: each takes one. (PLAT-001)
    mutating func armNotices(_ draft: inout Draft) {
        guard policy.transitions.showsNotices, policy.transitions.armsNotices, process.hasReconciled else { return }
        let wanted = wantedNotices()
        guard wanted.map(\.armed) != durable.scalars.armed else { return }
        let ids = Set(wanted.map(\.armed.id))
        let gone = durable.scalars.armed.map(\.id).filter { !ids.contains($0) }
        if !gone.isEmpty { draft.perform(.withdraw(gone)) }
        let known = Set(durable.scalars.armed)
        for (armed, notification) in wanted where !known.contains(armed) { draft.perform(.notify(notification)) }
        durable.scalars.armed = wanted.map(\.armed)
    }

    private func wantedNotices() -> [(armed: ArmedNotice, notification: LocalNotification)] {
        guard process.notificationPermission == .granted, !judgesCircles, let capabilities = process.capabilities
        else { return [] }
        var room = capabilities.limit - process.foreign - policy.places.reserved - durable.places.count
        if durable.helper != nil { room -= 1 }
        var wanted: [(armed: ArmedNotice, notification: LocalNotification)] = []
        for place in durable.places {
            guard let stored = place.owner, stored.fence.shape.isCircle, let notice = stored.fence.notice else {
                continue
            }
            for (kind, direction) in [(TransitionKind.enter, CrossingDirection.enter), (.exit, .exit)] {
                guard room > 0, let content = notice.content(for: kind) else { continue }
                room -= 1
                let id = noticeID(stored, kind)
                wanted.append(
                    (
                        ArmedNotice(ordinal: stored.ordinal, kind: kind, revision: stored.revision, id: id),
                        content.notification(
                            id: id, trigger: NotificationTrigger(circle: place.circle, direction: direction))
                    ))
            }
        }
        return wanted
    }
}

extension NoticeContent {
    fileprivate func notification(id: String, trigger: NotificationTrigger?) -> LocalNotification {
        LocalNotification(
            id: id, title: title, body: body, isProminent: isProminent, userInfo: userInfo, trigger: trigger)
    }
}
