import LocationCore

/// Registering and unregistering.
extension World {
    var capabilities: RegionCapabilities {
        let isNone = profile == .software
        return RegionCapabilities(
            limit: isNone ? 0 : knobs.limit, maximumRadius: isNone ? nil : knobs.maximumRadius,
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

    /// Puts a registration on the daemon's list for its next turn, together with all others of this instant.
    mutating func register(_ region: Region, owner: RegionOwner = .app) {
        daemon.batch.append((region, owner))
        if daemon.batch.count == 1 { schedule(after: knobs.setupDelay) { $0.takeBatch() } }
    }

    private mutating func takeBatch() {
        let batch = daemon.batch
        daemon.batch = []
        // Android refuses the whole call. (PLAT-150)
        if profile == .android {
            let names = Set(daemon.regions.map(\.region.id)).union(batch.map(\.region.id))
            if names.count > knobs.limit {
                for (region, owner) in batch { refuse(region, owner, .overLimit) }
                return
            }
        }
        for (region, owner) in batch { take(region, owner) }
    }

    private mutating func take(_ region: Region, _ owner: RegionOwner) {
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
        if daemon.count >= knobs.limit {
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
        lookLater(at: region.id, after: knobs.evaluationDelay)
    }

    private func reasonToRefuse(_ region: Region) -> RegionLoss? {
        let permission = permissions.location
        if profile == .software { return .unavailable }
        if !permission.servicesEnabled { return .unavailable }
        if !permission.allowsMonitoring { return .notAuthorized }
        if !permission.isPrecise, knobs.refusesWhenReduced || profile == .android { return .notAuthorized }
        if profile == .android, knobs.androidAPILevel >= 29, permission.tier != .always { return .notAuthorized }
        if let largest = knobs.maximumRadius, region.circle.radius > largest { return .tooLarge }
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
            guard daemon.count < knobs.limit else { return }
            guard !daemon.regions[index].isZombie else { continue }
            daemon.regions[index].isWatched = true
            let region = daemon.regions[index].region
            tell(.regionTaken(id: region.id, radius: region.circle.radius))
            lookLater(at: region.id, after: knobs.evaluationDelay)
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
