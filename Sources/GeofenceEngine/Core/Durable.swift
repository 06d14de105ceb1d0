package import LocationCore

/// What the core knows and the store keeps.
package struct Durable: Sendable {
    package var sets: [String: FenceSet] = [:] { didSet { edition = Edition() } }
    /// Another one means that there may be other fences in the sets than before.
    private(set) var edition = Edition()
    package var standings = Standings()
    /// The regions wanted, in the order of the slice; the helper is not among them.
    package var places: [Place] = []
    /// Another number means that the places may be for other fences, shapes or circles than before.
    package var placesVersion = 0
    package var helper: Place?
    package var windows: [WindowKey: Int64] = [:]
    package var waiting: [Waiting] = []
    package var announced: [Announced] = []
    package var clock: SteadyClock?
    package var scalars = Scalars()

    package init() {}

    package static let clockKey = "engine.clock"

    /// Stands for the contents of the sets at one time. None takes the place of another that somebody still holds.
    final class Edition: Sendable {}

    /// A transition whose records still miss a position.
    package struct Waiting: Hashable, Sendable {
        package let transition: Transition
        package let records: [Record]
        package let until: Int64
    }

    /// Single values, each under its own key.
    package struct Scalars: Hashable, Sendable {
        package var activeSet = "app"
        package var nextOrdinal: Int64 = 1
        package var isTracking = false
        package var session: String?
        package var person: String?
        /// Where the slice was last ranked from.
        package var anchor: Coordinate?
        /// Whether a slice was ever made since fences began to be watched.
        package var hasSlice = false
        package var odometer: Double = 0
        /// The last recorded tracking fix of the session, for the gate.
        package var gate: Gate?
        /// What the system shows by itself.
        package var armed: [ArmedNotice] = []
        /// What the style before has heard of its regions.
        package var reports: [HandedReport] = []

        package init() {}
    }

    package struct Gate: Hashable, Sendable {
        package let at: Timestamp
        package let coordinate: Coordinate

        var json: JSONValue { ["at": .integer(at.milliseconds), "coordinate": coordinate.json] }
    }
}

extension Durable.Scalars {
    /// Whether nothing differs but how far the device has come: that is written together with the next thing that counts,
    /// so that a fix that changes nothing costs no commit.
    func isMereMovement(since old: Durable.Scalars, _ policy: Policy) -> Bool {
        // Where the anchor is of use in a new process it is written at once.
        let mayMove = !policy.slice.anchorSurvivesRelaunch && (anchor == nil) == (old.anchor == nil)
        return (mayMove || anchor == old.anchor) && nextOrdinal == old.nextOrdinal && hasSlice == old.hasSlice
            && isTracking == old.isTracking && gate == old.gate && activeSet == old.activeSet
            && session == old.session && person == old.person && armed == old.armed && reports == old.reports
    }

    /// What differs from `old`, in the order of the keys.
    func changes(from old: Durable.Scalars) -> [Change] {
        var changes: [Change] = []
        func put(_ key: String, _ value: JSONValue?) { changes.append(.value(key, value ?? .null)) }
        if activeSet != old.activeSet { put("engine.activeSet", .string(activeSet)) }
        if anchor != old.anchor { put("engine.anchor", anchor?.json) }
        if armed != old.armed { put("engine.armed", .array(armed.map(\.json))) }
        if gate != old.gate { put("engine.gate", gate?.json) }
        if hasSlice != old.hasSlice { put("engine.hasSlice", .bool(hasSlice)) }
        if isTracking != old.isTracking { put("engine.isTracking", .bool(isTracking)) }
        if nextOrdinal != old.nextOrdinal { put("engine.nextOrdinal", .integer(nextOrdinal)) }
        if odometer != old.odometer { put("engine.odometer", .double(odometer)) }
        if person != old.person { put("engine.person", person.map { .string($0) }) }
        if reports != old.reports {
            changes.append(.value(HandedReport.key, reports.isEmpty ? nil : .array(reports.map(\.json))))
        }
        if session != old.session { put("engine.session", session.map { .string($0) }) }
        return changes
    }

    /// Reads what ``changes(from:)`` wrote; what is missing or no longer understood keeps its default.
    package init(values: [String: JSONValue]) {
        self.init()
        func value(_ key: String) -> JSONValue? { values["engine.\(key)"] }
        if let name = value("activeSet")?.stringValue { activeSet = name }
        if let ordinal = value("nextOrdinal")?.int64Value, StoredRange.numbers.contains(ordinal) {
            nextOrdinal = ordinal
        }
        if let isOn = value("isTracking")?.boolValue { isTracking = isOn }
        session = value("session")?.stringValue
        person = value("person")?.stringValue
        anchor = value("anchor").flatMap(Coordinate.init(json:))
        if let made = value("hasSlice")?.boolValue { hasSlice = made }
        if let metres = value("odometer")?.doubleValue { odometer = metres }
        armed = value("armed")?.arrayValue?.compactMap(ArmedNotice.init(json:)) ?? []
        reports = values[HandedReport.key]?.arrayValue?.compactMap(HandedReport.init(json:)) ?? []
        if let stored = value("gate"), let at = stored["at"]?.int64Value,
            let coordinate = stored["coordinate"].flatMap(Coordinate.init(json:))
        {
            gate = Durable.Gate(at: Timestamp(milliseconds: at), coordinate: coordinate)
        }
    }
}

extension Coordinate {
    package var json: JSONValue { [.double(latitude), .double(longitude)] }

    package init?(json: JSONValue) {
        guard let parts = json.arrayValue, parts.count == 2, let latitude = parts[0].doubleValue,
            let longitude = parts[1].doubleValue,
            let coordinate = try? Coordinate(latitude: latitude, longitude: longitude)
        else { return nil }
        self = coordinate
    }
}

/// What the core knows for the length of one process.
package struct Process: Sendable {
    package var capabilities: RegionCapabilities?
    /// How many of the regions that the app holds are not the engine's.
    var foreign = 0
    package var authorization: Authorization?
    package var network: NetworkState = .unmetered
    package var notificationPermission: NotificationPermission = .notDetermined
    package var isInFront = false
    /// The newest admitted fix, and when it was taken on the steady clock.
    package var lastFix: Fix?
    package var lastFixSteady: Int64 = .min
    /// Where it was, ready for measuring.
    package var lastPoint: SurfacePoint?
    /// The newest fix recorded beside a transition.
    package var lastCompanion: Fix?
    /// The newest fix that may only choose what is watched.
    package var lastRankingFix: Fix?
    /// When the newest fix was made, believed or not.
    package var newestReading: Timestamp?
    /// Outstanding requests for a fix and what they are for.
    package var requests: [String: FixPurpose] = [:]
    package var watchRate: FixRate?
    /// The fix believed before ``lastFix``, against which the next is held too. (AMD-04)
    var beforeAnchor: Sighting?
    /// The fix refused, or moved, last because it implied an impossible speed; `nil` once another was believed.
    var tooFast: Sighting?
    /// What single fixes say against what is known, by the fence's ordinal. (AMD-03)
    package var suspects: [Int64: Suspect] = [:]
    /// When the second fix is asked for, on the steady clock.
    var secondLookAt: Int64?
    /// The device has left a region of the engine's own and has not been found since. (AMD-05)
    package var movement: Movement?
    /// How many fences find a place, where the system has refused one. (AMD-06)
    package var roomBelieved: Room?
    /// When the helper region that the system has refused is asked for again, on the steady clock.
    var helperRetryAt: Int64?
    /// Fences whose side nobody watched for a while, by ordinal. (AMD-07)
    package var unconfirmed: Set<Int64> = []
    var questionsLeft = 0
    var askSidesAt: Int64?
    /// Until when the launch waits for the region event that caused it, on the steady clock.
    package var launchEventUntil: Int64?
    package var hasReconciled = false
    package var hasLaunched = false
    /// Fixes barely inside a polygon that wait for a second one, by the fence's ordinal. (CIO-130)
    package var marginal: [Int64: Marginal] = [:]
    /// Fences that came into the set while no position was known.
    package var unranked: Set<Int64> = []
    /// Fences whose stay may become a dwell.
    package var dwelling: Set<Int64> = [] { didSet { dwellers = nil } }
    /// Their definitions as far as they report a dwell, in stored order, once somebody has asked for them.
    var dwellers: Dwellers?
    /// Fences in which the device is or has a stay, in any order.
    package var occupied: [Int64] = []
    /// The places as the core judges them itself, where it has done so.
    var judged: JudgedCircles?
    /// The last thing the journal said about a fence that repeats itself, so that it says it once.
    package var lastSaid: [Int64: JournalCode] = [:]
    /// How near the device came to what is watched.
    package var approaches = Approaches()
    package var lastRegionError: RegionLoss?
    package var armedFor: Int64?
    package var delivery = Delivery()
    /// The single values as they are on disk, while they lag behind memory.
    package var savedScalars: Durable.Scalars?
    /// Where the device may be still, while tracking may pause.
    package var stillness: Stillness?
    /// When polygons are looked at again without another reason, on the steady clock.
    package var polygonRetryAt: Int64?
    /// What is known of the slice that is registered.
    package var knownSlice: KnownSlice?
    /// How many places would be used if there were enough, where they are shared; `nil` until that is known.
    package var demand: Int?
    /// What was said of it last.
    package var toldDemand: Int?
    /// What follows from another process's decisions and has not been done yet.
    package var overtaking: Core.Overtaking?

    package init() {}

    /// Forgets what is only remembered to be quick.
    package mutating func forgetShortcuts() {
        knownSlice = nil
        judged = nil
        dwellers = nil
    }

    package struct Stillness: Hashable, Sendable {
        /// How far the pause has come.
        package enum Stage: Hashable, Sendable {
            case watching
            case registering
            case paused
        }

        package let center: Coordinate
        /// On the steady clock.
        package var since: Int64
        package var stage = Stage.watching
    }

    struct Dwellers: Sendable {
        let edition: Durable.Edition
        private(set) var fences: [StoredFence]

        init(_ edition: Durable.Edition, _ fences: [StoredFence]) {
            self.edition = edition
            self.fences = fences.filter { $0.fence.reports.contains(TransitionKinds.dwell) }
        }

        func with(_ stored: StoredFence?) -> Dwellers {
            guard let stored, stored.fence.reports.contains(TransitionKinds.dwell) else { return self }
            var dwellers = self
            dwellers.fences.mergeSorted([stored])
            return dwellers
        }

        func without(_ ordinal: Int64) -> Dwellers {
            guard fences.contains(where: { $0.ordinal == ordinal }) else { return self }
            var dwellers = self
            dwellers.fences.removeAll { $0.ordinal == ordinal }
            return dwellers
        }
    }

    package struct Marginal: Hashable, Sendable {
        package let fix: Fix
    }
}

/// What a requested fix is for.
package enum FixPurpose: Hashable, Sendable {
    /// Choosing what is watched, and whatever else it can do.
    case look
    /// Deciding polygons.
    case polygons
    /// Confirming or refuting that the device is barely inside a polygon.
    case confirmation
    /// Confirming that the device is still inside.
    case dwell
    /// Confirming a report that came too soon after adding a region.
    case doubt
    /// Telling on which side of fences the device is, and whether it is where the helper region lies.
    case side
    /// Telling whether the device is still where it was.
    case stillness
    /// The position of transitions that wait for one.
    case position
    /// The host's own.
    case host

    /// Whether the answer is recorded as a fix of tracking. What the host asked for is the host's to keep, and what the engine
    /// asks to find its own way is no part of the track.
    var isRecorded: Bool {
        switch self {
        case .polygons, .dwell, .position: true
        case .look, .confirmation, .doubt, .side, .stillness, .host: false
        }
    }
}
