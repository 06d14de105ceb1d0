public import LocationCore
import LocationSimulator

/// Monitors by name, sessions, and time in the background.
extension StandIn {
    /// What a monitor keeps of a condition, over processes. (PLAT-008, PLAT-042)
    public struct Condition: Sendable {
        /// Where it is.
        public let latitude: Double
        /// Where it is.
        public let longitude: Double
        /// Metres.
        public let radius: Double
        /// The last event that was dealt with. (PLAT-047)
        public var last: (side: Side, date: Timestamp, isMonitored: Bool)?

        /// Keeps a circle.
        public init(latitude: Double, longitude: Double, radius: Double) {
            self.latitude = latitude
            self.longitude = longitude
            self.radius = radius
        }
    }

    /// The conditions of a monitor, in the order in which they were added. None can be read before the phone was first
    /// unlocked. (PLAT-053)
    public func conditions(of monitor: String) -> [(id: String, condition: Condition)] {
        guard phone.filesReadable else { return [] }
        return phone.keepsake("monitor.\(monitor)", as: [(id: String, condition: Condition)].self) ?? []
    }

    /// Keeps the conditions of a monitor.
    public func keep(_ conditions: [(id: String, condition: Condition)], of monitor: String) {
        phone.keep(conditions, as: "monitor.\(monitor)")
    }

    /// Opens a monitor's name in this process. False, and a violation, where it is open or no name. (PLAT-040, PLAT-041)
    public func open(_ monitor: String) -> Bool {
        guard !monitor.isEmpty, monitor.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else {
            violate("the monitor name \"\(monitor)\" is not valid")
            return false
        }
        let isNew = state.withLock { $0.openMonitors.insert(monitor).inserted }
        if !isNew { violate("the monitor name \"\(monitor)\" is already in use") }
        return isNew
    }

    /// The monitor object is gone.
    public func close(_ monitor: String) { state.withLock { _ = $0.openMonitors.remove(monitor) } }

    /// A service session for Always begins. It counts if the app is in use, or was started a moment ago and a session was
    /// held before. (PLAT-055, PLAT-056)
    public func beginSession(_ id: Int) {
        let wasHeld = phone.keepsake("session", as: Bool.self) ?? false
        let isEarly = phone.elapsed - launchedAt <= 5000
        guard phone.appState == .foreground || wasHeld && isEarly else { return }
        state.withLock { _ = $0.sessions.insert(id) }
        phone.keep(true, as: "session")
    }

    /// It ends.
    public func endSession(_ id: Int) {
        // The end of the process does not end it for good. (PLAT-056)
        guard process.isAlive else { return }
        let isLast = state.withLock { state in state.sessions.remove(id) != nil && state.sessions.isEmpty }
        if isLast { phone.keep(false, as: "session") }
    }

    /// Whether a monitor's events come now. (PLAT-055)
    public var deliversConditions: Bool {
        version < Version(18) || phone.appState == .foreground || state.withLock { !$0.sessions.isEmpty }
    }

    /// Remembers how a task in the background wants to hear of its end.
    public func addExpiration(_ id: Int, _ handler: (@MainActor @Sendable () -> Void)?) {
        state.withLock { $0.expirations[id] = handler ?? {} }
    }

    /// A task in the background has ended; false if it had ended before.
    public func removeExpiration(_ id: Int) -> Bool { state.withLock { $0.expirations.removeValue(forKey: id) != nil } }

    /// Time in the background runs out: the handlers run, and what they do not end is a violation. (PLAT-073)
    public func expireBackgroundTasks() async {
        let handlers = state.withLock { $0.expirations }
        await MainActor.run {
            for id in handlers.keys.sorted() { handlers[id]?() }
        }
        let left = state.withLock { $0.expirations.keys.filter { handlers[$0] != nil } }
        if !left.isEmpty { violate("\(left.count) background tasks were not ended in time") }
    }

    /// How many tasks run in the background.
    public var backgroundTaskCount: Int { state.withLock { $0.expirations.count } }
}

/// The session that keeps an app of lesser permission in use. (PLAT-060)
extension StandIn {
    /// Begins it; it counts when the app is in front.
    public func beginBackgroundActivity() {
        guard phone.appState == .foreground else { return }
        state.withLock { $0.hasBackgroundActivity = true }
    }

    /// Ends it.
    public func endBackgroundActivity() { state.withLock { $0.hasBackgroundActivity = false } }

    /// Whether it counts now.
    public var hasBackgroundActivity: Bool { state.withLock { $0.hasBackgroundActivity } }
}
