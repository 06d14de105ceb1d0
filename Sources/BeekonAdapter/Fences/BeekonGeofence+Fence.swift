package import GeofenceEngine
import LocationCore

extension BeekonGeofence {
    /// The fence as the engine knows it.
    ///
    /// - Throws: ``BeekonError/invalidGeofence(id:reason:)`` as ``validate()`` does.
    package func fence() throws(BeekonError) -> Fence {
        try validate()
        do {
            let center = try Coordinate(latitude: latitude, longitude: longitude)
            let circle = try Circle(center: center, radius: radiusMeters)
            return Fence(id: id, shape: .circle(circle), notifyOnEntry, notifyOnExit, notification)
        } catch {
            throw .invalidGeofence(id: id, reason: String(describing: error))
        }
    }

    /// The fence as the app sees it: a polygon as the smallest circle around it. (BKN 3)
    package init(_ fence: Fence) {
        let circle = fence.shape.enclosingCircle
        self.init(
            id: fence.id.text, latitude: circle.center.latitude, longitude: circle.center.longitude,
            radiusMeters: circle.radius, notifyOnEntry: fence.reports.contains(TransitionKinds.enter),
            notifyOnExit: fence.reports.contains(TransitionKinds.exit), notification: fence.notification)
    }
}

extension Fence {
    /// A fence with Beekon's flags. What the flags and the shape do not hold is kept in ``attributes``.
    package init(
        id: String, shape: FenceShape, _ notifyOnEntry: Bool, _ notifyOnExit: Bool,
        _ notification: GeofenceNotification?
    ) {
        var reports: TransitionKinds = []
        if notifyOnEntry { reports.insert(.enter) }
        if notifyOnExit { reports.insert(.exit) }
        self.init(
            id: FenceID(id), shape: shape, reports: reports,
            notice: notification?.notice(of: id, reports), attributes: notification?.json ?? .null)
    }

    /// The notification it was defined with.
    package var notification: GeofenceNotification? {
        attributes.isNull ? nil : try? GeofenceNotification(json: attributes, spelling: .camelCase)
    }

    /// Whether it was defined with a notification, inert or not. (BKN 5.3)
    package var carriesNotification: Bool { !attributes.isNull }
}

extension GeofenceNotification {
    /// What the device renders: nothing under ``NotificationDelivery/cloud``, and nothing for a direction that is off.
    /// (BKN-079, BKN-080, BKN-090)
    func notice(of id: String, _ reports: TransitionKinds) -> Notice? {
        guard delivery == .local else { return nil }
        let enter = reports.contains(TransitionKinds.enter) ? onEnter?.notice(of: id, .enter) : nil
        let exit = reports.contains(TransitionKinds.exit) ? onExit?.notice(of: id, .exit) : nil
        return enter == nil && exit == nil ? nil : Notice(onEnter: enter, onExit: exit)
    }
}

extension NotificationContent {
    /// The notification with what the app finds in it. (BKN 5.2)
    fileprivate func notice(of id: String, _ type: GeofenceEventType) -> NoticeContent {
        var userInfo: [String: JSONValue] = [
            "beekon_geofence_id": .string(id), "beekon_event_type": .string(type.rawValue),
        ]
        if let deepLink { userInfo["beekon_deep_link"] = .string(deepLink) }
        if !data.isEmpty {
            userInfo["beekon_data"] = .object(JSONObject(data.map { (key: $0.key, value: .string($0.value)) }))
        }
        return NoticeContent(title: title, body: body, isProminent: importance == .high, userInfo: userInfo)
    }
}
