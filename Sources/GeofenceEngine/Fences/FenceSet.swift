package import LocationCore

/// The fences of one set in stored order, with the means to find the nearest.
///
/// Most of them lie in a list that never changes, beside an index over it; what was put or removed since is kept apart.
/// So a change costs the same whatever the number of fences, and a ranking never has to build anything anew.
package struct FenceSet: Sendable {
    private var settled: Settled
    /// Put since then, in stored order.
    private var changed: [StoredFence] = []
    /// Handles of settled fences that were removed or put anew, ascending.
    private var gone: ContiguousArray<UInt32> = []
    private var names: FenceNames
    private var index: PackedIndex?
    /// What is remembered of these fences. Others have another one.
    package private(set) var memory = SliceMemory()

    /// Takes fences in stored order.
    package init(_ fences: [StoredFence] = []) {
        settled = Settled(fences)
        names = FenceNames(fences)
        hasPolygons = fences.contains { !$0.fence.shape.isCircle }
    }

    package var count: Int { settled.fences.count - gone.count + changed.count }

    /// Whether any fence is something else than a circle.
    package private(set) var hasPolygons: Bool

    /// In stored order.
    package var fences: [StoredFence] {
        if changed.isEmpty, gone.isEmpty { return settled.fences }
        return merged()
    }

    package subscript(id id: FenceID) -> StoredFence? {
        names[id].flatMap { self[ordinal: $0] }
    }

    package subscript(ordinal ordinal: Int64) -> StoredFence? {
        if !changed.isEmpty {
            let position = changed.position(of: ordinal)
            if position < changed.count, changed[position].ordinal == ordinal { return changed[position] }
        }
        guard let handle = settled.handle(of: ordinal), !gone.hasSorted(handle) else { return nil }
        return settled.fences[Int(handle)]
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
            guard let ordinal = names[id] else { continue }
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
        best.offerSorted(index.nearest(count, by: ranking, of: settled.fences, without: gone))
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
        let source = PackedSource(index: index, fences: settled.fences, gone: gone)
        return index.nearestHandles(count, by: ranking, source).map { settled.ordinals[Int($0)] }
    }

    /// All fences whose edge is at most that far away, in stored order; at 0 metres those that contain the place.
    ///
    /// - Parameter metres: At least 0.
    package mutating func fences(within metres: Double, of position: Coordinate) -> [StoredFence] {
        let anchor = SurfacePoint(position)
        guard count > Self.mostWithoutIndex else {
            return fences.filter { $0.isWithin(metres, of: position, anchor) }
        }
        var found = handles(within: metres, of: position, anchor).map { settled.fences[Int($0)] }
        found.mergeSorted(changed.filter { $0.isWithin(metres, of: position, anchor) })
        return found
    }

    /// The ordinals of the same fences; their definitions are only touched where it takes them.
    package mutating func ordinals(within metres: Double, of position: Coordinate) -> [Int64] {
        guard changed.isEmpty, count > Self.mostWithoutIndex else {
            return fences(within: metres, of: position).map(\.ordinal)
        }
        return handles(within: metres, of: position, SurfacePoint(position)).map { settled.ordinals[Int($0)] }
    }

    private mutating func handles(
        within metres: Double, of position: Coordinate, _ anchor: SurfacePoint
    ) -> ContiguousArray<UInt32> {
        var handles = ContiguousArray<UInt32>()
        indexed().handles(within: metres, of: anchor, without: gone, into: &handles) {
            settled.fences[Int($0)].isWithin(metres, of: position, anchor)
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
        guard let slice = memory.update(count, by: ranking, in: index, of: settled.fences, without: gone) else {
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

    private mutating func indexed() -> PackedIndex {
        if let index { return index }
        if changed.count + gone.count > 0 { settle() }
        let index = PackedIndex(settled.fences)
        self.index = index
        return index
    }

    /// Whatever the number of fences, so many changes cost a ranking little, and settling costs little by the change.
    private mutating func settleIfDue() {
        guard changed.count + gone.count > (settled.fences.count <= 1024 ? 0 : 512 + settled.fences.count / 512)
        else { return }
        let wasIndexed = index != nil
        settle()
        if wasIndexed, count > Self.mostWithoutIndex { index = PackedIndex(settled.fences) }
    }

    private mutating func settle() {
        settled = Settled(merged())
        changed = []
        gone = []
        index = nil
        memory = SliceMemory()
    }

    private func merged() -> [StoredFence] {
        var all: [StoredFence] = []
        all.reserveCapacity(count)
        var next = 0
        var lost = 0
        for (handle, stored) in settled.fences.enumerated() {
            while next < changed.count, changed[next].ordinal < stored.ordinal {
                all.append(changed[next])
                next += 1
            }
            if lost < gone.count, Int(gone[lost]) == handle {
                lost += 1
            } else {
                all.append(stored)
            }
        }
        all += changed[next...]
        return all
    }
}

/// Fences in stored order, for good. A handle is a place in it.
private final class Settled: Sendable {
    let fences: [StoredFence]
    let ordinals: ContiguousArray<Int64>

    init(_ fences: [StoredFence]) {
        self.fences = fences
        ordinals = ContiguousArray(fences.lazy.map(\.ordinal))
    }

    func handle(of ordinal: Int64) -> UInt32? {
        var low = 0
        var high = ordinals.count
        while low < high {
            let middle = (low + high) / 2
            if ordinals[middle] < ordinal { low = middle + 1 } else { high = middle }
        }
        return low < ordinals.count && ordinals[low] == ordinal ? UInt32(low) : nil
    }
}

extension PackedIndex {
    convenience init(_ fences: [StoredFence]) {
        self.init(count: fences.count) { handle in
            let stored = fences[handle]
            var marks: Marks = []
            if !stored.fence.shape.isCircle { marks.insert(.polygon) }
            if stored.fence.reports.isEmpty { marks.insert(.silent) }
            return Circle(center: stored.center, radius: stored.enclosing.radius, marks: marks)
        }
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

extension [StoredFence] {
    /// The first place whose ordinal is not smaller.
    fileprivate func position(of ordinal: Int64) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle].ordinal < ordinal { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Puts sorted fences among sorted ones, in the place of those of the same ordinal.
    fileprivate mutating func mergeSorted(_ new: [StoredFence]) {
        if new.count <= 8 {
            for stored in new {
                let position = position(of: stored.ordinal)
                if position < count, self[position].ordinal == stored.ordinal {
                    self[position] = stored
                } else {
                    insert(stored, at: position)
                }
            }
            return
        }
        var all: [StoredFence] = []
        all.reserveCapacity(count + new.count)
        var next = 0
        for stored in self {
            while next < new.count, new[next].ordinal < stored.ordinal {
                all.append(new[next])
                next += 1
            }
            if next < new.count, new[next].ordinal == stored.ordinal { continue }
            all.append(stored)
        }
        all += new[next...]
        self = all
    }
}

extension ContiguousArray<UInt32> {
    /// Whether a sorted list has a number.
    func hasSorted(_ number: UInt32) -> Bool {
        if isEmpty { return false }
        let place = firstPlace(of: number)
        return place < count && self[place] == number
    }

    private func firstPlace(of number: UInt32) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Puts ascending numbers among ascending ones, each once.
    fileprivate mutating func mergeSorted(_ new: [UInt32]) {
        if new.count <= 8 {
            for number in new {
                let place = firstPlace(of: number)
                if place == count || self[place] != number { insert(number, at: place) }
            }
            return
        }
        var all = ContiguousArray()
        all.reserveCapacity(count + new.count)
        var next = 0
        for number in self {
            while next < new.count, new[next] <= number {
                if new[next] < number { all.append(new[next]) }
                next += 1
            }
            all.append(number)
        }
        all += new[next...]
        self = all
    }
}
