import LocationCore

/// Registering and unregistering.
extension World {
    var capabilities: RegionCapabilities {
        let isNone = profile == .software
        return RegionCapabilities(
            limit: isNone ? 0 : knobs.limit, maximumRadius: knobs.maximumRadius,
            reports: profile.reports, answersStateRequests: profile == .iOSClassic,
            detectsDwell: profile == .android,
            held: daemon.regions.filter { if case .notification = $0.owner { false } else { true } }
                .map { HeldRegion(id: $0.region.id, circle: $0.region.circle) })
    }

    mutating func noteCall(_ kind: RegistrationCall.Kind, id: String, owner: RegionOwner) {
        log("\(kind.rawValue) \(id)")
        daemon.calls.append(
            RegistrationCall(kind: kind, id: id, owner: owner, elapsed: now, held: daemon.count))
    }

    /// Puts a registration on the daemon's list for its next turn, together with all others that were given without
    /// another command between them.
    mutating func register(_ region: Region, owner: RegionOwner = .app) {
        let call = RegistrationBatch.Call(region: region, owner: owner, process: owner == .app ? process?.id : nil)
        if daemon.batches.last?.isOpen == true {
            daemon.batches[daemon.batches.count - 1].calls.append(call)
        } else {
            daemon.batches.append(RegistrationBatch(calls: [call]))
            schedule(after: knobs.setupDelay) { $0.takeBatch() }
        }
    }

    /// Without a delay the first look is part of registering, so that a movement at the same instant comes after it.
    private mutating func lookFirst(at id: String) {
        if knobs.evaluationDelay > 0 { lookLater(at: id, after: knobs.evaluationDelay) } else { look(at: id) }
    }

    /// What has not been set up yet is simply not set up.
    mutating func withdrawDelayed(_ id: String) {
        guard knobs.setupDelay > 0 else { return }
        for index in daemon.batches.indices { daemon.batches[index].calls.removeAll { $0.region.id == id } }
    }

    /// Another command follows, so what is registered later is another call.
    mutating func closeBatch() {
        if !daemon.batches.isEmpty { daemon.batches[daemon.batches.count - 1].isOpen = false }
    }

    private mutating func takeBatch() {
        guard !daemon.batches.isEmpty else { return }
        // What a process had not handed over when it ended is gone with it. A monitor's calls are awaited, and listed.
        let alive = process?.id
        let batch = daemon.batches.removeFirst().calls.filter {
            $0.process == nil || $0.process == alive || profile == .iOSMonitor
        }
        // Android refuses the whole call. (PLAT-150)
        if profile == .android {
            let names = Set((daemon.regions.map(\.region) + batch.map(\.region)).map(\.id))
            if names.count > knobs.limit {
                for call in batch { refuse(call.region, call.owner, .overLimit) }
                return
            }
        }
        for call in batch { take(call.region, call.owner) }
    }

    private mutating func take(_ region: Region, _ owner: RegionOwner) {
        if daemon.swallowed.remove(region.id) != nil { return log("\(region.id) never answered") }
        if let reason = reasonToRefuse(region) { return refuse(region, owner, reason) }
        if let index = daemon.index(of: region.id) {
            if profile == .iOSMonitor, knobs.ignoresRepeatedAdd {
                return answer(owner, .regionTaken(id: region.id, radius: daemon.regions[index].region.circle.radius))
            }
            daemon.regions.remove(at: index)
        }
        var watched = WatchedRegion(
            region: region, owner: owner, registration: daemon.nextRegistration, toldSide: region.assumedSide)
        daemon.nextRegistration += 1
        capabilitiesChanged()
        if slotsTaken(beside: owner) >= knobs.limit {
            guard profile == .iOSMonitor, owner == .app else { return refuse(region, owner, .overLimit) }
            watched.isWatched = false
            daemon.regions.append(watched)
            refuse(region, owner, .overLimit)
            if knobs.overBudgetVictims == .many { giveUpMany() }
            return
        }
        daemon.regions.append(watched)
        daemon.peak = max(daemon.peak, daemon.count)
        answer(owner, .regionTaken(id: region.id, radius: region.circle.radius))
        replayBelief(about: region)
        lookFirst(at: region.id)
    }

    /// How many slots of the pool that a region of `owner` draws from are taken. (PLAT-001, PLAT-004)
    func slotsTaken(beside owner: RegionOwner) -> Int {
        guard !knobs.sharedPool, profile == .iOSMonitor else { return daemon.count }
        return daemon.regions.count { ($0.isWatched || $0.isZombie) && ($0.owner == .app) == (owner == .app) }
    }

    /// Whether a region belongs to the classic calls on a phone of a monitor. (PLAT-054)
    func isClassic(_ watched: WatchedRegion) -> Bool {
        if case .foreign = watched.owner { profile == .iOSMonitor } else { false }
    }

    private func reasonToRefuse(_ region: Region) -> RegionLoss? {
        let permission = permissions.location
        if profile == .software { return .unavailable }
        if !permission.servicesEnabled { return .unavailable }
        if !permission.allowsMonitoring { return .notAuthorized }
        if !permission.isPrecise, knobs.refusesWhenReduced || profile == .android { return .notAuthorized }
        if profile == .android, knobs.androidAPILevel >= 29, permission.tier != .always { return .notAuthorized }
        // Android knows no largest radius. (BGEO-073)
        if profile != .android, let largest = knobs.maximumRadius, region.circle.radius > largest { return .tooLarge }
        return nil
    }

    private mutating func refuse(_ region: Region, _ owner: RegionOwner, _ reason: RegionLoss) {
        log("\(region.id) refused: \(reason.rawValue)")
        answer(owner, .regionLost(id: region.id, reason))
    }

    /// The system's answer goes to whoever listens in the app; a notification has no listener.
    private mutating func answer(_ owner: RegionOwner, _ event: DeviceEvent) {
        if owner == .app { tell(event) }
    }

    /// Nineteen conditions are given up at once and stay listed. (PLAT-003)
    private mutating func giveUpMany() {
        let watched = daemon.regions.filter { $0.isWatched && $0.owner == .app }.map(\.region.id)
        for id in watched.shuffled(using: &systemRandom).prefix(19) {
            guard let index = daemon.index(of: id) else { continue }
            daemon.regions[index].isWatched = false
            tell(.regionLost(id: id, .overLimit))
        }
    }

    mutating func unregister(_ id: String, owner: RegionOwner = .app) {
        guard let index = daemon.index(of: id) else { return }
        daemon.regions.remove(at: index)
        capabilitiesChanged()
        revive()
    }

    /// Conditions that were over the budget come back by themselves when slots are free. (PLAT-003)
    private mutating func revive() {
        guard profile == .iOSMonitor else { return }
        for index in daemon.regions.indices where !daemon.regions[index].isWatched {
            guard slotsTaken(beside: daemon.regions[index].owner) < knobs.limit else { return }
            guard !daemon.regions[index].isZombie else { continue }
            daemon.regions[index].isWatched = true
            let region = daemon.regions[index].region
            tell(.regionTaken(id: region.id, radius: region.circle.radius))
            lookFirst(at: region.id)
        }
    }

    /// The system forgets every region of the app.
    mutating func dropAllRegions(_ why: String) {
        guard !daemon.regions.isEmpty else { return }
        log("all regions lost: \(why)")
        daemon.regions = []
        capabilitiesChanged()
    }

    /// Once for all changes of an instant.
    mutating func capabilitiesChanged() {
        guard !daemon.capabilitiesChanged else { return }
        daemon.capabilitiesChanged = true
        schedule { world in
            world.daemon.capabilitiesChanged = false
            world.tellChange(of: .capabilities)
        }
    }
}
