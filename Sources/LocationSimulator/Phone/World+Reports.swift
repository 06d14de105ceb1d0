import LocationCore

/// From what the system has found out to what the app hears.
extension World {
    mutating func reportCrossing(_ watched: WatchedRegion, _ direction: CrossingDirection) {
        if case .notification(let id) = watched.owner { return showArmed(id, direction) }
        // Unwanted crossings are followed in silence and start nobody. (PLAT-026)
        guard watched.region.edges.contains(direction == .enter ? .enter : .exit) else { return }
        let state = RegionReport(
            id: watched.region.id, registration: watched.registration, kind: .state(direction.side), at: nil,
            position: nil)
        let isClassic = profile == .iOSClassic
        if isClassic, knobs.stateWithCrossing == .before { send(state) }
        report(watched, .crossing(direction))
        if isClassic, knobs.stateWithCrossing == .after { send(state) }
    }

    /// A monitor tells a state once it differs from what it last told. (PLAT-044)
    mutating func reportState(_ index: Int, _ side: Side) {
        let watched = daemon.regions[index]
        if case .notification(let id) = watched.owner {
            // The first look finds out where the phone is; only a crossing after it shows anything. (PLAT-130)
            daemon.regions[index].toldSide = side
            if watched.toldSide != .unknown, watched.toldSide != side {
                showArmed(id, side == .inside ? .enter : .exit)
            }
            return
        }
        guard watched.toldSide != side else { return }
        daemon.regions[index].toldSide = side
        daemon.regions[index].toldAt = clock.wall
        daemon.beliefs[watched.region.id] = RegionDaemon.Belief(side: side, at: clock.wall)
        report(watched, .state(side))
    }

    mutating func report(_ watched: WatchedRegion, _ kind: RegionReport.Kind) {
        // The classic API gives neither date nor position. (PLAT-030, PLAT-062, PLAT-154)
        let position = profile == .android ? measure(.region) : nil
        send(
            RegionReport(
                id: watched.region.id, registration: watched.registration, kind: kind,
                at: profile == .iOSClassic ? nil : clock.wall, position: position))
    }

    /// On an add, a monitor first tells what it believed about the name. (PLAT-046)
    mutating func replayBelief(about region: Region) {
        guard profile == .iOSMonitor, knobs.replayBelief, let belief = daemon.beliefs[region.id],
            let index = daemon.index(of: region.id), belief.side != region.assumedSide
        else { return }
        daemon.regions[index].toldSide = belief.side
        send(
            RegionReport(
                id: region.id, registration: daemon.regions[index].registration, kind: .state(belief.side),
                at: belief.at, position: nil))
    }

    /// A monitor may tell its states again when the process starts. (PLAT-045)
    mutating func emitStatesOnStart() {
        guard profile == .iOSMonitor, knobs.reemitOnStart else { return }
        for watched in daemon.regions where watched.isWatched && watched.toldSide != .unknown {
            guard let at = watched.toldAt else { continue }
            tell(.regionState(RegionState(id: watched.region.id, side: watched.toldSide, at: at, isAnswer: false)))
        }
    }

    /// The answer to a question comes from what the system last found, which may be stale. (PLAT-025)
    mutating func answerState(of id: String) {
        guard let index = daemon.index(of: id), profile == .iOSClassic || isClassic(daemon.regions[index]) else {
            return
        }
        var side = daemon.regions[index].side
        if knobs.answersStateFromTruth, let position = truth.coordinate(at: now) {
            let circle = daemon.regions[index].region.circle
            side = Ellipsoid.metres(from: circle.center, to: position) <= circle.radius ? .inside : .outside
        }
        tell(.regionState(RegionState(id: id, side: side, isAnswer: true)))
    }

    private mutating func send(_ report: RegionReport) {
        var delay: Int64 = 0
        if appState != .foreground {
            delay = Int64(saturating: Double(knobs.deliveryLatency) / knobs.radioQuality)
            if knobs.deliveryJitter > 0 {
                delay += Int64(saturating: systemRandom.unit() * Double(knobs.deliveryJitter))
            }
        }
        daemon.reportCount += 1
        var numbered = report
        numbered.number = daemon.reportCount
        daemon.underway.append(numbered)
        let number = numbered.number
        schedule(after: delay) { world in
            guard let index = world.daemon.underway.firstIndex(where: { $0.number == number }) else { return }
            world.arriveRepeatedly(world.daemon.underway.remove(at: index))
        }
    }

    private mutating func arriveRepeatedly(_ report: RegionReport) {
        for _ in 0..<knobs.duplicateDeliveries { arrive(report) }
    }

    /// A report has come as far as the app's door.
    mutating func arrive(_ report: RegionReport) {
        if now < daemon.starvedUntil { return daemon.starved.append(report) }
        if let registration = report.registration, !knobs.deliversStaleReports {
            guard let index = daemon.index(of: report.id), daemon.regions[index].registration == registration
            else { return log("report about \(report.id) is out of date") }
            // One that was made while the app was behind others, and is late, does not come after a newer one.
            if report.number > 0, report.number < daemon.regions[index].newestArrival, !knobs.shufflesBursts {
                return log("report about \(report.id) is out of date")
            }
            daemon.regions[index].newestArrival = max(report.number, daemon.regions[index].newestArrival)
        }
        switch permissions.location.tier {
        case .notDetermined, .denied, .restricted: return log("report about \(report.id) lost: not allowed")
        case .whenInUse where !isInUse: return log("report about \(report.id) lost: app not in use")
        case .whenInUse, .always: break
        }
        guard permissions.location.servicesEnabled else { return log("report about \(report.id) lost: services off") }
        guard appState == .foreground || keepsAlways(for: report) else { return }
        hand(report)
    }

    private mutating func hand(_ report: RegionReport) {
        if appState == .notRunning || appState == .suspended, !mayRunInBackground { return withhold(report) }
        if process == nil {
            launch(.region)
        } else if process?.state == .suspended {
            resume(.region)
        }
        guard let process else { return }
        if process.state == .background { mayRun(for: knobs.wakeWindow) }
        if !process.isHearing {
            if process.state == .foreground || now < process.launchedAt + max(knobs.wakeWindow, 1000) {
                self.process?.arrivals.append(report.event)
                // A monitor that nobody listens to does not wait for long. (PLAT-085)
                if !process.listeners.isEmpty { dropArrivalsWithoutListener(of: process.id) }
            } else {
                giveUp(report.event)
            }
        } else {
            tell(report.event)
        }
    }

    /// The app cannot be started. Without background refresh the report waits for the person; otherwise it is lost,
    /// and a monitor stops watching. (PLAT-043, PLAT-077)
    private mutating func withhold(_ report: RegionReport) {
        if !life.backgroundRefresh {
            log("report about \(report.id) waits for the person")
            daemon.withheld.append(report)
        } else {
            giveUp(report.event)
        }
    }

    /// An app that comes to the front hears at once what was still on its way to it. (PLAT-021)
    mutating func deliverWithheldReports() {
        let underway = daemon.underway
        daemon.underway = []
        for report in underway { schedule { $0.arriveRepeatedly(report) } }
        let withheld = daemon.withheld
        daemon.withheld = []
        for report in withheld {
            guard let index = daemon.index(of: report.id), daemon.regions[index].side == report.side else { continue }
            schedule { $0.arrive(report) }
        }
    }

    /// Nobody took an event about a region.
    mutating func giveUp(_ event: DeviceEvent) {
        log("nobody took: \(event.summary)")
        guard profile == .iOSMonitor, case .regionState(let state) = event, let index = daemon.index(of: state.id)
        else { return }
        daemon.regions[index].isWatched = false
        daemon.regions[index].isZombie = true
    }

    /// Reports that piled up come at once. (PLAT-028, PLAT-079)
    mutating func endStarving() {
        guard now >= daemon.starvedUntil else { return }
        var reports = daemon.starved
        daemon.starved = []
        if knobs.shufflesBursts { reports.shuffle(using: &systemRandom) }
        for report in reports { schedule { $0.arrive(report) } }
    }
}
