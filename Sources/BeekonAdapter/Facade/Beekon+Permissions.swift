import GeofenceEngine
import LocationCore

extension Beekon {
    /// What the configuration needs, granted or not. On iOS notifications are never among it, though showing them needs
    /// ``requestPermission(_:)`` all the same. (BKN 5.3)
    public func getRequiredPermissions() async -> [BeekonPermission] {
        let fences = await calls.run { await activeFences() }
        return BeekonPermission.required(
            detectsActivity: config.settings.detectActivity, androidAPI: installation.androidAPI,
            carriesNotification: fences.contains(where: \.carriesNotification))
    }

    /// Puts a question to the person, unless it was answered before. Nothing else in this class ever does. (BKN-085)
    ///
    /// For notifications the call waits for the answer. For positions it returns what is known at once, because a
    /// system need not answer; the activity permission is asked by the system itself at the first use.
    @discardableResult
    public func requestPermission(_ permission: BeekonPermission) async -> PermissionStatus {
        await calls.passed()
        guard let engine = await openedEngine() else { return .notDetermined }
        switch permission {
        case .notifications:
            let known = await engine.notificationPermission
            guard known == .notDetermined else { return PermissionStatus(known) }
            return PermissionStatus(await engine.requestNotificationPermission())
        case .location, .backgroundLocation:
            let inBackground = permission == .backgroundLocation
            if PermissionStatus(await engine.authorization, inBackground: inBackground) == .notDetermined {
                await engine.requestAuthorization(inBackground ? .always : .whenInUse)
            }
            return PermissionStatus(await engine.authorization, inBackground: inBackground)
        case .activity:
            return .notDetermined
        }
    }

    /// Asks whether notifications may be shown; whether they may.
    @available(*, deprecated, message: "use requestPermission(.notifications)")
    @discardableResult
    public func requestNotificationAuthorization() async -> Bool {
        await requestPermission(.notifications) == .granted
    }
}
