/// How a region is registered with the system.
public struct RegistrationRules: Hashable, Sendable {
    /// Whether a circle larger than the system takes is registered with the system's maximum. The stored radius stays.
    public var clampsToMaximum: Bool
    /// Two circles are the same region within this many degrees and metres. (CIO 7.3)
    public var sameWithinDegrees: Double
    /// See ``sameWithinDegrees``.
    public var sameWithinMetres: Double
    /// Milliseconds after adding a region to a monitor of states in which a report that contradicts what is known needs
    /// a second report or a fix that agrees, because such a system first repeats an old belief. (PLAT-046)
    public var settleMilliseconds: Int64
    /// Milliseconds without an answer after which a registration counts as refused. (CASE-143)
    public var answerMilliseconds: Int64
    /// Milliseconds since its registration after which a monitor of states is given every region anew when the app comes to
    /// the front, because a record of such a system can get stuck; `nil` for never. Sides are kept. (CIO 7.4)
    public var renewalMilliseconds: Int64?

    /// Describes the registration.
    public init(
        clampsToMaximum: Bool = true, sameWithinDegrees: Double = 1e-7, sameWithinMetres: Double = 0.5,
        settleMilliseconds: Int64 = 10_000, answerMilliseconds: Int64 = 30_000, renewalMilliseconds: Int64? = nil
    ) {
        self.clampsToMaximum = clampsToMaximum
        self.sameWithinDegrees = sameWithinDegrees
        self.sameWithinMetres = sameWithinMetres
        self.settleMilliseconds = settleMilliseconds
        self.answerMilliseconds = answerMilliseconds
        self.renewalMilliseconds = renewalMilliseconds
    }
}

/// What happens when the first side of a fence becomes known.
///
/// The system is always asked, and the answer always remembered; only what is told differs. A crossing, unlike a
/// state, proves the other side before it, so it is a transition under every policy. (policy matrix, tensions 2 and 3)
public struct FirstSideRules: Hashable, Sendable {
    /// Whether a device found inside counts as having come in. Read when the region is registered. (BGEO 7, BKN-057)
    public var tellsEnter: Bool
    /// Whether that also holds for a fence that had a region and gets another because its circle changed. (CIO 7.5: no)
    public var tellsEnterOfReshaped: Bool
    /// What kind of stay begins when the device is found inside.
    public var stay: Stay

    /// A stay that began before it was seen.
    public enum Stay: Hashable, Sendable {
        /// Counts from now when the enter is told, else it never becomes a dwell. (BGEO 7)
        case fromNowIfTold
        /// Counts from now, but the entry was not seen. (CIO 4.4)
        case candidate
    }

    /// Describes the first side.
    public init(tellsEnter: Bool = true, tellsEnterOfReshaped: Bool = true, stay: Stay = .fromNowIfTold) {
        self.tellsEnter = tellsEnter
        self.tellsEnterOfReshaped = tellsEnterOfReshaped
        self.stay = stay
    }
}

/// What ends a stay without a crossing. Removing a fence or changing its shape always does, silently.
public struct EndingRules: Hashable, Sendable {
    /// What becomes of a fence that loses its region while the device is inside.
    public enum LeavingSlice: Hashable, Sendable {
        /// An admitted fix clear outside is its exit; without one the state is dropped silently. (BGEO-156)
        case exitIfProven
        /// The state is dropped silently. (CIO 7.4)
        case dropSilently
        /// The state is kept. (BKN 9)
        case keepState
    }

    /// What becomes of a fence that loses its region while the device is inside.
    public var leavingSlice: LeavingSlice
    /// Whether stays go on across a reboot. Sides are kept in any case. (CIO 4.4: no, BGEO, Beekon: yes)
    public var stayGoesOnAcrossReboot: Bool
    /// Whether stays go on when the permission no longer reaches as far. (CIO 4.4: no)
    public var stayGoesOnAcrossDowngrade: Bool
    /// Whether a fix clear outside a circle ends its stay silently before the system reports the exit. (CIO 4.4)
    public var fixOutsideEndsStay: Bool
    /// Whether switching off (a stop, a sign-out) forgets sides. (BGEO-074)
    public var switchingOffForgetsSides: Bool
    /// Whether another person ends stays silently. (CIO 4.4)
    public var otherPersonEndsStays: Bool

    /// Describes the endings.
    public init(
        leavingSlice: LeavingSlice = .keepState, stayGoesOnAcrossReboot: Bool = true,
        stayGoesOnAcrossDowngrade: Bool = true, fixOutsideEndsStay: Bool = false,
        switchingOffForgetsSides: Bool = true, otherPersonEndsStays: Bool = false
    ) {
        self.leavingSlice = leavingSlice
        self.stayGoesOnAcrossReboot = stayGoesOnAcrossReboot
        self.stayGoesOnAcrossDowngrade = stayGoesOnAcrossDowngrade
        self.fixOutsideEndsStay = fixOutsideEndsStay
        self.switchingOffForgetsSides = switchingOffForgetsSides
        self.otherPersonEndsStays = otherPersonEndsStays
    }
}

/// How polygons are judged. Their smallest enclosing circle is what the system watches; its exit proves an exit, its
/// entry only asks for a fix.
public struct PolygonRules: Hashable, Sendable {
    /// The table a fix is held against.
    public enum Table: Hashable, Sendable {
        /// Cannot tell when the accuracy circle lies over the boundary.
        case plain
        /// Customer.io's: outside needs more clearance than inside, and small shapes need good fixes. (CIO 7.8)
        case clearance
    }

    /// The table.
    public var table: Table
    /// Accuracy asked of a fix that shall decide, in metres.
    public var fixAccuracy: Double
    /// How long such a fix is waited for, in milliseconds.
    public var fixTimeout: Int64
    /// Whether fixes are taken continuously while the device is in an enclosing circle, also when not tracking. (BKN 4.3)
    public var watchesInsideCircle: Bool
    /// Milliseconds after which a check without a fix is made again; `nil` waits for the next reason. (BKN 4.3)
    public var retryMilliseconds: Int64?

    /// Describes the judgement.
    public init(
        table: Table = .plain, fixAccuracy: Double = 10, fixTimeout: Int64 = 10_000,
        watchesInsideCircle: Bool = false, retryMilliseconds: Int64? = nil
    ) {
        self.table = table
        self.fixAccuracy = fixAccuracy
        self.fixTimeout = fixTimeout
        self.watchesInsideCircle = watchesInsideCircle
        self.retryMilliseconds = retryMilliseconds
    }
}
