import BGeoAdapter
import GeofenceEngine
import LocationCore

/// Writes a fence in BGeo's shape.
struct BGeoWriting {
    let fence: FenceDefinition
    var log: FieldLog

    init(_ fence: FenceDefinition, from source: FenceWords) {
        self.fence = fence
        log = FieldLog(from: source, to: .bgeo)
    }

    mutating func entry() throws(FenceRefusal) -> JSONValue {
        guard !fence.id.text.isEmpty else {
            throw FenceRefusal(reason: "BGeo takes no empty identifier; give the fence one")
        }
        guard !fence.reports.isEmpty else {
            throw FenceRefusal(
                reason: "BGeo takes no fence that tells neither enter nor exit nor dwell; it was silent before, so "
                    + "leave it out, or switch one of them on")
        }
        log.carried(.id)
        let circle = log.circle(of: fence, because: "BGeo has circles only")
        var members: JSONObject = [
            "identifier": .string(fence.id.text), "latitude": .plain(circle.center.latitude),
            "longitude": .plain(circle.center.longitude), "radius": .plain(circle.radius),
        ]
        reports(into: &members)
        var extras = copied()
        keepCustomerIO(in: &extras)
        keepNotification(in: &extras)
        if let extras { members["extras"] = .object(extras) }
        return .object(members)
    }

    private mutating func reports(into members: inout JSONObject) {
        log.carried(.enter)
        log.carried(.exit)
        members["notifyOnEntry"] = .bool(fence.reports.contains(TransitionKinds.enter))
        members["notifyOnExit"] = .bool(fence.reports.contains(TransitionKinds.exit))
        members["notifyOnDwell"] = .bool(fence.reports.contains(TransitionKinds.dwell))
        if fence.reports.contains(TransitionKinds.dwell) || !log.source[.dwell].isEmpty { log.carried(.dwell) }
        guard let delay = fence.dwellDelay else { return }
        log.carried(.dwellDelay)
        members["loiteringDelay"] = .plain(delay)
    }

    private mutating func copied() -> JSONObject? {
        guard let data = fence.data else { return nil }
        if data.isEmpty { log.carried(.data) }
        for key in data.keys { log.data(key, into: ["extras.\(key)"], .carried) }
        return data
    }

    /// What only Customer.io has goes to a member of its own, from which a way back takes it.
    private mutating func keepCustomerIO(in extras: inout JSONObject?) {
        let kept = CustomerIOKeepsake(fence)
        guard !kept.aspects.isEmpty else { return }
        guard extras?[CustomerIOKeepsake.key] == nil else {
            for aspect in kept.aspects {
                log.lost(
                    aspect,
                    "It would go to extras.customerio, but metadata has a member of that name; give that another name")
            }
            return
        }
        var members = extras ?? [:]
        members[CustomerIOKeepsake.key] = kept.json
        extras = members
        for aspect in kept.aspects {
            log.differently(
                aspect, into: ["extras.customerio.\(FenceWords.customerio[aspect])"],
                aspect == .geosets
                    ? "kept as data; BGeo tells a crossing once, not once for each group" : "kept as data")
        }
    }

    private mutating func keepNotification(in extras: inout JSONObject?) {
        guard let notification = fence.notification else { return }
        guard extras?[NotificationKeepsake.key] == nil else {
            log.lost(
                .notification,
                "It would go to extras.beekon, but there is a member of that name already; give that another name")
            return
        }
        var members = extras ?? [:]
        members[NotificationKeepsake.key] = NotificationKeepsake.json(notification)
        extras = members
        log.differently(
            .notification, into: ["extras.beekon.notification"],
            "kept as data; BGeo shows nothing by itself: post it when the event comes, which needs a running app")
    }
}
