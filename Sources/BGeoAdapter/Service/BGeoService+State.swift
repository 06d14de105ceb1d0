import GeofenceEngine
package import LocationCore

/// The state, and permissions.
extension BGeoService {
    package func state() async -> JSONObject {
        await launch()
        let now = device.clock.now().wall
        let authorization = device.authorization.current
        let isTracking = await engine.isTracking
        let fix = await engine.lastFix
        let reading = await engine.newestReading
        func age(_ stamp: Timestamp?) -> JSONValue {
            stamp.map { .double(Double(max(0, now.milliseconds(since: $0))) / 1000) } ?? .null
        }
        let error = await engine.lastRegionError
        let count = await run(otherwise: 0) { () async throws(StoreError) in try await engine.fences().count }
        return [
            "enabled": .bool(isTracking), "trackingActive": .bool(isTracking),
            "isMoving": .bool(pace ?? (fix?.speed.map { $0 >= 0.5 } ?? false)),
            "connected": .bool((lastNetwork ?? .none) != .none), "schedulerEnabled": false,
            "stationaryRegionArmed": false, "sessionEngineActive": .bool(isTracking), "serviceSessionActive": false,
            "headingAvailable": false, "authorization": .integer(Int64(Self.status(authorization).rawValue)),
            "trackingMode": 1, "geofenceCount": .integer(Int64(count)),
            "monitoredWakeRegions": .integer(await engine.isHelperArmed ? 1 : 0), "watchdogRecoveryCount": 0,
            "backgroundRearmCount": 0, "wakeRearmCount": 0, "locationFailureCount": 0,
            "odometer": .double(await engine.odometer), "lastRawFixAge": age(reading),
            "lastAcceptedFixAge": age(fix?.timestamp),
            "lastGeofenceError": error.map { .string($0.rawValue) } ?? .null,
            "lastLocationError": lastLocationError.map { .string($0) } ?? .null, "lastWakeError": .null,
        ]
    }

    package func providerState() async -> JSONObject { Self.provider(device.authorization.current) }

    static func provider(_ authorization: Authorization) -> JSONObject {
        let isOn = authorization.servicesEnabled
        return [
            "status": .integer(Int64(status(authorization).rawValue)), "enabled": .bool(isOn), "gps": .bool(isOn),
            "network": .bool(isOn),
            "accuracyAuthorization": .integer(
                Int64((authorization.isPrecise ? AccuracyAuthorization.full : .reduced).rawValue)),
            "insufficientlyInUse": false,
        ]
    }

    static func status(_ authorization: Authorization) -> AuthorizationStatus {
        switch authorization.tier {
        case .notDetermined: .notDetermined
        case .restricted: .restricted
        case .denied: .denied
        case .always: .always
        case .whenInUse: .whenInUse
        }
    }

    package func isPowerSaveMode() async -> Bool { device.status.current.isPowerSaving }

    package func requestPermission() async throws(BGeoError) -> Int {
        let tier: AuthorizationTier = configuration.asksForAlways ? .always : .whenInUse
        // The system says nothing when nothing changes, so the wait is bounded. (PLAT-095)
        if device.authorization.current.tier == .notDetermined {
            await waiting(forAtMost: 60_000) { device.authorization.request(tier) }
        } else {
            device.authorization.request(tier)
            await device.events.settle()
        }
        return Self.status(device.authorization.current).rawValue
    }

    package func requestTemporaryFullAccuracy(purpose: String) async -> AccuracyAuthorization {
        if !device.authorization.current.isPrecise {
            await waiting(forAtMost: 30_000) { device.authorization.requestTemporaryPrecision(purpose: purpose) }
        }
        return device.authorization.current.isPrecise ? .full : .reduced
    }

    /// Asks, and waits for the permission to change or for the time to pass.
    private func waiting(forAtMost milliseconds: Int64, _ ask: () -> Void) async {
        let wait = PermissionWait(known: device.authorization.current)
        device.events.attach(wait)
        device.wakeUps.arm(key: PermissionWait.key, after: milliseconds)
        ask()
        await device.events.settle()
        await wait.end()
        device.wakeUps.disarm(key: PermissionWait.key)
        device.events.detach(wait)
    }
}

/// Waits for a change of the permission.
private final class PermissionWait: DeviceListener {
    static let key = "bgeo.permission"

    private struct State {
        var isOver = false
        var continuation: CheckedContinuation<Void, Never>?
    }

    private let known: Authorization
    private let state = Locked(State())

    init(known: Authorization) { self.known = known }

    func receive(_ event: DeviceEvent) async {
        switch event {
        case .authorization(let authorization) where authorization != known: finish()
        case .wakeUp(Self.key): finish()
        default: break
        }
    }

    func end() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if !state.isOver { state.continuation = continuation }
                return state.isOver
            }
            if isOver { continuation.resume() }
        }
    }

    private func finish() {
        let continuation = state.withLock { state in
            state.isOver = true
            defer { state.continuation = nil }
            return state.continuation
        }
        continuation?.resume()
    }
}
