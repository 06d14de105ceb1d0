import LocationCore

/// Finding out on which side of each region the phone is, continuously in time.
extension World {
    /// Whether the system can tell anything about regions now.
    private var canDetect: Bool {
        let permission = permissions.location
        return profile != .software && knobs.detectsCrossings && permission.allowsMonitoring && permission.isPrecise
            && !daemon.isAirplaneMode && life.isUnlocked
    }

    var believedPosition: Coordinate? { daemon.falsePosition ?? truth.coordinate(at: now) }

    mutating func lookAtAllRegions() {
        for id in daemon.regions.map(\.region.id) { look(at: id) }
    }

    mutating func lookLater(at id: String, after delay: Int64) {
        guard let index = daemon.index(of: id) else { return }
        daemon.regions[index].plan += 1
        let (registration, plan) = (daemon.regions[index].registration, daemon.regions[index].plan)
        schedule(after: delay) { world in
            guard let index = world.daemon.index(of: id), world.daemon.regions[index].registration == registration,
                world.daemon.regions[index].plan == plan
            else { return }
            world.look(at: id)
        }
    }

    /// Judges one region now, and plans the next look for when its answer can first be another.
    mutating func look(at id: String) {
        guard canDetect, let position = believedPosition, let index = daemon.index(of: id),
            daemon.regions[index].isWatched
        else { return }
        judge(index, zone: band(of: daemon.regions[index]).zone(of: position), position)
        guard daemon.falsePosition == nil, let next = nextLook(at: daemon.regions[index]) else { return }
        lookLater(at: id, after: next - now)
    }

    private mutating func judge(_ index: Int, zone: Side?, _ position: Coordinate) {
        let watched = daemon.regions[index]
        guard watched.side != .unknown else {
            let circle = watched.region.circle
            let isInside = Ellipsoid.metres(from: circle.center, to: position) <= circle.radius
            return begin(index, isInside ? .inside : .outside)
        }
        guard let zone, zone != watched.side else {
            // Back inside the margin, or on the old side, before the time was up. (PLAT-020)
            daemon.regions[index].candidate = nil
            return
        }
        guard watched.candidate != zone else { return }
        daemon.regions[index].candidate = zone
        daemon.regions[index].confirmation += 1
        let delay = daemon.falsePosition == nil ? confirmationDelay : 0
        guard delay > 0 else { return confirm(index, zone) }
        let (id, registration) = (watched.region.id, watched.registration)
        let confirmation = daemon.regions[index].confirmation
        schedule(after: delay) { world in
            guard let index = world.daemon.index(of: id), world.daemon.regions[index].registration == registration,
                world.daemon.regions[index].confirmation == confirmation,
                world.daemon.regions[index].candidate == zone
            else { return }
            world.confirm(index, zone)
        }
    }

    private var confirmationDelay: Int64 {
        guard knobs.responsiveness > 0 else { return knobs.holdTime }
        let earliest = now + knobs.holdTime
        let past = earliest % knobs.responsiveness
        return earliest - now + (past == 0 ? 0 : knobs.responsiveness - past)
    }

    private mutating func confirm(_ index: Int, _ side: Side) {
        daemon.regions[index].candidate = nil
        daemon.regions[index].side = side
        let watched = daemon.regions[index]
        log("system: \(side.rawValue) \(watched.region.id)")
        beginStay(index)
        switch profile {
        case .iOSClassic, .android: reportCrossing(watched, side == .inside ? .enter : .exit)
        case .iOSMonitor: reportState(index, side)
        case .software: break
        }
    }

    /// The first look at a registration. Classic regions stay silent. (PLAT-023, PLAT-044, PLAT-153)
    private mutating func begin(_ index: Int, _ side: Side) {
        daemon.regions[index].side = side
        let watched = daemon.regions[index]
        log("system: \(watched.region.id) begins \(side.rawValue)")
        if profile == .iOSMonitor, watched.toldSide != side { reportState(index, side) }
        guard profile == .android, side == .inside, watched.region.reportsInitialEntry else { return }
        beginStay(index)
        reportCrossing(watched, .enter)
    }

    /// Android watches a stay by itself. (PLAT-154)
    private mutating func beginStay(_ index: Int) {
        daemon.regions[index].stay += 1
        let watched = daemon.regions[index]
        guard profile == .android, watched.side == .inside, let delay = watched.region.loiteringDelay else { return }
        schedule(after: delay) { world in
            guard let index = world.daemon.index(of: watched.region.id) else { return }
            let still = world.daemon.regions[index]
            guard still.registration == watched.registration, still.stay == watched.stay else { return }
            world.report(still, .dwell)
        }
    }
}

/// The two circles between which the system does not change its mind. (PLAT-020)
struct DetectionBand {
    let circle: Circle
    let inner: Double
    let outer: Double

    /// The side, or `nil` between the two circles.
    func zone(of position: Coordinate) -> Side? { zone(Ellipsoid.metres(from: circle.center, to: position)) }

    func zone(_ distance: Double) -> Side? { distance <= inner ? .inside : distance > outer ? .outside : nil }

    /// How far the phone must at least move before it is in another zone.
    func slack(_ distance: Double) -> Double { min(abs(distance - inner), abs(distance - outer)) }
}

extension World {
    private func band(of watched: WatchedRegion) -> DetectionBand {
        let circle = watched.region.circle
        let margin = knobs.edgeDistance / knobs.radioQuality
        return DetectionBand(
            circle: circle, inner: circle.radius - min(margin, circle.radius / 2), outer: circle.radius + margin)
    }

    /// When the phone, following its way, is next in another zone: to the millisecond, or earlier with nothing to see.
    ///
    /// It leaps as far as the distance to the nearest edge allows. A chord that is crossed within ten milliseconds
    /// may be missed.
    private func nextLook(at watched: WatchedRegion) -> Int64? {
        guard now < truth.end, let start = truth.coordinate(at: now) else { return nil }
        let band = band(of: watched)
        var time = now
        var distance = Ellipsoid.metres(from: band.circle.center, to: start)
        let zone = band.zone(distance)
        for _ in 0..<200 {
            guard let far = truth.time(after: time, travelling: band.slack(distance) * 0.99) else {
                return lastLook(zone, band)
            }
            let next = min(truth.end, max(far, time + 10))
            guard let there = truth.coordinate(at: next) else { return nil }
            distance = Ellipsoid.metres(from: band.circle.center, to: there)
            if band.zone(distance) != zone { return change(of: zone, band, from: time, to: next) }
            if next >= truth.end { return nil }
            time = next
        }
        return time
    }

    /// The way ends before the nearest edge can be reached, unless its last metre lies on it.
    private func lastLook(_ zone: Side?, _ band: DetectionBand) -> Int64? {
        guard let last = truth.coordinate(at: truth.end), band.zone(of: last) != zone else { return nil }
        return truth.end
    }

    /// The first millisecond of another zone between one that is in `zone` and one that is not.
    private func change(of zone: Side?, _ band: DetectionBand, from start: Int64, to end: Int64) -> Int64 {
        var (before, after) = (start, end)
        while after - before > 1 {
            let middle = before + (after - before) / 2
            guard let there = truth.coordinate(at: middle) else { return after }
            if band.zone(of: there) == zone { before = middle } else { after = middle }
        }
        return after
    }
}
