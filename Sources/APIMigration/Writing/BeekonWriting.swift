import BeekonAdapter
import GeofenceEngine
import LocationCore

/// Writes a fence in the shape in which an app gives it to Beekon.
struct BeekonWriting {
    let fence: FenceDefinition
    /// For fences that have no notification.
    let fallback: GeofenceNotification?
    var log: FieldLog
    var remarks: [String] = []

    init(_ fence: FenceDefinition, from source: FenceWords, fallback: GeofenceNotification?) {
        self.fence = fence
        self.fallback = fallback
        log = FieldLog(from: source, to: .beekon)
    }

    mutating func entry() throws(FenceRefusal) -> JSONValue {
        let length = fence.id.text.utf16.count
        guard (1...100).contains(length) else {
            throw FenceRefusal(
                reason: "The id has \(length) characters; Beekon takes 1 to 100: give the fence another id, and the "
                    + "server that knows the old one a table from one to the other")
        }
        log.carried(.id)
        let circle = log.circle(of: fence, because: "an app gives Beekon circles only")
        log.carried(.enter)
        log.carried(.exit)
        dwell()
        let notification = notification()
        customerIO()
        var members: JSONObject = [
            "id": .string(fence.id.text), "latitude": .plain(circle.center.latitude),
            "longitude": .plain(circle.center.longitude), "radiusMeters": .plain(circle.radius),
            "notifyOnEntry": .bool(fence.reports.contains(TransitionKinds.enter)),
            "notifyOnExit": .bool(fence.reports.contains(TransitionKinds.exit)),
        ]
        members["notification"] = notification.map { NotificationKeepsake.compact($0) }
        return .object(members)
    }

    private mutating func dwell() {
        let word = log.source[.dwell]
        guard fence.reports.contains(TransitionKinds.dwell) else {
            // Not told before, and never told there.
            if !word.isEmpty { log.carried(.dwell) }
            if fence.dwellDelay != nil { log.differently(.dwellDelay, "left out; without \(word) it means nothing") }
            return
        }
        let edges: TransitionKinds = [.enter, .exit]
        log.lost(
            .dwell,
            "Beekon has no dwell. "
                + (fence.reports.isSuperset(of: edges) ? "T" : "Switch notifyOnEntry and notifyOnExit on, and t")
                + "ake the time from enter to exit in the app or on the server"
                + (fence.reports.isDisjoint(with: edges) ? "; as it stands the fence is silent" : ""))
        if fence.dwellDelay != nil, log.source[.dwellDelay] != word {
            log.lost(.dwellDelay, "It goes with the dwell; keep it where the time is taken")
        }
    }

    private mutating func notification() -> GeofenceNotification? {
        var data = fence.data ?? [:]
        var notification = fence.notification
        if let own = notification {
            if own.delivery == .local {
                log.carried(.notification)
            } else {
                notification = nil
                log.lost(
                    .notification,
                    "Delivery cloud is for fences of the server; write delivery local to have the device show it")
            }
        } else if let kept = NotificationKeepsake.notification(data[NotificationKeepsake.key]) {
            notification = lifted(kept, from: &data)
        }
        if notification == nil, fence.notification == nil, let fallback {
            notification = fallback
            remarks.append("it had no notification and shows the one that was given for such fences")
        }
        return hold(data, in: notification)
    }

    private mutating func lifted(
        _ kept: GeofenceNotification, from data: inout JSONObject
    ) -> GeofenceNotification? {
        let given = data[NotificationKeepsake.key]
        data[NotificationKeepsake.key] = nil
        guard kept.delivery == .local else {
            log.data(
                NotificationKeepsake.key, into: [],
                .notCarried(
                    whatToDo: "Its delivery is cloud, which is for fences of the server; write local to have the "
                        + "device show it"))
            return nil
        }
        let isWhole = given.map(NotificationKeepsake.unwrapped) == NotificationKeepsake.json(kept)
        log.data(
            NotificationKeepsake.key, into: ["notification"],
            .carriedDifferently(
                how: "shown again, as the fence's notification"
                    + (isWhole ? "" : ", without members that no notification has")))
        return kept
    }

    /// The notification with the customer's values in its flat maps of text.
    private mutating func hold(_ data: JSONObject, in notification: GeofenceNotification?) -> GeofenceNotification? {
        guard var notification, notification.onEnter != nil || notification.onExit != nil else {
            if fence.data?.isEmpty == true { log.differently(.data, "left out; it was empty") }
            for key in data.keys {
                log.data(
                    key, into: [],
                    .notCarried(
                        whatToDo: "Beekon keeps values only in a fence's notification, and it has none; keep a table "
                            + "by id in the app, or give a notification"))
            }
            return notification
        }
        for (key, value) in data {
            guard let text = Self.text(value) else {
                log.data(key, into: [], .notCarried(whatToDo: "The map holds text only; write a text in place of null"))
                continue
            }
            let places = [
                notification.onEnter?.data[key] == nil ? notification.onEnter.map { _ in "onEnter" } : nil,
                notification.onExit?.data[key] == nil ? notification.onExit.map { _ in "onExit" } : nil,
            ].compactMap { $0 }
            let blocks = (notification.onEnter == nil ? 0 : 1) + (notification.onExit == nil ? 0 : 1)
            guard places.count == blocks else {
                log.data(
                    key, into: [],
                    .notCarried(whatToDo: "The notification's data has a member of that name; give it another name"))
                continue
            }
            notification.onEnter?.data[key] = text
            notification.onExit?.data[key] = text
            log.data(
                key, into: places.map { "notification.\($0).data.\(key)" },
                .carriedDifferently(how: value.stringValue == nil ? "as the text \(text)" : "in a notification's data"))
        }
        return notification
    }

    private static func text(_ value: JSONValue) -> String? {
        switch value {
        case .null: nil
        case .string(let text): text
        case .bool, .integer, .unsigned, .double, .array, .object: value.text
        }
    }

    private mutating func customerIO() {
        if fence.name != nil { log.lost(.name, "Beekon's fences have no name; keep a table from id to name") }
        if !fence.geosets.isEmpty {
            log.lost(.geosets, "Beekon tells a crossing once; look the groups up by id where the event arrives")
        }
        if fence.lastUpdated != nil { log.differently(.lastUpdated, "left out; nothing on a device depends on it") }
        if fence.externalID != nil { log.lost(.externalID, "Keep a table from id to external_id") }
    }
}
