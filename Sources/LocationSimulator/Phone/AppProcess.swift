public import LocationCore

/// What a test does when a process of its app starts: build the code under test on `process.device`.
public typealias AppBuilder = @Sendable (_ process: AppProcess, _ cause: WakeCause) async -> Void

/// One life of the app, from its launch to its end.
public struct AppProcess: Sendable, Hashable {
    /// Counts the launches, from 1.
    public let id: Int
    package let phone: SimulatedPhone

    /// The device as this process sees it. Commands given after the process has ended do nothing.
    public var device: Device { Device(of: self) }

    /// Whether the process has not ended.
    public var isAlive: Bool { phone.world.withLock { $0.process?.id == id } }

    /// Compares the phone's identity and the count of the launch.
    public static func == (left: AppProcess, right: AppProcess) -> Bool {
        left.phone === right.phone && left.id == right.id
    }

    /// Hashes the count of the launch.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// What the app is doing.
public enum AppState: String, Hashable, Sendable {
    /// No process exists.
    case notRunning
    /// The process exists but none of its code runs.
    case suspended
    /// It runs, behind other apps or a dark screen.
    case background
    /// It is in front of the person.
    case foreground
}

/// What the system keeps for a process.
struct ProcessState {
    struct Timer {
        let due: Int64
        let token: UInt64
    }

    let id: Int
    let cause: WakeCause
    let launchedAt: Int64
    var state: AppState
    var listeners: [any DeviceListener] = []
    /// Whether one of them hears of regions. One that stands for others may wait for those. (PLAT-070)
    var isHearing = false
    /// Whether the app counts as in use while it is behind others. (PLAT-060)
    var isKeptInUse = false
    /// Region events that wait for the first who hears of regions. (PLAT-070)
    var arrivals: [DeviceEvent] = []
    /// What came while the process was suspended.
    var held: [DeviceEvent] = []
    /// What changed while it was suspended; told anew on resuming, with the values of that time. (PLAT-101)
    var stale: Set<StandingFact> = []
    var timers: [String: Timer] = [:]
    var nextToken: UInt64 = 0
    /// Until when it may run in the background without asking for time.
    var runsUntil: Int64 = .min
    /// When it left the front; `nil` before it ever did.
    var leftFrontAt: Int64?
    /// Held background time: name and the instant at which the budget is used up.
    var holds: [String: Int64] = [:]
    var watches: [String: Watch] = [:]
    var requests: [String: FixRequest] = [:]
    /// How often a request over HTTP breaks off when the process is suspended, beside ``PhoneKnobs/requestsLostAtSuspension``.
    var requestLoss = 0.0
    /// Called when it has ended.
    var onEnd: [@Sendable () -> Void] = []
}

/// Facts that a listener is told when it attaches and whenever they change.
enum StandingFact: Int, CaseIterable, Hashable {
    case capabilities, authorization, network, notificationPermission
}
