import GeofenceEngine
package import LocationCore

/// Cloud mode: syncs without records, and the slice that every answer may bring. (BKN 8)
extension BeekonService: DeviceListener {
    static let wakeKey = "beekon.sync"
    /// How far from the place of the last sync another is made, in metres.
    private static let farAway = 5000.0

    package func receive(_ event: DeviceEvent) async {
        switch event {
        case .fix(let fix, _): await moved(to: fix)
        case .wakeUp(Self.wakeKey): await synchronise()
        default: break
        }
    }

    private func moved(to fix: Fix) async {
        let isFar = state.withLock { state in
            guard state.config.isCloud, state.syncFailures == 0, let last = state.lastSync else { return false }
            guard let place = last.place else { return true }
            return Geodesic.distance(from: place, to: fix.coordinate) >= Self.farAway
        }
        if isFar { await synchronise() }
    }

    /// Whether a launch is a reason to sync.
    var isSyncDue: Bool {
        let now = device.clock.now().wall
        return state.withLock { state in
            guard state.config.isCloud else { return false }
            guard let last = state.lastSync else { return true }
            return now.milliseconds(since: last.at) > Int64(BeekonPolicy.defaultIntervalSeconds) * 1000
        }
    }

    /// Syncs, unless records wait whose upload is a sync as well.
    func synchroniseUnlessRecordsDo() async {
        let waiting = try? await engine.records(limit: 100)
        if waiting?.contains(where: { !$0.isWaiting && !$0.isParked }) != true { await synchronise() }
    }

    /// Sends a request without records, unless one is under way.
    func synchronise() async {
        let config = config
        guard config.isCloud else { return }
        let id = "beekon.sync.\(await engine.makeIdentifier())"
        let transport = Self.configuration(config, isTracking: false, device, cloudURL, state).transport
        guard let request = transport.request(for: [], id: id, fence: { _ in nil }),
            state.withLock({ state in
                guard state.syncRequest == nil else { return false }
                state.syncRequest = id
                return true
            })
        else { return }
        await tell(.upload(.began))
        await engine.send(request)
        await device.events.settle()
    }

    func synchronised(_ id: String, _ result: HTTPResult) async {
        guard
            state.withLock({ state in
                guard state.syncRequest == id else { return false }
                state.syncRequest = nil
                return true
            })
        else { return }
        let answer = UploadAnswer(result, now: device.clock.now().wall)
        await tell(.upload(.answered(answer, isSmallest: true)))
        if case .later(let after) = answer.outcome {
            let pause = max(RetryAfter.asked(by: result, now: device.clock.now().wall) ?? 0, 60_000)
            let until = device.clock.now().continuous + pause
            state.withLock { $0.syncHeldUntil = RetryAfter.isOverloaded(result) ? until : nil }
            retry(after)
        }
        await heard(result)
        await tell(.upload(.ended))
    }

    private func retry(_ after: Int64?) {
        let failures = state.withLock { state in
            state.syncFailures += 1
            return state.syncFailures
        }
        let own = min(Int64(10_000) << min(failures - 1, 10), 900_000)
        device.wakeUps.arm(key: Self.wakeKey, after: max(own, min(after ?? 0, 3_600_000)))
    }

    /// Takes what an answer in cloud mode brings, to an upload as to a sync without records.
    func heard(_ result: HTTPResult) async {
        guard config.isCloud, case .response(200...299, _, let body) = result else { return }
        let last = LastSync(at: device.clock.now().wall, place: device.fixes.lastKnown?.coordinate)
        state.withLock { ($0.lastSync, $0.syncFailures) = (last, 0) }
        device.wakeUps.disarm(key: Self.wakeKey)
        let slice = SliceAnswer(body: body)
        // Not kept, it is only asked again sooner.
        try? await engine.keep([LastSync.key: last.json])
        if case .replaced(let slice) = slice { await replace(with: slice) }
        await tell(.slice(slice))
    }

    private func replace(with slice: SliceAnswer.Slice) async {
        let (fences, _, leftOut) = slice.fences
        do throws(StoreError) {
            try await engine.replaceAll(
                with: fences, set: BeekonPolicy.cloudSet,
                values: [
                    Beekon.revisionKey: slice.revision.map { .string($0) },
                    Self.orderKey: .array(fences.map { .string($0.id.text) }),
                    Self.leftOutKey: leftOut.count == 0 ? nil : leftOut.json,
                ])
            state.withLock { $0.revision = slice.revision }
        } catch {
            await tell(.store("\(error)"))
        }
    }
}
