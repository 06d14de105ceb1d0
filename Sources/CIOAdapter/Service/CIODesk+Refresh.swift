import GeofenceEngine
import LocationCore

/// Downloads and rankings.
extension CIODesk {
    /// Lets the machine decide, and does what it says.
    func refresh(_ input: RefreshMachine.Input) async {
        guard isWired else {
            if input == .refreshAsked { say(.error, .geofence, "the geofence module is not initialized") }
            return
        }
        for output in machine.step(input, await facts()) { await perform(output) }
    }

    private func facts() async -> RefreshFacts {
        RefreshFacts(
            now: device.clock.now().wall, person: context.userId, mode: mode, config: config, lastSync: lastSync,
            registrationCenter: await engine.rankingAnchor, lastKnown: positions.lastKnown,
            hasCachedFences: await engine.fenceCount() > 0,
            hasRegisteredFences: !(await engine.watchedFences).isEmpty, isHeld: await pauseLeft != nil)
    }

    private func perform(_ output: RefreshMachine.Output) async {
        switch output {
        case .requestSilentFix: await locate(.silentAsked)
        // The engine has asked when it told of the exit.
        case .requestMovementFix: break
        case .download(let anchor): await beginDownload(from: anchor)
        case .apply(let anchor): await apply(from: anchor)
        case .rerank(let anchor): await rank(from: anchor, tellsFirstEnter: true)
        case .restore(let anchor): await rank(from: anchor, tellsFirstEnter: false)
        case .cleanUp: await cleanUp()
        case .awaitPause: await armPause()
        case .ended(let end): say(.debug, .geofence, "the pass ended: \(end)")
        case .log(let line): log(line)
        }
    }

    private func beginDownload(from anchor: Coordinate) async {
        do throws(DownloadError) {
            let request = try requester.nearest(to: anchor, id: makeRequestID("nearest"))
            download = request.id
            holdTime()
            await engine.send(request)
        } catch {
            await refresh(.downloadEnded(.failed(error)))
        }
    }

    func takeDownload(_ result: HTTPResult) async {
        download = nil
        await notePause(result)
        do throws(DownloadError) {
            received = try NearestResponse(body: CIOAnswers.body(of: result))
            await refresh(.downloadEnded(.received))
        } catch {
            await refresh(.downloadEnded(.failed(error)))
        }
        received = nil
        if download == nil { releaseTime() }
    }

    private func apply(from anchor: Coordinate) async {
        guard let response = received else { return }
        var leftOut = LeftOutFences()
        for entry in response.dropped {
            if let id = entry.id { leftOut.add(id, entry.reason.description) }
            say(
                .error, .geofence,
                "fence \(entry.id ?? "without id") (entry \(entry.index)) is left out: \(entry.reason)")
        }
        for remark in response.remarks { say(.error, .geofence, "fence \(remark.id): \(remark.text)") }
        let next = response.config ?? config
        let sync = LastSync(at: device.clock.now().wall, anchor: anchor)
        let nextConfiguration = Self.configuration(of: next, context, live: live, device, log)
        let isStored = await attempt { () async throws(StoreError) in
            try await engine.replaceAll(
                with: response.fences,
                values: [
                    CIOKeys.config: next.json, CIOKeys.sync: sync.json,
                    CIOKeys.leftOut: leftOut.count == 0 ? nil : leftOut.json,
                ],
                rankedBy: RankRequest(anchor: anchor, evidence: evidence(at: anchor)),
                configuration: nextConfiguration)
        }
        guard isStored else { return }
        config = next
        lastSync = sync
        await sayOutcome()
    }

    private func rank(from anchor: Coordinate, tellsFirstEnter: Bool) async {
        await attempt { () async throws(StoreError) in
            try await engine.rank(
                RankRequest(
                    anchor: anchor, evidence: tellsFirstEnter ? evidence(at: anchor) : nil,
                    tellsFirstEnter: tellsFirstEnter))
        }
        await sayOutcome()
    }

    /// The fix that gave this pass its anchor; a kept place shows nothing. (CIO 7.5)
    private func evidence(at anchor: Coordinate) -> Fix? { passFix?.coordinate == anchor ? passFix : nil }

    private func sayOutcome() async {
        if config.isKillSwitch {
            say(.info, .geofence, "monitoring is disabled by the server; nothing is watched")
        } else if device.authorization.current.allowsMonitoring {
            let count = await engine.watchedFences.count
            let trigger = await engine.isHelperArmed ? "on" : "off"
            say(.info, .geofence, "\(count) fences are watched; the movement trigger is \(trigger)")
        } else {
            say(.info, .geofence, "nothing is registered: the location permission does not allow it")
        }
    }

    /// What belonged to the person before is forgotten; whoever is identified now starts anew. (CIO 3.8)
    private func cleanUp() async {
        lastSync = nil
        await attempt { () async throws(StoreError) in
            try await engine.setPerson(nil, values: [CIOKeys.sync: nil])
            if let person = context.userId { try await engine.setPerson(person) }
        }
    }
}

/// Time to work in the background while a pass waits for the server. (CIO 3.5)
extension CIODesk {
    /// Systems give about 30 s and take offence at more. (PLAT-073)
    private static let longestMilliseconds: Int64 = 25_000

    private func holdTime() {
        device.backgroundTime.hold(CIOKeys.pass)
        device.wakeUps.arm(key: CIOKeys.pass, after: Self.longestMilliseconds)
    }

    func releaseTime() {
        device.backgroundTime.release(CIOKeys.pass)
        device.wakeUps.disarm(key: CIOKeys.pass)
    }
}

/// The pause of downloads that the server asked for. It is the server's and outlives process and person. (AMD-02)
extension CIODesk {
    /// Milliseconds that are left of it; `nil` when there is none. Of a clock that was set back no more than the longest pause
    /// is believed.
    private var pauseLeft: Int64? {
        get async {
            guard let until = await engine.value(CIOKeys.pause)?.int64Value else { return nil }
            let left = Timestamp(milliseconds: until).milliseconds(since: device.clock.now().wall)
            return (1...RetryAfter.longest).contains(left) ? left : nil
        }
    }

    private func notePause(_ result: HTTPResult) async {
        let now = device.clock.now().wall
        let asked = RetryAfter.asked(by: result, now: now).flatMap { $0 > 0 ? $0 : nil }
        let isKnown = await engine.value(CIOKeys.pause) != nil
        guard asked != nil || isKnown else { return }
        await attempt { () async throws(StoreError) in
            try await engine.keep([
                CIOKeys.pause: asked.map { .integer(now.adding(milliseconds: $0).milliseconds) }
            ])
        }
        device.wakeUps.disarm(key: CIOKeys.pause)
        if let asked { device.wakeUps.arm(key: CIOKeys.pause, after: asked) }
    }

    private func armPause() async {
        if let left = await pauseLeft { device.wakeUps.arm(key: CIOKeys.pause, after: left) }
    }
}
