/// The system's region monitoring.
///
/// Contract: each `register` is answered, now or later, by ``DeviceEvent/regionTaken(id:radius:)`` or
/// ``DeviceEvent/regionLost(id:_:)``. Registering an identifier that is already held replaces the region and forgets
/// its side. Regions outlive the process; those of other owners are never touched.
public protocol RegionPort: Sendable {
    /// Asks the system to watch a region.
    func register(_ region: Region)
    /// Asks the system to stop watching; an unknown identifier changes nothing.
    func unregister(id: String)
    /// Asks on which side of a held region the device is. Answered by ``DeviceEvent/regionState(_:)`` where
    /// ``RegionCapabilities/answersStateRequests`` is true, else not at all.
    func requestState(id: String)
    /// Says how the places would be used, where they are shared with others: told at first and on each change when
    /// ``RegionCapabilities/sharing`` is there.
    ///
    /// - Parameters:
    ///   - places: How many regions would be registered if there were places for all, those kept free included.
    ///   - notices: The notifications that are armed at the system.
    func want(places: Int, notices: Set<String>)
}

extension RegionPort {
    /// Nothing: most devices belong to one engine.
    public func want(places: Int, notices: Set<String>) {}
}

/// A circle that the system is asked to watch.
public struct Region: Hashable, Sendable {
    /// The name under which the system knows it.
    public let id: String
    /// Where it is. The radius is already within what the system takes.
    public let circle: Circle
    /// Which crossings are wanted.
    public let edges: RegionEdges
    /// Whether a system that can do so shall report an entry for a device that is inside already. (PLAT-153)
    public let reportsInitialEntry: Bool
    /// After how many milliseconds inside a system that can do so shall report a dwell; `nil` for never. (PLAT-154)
    public let loiteringDelay: Int64?
    /// The side that a monitor of states shall take for granted until it knows better. (PLAT-044)
    public let assumedSide: Side

    /// Describes a region.
    public init(
        id: String, circle: Circle, edges: RegionEdges = [.enter, .exit], reportsInitialEntry: Bool = false,
        loiteringDelay: Int64? = nil, assumedSide: Side = .unknown
    ) {
        self.id = id
        self.circle = circle
        self.edges = edges
        self.reportsInitialEntry = reportsInitialEntry
        self.loiteringDelay = loiteringDelay
        self.assumedSide = assumedSide
    }
}

/// Which crossings of a region are wanted.
public struct RegionEdges: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: Int
    /// Creates a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// Coming in.
    public static let enter = RegionEdges(rawValue: 1)
    /// Going out.
    public static let exit = RegionEdges(rawValue: 2)
}

/// What region monitoring can do on this device, and what it holds now.
public struct RegionCapabilities: Hashable, Sendable {
    /// How many regions one app may hold; 0 where there is no region monitoring.
    public var limit: Int
    /// The largest radius the system takes, in metres; `nil` when it is unknown or unlimited. (PLAT-013)
    public var maximumRadius: Double?
    /// What the system tells by itself.
    public var reports: RegionReports
    /// Whether ``RegionPort/requestState(id:)`` is answered.
    public var answersStateRequests: Bool
    /// Whether the system can watch a stay by itself and report a dwell.
    public var detectsDwell: Bool
    /// Every region the app holds now, of whatever owner.
    public var held: [HeldRegion]
    /// How the places are divided among several adapters of the app; `nil` where one has them all. ``limit`` is less
    /// then than the system's.
    public var sharing: RegionSharing?

    /// Describes what region monitoring can do.
    public init(
        limit: Int, maximumRadius: Double?, reports: RegionReports, answersStateRequests: Bool,
        detectsDwell: Bool, held: [HeldRegion], sharing: RegionSharing? = nil
    ) {
        self.limit = limit
        self.maximumRadius = maximumRadius
        self.reports = reports
        self.answersStateRequests = answersStateRequests
        self.detectsDwell = detectsDwell
        self.held = held
        self.sharing = sharing
    }
}

/// What a system tells about regions by itself.
public enum RegionReports: String, Hashable, Sendable {
    /// Crossings, which prove the side before as well as after.
    case crossings
    /// States, possibly repeated.
    case states
    /// Nothing: there is no region monitoring, and fixes decide.
    case nothing
}

/// A region that the app holds.
public struct HeldRegion: Hashable, Sendable {
    /// The name under which the system knows it.
    public let id: String
    /// Where it is; `nil` when the system does not tell.
    public let circle: Circle?
    /// Whether the system still watches it, as far as is known. One that does not takes its place all the same, until it
    /// is given back or registered anew. (PLAT-043)
    public let isWatched: Bool

    /// Names a held region.
    public init(id: String, circle: Circle?, isWatched: Bool = true) {
        self.id = id
        self.circle = circle
        self.isWatched = isWatched
    }
}

/// A reported crossing of a region.
public struct RegionCrossing: Hashable, Sendable {
    /// The region.
    public let id: String
    /// Which way.
    public let direction: CrossingDirection
    /// When, as the system dates it; `nil` when it gives no date, so the time of delivery counts.
    public let at: Timestamp?
    /// Where, if the system tells. (PLAT-154)
    public let position: Fix?

    /// Describes a crossing.
    public init(id: String, direction: CrossingDirection, at: Timestamp? = nil, position: Fix? = nil) {
        self.id = id
        self.direction = direction
        self.at = at
        self.position = position
    }
}

/// A reported side of a region.
public struct RegionState: Hashable, Sendable {
    /// The region.
    public let id: String
    /// Which side; `unknown` when the system cannot tell either.
    public let side: Side
    /// Since when or as of when, as the system dates it; `nil` when it gives no date.
    public let at: Timestamp?
    /// Whether this answers ``RegionPort/requestState(id:)``; false when the system reports by itself.
    public let isAnswer: Bool

    /// Describes a side.
    public init(id: String, side: Side, at: Timestamp? = nil, isAnswer: Bool) {
        self.id = id
        self.side = side
        self.at = at
        self.isAnswer = isAnswer
    }
}

/// Why the system does not watch a region.
public enum RegionLoss: String, Error, Hashable, Sendable, Codable {
    /// More regions than the system takes. (PLAT-002, PLAT-003, PLAT-150)
    case overLimit
    /// Permission is missing. (PLAT-097, PLAT-160)
    case notAuthorized
    /// The radius is larger than the system takes. (PLAT-013)
    case tooLarge
    /// Location services are off, or went off and the system forgot the region. (PLAT-151)
    case unavailable
    /// The system gave the region up. It says nothing about the side. (PLAT-048)
    case unmonitored
    /// Any other refusal.
    case failed
}
