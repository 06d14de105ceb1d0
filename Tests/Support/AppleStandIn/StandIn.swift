public import LocationCore
public import LocationSimulator

/// One process of an app on a simulated phone, as Apple's frameworks know it.
///
/// Objects of the stand-in modules belong to the process that is ``current`` when they are created. What happens on the
/// phone reaches them on the main actor, as it does on the device for objects made there. (PLAT-084)
public final class StandIn: Sendable {
    /// The process that the running task belongs to.
    @TaskLocal public static var current: StandIn?

    /// Who waits with the running task for a monitor's answers; without anybody they come at once, as a task that drives the
    /// simulated time itself would wait for ever.
    @TaskLocal public static var waiting: Waiting?

    /// The process.
    public let process: AppProcess
    /// Which iOS it runs on.
    public let version: Version
    /// When the process began, in the phone's milliseconds.
    let launchedAt: Int64
    /// Whether nobody had been asked about location when the process began. (PLAT-017)
    public let beganUndetermined: Bool
    /// How unkind the system is.
    public let unkindness: Unkindness
    let state: Locked<State>

    struct State {
        var parts: [Part] = []
        var passing: (@Sendable (DeviceEvent) async -> Void)?
        var isAttached = false
        var hearsRegions = false
        var hasLaunched = false
        var violations: [String] = []
        var traits = Traits()
        var counter = 0
        var busy = 0
        var begun = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
        var singletons: [String: any Sendable] = [:]
        var timers: [String: @Sendable () async -> Void] = [:]
        var sessions: [Int: ServiceSession] = [:]
        var hasBackgroundActivity = false
        var followers: Set<String> = []
        var openMonitors: Set<String> = []
        var expirations: [Int: @MainActor @Sendable () -> Void] = [:]
        var draws: Draws
        var activity: Activity
        var isSceneLaunch = false
        var replies: [Int: CheckedContinuation<Void, Never>] = [:]
        var lags: [String: [String: Lag]] = [:]
        var line: [(event: DeviceEvent, due: Int64)] = []
    }

    /// What hears of events, as long as it lives.
    struct Part {
        let id: Int
        let isReady: @Sendable () -> Bool
        let sessionsChanged: @Sendable () -> Void
        let hear: @MainActor @Sendable (DeviceEvent) -> Void
    }

    /// A version of iOS.
    public struct Version: Hashable, Sendable, Comparable {
        /// As in 18.
        public let major: Int
        /// As in 17.2.
        public let minor: Int

        /// Names a version.
        public init(_ major: Int, _ minor: Int = 0) {
            self.major = major
            self.minor = minor
        }

        /// Older ones come first.
        public static func < (left: Version, right: Version) -> Bool {
            (left.major, left.minor) < (right.major, right.minor)
        }
    }

    /// Stands in for Apple's frameworks in one process.
    public init(_ process: AppProcess, version: Version, unkindness: Unkindness = .phone) {
        self.process = process
        self.version = version
        self.unkindness = unkindness
        var draws = Draws(seed: process.phone.seed, process: process.id)
        let isInFront = process.phone.appState == .foreground
        let isSceneLaunch = isInFront && draws.chance(unkindness.sceneLaunches)
        var state = State(
            draws: draws,
            activity: !isInFront || isSceneLaunch ? .behind : unkindness.activation == nil ? .active : .inactive)
        state.isSceneLaunch = isSceneLaunch
        self.state = Locked(state)
        process.setRequestLoss(unkindness.lostRequests)
        launchedAt = process.phone.elapsed
        beganUndetermined = process.phone.authorization.tier == .notDetermined
    }

    /// The process of the running task; a mistake of the test if there is none.
    public static var ofThisTask: StandIn {
        guard let current else { preconditionFailure("objects of Apple's frameworks are made within StandIn.$current") }
        return current
    }

    /// The phone below.
    public var phone: SimulatedPhone { process.phone }

    /// The simulated ports below.
    public var device: Device { process.device }

    /// Whether the phone's regions are conditions of a monitor, not regions of a manager.
    public var servesConditions: Bool { phone.profile == .iOSMonitor }

    /// The next number of this process.
    public func nextNumber() -> Int {
        state.withLock { state in
            state.counter += 1
            return state.counter
        }
    }

    /// An object that exists once for a process.
    public func singleton<Object: Sendable>(_ key: String, _ make: () -> Object) -> Object {
        if let found = state.withLock({ $0.singletons[key] }) as? Object { return found }
        let made = make()
        return state.withLock { state in
            if let found = state.singletons[key] as? Object { return found }
            state.singletons[key] = made
            return made
        }
    }
}
