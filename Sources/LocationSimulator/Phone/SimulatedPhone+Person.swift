public import LocationCore

extension SimulatedPhone {
    /// The location permission the app has.
    public var authorization: Authorization { world.withLock { $0.permissions.location } }

    /// The person changes the permission in Settings. An app that is suspended learns of it when it resumes, before
    /// anything else. (PLAT-101)
    public func setAuthorization(_ authorization: Authorization) async {
        await happen { $0.setAuthorization(authorization) }
    }

    /// The person changes how far the permission reaches, and leaves the rest.
    public func setAuthorization(_ tier: AuthorizationTier) async {
        await happen { world in
            var next = world.permissions.location
            next.tier = tier
            world.setAuthorization(next)
        }
    }

    /// The person allows precise positions or only approximate ones. (PLAT-099)
    public func setPrecise(_ isPrecise: Bool) async {
        await happen { world in
            var next = world.permissions.location
            next.isPrecise = isPrecise
            world.setAuthorization(next)
        }
    }

    /// The person switches location services on or off for the whole phone. (PLAT-098, PLAT-151)
    public func setLocationServices(_ isOn: Bool) async {
        await happen { world in
            var next = world.permissions.location
            next.servicesEnabled = isOn
            world.setAuthorization(next)
        }
    }

    /// Decides what the person says to prompts about location from now on. They say yes unless told otherwise.
    public func answerPrompts(_ answer: PromptAnswer) { world.withLock { $0.permissions.answer = answer } }

    /// Decides what the person says when asked about notifications.
    public func answerNotificationPrompt(_ allows: Bool) {
        world.withLock { $0.permissions.notificationAnswer = allows }
    }

    /// How many prompts the person has seen.
    public var promptCount: Int { world.withLock { $0.permissions.prompts } }

    /// The permission to show notifications.
    public var notificationPermission: NotificationPermission { world.withLock { $0.permissions.notifications } }

    /// The person changes the permission to show notifications in Settings.
    public func setNotificationPermission(_ permission: NotificationPermission) async {
        await happen { $0.setNotificationPermission(permission) }
    }

    /// Battery, motion and the like.
    public var status: DeviceStatus { world.withLock { $0.status } }

    /// Changes battery, motion and the like. Power saving is told to the app when it changes.
    public func setStatus(_ status: DeviceStatus) async {
        await happen { world in
            let before = world.status
            world.status = status
            if before.isPowerSaving != status.isPowerSaving { world.tell(.powerSave(status.isPowerSaving)) }
        }
    }

    /// The person switches airplane mode on or off. No callback announces it but the lost network; regions are not
    /// watched meanwhile, and looked at when it ends. (PLAT-119)
    public func setAirplaneMode(_ isOn: Bool) async {
        await happen { world in
            guard world.daemon.isAirplaneMode != isOn else { return }
            world.log("airplane mode \(isOn ? "on" : "off")")
            world.daemon.isAirplaneMode = isOn
            world.updateNetwork()
            if !isOn { world.lookAtAllRegions() }
        }
    }
}
