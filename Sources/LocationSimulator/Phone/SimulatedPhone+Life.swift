public import LocationCore

extension SimulatedPhone {
    /// Registers what happens when a process of the app starts, by whatever cause: build the code under test on
    /// `process.device` there. Replaces what was registered before.
    public func onLaunch(_ build: @escaping AppBuilder) { world.withLock { $0.build = build } }

    /// Starts the app, or resumes it, or brings it to the front, as the cause has it.
    ///
    /// What ``onLaunch(_:)`` registered has run when this returns, unless the call is made by a listener.
    @discardableResult
    public func launchApp(_ cause: WakeCause = .user) async -> AppProcess {
        let id = world.withLock { $0.launch(cause) }
        await settle()
        return AppProcess(id: id, phone: self)
    }

    /// The process that exists now.
    public var app: AppProcess? {
        world.withLock { $0.process?.id }.map { AppProcess(id: $0, phone: self) }
    }

    /// What the app is doing.
    public var appState: AppState { world.withLock { $0.appState } }

    /// The person puts the app behind another one. It is suspended after ``PhoneKnobs/inUseGrace``, unless something
    /// keeps it running.
    public func backgroundApp() async { await happen { $0.goToBackground() } }

    /// The person brings the app to the front. Without a process this launches one.
    public func foregroundApp() async { await happen { $0.launch(.user) } }

    /// The system stops the process where it is, at once. Its timers stand still until it is resumed. (PLAT-074)
    public func suspendApp() async {
        await happen { world in
            world.goToBackground()
            world.schedule { $0.suspend() }
        }
    }

    /// The system lets a suspended process run in the background. Does nothing in any other state.
    public func resumeApp(_ cause: WakeCause = .backgroundTask) async { await happen { $0.resume(cause) } }

    /// The process ends abruptly, without a word: a crash, or the system wants its memory. Takes effect at once, even
    /// in the middle of a delivery.
    public func killApp() { world.withLock { $0.endProcess("killed") } }

    /// The person swipes the app away. Whether events start it again is a knob; on Android it is a forced stop,
    /// which loses the registrations. (PLAT-075, PLAT-162)
    public func forceQuitApp() async {
        await happen { world in
            world.endProcess("swiped away")
            world.life.wasForceQuit = true
            if world.profile == .android { world.dropAllRegions("force stop") }
        }
    }

    /// The person deletes the app: it ends and its regions go. What a monitor believed about names stays. (PLAT-080)
    public func uninstallApp() async {
        await happen { world in
            world.endProcess("deleted")
            world.dropAllRegions("app deleted")
            world.loseKeepsakes(.withRegions)
            world.loseKeepsakes(.withApp)
            world.withdraw(world.notices.waiting)
        }
    }

    /// The process is told that it ends, then ends.
    public func terminateApp() async {
        await happen { world in
            world.tell(.app(.terminating))
            world.schedule { $0.endProcess("terminated") }
        }
    }

    /// The phone restarts: processes end, continuous time begins anew under a new boot identity.
    ///
    /// - Parameter unlocked: Whether the person unlocks it at once. Otherwise nothing is watched and protected files
    ///   cannot be read before ``unlock()``. (PLAT-076, PLAT-158)
    public func reboot(unlocked: Bool = true) async {
        await happen { world in
            world.endProcess("ended by a reboot")
            world.log("reboot")
            world.clock.reboot()
            world.life.isUnlocked = false
            if world.knobs.rebootForgets || world.profile == .android { world.dropAllRegions("reboot") }
            if unlocked { world.unlock() }
        }
    }

    /// The person unlocks the phone for the first time since it booted.
    public func unlock() async { await happen { $0.unlock() } }

    /// Whether files protected until the first unlock can be read. (PLAT-053)
    public var filesReadable: Bool { world.withLock { $0.life.isUnlocked } }

    /// Whether the person allows the app to be started in the background. (PLAT-077)
    public func setBackgroundRefresh(_ isOn: Bool) async { await happen { $0.life.backgroundRefresh = isOn } }

    /// The system notices that the phone has moved far: the app is resumed or started, and told where it is. (PLAT-115)
    public func significantChange() async {
        await happen { world in
            guard world.permissions.location.tier == .always, world.mayRunInBackground else { return }
            if world.process == nil || world.process?.state == .suspended { world.launch(.significantChange) }
            // The listener that the launch brings attaches first.
            world.schedule { world in world.schedule { $0.deliverCurrentFix() } }
        }
    }
}

extension World {
    /// Whether the system would run the app for an event, apart from the location permission.
    var mayRunInBackground: Bool {
        guard profile != .software else { return false }
        if let process { return process.state != .suspended || knobs.eventsStartApp }
        guard life.isUnlocked, knobs.eventsStartApp else { return false }
        return life.backgroundRefresh && (!life.wasForceQuit || knobs.relaunchAfterForceQuit)
    }

    mutating func unlock() {
        guard !life.isUnlocked else { return }
        life.isUnlocked = true
        log("unlocked")
        tell(.app(.protectedDataAvailable))
        if knobs.startsAppOnBoot, process == nil, !life.wasForceQuit { launch(.boot) }
        schedule(after: knobs.bootEvaluationDelay) { $0.lookAtAllRegions() }
    }
}
