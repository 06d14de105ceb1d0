public import LocationCore
import LocationSimulator

/// Monitors by name.
extension StandIn {
    /// What a monitor keeps of a condition, over processes. (PLAT-008, PLAT-042)
    public struct Condition: Sendable {
        /// The name it was added under.
        public let id: String
        /// Where it is.
        public let latitude: Double
        /// Where it is.
        public let longitude: Double
        /// Metres.
        public let radius: Double
        /// The last event that was dealt with. (PLAT-047)
        public var last: (side: Side, date: Timestamp, isMonitored: Bool)?

        /// Keeps a circle.
        public init(id: String, latitude: Double, longitude: Double, radius: Double) {
            self.id = id
            self.latitude = latitude
            self.longitude = longitude
            self.radius = radius
        }
    }

    /// The conditions of a monitor, in the order in which they were added.
    public func stored(of monitor: String) -> [Condition] {
        phone.keepsake("monitor.\(monitor)", as: [Condition].self) ?? []
    }

    /// What an app can read of them: nothing before the phone was first unlocked. (PLAT-053)
    public func conditions(of monitor: String) -> [Condition] { phone.filesReadable ? stored(of: monitor) : [] }

    /// Changes the conditions of a monitor. They go with the app, and with its regions where the phone forgets those
    /// because the permission is gone; after a reboot they stay and are silent. (PLAT-043, PLAT-097)
    public func change(conditionsOf monitor: String, _ change: (inout [Condition]) -> Void) {
        phone.keep(true, as: "conditions", until: .withApp)
        phone.changeKeepsake("monitor.\(monitor)", until: .withRegions) { (kept: inout [Condition]?) in
            var conditions = kept ?? []
            change(&conditions)
            kept = conditions
        }
    }

    /// Whether the app has, or had, conditions on this phone.
    public var hasConditions: Bool { phone.keepsake("conditions", as: Bool.self) ?? false }

    /// Opens a monitor's name in this process. False, and a violation, where it is open or no name. (PLAT-040, PLAT-041)
    public func open(_ monitor: String) -> Bool {
        let underscore: Set<Character> = traits.allowsUnderscore ? ["_"] : []
        let isName = monitor.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || underscore.contains($0) }
        guard !monitor.isEmpty, isName else {
            violate("the monitor name \"\(monitor)\" is not valid")
            return false
        }
        let isNew = state.withLock { $0.openMonitors.insert(monitor).inserted }
        if !isNew { violate("the monitor name \"\(monitor)\" is already in use") }
        return isNew
    }

    /// The monitor object is gone.
    public func close(_ monitor: String) { state.withLock { _ = $0.openMonitors.remove(monitor) } }
}
