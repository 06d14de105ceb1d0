import LocationCore

extension World {
    /// The app asks. Nothing at all happens where the system would not put the question. (PLAT-095)
    mutating func requestAuthorization(_ tier: AuthorizationTier) {
        let tierNow = permissions.location.tier
        let isFirst = tierNow == .notDetermined
        let isUpgrade =
            tierNow == .whenInUse && tier == .always && !permissions.askedForAlways
            && !permissions.isAllowedOnce
        guard tier == .always || tier == .whenInUse, appState == .foreground, isFirst || isUpgrade else {
            return log("permission for \(tier.rawValue) asked for in vain")
        }
        if isUpgrade { permissions.askedForAlways = true }
        prompt("permission for \(tier.rawValue)")
        permissions.isAllowedOnce = permissions.answer == .allowOnce
        var next = permissions.location
        switch permissions.answer {
        case .allow:
            next.tier = tier
            permissions.isAlwaysProvisional = isFirst && tier == .always
        case .allowOnce, .allowWhenInUse: next.tier = .whenInUse
        case .deny: next.tier = isFirst ? .denied : .whenInUse
        }
        setAuthorization(next)
    }

    mutating func prompt(_ what: String) {
        permissions.prompts += 1
        log("prompt: \(what)")
    }

    mutating func setAuthorization(_ next: Authorization) {
        let before = permissions.location
        guard next != before else { return }
        permissions.location = next
        if next.tier != .always { permissions.isAlwaysProvisional = false }
        log("authorization \(next.summary)")
        tellChange(of: .authorization)
        if before.allowsMonitoring, !next.allowsMonitoring { loseRegions(next) }
        if next.allowsMonitoring { lookAtAllRegions() }
    }

    private mutating func loseRegions(_ next: Authorization) {
        if profile == .android {
            // Status 1000 reaches the app's receiver. (PLAT-151)
            let ids = daemon.regions.filter { $0.owner == .app }.map(\.region.id)
            dropAllRegions("status 1000")
            for id in ids { tell(.regionLost(id: id, next.servicesEnabled ? .notAuthorized : .unavailable)) }
        } else if knobs.revokeClearsRegions {
            dropAllRegions("permission taken away")
            loseKeepsakes(.withRegions)
        }
    }

    /// The first event that needs a provisional Always puts the question. (PLAT-093)
    mutating func keepsAlways(for report: RegionReport) -> Bool {
        guard permissions.isAlwaysProvisional, permissions.location.tier == .always else { return true }
        permissions.isAlwaysProvisional = false
        prompt("keep Always")
        guard permissions.answer != .allow else { return true }
        var next = permissions.location
        next.tier = .whenInUse
        setAuthorization(next)
        log("report about \(report.id) lost: no longer Always")
        return false
    }

    /// A permission for once ends when the app is no longer in use. (PLAT-094)
    mutating func loseAllowOnceLater() {
        guard permissions.isAllowedOnce else { return }
        schedule(after: knobs.inUseGrace) { world in
            guard world.permissions.isAllowedOnce, !world.isInUse else { return }
            world.permissions.isAllowedOnce = false
            var next = world.permissions.location
            next.tier = .notDetermined
            world.setAuthorization(next)
        }
    }

    /// Precision for a while: only in front, and only where it is missing. (PLAT-100)
    mutating func requestTemporaryPrecision(_ purpose: String) {
        guard appState == .foreground, !permissions.location.isPrecise, permissions.location.allowsMonitoring else {
            return log("precision asked for in vain")
        }
        prompt("precision for \(purpose)")
        guard permissions.answer == .allow else { return }
        var next = permissions.location
        next.isPrecise = true
        setAuthorization(next)
    }

    mutating func requestNotificationPermission() {
        guard permissions.notifications == .notDetermined else { return }
        prompt("notifications")
        setNotificationPermission(permissions.notificationAnswer ? .granted : .denied)
    }

    mutating func setNotificationPermission(_ next: NotificationPermission) {
        guard next != permissions.notifications else { return }
        permissions.notifications = next
        tellChange(of: .notificationPermission)
    }
}
