package import LocationCore

/// What a process's device does not tell, for code that stands between the phone and the app as a system's frameworks do.
extension AppProcess {
    /// Attaches a listener that stands for others. It hears of regions after ``hearRegions()``; what they report until
    /// then waits as it does for the first listener. (PLAT-070)
    package func attachWaiting(_ listener: any DeviceListener) {
        command { $0.attach(listener, to: id, hears: false) }
    }

    /// Somebody in the app listens to regions now.
    package func hearRegions() { command { $0.beginHearing(id) } }

    /// Whether background time is held under a name; it may have been refused. (PLAT-073)
    package func isHolding(_ name: String) -> Bool {
        read { world in world.process?.id == id && world.process?.holds[name] != nil }
    }

    /// Milliseconds for which the process may go on running; `nil` while nothing would stop it.
    package var timeLeft: Int64? {
        read { world in
            guard let process = world.process, process.id == id, process.state == .background else { return nil }
            return max(0, max(process.runsUntil, process.holds.values.max() ?? .min) - world.now)
        }
    }

    /// Whether the app counts as in use although it is behind others. (PLAT-060)
    package func setKeptInUse(_ isKept: Bool) {
        read { world in
            if world.process?.id == id { world.process?.isKeptInUse = isKept }
        }
    }

    /// Posts a notification that is shown in another way than at once or at each crossing.
    package func post(_ notification: LocalNotification, _ showing: Showing) {
        command { $0.post(notification, showing) }
    }

    /// The identifiers of notifications that wait for a time or a boundary, sorted.
    package var waitingNotifications: [String] { read { $0.notices.waiting } }

    /// Whether the person allows the app to be started in the background. (PLAT-077)
    package var allowsBackgroundRefresh: Bool { read { $0.life.backgroundRefresh } }

    /// How often a request over HTTP breaks off when the process is suspended, 0…1. (PLAT-074)
    package func setRequestLoss(_ share: Double) {
        read { world in
            if world.process?.id == id { world.process?.requestLoss = share }
        }
    }

    /// Gives up the region events that wait for somebody who hears of regions, if nobody does by now. (PLAT-070, PLAT-085)
    package func dropUnheard() {
        read { world in
            if world.process?.id == id { world.dropArrivals() }
        }
    }

    /// Registers what is called, on no thread in particular, when the process has ended; at once if it has.
    package func whenEnded(_ body: @escaping @Sendable () -> Void) {
        let isAlive = read { world in
            guard world.process?.id == id else { return false }
            world.process?.onEnd.append(body)
            return true
        }
        if !isAlive { body() }
    }

    /// Whether anything in the process follows fixes.
    package var isFollowingFixes: Bool {
        read { world in world.process?.id == id && world.process?.watches.isEmpty == false }
    }
}
