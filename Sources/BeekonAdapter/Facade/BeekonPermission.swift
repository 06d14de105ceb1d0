package import LocationCore

/// Something that the person must allow.
public enum BeekonPermission: String, Hashable, Sendable, Codable, CaseIterable {
    /// Knowing the position while the app is in use.
    case location
    /// Knowing it also in the background.
    case backgroundLocation
    /// Knowing what the person does.
    case activity
    /// Showing notifications.
    case notifications

    /// What a configuration needs, granted or not. (BKN 5.3)
    ///
    /// - Parameters:
    ///   - androidAPI: The level of an Android system; `nil` on others, where notifications are never listed.
    ///   - carriesNotification: Whether some fence of the active set has a notification.
    package static func required(
        detectsActivity: Bool, androidAPI: Int?, carriesNotification: Bool
    ) -> [BeekonPermission] {
        var list: [BeekonPermission] = [.location, .backgroundLocation]
        if detectsActivity { list.append(.activity) }
        if let androidAPI, androidAPI >= 33, carriesNotification { list.append(.notifications) }
        return list
    }
}

/// What the person said.
public enum PermissionStatus: String, Hashable, Sendable, Codable, CaseIterable {
    /// Yes.
    case granted
    /// No.
    case denied
    /// Nothing yet.
    case notDetermined

    package init(_ permission: NotificationPermission) {
        switch permission {
        case .granted: self = .granted
        case .denied: self = .denied
        case .notDetermined: self = .notDetermined
        }
    }

    /// What a location permission says about being used in the foreground or also in the background.
    package init(_ authorization: Authorization, inBackground: Bool) {
        switch authorization.tier {
        case .always: self = .granted
        case .whenInUse: self = inBackground ? .notDetermined : .granted
        case .denied, .restricted: self = .denied
        case .notDetermined: self = .notDetermined
        }
    }
}
