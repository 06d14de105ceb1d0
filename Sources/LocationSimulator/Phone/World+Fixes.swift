import Foundation
import LocationCore

extension World {
    /// What positioning would say now; `nil` where it cannot say anything.
    ///
    /// With reduced accuracy it is a point of a coarse grid, five kilometres wide and ten minutes old. (PLAT-099)
    mutating func measure(_ source: FixSource) -> Fix? {
        guard let coordinate = truth.coordinate(at: now), permissions.location.allowsMonitoring else { return nil }
        guard permissions.location.isPrecise else {
            return Fix(
                coordinate: coordinate.snapped, accuracy: 5000, timestamp: clock.wall.adding(milliseconds: -600_000),
                source: source)
        }
        let motion = truth.motion(at: now)
        return Fix(
            coordinate: strayed(coordinate), accuracy: truth.accuracy(at: now) ?? knobs.fixAccuracy,
            timestamp: clock.wall, speed: motion.speed, course: motion.course, source: source)
    }

    mutating func refreshLastKnown() {
        if let fix = measure(.cached) { fixes.lastKnown = fix }
    }

    mutating func deliverCurrentFix() {
        if let fix = measure(.live) { deliver(fix) }
    }

    /// Hands a fix to the app. An app that is suspended or not running does not get it.
    mutating func deliver(_ fix: Fix) {
        fixes.lastKnown = fix
        guard let process, process.state != .suspended else { return log("fix \(fix.summary) for nobody") }
        if fixes.answers == .delivered {
            for id in process.requests.keys.sorted() {
                self.process?.requests[id] = nil
                tell(.fix(fix.from(.asked), request: id))
            }
        }
        tell(.fix(fix, request: nil))
    }

    mutating func request(_ request: FixRequest) {
        guard permissions.location.tier == .always || permissions.location.tier == .whenInUse else {
            return tell(.fixFailed(request: request.id, .notAuthorized))
        }
        guard permissions.location.servicesEnabled else {
            return tell(.fixFailed(request: request.id, .unavailable))
        }
        if let known = fixes.lastKnown, request.oldestAcceptable > 0,
            clock.wall.milliseconds(since: known.timestamp) <= request.oldestAcceptable
        {
            return tell(.fix(known.from(.cached), request: request.id))
        }
        guard let id = process?.id else { return }
        process?.requests[request.id] = request
        if knobs.fixLatency <= request.timeout {
            schedule(after: knobs.fixLatency) { $0.answer(request, of: id) }
        }
        schedule(after: request.timeout) { world in
            world.close(request, of: id, with: .fixFailed(request: request.id, .timedOut))
        }
    }

    private mutating func answer(_ request: FixRequest, of id: Int) {
        switch fixes.answers {
        case .truth:
            guard process?.requests[request.id] == request, let fix = measure(.asked) else { return }
            fixes.lastKnown = fix
            close(request, of: id, with: .fix(fix, request: request.id))
        case .failure(let failure):
            close(request, of: id, with: .fixFailed(request: request.id, failure))
        case .delivered, .silence: return
        }
    }

    /// Answers a request that is still open.
    private mutating func close(_ request: FixRequest, of id: Int, with event: DeviceEvent) {
        guard let process, process.id == id, process.requests[request.id] == request else { return }
        self.process?.requests[request.id] = nil
        tell(event)
    }

    mutating func watch(_ owner: String, _ rate: FixRate) {
        let isNew = process?.watches[owner] == nil
        log("\(owner) follows fixes, every \(rate.distance) m")
        process?.watches[owner] = Watch(rate: rate)
        planSuspension()
        if isNew, knobs.cachedFixFirst, let known = fixes.lastKnown { tell(.fix(known.from(.cached), request: nil)) }
        guard !fixes.isTicking else { return }
        fixes.isTicking = true
        schedule { $0.tick() }
    }

    mutating func stopWatching(_ owner: String) {
        guard process?.watches.removeValue(forKey: owner) != nil else { return }
        log("\(owner) follows fixes no more")
        mayRun(for: 0)
    }

    /// The heartbeat: a fix for whoever has moved far enough, until nobody follows any more.
    private mutating func tick() {
        guard let process, !process.watches.isEmpty, let interval = knobs.fixInterval else {
            fixes.isTicking = false
            return
        }
        schedule(after: interval) { $0.tick() }
        guard process.state != .suspended, isInUse || permissions.location.tier == .always, let fix = reading()
        else { return }
        let wanting = process.watches.filter { $0.value.wants(fix) }.keys
        guard !wanting.isEmpty else { return }
        for owner in wanting {
            self.process?.watches[owner]?.last = fix.coordinate
            self.process?.watches[owner]?.lastAccuracy = fix.accuracy
        }
        fixes.lastKnown = fix
        tell(.fix(fix, request: nil))
    }

    /// The next reading of a subscription; with reduced accuracy one in fifteen minutes. (PLAT-099)
    private mutating func reading() -> Fix? {
        guard !permissions.location.isPrecise else { return measure(.live) }
        if let last = fixes.lastReducedAt, now - last < 900_000 { return nil }
        fixes.lastReducedAt = now
        return measure(.live)
    }

    private mutating func strayed(_ coordinate: Coordinate) -> Coordinate {
        guard knobs.fixNoise > 0 else { return coordinate }
        // Two independent normal deviates from two even ones (Box and Muller).
        let size = (-2 * log1p(-noiseRandom.unit())).squareRoot() * knobs.fixNoise
        let angle = noiseRandom.unit() * 2 * .pi
        let metresPerDegree = 111_320.0
        let north = size * cos(angle) / metresPerDegree
        let east = size * sin(angle) / (metresPerDegree * max(0.01, cos(Ellipsoid.radians(coordinate.latitude))))
        let longitude = (coordinate.longitude + east).remainder(dividingBy: 360)
        return Coordinate(
            checkedLatitude: min(90, max(-90, coordinate.latitude + north)), longitude: longitude)
    }
}

extension Watch {
    /// Whether a reading is far enough from the last one told, or better. (PLAT-116)
    fileprivate func wants(_ fix: Fix) -> Bool {
        guard let last, rate.distance > 0 else { return true }
        if let accuracy = fix.accuracy, let lastAccuracy, accuracy < lastAccuracy { return true }
        return Ellipsoid.metres(from: last, to: fix.coordinate) >= rate.distance
    }
}

extension Coordinate {
    /// The nearest point of a grid of a twentieth of a degree.
    fileprivate var snapped: Coordinate {
        Coordinate(
            checkedLatitude: (latitude * 20).rounded() / 20, longitude: (longitude * 20).rounded() / 20)
    }
}
