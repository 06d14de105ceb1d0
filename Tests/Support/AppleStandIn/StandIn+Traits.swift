import LocationCore

/// What a test looks at and turns.
extension StandIn {
    /// What differs from device to device and from app to app.
    public struct Traits: Sendable {
        /// Which keys the app's property list has; background modes as `UIBackgroundModes.location`. (A14)
        public var infoKeys: Set<String> = [
            "NSLocationWhenInUseUsageDescription", "NSLocationAlwaysAndWhenInUseUsageDescription",
            "NSLocationTemporaryUsageDescriptionDictionary", "UIBackgroundModes.location", "UIBackgroundModes.fetch",
            "UIBackgroundModes.processing",
        ]
        /// The purposes that the list describes; `nil` for any. (PLAT-100)
        public var purposes: Set<String>?
        /// What the list permits as background tasks; `nil` for any. (PLAT-136)
        public var permittedTasks: Set<String>?
        /// Whether the hardware can watch regions at all. (PLAT-013)
        public var hasRegionMonitoring = true
        /// Whether the hardware can notice far movements.
        public var hasSignificantChanges = true
        /// Whether an event that says why nothing is watched carries the last state, not `unmonitored`. (PLAT-052)
        public var diagnosesWithLastState = false
        /// Whether a region that is started right after it was stopped fails with code 5. (PLAT-016)
        public var failsImmediateRestart = false
        /// Whether a region that is started right after the first grant fails with code 5. (PLAT-017)
        public var failsAfterFirstGrant = false
        /// Whether a monitor's events throw for who asks for the first. (PLAT-050)
        public var breaksFirstEvents = false
        /// Whether monitors may have an underscore in their names. (PLAT-040)
        public var allowsUnderscore = false
    }

    /// What differs from device to device and from app to app, now.
    public var traits: Traits {
        get { state.withLock { $0.traits } }
        set { state.withLock { $0.traits = newValue } }
    }

    /// Which keys the app's property list has; background modes as `UIBackgroundModes.location`. (A14)
    public var infoKeys: Set<String> {
        get { traits.infoKeys }
        set { state.withLock { $0.traits.infoKeys = newValue } }
    }

    /// Whether the hardware can watch regions at all. (PLAT-013)
    public var hasRegionMonitoring: Bool {
        get { traits.hasRegionMonitoring }
        set { state.withLock { $0.traits.hasRegionMonitoring = newValue } }
    }

    /// Whether a manager of this process follows significant changes. (PLAT-115)
    public var followsSignificantChanges: Bool { state.withLock { !$0.followers.isEmpty } }

    /// A manager follows significant changes, or no longer does.
    public func follows(_ owner: String, _ isFollowing: Bool) {
        state.withLock { state in
            if isFollowing { state.followers.insert(owner) } else { state.followers.remove(owner) }
        }
    }

    /// What Apple's frameworks would have ended the process for, or what no app may do.
    public var violations: [String] { state.withLock { $0.violations } }

    /// Notes something that must not happen.
    public func violate(_ what: String) { state.withLock { $0.violations.append(what) } }
}

/// The end of the launch.
extension StandIn {
    /// Whether the app's launch is over, for what has to be done before. (PLAT-136)
    public var hasLaunched: Bool { state.withLock { $0.hasLaunched } }

    /// The app has finished launching.
    public func finishLaunching() { state.withLock { $0.hasLaunched = true } }
}
