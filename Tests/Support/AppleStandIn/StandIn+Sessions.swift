import LocationCore
import LocationSimulator

/// Service sessions, which let a monitor's events come in the background. (PLAT-055)
extension StandIn {
    struct ServiceSession {
        let isForAlways: Bool
        /// False for one that began in the background, until the app comes to the front.
        var counts: Bool
    }

    /// How long after a launch a session may be taken up that an earlier process held. (PLAT-056)
    static let sessionGrace: Int64 = 5000

    /// A session begins. It counts if the app is in front, or was started a moment ago and held one before.
    public func beginSession(_ id: Int, forAlways isForAlways: Bool) {
        let counts = phone.appState == .foreground || isTakenUp("session")
        phone.note("service session begins\(counts ? "" : ", and does not count")")
        state.withLock { $0.sessions[id] = ServiceSession(isForAlways: isForAlways, counts: counts) }
        sessionsChanged()
    }

    /// It ends.
    public func endSession(_ id: Int) {
        // The end of the process does not end it for good. (PLAT-056)
        guard process.isAlive, state.withLock({ $0.sessions.removeValue(forKey: id) }) != nil else { return }
        if !holdsAlways { phone.keep(0, as: "session", until: .withApp) }
        sessionsChanged()
    }

    /// In front, every session counts that is held.
    func countAllSessions() {
        state.withLock { state in
            for id in state.sessions.keys { state.sessions[id]?.counts = true }
        }
        sessionsChanged()
    }

    private func sessionsChanged() {
        if holdsAlways { phone.keep(process.id, as: "session", until: .withApp) }
        for part in state.withLock({ $0.parts }) { part.sessionsChanged() }
    }

    private var holdsAlways: Bool { state.withLock { $0.sessions.values.contains { $0.isForAlways && $0.counts } } }

    /// Whether this process was started a moment ago, and the one before it held what is kept under `name`. (PLAT-056)
    func isTakenUp(_ name: String) -> Bool {
        let before = phone.keepsake(name, as: Int.self)
        return before == process.id - 1 && phone.elapsed - launchedAt <= Self.sessionGrace
    }

    /// Whether a session is held and counts.
    public func counts(session id: Int) -> Bool { state.withLock { $0.sessions[id]?.counts ?? false } }

    /// Whether a monitor's events come now. (PLAT-055)
    public var deliversConditions: Bool {
        if lacksExplicitSession { return false }
        return version < Version(18) || phone.appState == .foreground || holdsAlways
    }

    /// Whether the app has opted out of implicit sessions and holds none. (PLAT-058)
    public var lacksExplicitSession: Bool {
        state.withLock { state in
            version >= Version(18) && state.sessions.isEmpty
                && state.traits.infoKeys.contains("NSLocationRequireExplicitServiceSession")
        }
    }
}

/// The session that keeps an app of lesser permission in use. (PLAT-060)
extension StandIn {
    /// Begins it; it counts when the app is in front, or takes up at launch one that was held before.
    public func beginBackgroundActivity() {
        guard phone.appState == .foreground || isTakenUp("activity") else { return }
        state.withLock { $0.hasBackgroundActivity = true }
        phone.keep(process.id, as: "activity", until: .withApp)
        process.setKeptInUse(true)
    }

    /// Ends it.
    public func endBackgroundActivity() {
        state.withLock { $0.hasBackgroundActivity = false }
        phone.keep(0, as: "activity", until: .withApp)
        process.setKeptInUse(false)
    }

    /// Whether it counts now.
    public var hasBackgroundActivity: Bool { state.withLock { $0.hasBackgroundActivity } }
}
