package import LocationCore

/// The fences of one set in stored order, with the means to find the nearest.
///
/// Most of them lie in a list that never changes, beside an index over it; what was put or removed since is kept apart.
/// So a change costs the same whatever the number of fences, and a ranking never has to build anything anew.
package struct FenceSet: Sendable {
    private var settled: SettledFences
    /// Put since then, in stored order.
    private var changed: [StoredFence] = []
    /// Handles of settled fences that were removed or put anew, ascending.
    private var gone: ContiguousArray<UInt32> = []
    private var names: FenceNames
    private var index: PackedIndex?
    /// Of the settled fences, once somebody has asked which contain a place; or of those before they were settled anew.
    private var polygonMap: PolygonMap?
    private var isMapOld = false
    /// What is remembered of these fences. Others have another one.
    package private(set) var memory = SliceMemory()

    /// Takes fences in stored order.
    package init(_ fences: [StoredFence] = []) {
        settled = SettledFences(fences)
        names = FenceNames(fences)
        hasPolygons = fences.contains { !$0.fence.shape.isCircle }
    }

    /// Takes fences as a snapshot has them, and what was changed since.
    ///
    /// - Parameters:
    ///   - ordinals: Of the fences that were put or removed since.
    ///   - changed: Those of them that are there now.
    /// - Returns: `nil` for a snapshot that cannot be read.
    init?(_ fences: MappedFences, without ordinals: [Int64], changed: [StoredFence]) {
        settled = SettledFences(fences)
        guard let index = settled.makeIndex() else { return nil }
        self.index = index
        self.changed = changed.sorted { $0.ordinal < $1.ordinal }
        names = FenceNames(changed)
        hasPolygons = fences.hasPolygons || changed.contains { !$0.fence.shape.isCircle }
        gone.mergeSorted(ordinals.sorted().compactMap { settled.handle(of: $0) })
        guard !settled.isDamaged else { return nil }
    }

    package var count: Int { settled.count - gone.count + changed.count }

    /// Whether the fences lie in a snapshot, but for what was changed since.
    package var isMapped: Bool { settled.isMapped }

    /// Whether a part of the snapshot could not be read, so that answers since then may be wrong.
    package var isDamaged: Bool { settled.isDamaged }

    /// Whether so much was changed since the snapshot was made that another one is worth its price.
    var hasManyChanges: Bool { changed.count + gone.count > 512 + settled.count / 512 }

    /// The largest ordinal; 0 if there is none.
    package var lastOrdinal: Int64 {
        let last = settled.count > 0 ? settled.ordinal(UInt32(settled.count - 1)) : nil
        return max(last ?? 0, changed.last?.ordinal ?? 0)
    }

    /// Whether more than so many fences report anything.
    func hasMoreReporting(than limit: Int) -> Bool {
        guard count > limit else { return false }
        var found = 0
        for stored in inOrder where !stored.fence.reports.isEmpty {
            found += 1
            if found > limit { return true }
        }
        return false
    }

    /// Whether any fence is something else than a circle.
    package private(set) var hasPolygons: Bool

    /// In stored order.
    package var fences: [StoredFence] {
        if changed.isEmpty, gone.isEmpty, let list = settled.list { return list }
        return merged()
    }

    package subscript(id id: FenceID) -> StoredFence? {
        ordinal(of: id).flatMap { self[ordinal: $0] }
    }

    private func ordinal(of id: FenceID) -> Int64? {
        if let ordinal = names[id] { return ordinal }
        guard let handle = settled.handle(of: id), !gone.hasSorted(handle) else { return nil }
        return settled.ordinal(handle)
    }

    package subscript(ordinal ordinal: Int64) -> StoredFence? {
        if !changed.isEmpty {
            let position = changed.position(of: ordinal)
            if position < changed.count, changed[position].ordinal == ordinal { return changed[position] }
        }
        guard let handle = settled.handle(of: ordinal), !gone.hasSorted(handle) else { return nil }
        return settled[handle]
    }

    package mutating func put(_ stored: StoredFence) { put([stored]) }

    /// Puts fences of different ordinals, each in its place.
    package mutating func put(_ batch: [StoredFence]) {
        let sorted = batch.sorted { $0.ordinal < $1.ordinal }
        for stored in sorted {
            // Writing copies what is also held elsewhere.
            if names[stored.fence.id] != stored.ordinal { names[stored.fence.id] = stored.ordinal }
            if !stored.fence.shape.isCircle { hasPolygons = true }
        }
        gone.mergeSorted(sorted.compactMap { settled.handle(of: $0.ordinal) })
        changed.mergeSorted(sorted)
        memory = SliceMemory()
        settleIfDue()
    }

    package mutating func remove(_ ids: [FenceID]) {
        var ordinals: [Int64] = []
        for id in ids {
            guard let ordinal = ordinal(of: id) else { continue }
            names[id] = nil
            ordinals.append(ordinal)
        }
        guard !ordinals.isEmpty else { return }
        ordinals.sort()
        let removed = Set(ordinals)
        changed.removeAll { removed.contains($0.ordinal) }
        gone.mergeSorted(ordinals.compactMap { settled.handle(of: $0) })
        memory = SliceMemory()
        settleIfDue()
    }

    package mutating func removeAll() {
        self = FenceSet()
    }

    /// The first fences in the order of a ranking.
    package mutating func nearest(_ count: Int, by ranking: Ranking) -> [Ranked] {
        guard count > 0 else { return [] }
        var best = BestRanked(count: count)
        // Below this number a walk over all is faster than a tree, and there is nothing to build.
        if self.count <= Self.mostWithoutIndex {
            for stored in fences { best.offer(ranking.rank(stored)) }
            return best.ranked
        }
        let index = indexed()
        best.offerSorted(index.nearest(count, by: ranking, of: settled, without: gone))
        for stored in changed {
            let least = ranking.anchor.chord(to: stored.center) - stored.enclosing.radius
            if let farthest = best.farthest, least > Double(farthest) + 1 { continue }
            best.offer(ranking.rank(stored))
        }
        return best.ranked
    }

    /// The ordinals of the first fences in the order of a ranking; their definitions are only touched where it takes them.
    package mutating func nearestOrdinals(_ count: Int, by ranking: Ranking) -> [Int64] {
        guard count > 0, self.count > Self.mostWithoutIndex, changed.isEmpty, ranking.ties != .identifier else {
            return nearest(count, by: ranking).map(\.stored.ordinal)
        }
        let index = indexed()
        if let handles = memory.handles(count, by: ranking, in: index, of: settled) { return settled.ordinals(handles) }
        let source = PackedSource(index: index, fences: settled, gone: gone)
        return settled.ordinals(index.nearestHandles(count, by: ranking, source))
    }

    /// All fences whose edge is at most that far away, in stored order; at 0 metres those that contain the place.
    ///
    /// - Parameter metres: At least 0.
    package mutating func fences(within metres: Double, of position: Coordinate) -> [StoredFence] {
        guard count > Self.mostWithoutIndex else { return fences.near(position, metres) }
        var found = withHandles(within: metres, of: position) { handles, settled in handles.compactMap { settled[$0] } }
        if !changed.isEmpty { found.mergeSorted(changed.near(position, metres)) }
        return found
    }

    /// The ordinals of the same fences; their definitions are only touched where it takes them.
    package mutating func ordinals(within metres: Double, of position: Coordinate) -> [Int64] {
        guard changed.isEmpty, count > Self.mostWithoutIndex else {
            return fences(within: metres, of: position).map(\.ordinal)
        }
        return withHandles(within: metres, of: position) { handles, settled in settled.ordinals(handles) }
    }

    /// Calls `body` with the handles of settled fences at most that far away, ascending, and with those fences: who looks for
    /// them may have to settle first.
    private mutating func withHandles<Result>(
        within metres: Double, of position: Coordinate, _ body: (UnsafeBufferPointer<UInt32>, SettledFences) -> Result
    ) -> Result {
        if metres == 0, let map = mapped(), map.isWhole {
            return map.withHandles(at: position, without: gone, { settled[$0]?.contains(position) ?? false }) {
                body($0, settled)
            }
        }
        let index = indexed()
        let handles = handles(within: metres, of: position, index, metres > 0 ? nil : mapped())
        return handles.withUnsafeBufferPointer { body($0, settled) }
    }

    /// - Parameter map: Knows of the polygons that it has drawn.
    private func handles(
        within metres: Double, of position: Coordinate, _ index: PackedIndex, _ map: PolygonMap?
    ) -> ContiguousArray<UInt32> {
        let anchor = SurfacePoint(position)
        var handles = ContiguousArray<UInt32>()
        handles.reserveCapacity(64)
        index.handles(within: metres, of: anchor, without: gone, into: &handles) { handle, marks in
            if let map, marks.contains(.polygon), !map.others.hasSorted(handle) { return false }
            return settled[handle]?.isWithin(metres, of: position, anchor) ?? false
        }
        map?.withHandles(at: position, without: gone, { settled[$0]?.contains(position) ?? false }) {
            handles.append(contentsOf: $0)
        }
        handles.sort()
        return handles
    }

    /// Says whether the nearest are still the same, without saying which; quick where the last position was near.
    ///
    /// - Returns: `nil` where that takes ``nearest(_:by:)``.
    package mutating func slice(_ count: Int, by ranking: Ranking) -> SliceMemory.Slice? {
        guard count > 0, self.count > Self.mostWithoutIndex, changed.count <= Self.mostChanged else { return nil }
        let index = indexed()
        guard let slice = memory.update(count, by: ranking, in: index, of: settled, without: gone) else {
            return nil
        }
        if changed.isEmpty { return slice }
        // What was put since must lie beyond all that was compared.
        guard let next = slice.next else { return nil }
        var margin = ranking.candidates == .all ? slice.margin : 0
        for stored in changed {
            guard let edge = ranking.rank(stored)?.edgeMetres else { continue }
            guard edge > next else { return nil }
            margin = min(margin, Double(edge - next) / 2 - 1)
        }
        return SliceMemory.Slice(number: slice.number, margin: max(0, margin), next: next)
    }

    private static let mostWithoutIndex = 64
    private static let mostChanged = 64

    /// A map of the settled fences, if there are polygons among them and all are in memory.
    private mutating func mapped() -> PolygonMap? {
        if let polygonMap, !isMapOld { return polygonMap }
        guard hasPolygons, !isMapped else { return nil }
        if index == nil, changed.count + gone.count > 0 { settle() }
        polygonMap = settled.list.map { PolygonMap($0, after: polygonMap) }
        isMapOld = false
        return polygonMap
    }

    private mutating func indexed() -> PackedIndex {
        if let index { return index }
        if changed.count + gone.count > 0 { settle() }
        let index = PackedIndex(settled.list ?? [])
        self.index = index
        return index
    }

    /// Whatever the number of fences, so many changes cost a ranking little, and settling costs little by the change.
    private mutating func settleIfDue() {
        let changes = changed.count + gone.count
        // Those of a snapshot wait for the next one, unless it does not come.
        let limit = isMapped ? Self.mostUnwritten : settled.count <= 1024 ? 0 : 512 + settled.count / 512
        guard changes > limit else { return }
        let wasIndexed = index != nil
        settle()
        if wasIndexed, count > Self.mostWithoutIndex { index = PackedIndex(settled.list ?? []) }
    }

    /// Changes since a snapshot after which its fences are read into memory.
    private static let mostUnwritten = 16_384

    private mutating func settle() {
        let all = merged()
        if isMapped { names = FenceNames(all) }
        settled = SettledFences(all)
        changed = []
        gone = []
        index = nil
        isMapOld = true
        memory = SliceMemory()
    }

    private func merged() -> [StoredFence] {
        var all: [StoredFence] = []
        all.reserveCapacity(count)
        var fences = inOrder
        while let stored = fences.next() { all.append(stored) }
        return all
    }

    /// An index over all fences as they are now.
    func packed() -> PackedIndex {
        if let index, changed.isEmpty, gone.isEmpty { return index }
        var fences = inOrder
        return PackedIndex(count: count) { _ in
            fences.next().map { PackedIndex.Circle($0) }
                ?? PackedIndex.Circle(center: SurfacePoint(x: 0, y: 0, z: 0), radius: 1)
        }
    }
}

extension FenceSet {
    /// The fences in stored order, one at a time where they lie in a snapshot; it ends early where one cannot be read.
    struct InOrder: Sequence, IteratorProtocol {
        fileprivate let settled: SettledFences
        fileprivate let changed: [StoredFence]
        fileprivate let gone: ContiguousArray<UInt32>
        private var handle: UInt32 = 0
        private var lost = 0
        private var changes = 0

        fileprivate init(_ settled: SettledFences, _ changed: [StoredFence], _ gone: ContiguousArray<UInt32>) {
            self.settled = settled
            self.changed = changed
            self.gone = gone
        }

        mutating func next() -> StoredFence? {
            while lost < gone.count, gone[lost] == handle {
                lost += 1
                handle += 1
            }
            var stored: StoredFence?
            if handle < settled.count {
                stored = settled.passing(handle)
                guard stored != nil else { return nil }
            }
            if changes < changed.count, changed[changes].ordinal < stored?.ordinal ?? .max {
                changes += 1
                return changed[changes - 1]
            }
            handle += 1
            return stored
        }
    }

    /// The same as ``fences`` without having all of them in memory.
    var inOrder: InOrder { InOrder(settled, changed, gone) }
}

extension PackedIndex {
    convenience init(_ fences: [StoredFence]) {
        self.init(concurrently: fences.count) { Circle(fences[$0]) }
    }
}

extension PackedIndex.Circle {
    fileprivate init(_ stored: StoredFence) {
        var marks: PackedIndex.Marks = []
        if !stored.fence.shape.isCircle { marks.insert(.polygon) }
        if stored.fence.reports.isEmpty { marks.insert(.silent) }
        self.init(center: stored.center, radius: stored.enclosing.radius, marks: marks)
    }
}

extension [StoredFence] {
    /// Those whose edge is at most that far from a position.
    fileprivate func near(_ position: Coordinate, _ metres: Double) -> [StoredFence] {
        let anchor = SurfacePoint(position)
        return filter { $0.isWithin(metres, of: position, anchor) }
    }
}

extension StoredFence {
    fileprivate func isWithin(_ metres: Double, of position: Coordinate, _ anchor: SurfacePoint) -> Bool {
        if fence.shape.isCircle { return anchor.distance(to: center) <= enclosing.radius + metres }
        // No polygon reaches out of its circle.
        guard anchor.chord(to: center) <= enclosing.radius + metres + 1 else { return false }
        return metres > 0 ? prepared.signedDistance(to: position) <= metres : contains(position)
    }
}
