/// How well or badly a simulated system behaves.
///
/// All times are simulated milliseconds, all distances metres. Start from a preset and change what the test is about.
public struct PhoneKnobs: Hashable, Sendable {
    /// How many regions the app may hold, all owners together. (PLAT-001, PLAT-150)
    public var limit = 20
    /// Whether a monitor's conditions draw from the pool of classic regions, which those of others and of notifications
    /// are on a phone of a monitor. (PLAT-004)
    public var sharedPool = true
    /// The largest radius taken, in metres; `nil` for no limit. Told by a system without region monitoring too. (PLAT-013)
    public var maximumRadius: Double?
    /// What a monitor gives up when one condition too many is added. (PLAT-003)
    public var overBudgetVictims = OverBudgetVictims.newest
    /// How far past the edge the phone must be before a crossing counts. On the way in at most half the radius, since
    /// a small region would otherwise never be entered. (PLAT-020)
    public var edgeDistance = 0.0
    /// How long the phone must stay there. (PLAT-020)
    public var holdTime: Int64 = 0
    /// How long a crossing takes to reach an app that is not in front. (PLAT-021, PLAT-156)
    public var deliveryLatency: Int64 = 0
    /// How much later still it may come: a part of this, drawn from the seed, is added.
    public var deliveryJitter: Int64 = 0
    /// How good the radios are, above 0 up to 1; worse ones stretch ``edgeDistance`` and ``deliveryLatency``. (PLAT-022)
    public var radioQuality = 1.0
    /// Android: how rarely crossings are looked for; 0 for always. (PLAT-155)
    public var responsiveness: Int64 = 0
    /// How long the system takes to begin watching a region it was given. (PLAT-005, PLAT-018)
    public var setupDelay: Int64 = 0
    /// How long after that the system first looks. (PLAT-044, PLAT-046)
    public var evaluationDelay: Int64 = 0
    /// Whether a monitor tells its states again when the app starts. (PLAT-045)
    public var reemitOnStart = false
    /// Whether a monitor tells on each add what it believed about that name before. (PLAT-046)
    public var replayBelief = false
    /// Whether a monitor ignores an add under a name it has; the answer then names the old radius. (PLAT-007)
    public var ignoresRepeatedAdd = false
    /// How often each crossing is delivered. (PLAT-029)
    public var duplicateDeliveries = 1
    /// Whether a classic state comes along with each crossing, and in which order. (PLAT-024)
    public var stateWithCrossing = StateWithCrossing.never
    /// Whether crossings follow from where the phone is; false leaves them to the test's script.
    public var detectsCrossings = true
    /// Whether a state request is answered from where the phone is, not from what the system last found. (PLAT-025)
    public var answersStateFromTruth = false
    /// Whether a report that was under way still comes when its region has been removed or replaced.
    public var deliversStaleReports = false
    /// Whether reports that piled up come in an order drawn from the seed. (PLAT-079)
    public var shufflesBursts = false
    /// How long a process that was started or resumed for an event may run. (PLAT-072)
    public var wakeWindow: Int64 = 10_000
    /// Whether an event is dropped when nobody listens in time. (PLAT-070)
    public var dropsAfterWindow = true
    /// How long held background time lasts. (PLAT-073)
    public var backgroundTaskBudget: Int64 = 30_000
    /// How often background time is refused, 0…1. (PLAT-073)
    public var backgroundTaskRefusals = 0.0
    /// Whether holding on beyond the budget ends the process instead of suspending it. (PLAT-073)
    public var killsOnOverrun = false
    /// How long an app that left the front goes on running, and counts as in use. (PLAT-091)
    public var inUseGrace: Int64 = 10_000
    /// How often a request over HTTP that is under way breaks off when the process is suspended, 0…1. Otherwise its answer
    /// waits for the process. (PLAT-074)
    public var requestsLostAtSuspension = 0.0
    /// Whether a running subscription to fixes keeps the app running in the background. (PLAT-113)
    public var fixesInBackground = true
    /// Whether apps in the background are suspended at all.
    public var suspendsInBackground = true
    /// Whether events start or resume the app at all. They do not on a Mac, where monitoring works only while the app
    /// runs. (PLAT-081)
    public var eventsStartApp = true
    /// On resuming, whether overdue timers fire before the event that woke the app. (PLAT-074)
    public var overdueTimersFirst = true
    /// Whether events start the app again after the person has swiped it away. (PLAT-075)
    public var relaunchAfterForceQuit = true
    /// Whether a reboot loses all regions. (PLAT-076, PLAT-158)
    public var rebootForgets = false
    /// Whether booting starts the app, once unlocked (Android).
    public var startsAppOnBoot = false
    /// How long after the first unlock the system looks at regions again. (PLAT-076)
    public var bootEvaluationDelay: Int64 = 0
    /// Whether taking the permission away loses all regions. (PLAT-097)
    public var revokeClearsRegions = true
    /// Whether registering under reduced accuracy is refused, rather than accepted and silent. (PLAT-099)
    public var refusesWhenReduced = false
    /// Whether a process that wakes finds a fresh remembered position. (PLAT-030)
    public var locationFreshOnWake = true
    /// How often a subscription brings a fix; `nil` leaves fixes to the test's script.
    public var fixInterval: Int64? = 1000
    /// How long a single request for a fix takes. (PLAT-112)
    public var fixLatency: Int64 = 0
    /// Whether a subscription begins with the remembered fix. (PLAT-111)
    public var cachedFixFirst = false
    /// The accuracy that fixes report where the way does not say.
    public var fixAccuracy = 5.0
    /// How far fixes stray from the truth: the standard deviation in metres on each axis, drawn from the seed.
    public var fixNoise = 0.0
    /// How much longer every answer of the server takes.
    public var networkDelay: Int64 = 0
    /// Android's API level; from 29 on monitoring needs the permission for the background. (PLAT-160)
    public var androidAPILevel = 34

    init() {}

    /// Stops the test when a knob is turned to where it cannot be.
    func check() {
        precondition(limit >= 0, "a limit is a number of regions")
        precondition(duplicateDeliveries >= 1, "a crossing is delivered at least once")
        precondition(radioQuality > 0 && radioQuality <= 1, "radio quality lies above 0 and up to 1")
        precondition(edgeDistance >= 0 && fixNoise >= 0 && fixAccuracy >= 0, "distances are not negative")
        precondition(requestsLostAtSuspension >= 0 && requestsLostAtSuspension <= 1, "a share lies between 0 and 1")
        precondition(fixInterval.map { $0 > 0 } ?? true, "fixes are some milliseconds apart")
    }

    /// Immediate and exact: no margin, no delay, no repeats.
    public static let quick = PhoneKnobs()

    /// As the vendor's documents describe it.
    public static var documented: PhoneKnobs {
        var knobs = PhoneKnobs()
        knobs.edgeDistance = 200
        knobs.holdTime = 20_000
        knobs.deliveryLatency = 240_000
        knobs.revokeClearsRegions = false
        knobs.stateWithCrossing = .after
        knobs.cachedFixFirst = true
        knobs.fixLatency = 1000
        return knobs
    }

    /// The worst that was measured on devices.
    public static var device: PhoneKnobs {
        var knobs = PhoneKnobs.documented
        knobs.overBudgetVictims = .many
        knobs.deliveryJitter = 60_000
        knobs.evaluationDelay = 3000
        knobs.reemitOnStart = true
        knobs.replayBelief = true
        knobs.duplicateDeliveries = 3
        knobs.deliversStaleReports = true
        knobs.shufflesBursts = true
        knobs.wakeWindow = 0
        knobs.backgroundTaskRefusals = 0.25
        knobs.requestsLostAtSuspension = 0.5
        knobs.relaunchAfterForceQuit = false
        knobs.rebootForgets = true
        knobs.bootEvaluationDelay = 180_000
        knobs.revokeClearsRegions = true
        knobs.locationFreshOnWake = false
        knobs.fixNoise = 5
        return knobs
    }

    /// Android's geofencing service.
    public static var android: PhoneKnobs {
        var knobs = PhoneKnobs()
        knobs.limit = 100
        knobs.deliveryLatency = 150_000
        knobs.relaunchAfterForceQuit = false
        knobs.rebootForgets = true
        knobs.startsAppOnBoot = true
        return knobs
    }
}

/// What a monitor gives up when one condition too many is added. (PLAT-003)
public enum OverBudgetVictims: Hashable, Sendable {
    /// The one that was added last.
    case newest
    /// Nineteen at once, drawn from the seed.
    case many
}

/// Whether a classic state comes along with a crossing. (PLAT-024)
public enum StateWithCrossing: Hashable, Sendable {
    /// Only the crossing is told.
    case never
    /// First the state, then the crossing.
    case before
    /// First the crossing, then the state.
    case after
}
