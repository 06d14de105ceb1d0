import GeofenceEngine
package import LocationCore

/// Positions asked for by the application.
extension BGeoService {
    package func currentPosition(_ options: JSONObject) async throws(BGeoError) -> JSONValue {
        let seconds = options["timeout"]?.doubleValue.flatMap { $0.isFinite && $0 > 0 ? $0 : nil } ?? 30
        let oldest = options["maximumAge"]?.doubleValue.flatMap { $0.isFinite && $0 > 0 ? $0 : nil } ?? 0
        // A store that cannot be used is told at once: nobody would answer.
        _ = try await run { () async throws(StoreError) in try await engine.recordCount() }
        let id = await engine.requestFix(
            accuracy: Self.accuracy(options), timeout: Int64(saturating: seconds * 1000),
            oldest: Int64(saturating: oldest))
        await device.events.settle()
        switch await answer(to: id) {
        case .failure(let failure):
            lastLocationError = failure.rawValue
            let error = Self.error(of: failure)
            hub.emit(
                channel: .locationError,
                payload: ["code": .string(error.code), "message": .string(error.message)])
            throw error
        case .fix(let fix):
            lastPosition = fix
            let record = await location(fix, extras: options["extras"]?.objectValue ?? [:])
            let isTracking = await engine.isTracking
            if options["persist"]?.boolValue ?? isTracking { await keep(record, of: fix) }
            return .object(record)
        }
    }

    private static func error(of failure: FixFailure) -> BGeoError {
        switch failure {
        case .timedOut: .unknown(code: "408", message: "no position in time")
        case .notAuthorized: .unknown(code: "1", message: "the location permission is missing")
        case .unavailable: .unknown(code: "2", message: "this machine has no location service, or it is switched off")
        }
    }

    private func answer(to id: String) async -> FixAnswer {
        if let early = earlyAnswers.removeValue(forKey: id) { return early }
        // Nobody answers any more.
        if isOver { return .failure(.unavailable) }
        return await withCheckedContinuation { awaitedFixes[id] = $0 }
    }

    /// Answers everybody who waits for a position of a device that the service has left.
    func endWaiting() {
        let waiting = awaitedFixes
        awaitedFixes = [:]
        for (_, continuation) in waiting { continuation.resume(returning: .failure(.unavailable)) }
    }

    func answered(_ id: String, _ answer: FixAnswer) {
        if let continuation = awaitedFixes.removeValue(forKey: id) {
            continuation.resume(returning: answer)
        } else {
            earlyAnswers[id] = answer
        }
    }

    /// A location payload of the application's own asking.
    func location(_ fix: Fix, event: String? = nil, extras: JSONObject = [:]) async -> JSONObject {
        BGeoPayload.record(
            uuid: await engine.makeIdentifier(), fix: fix,
            circumstances: BGeoPayload.Circumstances(
                now: device.clock.now().wall, odometer: await engine.odometer, isMoving: pace,
                status: device.status.current),
            event: event, extras: extras, shared: configuration.extras)
    }

    func keep(_ record: JSONObject, of fix: Fix) async {
        guard let uuid = record["uuid"]?.stringValue else { return }
        let row = Record(id: uuid, kind: .host, at: fix.timestamp, body: .object(record))
        await run(otherwise: ()) { () async throws(StoreError) in try await engine.append(row) }
    }

    package func watchPosition(_ options: JSONObject) {
        stopWatchPosition()
        let watch = PositionWatch(options: options) { [weak self] fix in await self?.watched(fix) }
        self.watch = watch
        device.events.attach(watch)
        device.fixes.watch(
            owner: PositionWatch.owner,
            rate: FixRate(accuracy: Self.accuracy(options), distance: 0))
    }

    /// Metres aimed at; a value below 0 means as precise as can be.
    private static func accuracy(_ options: JSONObject) -> Double {
        max(0, options["desiredAccuracy"]?.doubleValue ?? 10)
    }

    package func stopWatchPosition() {
        guard let watch else { return }
        device.fixes.stopWatching(owner: PositionWatch.owner)
        device.events.detach(watch)
        self.watch = nil
    }

    private func watched(_ fix: Fix) async {
        guard let watch else { return }
        lastPosition = fix
        var extras = watch.extras
        extras["watch"] = true
        let record = await location(fix, extras: extras)
        if watch.isPersistent { await keep(record, of: fix) }
        hub.emit(channel: .location, payload: .object(record))
    }

    // A compass is none of what a device offers here, so nothing is ever emitted on the channel.
    package func watchHeading(_ options: JSONObject) {
        log(LogRow(level: .info, source: "native", event: "watchHeading", message: "this device has no compass"))
    }

    package func stopWatchHeading() {}

    package func odometer() async -> Double {
        await launch()
        return await engine.odometer
    }

    package func setOdometer(_ metres: Double) async throws(BGeoError) -> JSONValue {
        guard metres.isFinite, metres >= 0 else {
            throw .unknown(code: "INVALID_ODOMETER", message: "\(metres) is not a finite number of metres from 0 up")
        }
        try await run { () async throws(StoreError) in try await engine.setOdometer(metres) }
        if let fix = lastPosition { return .object(await location(fix)) }
        return try await currentPosition([:])
    }
}

/// The application's own subscription to positions.
final class PositionWatch: DeviceListener {
    static let owner = "bgeo.watch"

    let extras: JSONObject
    let isPersistent: Bool
    private let interval: Int64
    private let last = Locked<Timestamp?>(nil)
    private let tell: @Sendable (Fix) async -> Void

    init(options: JSONObject, tell: @escaping @Sendable (Fix) async -> Void) {
        extras = options["extras"]?.objectValue ?? [:]
        isPersistent = options["persist"]?.boolValue ?? false
        interval = Int64(saturating: max(0, options["interval"]?.doubleValue ?? 1000))
        self.tell = tell
    }

    func receive(_ event: DeviceEvent) async {
        guard case .fix(let fix, request: nil) = event else { return }
        let isDue = last.withLock { last in
            if let last, fix.timestamp.milliseconds(since: last) < interval { return false }
            last = fix.timestamp
            return true
        }
        if isDue { await tell(fix) }
    }
}
