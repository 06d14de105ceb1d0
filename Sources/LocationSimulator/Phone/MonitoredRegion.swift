public import LocationCore

/// Who registered a region.
public enum RegionOwner: Hashable, Sendable {
    /// The code under test, through its device.
    case app
    /// The host app itself or another SDK in it.
    case foreign(String)
    /// A notification with a location trigger. (PLAT-130)
    case notification(String)
}

/// A region as the system lists it.
public struct MonitoredRegion: Hashable, Sendable {
    /// The name it was registered under.
    public let id: String
    /// Where it is.
    public let circle: Circle
    /// Which crossings are wanted.
    public let edges: RegionEdges
    /// Who registered it.
    public let owner: RegionOwner
    /// Whether the system really watches it. A monitor also lists what it has given up. (PLAT-003, PLAT-043)
    public let isWatched: Bool
    /// On which side the system believes the phone to be.
    public let side: Side
}

/// A call that registered or unregistered a region.
public struct RegistrationCall: Hashable, Sendable {
    /// What was asked.
    public enum Kind: String, Hashable, Sendable {
        /// To watch a region.
        case register
        /// To stop watching one.
        case unregister
    }

    /// What was asked.
    public let kind: Kind
    /// The region's name.
    public let id: String
    /// Who asked.
    public let owner: RegionOwner
    /// When, in simulated milliseconds.
    public let elapsed: Int64
    /// How many regions the system held then, all owners together.
    public let held: Int
}

/// What the system keeps for a region.
struct WatchedRegion {
    let region: Region
    let owner: RegionOwner
    /// Tells this registration from an earlier one under the same name.
    let registration: UInt64
    /// False for a condition that a monitor lists but does not watch.
    var isWatched = true
    /// Whether only removing and adding revives it. (PLAT-043)
    var isZombie = false
    var side = Side.unknown
    /// What a monitor last told, or was told to assume. (PLAT-044)
    var toldSide = Side.unknown
    var toldAt: Timestamp?
    /// The other side, reached but not yet held for long enough.
    var candidate: Side?
    /// Tells one plan to look or to confirm from the next.
    var plan: UInt64 = 0
    var confirmation: UInt64 = 0
    var stay: UInt64 = 0
    /// The number of the newest report that reached the app.
    var newestArrival: UInt64 = 0
}
