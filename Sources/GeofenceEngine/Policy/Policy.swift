/// How an engine behaves: one plain value per vendor, and nothing else tells the vendors apart.
///
/// The engine has no condition on a vendor's name. What two vendors do differently is a field here, and every field is
/// read by the core. ``Policy/plain`` is the one under which the core itself is tested.
public struct Policy: Hashable, Sendable {
    /// Begins the names of this engine's regions, timers and requests, so that two engines on one device never meet.
    /// Letters and digits only.
    public var name: String
    /// When fences are watched at all.
    public var activity: ActivityRules
    /// How many regions the engine may hold, and the one it keeps for itself.
    public var places: PlaceRules
    /// Which fences get the regions.
    public var slice: SliceRules
    /// How a region is registered with the system.
    public var registration: RegistrationRules
    /// What happens when the first side of a fence becomes known.
    public var firstSide: FirstSideRules
    /// What ends a stay without a crossing.
    public var endings: EndingRules
    /// Which fixes are believed, and which are asked for.
    public var fixes: FixRules
    /// How polygons are judged.
    public var polygons: PolygonRules
    /// When a stay is a dwell.
    public var dwell: DwellRules
    /// What becomes of a transition.
    public var transitions: TransitionRules
    /// How records wait for delivery.
    public var outbox: OutboxRules

    /// Puts a policy together.
    public init(
        name: String, activity: ActivityRules = ActivityRules(), places: PlaceRules = PlaceRules(),
        slice: SliceRules = SliceRules(), registration: RegistrationRules = RegistrationRules(),
        firstSide: FirstSideRules = FirstSideRules(), endings: EndingRules = EndingRules(),
        fixes: FixRules = FixRules(), polygons: PolygonRules = PolygonRules(), dwell: DwellRules = DwellRules(),
        transitions: TransitionRules = TransitionRules(), outbox: OutboxRules = OutboxRules()
    ) {
        precondition(
            !name.isEmpty
                && name.utf8.allSatisfy { (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0) },
            "a policy's name has letters and digits only, because it begins region identifiers")
        self.name = name
        self.activity = activity
        self.places = places
        self.slice = slice
        self.registration = registration
        self.firstSide = firstSide
        self.endings = endings
        self.fixes = fixes
        self.polygons = polygons
        self.dwell = dwell
        self.transitions = transitions
        self.outbox = outbox
    }

    /// The policy under which the core is tested by itself: no vendor's.
    ///
    /// Always active, 19 places and no helper region, no candidate distance, ranked by the distance to the edge in
    /// whole metres at every accepted fix, ties by stored order, occupied fences pinned, clamp to the system's
    /// maximum, initial enter told, evidence at most 300 s old and 1 s ahead, one dwell a stay at its deadline, no
    /// duplicate window. (policy matrix, section 1)
    public static let plain = Policy(name: "plain")
}

/// When fences are watched at all.
public struct ActivityRules: Hashable, Sendable {
    /// The condition.
    public enum Condition: Hashable, Sendable {
        /// At all times. (BKN 6.1)
        case always
        /// Between a start and a stop of tracking; kept across launches. (BGEO 4)
        case whenTracking
        /// While a person is identified. (CIO 3.2)
        case whenIdentified
    }

    /// The condition.
    public var condition: Condition
    /// Whether tracking that was on goes on in a new process. (BGEO 2.2, `stopOnTerminate`)
    public var survivesTermination: Bool
    /// Whether tracking that was on goes on after a reboot. (BGEO 2.2, `startOnBoot`)
    public var survivesReboot: Bool

    /// Describes when fences are watched.
    public init(condition: Condition = .always, survivesTermination: Bool = true, survivesReboot: Bool = true) {
        self.condition = condition
        self.survivesTermination = survivesTermination
        self.survivesReboot = survivesReboot
    }
}

/// How many regions the engine may hold, and the one it keeps for itself.
public struct PlaceRules: Hashable, Sendable {
    /// Regions where the platform has no monitoring and the core itself watches. Elsewhere the platform's number counts.
    public var softwareLimit: Int
    /// Places out of the platform's number that fences never get, whether or not they are in use.
    public var reserved: Int
    /// The most fences to watch, if fewer than there are places; 0 watches nothing and disarms the helper.
    public var cap: Int?
    /// The engine's own region, whose exit is a reason to look again; `nil` for none.
    public var helper: HelperRules?

    /// Describes the places.
    public init(softwareLimit: Int = 20, reserved: Int = 1, cap: Int? = nil, helper: HelperRules? = nil) {
        self.softwareLimit = softwareLimit
        self.reserved = reserved
        self.cap = cap
        self.helper = helper
    }
}

/// The engine's own region.
public struct HelperRules: Hashable, Sendable {
    /// When it is armed.
    public enum Arming: Hashable, Sendable {
        /// Whenever fences are watched and a position is known, also with an empty set.
        case always
        /// Only while there are more fences than places; then it takes one of them. (BKN 9)
        case whenFencesExceedPlaces
    }

    /// How large it is.
    public enum Radius: Hashable, Sendable {
        /// That many metres.
        case fixed(Double)
        /// That many metres, or less so that the nearest polygon's edge is reached outside it, but at least the floor. (CIO 7.3)
        case nearestPolygon(most: Double, floor: Double)
        /// Half the way to the nearest edge left out, but at least the floor. (BKN 9)
        case halfWayToNearestLeftOut(floor: Double)
    }

    /// Its region identifier, used as it is.
    public var regionID: String
    /// When it is armed.
    public var arming: Arming
    /// How large it is.
    public var radius: Radius
    /// Whether entering it is watched too. An entry never does anything.
    public var edges: RegionEdgesChoice
    /// How far from its centre, in parts of its radius, the device must be before a ranking moves it; 0 moves it at each.
    public var recentreBeyond: Double

    /// Describes the helper region.
    public init(
        regionID: String, arming: Arming, radius: Radius, edges: RegionEdgesChoice = .exit, recentreBeyond: Double
    ) {
        self.regionID = regionID
        self.arming = arming
        self.radius = radius
        self.edges = edges
        self.recentreBeyond = recentreBeyond
    }
}

/// Which edges of the helper region the system is asked for.
public enum RegionEdgesChoice: Hashable, Sendable {
    /// Only going out.
    case exit
    /// Both.
    case both
}
