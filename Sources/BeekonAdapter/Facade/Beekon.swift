import GeofenceEngine
import LocationCore

/// Geofences, tracking and uploads in Beekon's style.
///
/// Fences are watched from the moment they are added, whatever ``state`` is, in this process and in every later one.
/// Use ``shared``; it opens its store at the first call.
public actor Beekon {
    /// The one instance of an app. (BKN-001)
    public static let shared = Beekon(.standard)

    let installation: BeekonInstallation
    let diagnostics: Diagnostics
    let events: Broadcast<GeofenceEvent>
    let positions: Broadcast<Location>
    let states = Broadcast<BeekonState>(capacity: 1, beginning: .latest)
    let syncStates = Broadcast<SyncStatus>(capacity: 1, beginning: .latest)
    let licenseStates = Broadcast<LicenseStatus>(capacity: 16, beginning: .latest)
    /// The configuration in force.
    var config = BeekonConfig.initial
    var session = TrackingSession()
    var upload = SyncProgress()
    var license = LicenseStatus.notDetermined
    private var opening = Opening.closed
    /// Calls take effect in the order in which they were made. (AMD-09)
    let calls = CallQueue()

    private enum Opening {
        case closed
        /// Who else waits for it.
        case underWay([CheckedContinuation<Void, Never>])
        case open(any BeekonEngine)
    }

    package init(_ installation: BeekonInstallation) {
        let diagnostics = Diagnostics(level: BeekonConfig.initial.settings.logLevel, now: installation.now)
        self.installation = installation
        self.diagnostics = diagnostics
        events = Broadcast(capacity: 64, beginning: .unseen) { lost in
            diagnostics.write(.warn, "geofence", "a slow reader of geofenceEvents lost \(lost) events")
        }
        positions = Broadcast(capacity: 64, beginning: .latest) { lost in
            diagnostics.write(.warn, "location", "a slow reader of locations lost \(lost) locations")
        }
        states.send(session.state)
        syncStates.send(upload.status)
        licenseStates.send(license)
    }

    /// The engine, opened at the first call; a failure is tried again at the next.
    func engine() async throws(BeekonError) -> any BeekonEngine {
        switch opening {
        case .open(let engine):
            return engine
        case .underWay(let waiting):
            await withCheckedContinuation { opening = .underWay(waiting + [$0]) }
            return try await engine()
        case .closed:
            opening = .underWay([])
            do throws(BeekonError) {
                let engine = try await launch()
                settle(.open(engine))
                return engine
            } catch {
                diagnostics.write(.error, "store", error.description)
                settle(.closed)
                throw error
            }
        }
    }

    private func settle(_ outcome: Opening) {
        guard case .underWay(let waiting) = opening else { return }
        opening = outcome
        for continuation in waiting { continuation.resume() }
    }

    private func launch() async throws(BeekonError) -> any BeekonEngine {
        let engine = try await installation.open(self)
        if let stored = await engine.value(BeekonConfig.storedKey) { config = BeekonConfig(json: stored) ?? config }
        // What an earlier process may not have come to after it kept a configuration.
        try await use(config, on: engine)
        return engine
    }

    /// Brings everything in line with a configuration, which is in force once the engine has it.
    func use(
        _ new: BeekonConfig, on engine: any BeekonEngine, values: [String: JSONValue?] = [:],
        emptyingSlice: Bool = false, isNewWay: Bool = false
    ) async throws(BeekonError) {
        try await engine.use(
            EngineUse(
                config: new, isTracking: session.state == .tracking, values: values, isEmptyingSlice: emptyingSlice,
                isNewWay: isNewWay))
        config = new
        diagnostics.setLevel(new.settings.logLevel)
        evaluateLicense()
    }

    private func evaluateLicense() {
        let key = config.projectKey == nil ? config.settings.licenseKey ?? installation.licenseKey : nil
        let status = LicenseStatus(key: key, verifiedBy: installation.verifyLicense)
        guard status != license else { return }
        license = status
        licenseStates.send(status)
    }

    /// Opens the engine for a call that cannot throw; a failure is in the log.
    func openedEngine() async -> (any BeekonEngine)? {
        do {
            return try await engine()
        } catch {
            return nil
        }
    }
}
