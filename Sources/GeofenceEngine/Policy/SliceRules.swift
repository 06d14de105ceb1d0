/// Which fences get the regions.
public struct SliceRules: Hashable, Sendable {
    /// Which fences may be watched at all from a position.
    public enum Candidates: Hashable, Sendable {
        /// Every fence.
        case all
        /// Those whose edge is at most that many metres away. (CIO 7.2)
        case edgeWithin(Double)
        /// Those whose centre is at most `max(P, R + min(P, 500))` metres away, where P is this number and R the
        /// radius registered. (BGEO 6.1)
        case centreWithin(Double)
    }

    /// What decides between fences at the same distance in whole metres.
    public enum Ties: Hashable, Sendable {
        /// The stored order.
        case storedOrder
        /// The nearer centre, then the stored order. (BGEO-053, BGEO-150)
        case centreThenStoredOrder
        /// The identifier's bytes. (CIO-117)
        case identifier
    }

    /// Who stays when more fences are occupied than there are places.
    public enum PinOverflow: Hashable, Sendable {
        /// In the order of the ranking.
        case rank
        /// The smaller radius first. (BKN 9)
        case smallerRadius
    }

    /// What is watched before a position is known.
    public enum ColdStart: Hashable, Sendable {
        /// The first fences in stored order; after a relaunch, what was watched before. (BGEO 6.1, BKN 9)
        case storedOrder
        /// Nothing; after a relaunch, what was watched before. (CIO 7.6)
        case nothing
    }

    /// At which fixes the ranking is made anew. Changes of the set, of the permission and the helper's exit do so in any case.
    public enum Reranking: Hashable, Sendable {
        /// At every admitted fix. (BGEO 6.5)
        case everyFix
        /// At an admitted fix more than that part of the helper's radius from the place of the last ranking. (BKN 9)
        case beyondHelper(fraction: Double)
        /// At no fix by itself; the host's refresh decides. What the engine ranks by itself is ranked from where the last
        /// refresh was made, and a device found in what is registered then has not come in. (CIO 3, 7.6)
        case onRefreshOnly
    }

    /// Which fences may be watched.
    public var candidates: Candidates
    /// What decides between equals.
    public var ties: Ties
    /// Who stays when more fences are occupied than there are places.
    public var pinOverflow: PinOverflow
    /// What is watched before a position is known.
    public var coldStart: ColdStart
    /// When the ranking is made anew.
    public var reranking: Reranking
    /// Whether fences that report nothing take part. (BKN-033)
    public var includesSilentFences: Bool
    /// Whether a polygon's distance is that to its own edge; otherwise it is that to its enclosing circle's. (CIO 7.2)
    public var measuresPolygonsExactly: Bool
    /// Whether the place of the last ranking counts in a new process until there is a fix. (BGEO 4: no, CIO 3.2: yes)
    public var anchorSurvivesRelaunch: Bool

    /// Describes the slice.
    public init(
        candidates: Candidates = .all, ties: Ties = .storedOrder, pinOverflow: PinOverflow = .rank,
        coldStart: ColdStart = .storedOrder, reranking: Reranking = .everyFix, includesSilentFences: Bool = true,
        measuresPolygonsExactly: Bool = true, anchorSurvivesRelaunch: Bool = false
    ) {
        self.candidates = candidates
        self.ties = ties
        self.pinOverflow = pinOverflow
        self.coldStart = coldStart
        self.reranking = reranking
        self.includesSilentFences = includesSilentFences
        self.measuresPolygonsExactly = measuresPolygonsExactly
        self.anchorSurvivesRelaunch = anchorSurvivesRelaunch
    }
}
