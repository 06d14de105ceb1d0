import LocationCore

/// How long a process in the background goes on running, and its timers.
extension World {
    /// Gives a process in the background time to run, if it has not more already.
    mutating func mayRun(for milliseconds: Int64) {
        guard let process else { return }
        let until = max(process.runsUntil, now.addingClamped(milliseconds))
        self.process?.runsUntil = until
        planSuspension()
    }

    /// Whether the app counts as in use: in front, a moment after, following fixes, or kept so. (PLAT-060, PLAT-091)
    var isInUse: Bool {
        guard let process else { return false }
        switch process.state {
        case .foreground: return true
        case .background:
            let isFollowing = knobs.fixesInBackground && !process.watches.isEmpty
            return isFollowing || process.isKeptInUse
                || process.leftFrontAt.map { now - $0 < knobs.inUseGrace } ?? false
        case .suspended: return process.isKeptInUse
        case .notRunning: return false
        }
    }

    /// When the process must stop running; `nil` for not at all.
    private var suspensionTime: Int64? {
        guard let process, process.state == .background, knobs.suspendsInBackground else { return nil }
        if knobs.fixesInBackground, !process.watches.isEmpty { return nil }
        return max(process.runsUntil, process.holds.values.max() ?? .min)
    }

    mutating func planSuspension() {
        life.suspensionPlan += 1
        guard profile != .software, let time = suspensionTime else { return }
        let plan = life.suspensionPlan
        schedule(after: time - now) { world in
            guard world.life.suspensionPlan == plan, let time = world.suspensionTime else { return }
            guard time <= world.now else { return world.planSuspension() }
            let overran = world.process?.holds.isEmpty == false
            world.process?.holds = [:]
            if overran, world.knobs.killsOnOverrun {
                world.endProcess("killed: background time not given back")
            } else {
                world.suspend()
            }
        }
    }

    mutating func hold(_ name: String, for id: Int) {
        guard let process, process.id == id, process.holds[name] == nil else { return }
        if knobs.backgroundTaskRefusals > 0, systemRandom.unit() < knobs.backgroundTaskRefusals {
            return log("background time for \(name) refused")
        }
        log("background time for \(name)")
        let usedUp = now.addingClamped(knobs.backgroundTaskBudget)
        self.process?.holds[name] = usedUp
        planSuspension()
    }

    mutating func release(_ name: String, for id: Int) {
        guard let process, process.id == id, process.holds[name] != nil else { return }
        log("background time for \(name) given back")
        self.process?.holds[name] = nil
        planSuspension()
    }

    mutating func arm(_ key: String, after milliseconds: Int64, for id: Int) {
        guard let process, process.id == id else { return }
        let token = process.nextToken
        let delay = max(0, milliseconds)
        let due = now.addingClamped(delay)
        self.process?.nextToken += 1
        self.process?.timers[key] = ProcessState.Timer(due: due, token: token)
        // A timer beyond the end of time is one that never comes.
        guard due < .max else { return }
        schedule(after: delay) { world in
            guard let process = world.process, process.id == id, process.state != .suspended,
                process.timers[key]?.token == token
            else { return }
            world.process?.timers[key] = nil
            world.tell(.wakeUp(key: key))
        }
    }

    mutating func disarm(_ key: String, for id: Int) {
        guard let process, process.id == id else { return }
        self.process?.timers[key] = nil
    }

    /// Timers that came due while nothing ran fire together now. (PLAT-074)
    mutating func fireOverdueTimers() {
        guard let process else { return }
        let overdue = process.timers.filter { $0.value.due <= now }
            .sorted { ($0.value.due, $0.value.token) < ($1.value.due, $1.value.token) }
        for (key, _) in overdue {
            self.process?.timers[key] = nil
            tell(.wakeUp(key: key))
        }
    }
}

extension Int64 {
    /// The sum, held at the end of the range.
    func addingClamped(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }
}
