import LocationCore

/// What the system knows of the app's life, whether or not a process exists.
struct PhoneLife {
    /// Set when the person swipes the app away, until they open it again. (PLAT-075)
    var wasForceQuit = false
    /// Whether the system may start the app in the background. (PLAT-077)
    var backgroundRefresh = true
    /// Whether the phone has been unlocked since it booted. (PLAT-076, PLAT-078)
    var isUnlocked = true
    /// Tells one plan to suspend from the next.
    var suspensionPlan: UInt64 = 0
}

extension World {
    var appState: AppState { process?.state ?? .notRunning }

    /// Starts a process, or brings the one that exists to where the cause wants it.
    @discardableResult
    mutating func launch(_ cause: WakeCause) -> Int {
        if let process {
            if cause == .user { comeToFront() } else if process.state == .suspended { resume(cause) }
            return process.id
        }
        let id = nextProcess
        nextProcess += 1
        if cause == .user { life.wasForceQuit = false }
        process = ProcessState(
            id: id, cause: cause, launchedAt: now, state: cause == .user ? .foreground : .background)
        log("process \(id) launched (\(cause.rawValue))")
        if cause == .user || knobs.locationFreshOnWake { refreshLastKnown() }
        outbox.add(.start(process: id, cause))
        if cause != .user { mayRun(for: max(knobs.wakeWindow, 1)) }
        dropArrivalsWithoutListener(of: id)
        if cause == .user { deliverWithheldReports() }
        return id
    }

    /// The process ends, between two instructions. What it held in memory is gone.
    mutating func endProcess(_ why: String) {
        guard let process else { return }
        log("process \(process.id) \(why)")
        self.process = nil
        network.dropExchanges()
        for body in process.onEnd { Task { body() } }
    }

    mutating func comeToFront() {
        guard let process, process.state != .foreground else { return }
        if process.state == .suspended { wakeUpCode(cause: nil) }
        self.process?.state = .foreground
        log("app in front")
        tell(.app(.becameActive))
        deliverWithheldReports()
    }

    mutating func goToBackground() {
        guard process?.state == .foreground else { return }
        process?.state = .background
        let left = now
        process?.leftFrontAt = left
        // Time that was asked for in front begins to run here. (PLAT-073)
        let usedUp = now.addingClamped(knobs.backgroundTaskBudget)
        for name in (process?.holds ?? [:]).keys { process?.holds[name] = usedUp }
        log("app in background")
        tell(.app(.enteredBackground))
        mayRun(for: knobs.inUseGrace)
        loseAllowOnceLater()
    }

    mutating func suspend() {
        guard let process, process.state == .background || process.state == .foreground else { return }
        self.process?.state = .suspended
        log("process \(process.id) suspended")
        loseRequests(max(knobs.requestsLostAtSuspension, process.requestLoss))
    }

    /// Runs a suspended process again, in the background.
    mutating func resume(_ cause: WakeCause) {
        guard process?.state == .suspended else { return }
        if knobs.locationFreshOnWake { refreshLastKnown() }
        wakeUpCode(cause: cause)
        mayRun(for: knobs.wakeWindow)
    }

    /// What a process hears first when its code runs again: changes made meanwhile, then why, then what was kept for
    /// it. (PLAT-074, PLAT-101)
    private mutating func wakeUpCode(cause: WakeCause?) {
        guard let process else { return }
        self.process?.state = .background
        log("process \(process.id) resumed")
        let (stale, held) = (process.stale, process.held)
        self.process?.stale = []
        self.process?.held = []
        for fact in StandingFact.allCases where stale.contains(fact) { tell(event(for: fact)) }
        if let cause { tell(.app(.woken(cause))) }
        for event in held { tell(event) }
        if knobs.overdueTimersFirst { fireOverdueTimers() } else { schedule { $0.fireOverdueTimers() } }
    }

    mutating func dropArrivalsWithoutListener(of id: Int) {
        guard knobs.dropsAfterWindow else { return }
        // Staff of the vendor speak of a few seconds in which an app must have set up its listeners.
        schedule(after: max(knobs.wakeWindow, 1000)) { world in
            if world.process?.id == id { world.dropArrivals() }
        }
    }

    mutating func dropArrivals() {
        guard let process, !process.isHearing else { return }
        for event in process.arrivals { giveUp(event) }
        self.process?.arrivals = []
    }
}
