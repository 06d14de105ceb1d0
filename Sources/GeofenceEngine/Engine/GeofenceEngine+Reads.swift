public import LocationCore

/// What users of every such SDK ask for.
extension GeofenceEngine {
    /// What is known about the device and one fence.
    public struct FenceState: Hashable, Sendable {
        /// Inside, outside or not known.
        public let side: Side
        /// Since when; `nil` while the side is not known.
        public let since: Timestamp?
        /// What decided it.
        public let evidence: EvidenceKind
    }

    /// A fence with what the system does about it.
    public struct MonitoredFence: Hashable, Sendable {
        /// The fence's name.
        public let id: FenceID
        /// The circle of a circular fence; otherwise the smallest around it.
        public let circle: Circle
        /// Its place in the ranking from the position of the last ranking, 1 for the first; `nil` when it is no candidate
        /// or no position is known.
        public let rank: Int?
        /// Metres to its edge then, 0 inside.
        public let distance: Double?
        /// The radius that is watched; `nil` when the fence has no region.
        public let effectiveRadius: Double?
        /// Whether the system has confirmed the region.
        public let isHeld: Bool
        /// Why it has no region; `nil` when it has one.
        public let absence: String?
    }

    /// The fences of a set in stored order.
    public func fences(set: String = GeofenceEngine.appSet) throws(StoreError) -> [Fence] {
        _ = try openStore()
        freshen()
        let fences = core?.durable.sets[set]?.fences.map(\.fence) ?? []
        return try mendFences() ? core?.durable.sets[set]?.fences.map(\.fence) ?? [] : fences
    }

    /// A fence by its name.
    public func fence(_ id: FenceID, set: String = GeofenceEngine.appSet) throws(StoreError) -> Fence? {
        _ = try openStore()
        freshen()
        let fence = core?.durable.sets[set]?[id: id]?.fence
        return try mendFences() ? core?.durable.sets[set]?[id: id]?.fence : fence
    }

    /// The active set's name.
    public var activeSet: String { known?.durable.scalars.activeSet ?? GeofenceEngine.appSet }

    /// Inside, outside or unknown, since when, and by which evidence; `nil` for an unknown fence.
    ///
    /// Also of a fence that has no region: then the newest believed fix may tell.
    public func state(of id: FenceID) -> FenceState? {
        ask { core in core.fences[id: id].map { core.believedState(of: $0) } } ?? nil
    }

    /// The fences in which the device is, in stored order: every one whose last believed side is inside, watched or not.
    public func insideNow() -> [FenceID] { ask { $0.believedInside() } ?? [] }

    /// What the system watches now, with rank and effective radius, and why it does not watch the others.
    ///
    /// It looks at every fence, so it is for people and tests, not for each fix.
    public func monitored() -> [MonitoredFence] { ask { $0.monitored() } ?? [] }

    /// Why a fence did or did not fire, as sentences: its definition, region, side, and what the journal says, newest last.
    public func explain(_ id: FenceID, lines: Int = 20) -> [String] {
        freshen()
        guard let store else { return ["the store cannot be read yet"] }
        let journal = (try? store.journal(about: id, limit: lines)) ?? []
        let general = (try? store.journal(about: nil, limit: 200)) ?? []
        let waiting = (try? store.transitionCount(of: id)) ?? 0
        return ask {
            $0.explain(id, journal: journal, general: general.filter { $0.fence == nil }, waiting: waiting)
        } ?? ["the store cannot be read yet"]
    }

    /// The newest lines of the journal, newest first.
    public func journal(about id: FenceID? = nil, limit: Int = 100) throws(StoreError) -> [JournalLine] {
        try openStore().journal(about: id, limit: limit)
    }

    /// Records of the outbox, oldest first.
    public func records(
        id: String? = nil, kind: Record.Kind? = nil, limit: Int? = nil
    ) throws(StoreError) -> [Record] {
        try openStore().records(matching: Self.selection(id, kind), limit: limit)
    }

    /// The records of fixes whose time lies in a range, both ends included, oldest first.
    public func fixRecords(from: Timestamp, to: Timestamp) throws(StoreError) -> [Record] {
        try openStore().fixRecords(from: from, to: to)
    }

    /// How many records the outbox holds.
    public func recordCount() throws(StoreError) -> Int { try openStore().count() }

    /// How many stored rows could not be read and lie aside, at most the newest thousand. (AMD-10)
    package func unreadableRowCount() throws(StoreError) -> Int { try openStore().unreadableCount() }

    /// A value of the adapter's own.
    public func value(_ key: String) -> JSONValue? {
        freshen()
        return values[key]
    }

    /// The adapter's own values whose keys begin so, in the order of their keys.
    package func values(beginning prefix: String) -> [(key: String, value: JSONValue)] {
        freshen()
        return values.filter { $0.key.hasPrefix(prefix) }.sorted { $0.key < $1.key }
    }

    /// Whether tracking is on.
    public var isTracking: Bool { known?.durable.scalars.isTracking ?? false }

    /// Who is identified.
    public var person: String? { known?.durable.scalars.person }

    /// Metres travelled.
    public var odometer: Double { known?.durable.scalars.odometer ?? 0 }

    /// The newest believed fix of this process.
    public var lastFix: Fix? { core?.process.lastFix }

    /// When the newest fix of this process was made, whether it was believed or not.
    public var newestReading: Timestamp? { core?.process.newestReading }

    /// Why the system last refused or gave up a region.
    public var lastRegionError: RegionLoss? { core?.process.lastRegionError }

    /// The regions the engine wants watched, whether or not the system has confirmed them, without the helper.
    public var watchedFences: [FenceID] { known?.durable.places.compactMap { $0.owner?.fence.id } ?? [] }

    /// How many fences a set holds.
    public func fenceCount(set: String = GeofenceEngine.appSet) -> Int { known?.durable.sets[set]?.count ?? 0 }

    /// Where the regions of the moment were ranked from; `nil` before a ranking.
    public var rankingAnchor: Coordinate? { known?.durable.scalars.anchor }

    /// The name under which the system knows a fence's region; `nil` for an unknown fence.
    package func regionID(of id: FenceID) -> String? {
        ask { core in core.fences[id: id].map { core.regionID(of: $0) } } ?? nil
    }

    /// Whether every region that is wanted has been confirmed by the system.
    public var isFullyRegistered: Bool { core?.durable.places.allSatisfy(\.isHeld) ?? true }

    /// Whether the engine's own region is wanted.
    public var isHelperArmed: Bool { known?.durable.helper != nil }

    /// Whether the device has left a region of the engine's own and no fix has said since where it is. (AMD-05)
    package var isLookingForDevice: Bool { known?.process.movement != nil }

    /// How the store's file was found; `nil` until it could be read.
    public var opening: StoreOpening? { store?.opening }
}
