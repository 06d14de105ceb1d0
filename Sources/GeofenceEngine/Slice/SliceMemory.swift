import LocationCore

/// Which fences were nearest at the last position, and what lay round them: the next position is seldom far.
///
/// It only remembers what follows from fences that never change, so that it may be shared and may be lost.
package final class SliceMemory: Sendable {
    private let state = Locked(SliceState())

    package init() {}

    /// A set of nearest fences.
    package struct Slice: Hashable, Sendable {
        /// The same number means the same fences.
        package let number: Int
        /// Metres that the device may go from here before they could be others.
        package let margin: Double
        /// Metres to the edge of the nearest candidate that does not belong to them; `nil` if there is none.
        package let next: Int?
    }

    /// Says whether the nearest fences are still the same, without saying which.
    ///
    /// - Parameters:
    ///   - wanted: How many; at least 1.
    ///   - fences: Those that the index was made of.
    ///   - gone: Ascending handles of fences that do not count any more.
    /// - Returns: `nil` where a name would have to decide, or too many or too few fences are near.
    func update(
        _ wanted: Int, by ranking: Ranking, in index: PackedIndex, of fences: SettledFences,
        without gone: ContiguousArray<UInt32>
    ) -> Slice? {
        state.withLock { $0.update(wanted, ranking, PackedSource(index: index, fences: fences, gone: gone)) }
    }
}

/// A leaf near the slice.
private struct NearLeaf {
    let number: UInt32
    let box: LeafBox
    /// A bit for each circle that belongs to the slice.
    var members: UInt32 = 0
    /// The same while a slice is being found.
    var found: UInt32 = 0
}

private struct SliceState {
    private var wanted = 0
    private var rules: Ranking.Rules?
    /// Where the surroundings were looked up, and up to what distance of an edge they are complete; less than 0 is not.
    private var center = SurfacePoint(x: 0, y: 0, z: 0)
    private var reach = -1.0
    private var leaves: ContiguousArray<NearLeaf> = []
    /// Metres beyond the slice that are looked up, adapted to how many leaves that is.
    private var ahead = 200.0
    private var last = SurfacePoint(x: 0, y: 0, z: 0)
    /// Metres from there within which the slice lies and one fence more.
    private var bound = Double.infinity
    /// Whether that was found at this position.
    private var isBoundTight = false
    private var number = 0
    private var rooms = Rooms(0)

    private static let mostLeaves = 256
    /// Metres beyond the limit for candidates that are looked at, to see how far the next candidate is.
    private static let edge: Float = 100
    /// So that those are among what is looked up.
    private static let least = 2 * Double(edge) + 1

    mutating func update(_ wanted: Int, _ ranking: Ranking, _ source: PackedSource) -> SliceMemory.Slice? {
        if self.wanted != wanted || rules != ranking.rules {
            rooms = Rooms(wanted + 1)
            forget(wanted, ranking.rules)
        }
        if bound < 400_000, reach >= 0, source.index.canContest(ranking), let slice = followOn(ranking, source) {
            return slice
        }
        // A fence that is no candidate any more makes room for one from farther away.
        bound = ranking.candidates == .all ? bound + metres(last, ranking.anchor) : .infinity
        last = ranking.anchor
        isBoundTight = false
        if reach >= 0, let slice = look(ranking, source) { return slice }
        // What was looked up before says how far the slice reaches at most; after a jump that is too far.
        let steps = 4 * ahead + 1000
        if metres(center, ranking.anchor) > steps { isBoundTight = false }
        if lookUp(ranking, source), let slice = look(ranking, source) { return slice }
        if isBoundTight {
            isBoundTight = false
            if lookUp(ranking, source), let slice = look(ranking, source) { return slice }
        }
        forget(wanted, ranking.rules)
        return nil
    }

    private mutating func forget(_ wanted: Int, _ rules: Ranking.Rules) {
        self.wanted = wanted
        self.rules = rules
        reach = -1
        bound = .infinity
        leaves.removeAll()
        number += 1
    }

    /// Takes a short step; `nil` if that does not lead to the slice.
    private mutating func followOn(_ ranking: Ranking, _ source: PackedSource) -> SliceMemory.Slice? {
        let step = metres(last, ranking.anchor)
        guard step < 2000 else { return nil }
        // The farthest that the slice's rim can have come, and how far it mostly comes where there are many fences.
        let most = step + 2
        let usual = min(most, max(0.35 * step + 2, 2 * bound / Double(wanted)))
        if bound + most + metres(center, ranking.anchor) >= reach {
            let known = bound
            bound += step
            isBoundTight = true
            let isLookedUp = lookUp(ranking, source)
            bound = known
            guard isLookedUp else {
                reach = -1
                return nil
            }
        }
        if let slice = follow(usual, ranking, source) { return slice }
        return usual < most ? follow(most, ranking, source) : nil
    }

    /// Chooses from what was looked up, if the slice reaches about as far as before; `nil` if it does not.
    ///
    /// If no more fences than are wanted can be nearer than some distance, those that are more than a metre nearer belong to
    /// the slice, whatever their order. Only the few about that distance have to be compared.
    private mutating func follow(
        _ narrow: Double, _ ranking: Ranking, _ source: PackedSource
    ) -> SliceMemory.Slice? {
        guard bound + narrow + metres(center, ranking.anchor) < reach else { return nil }
        let far = Float(bound + narrow)
        let near = Float(bound - narrow) - 1.5
        guard let (sure, rivals, farthest) = divide(near, far, WholePoint(ranking.anchor), source) else { return nil }
        var nearest = NearestKeys(wanted: wanted + 1 - sure, reach: far, room: rooms.keys)
        for contender in rooms.contenders[0..<rivals] {
            let leaf = source.index.leaf(Int(leaves[contender.leaf].number))
            if var key = ranking.key(contender, leaf, source.fences) {
                key.place = contender.place
                nearest.offer(key)
            }
        }
        let keys = nearest.gather()
        guard keys.count == wanted + 1 - sure else { return cannotFollow() }
        let (worst, next) = keys.count > 1 ? Self.lastTwo(keys) : (0, 0)
        let edge = keys[next].edgeMetres
        guard Double(edge) + 0.51 < Double(far) else { return cannotFollow() }
        if ranking.ties == .identifier, worst != next, keys[worst].metres == keys[next].metres { return cannotFollow() }
        last = ranking.anchor
        bound = Double(edge) + 0.51
        note(keys, without: next)
        let worstEdge = max(worst == next ? 0 : keys[worst].edgeMetres, Int(farthest.rounded(.up)))
        return SliceMemory.Slice(number: number, margin: max(0, Double(edge - worstEdge - 2) / 2), next: edge)
    }

    private mutating func cannotFollow() -> SliceMemory.Slice? {
        for place in leaves.indices { leaves[place].found = 0 }
        return nil
    }

    /// Marks what surely belongs to the slice, and gathers what may.
    ///
    /// - Returns: How many of each, and the most that the edge of one of the first is away; `nil` if more than are wanted
    ///   may be nearer.
    private mutating func divide(
        _ near: Float, _ far: Float, _ point: WholePoint, _ source: PackedSource
    ) -> (sure: Int, rivals: Int, farthest: Float)? {
        var (sure, maybe, rivals) = (0, 0, 0)
        // Where there are many fences the next one is near in any case.
        let isSparse = bound > 50 * Double(wanted)
        var farthest = isSparse ? 0 : max(0, near)
        let floats = UnsafeRawPointer(rooms.scratch).assumingMemoryBound(to: Float.self)
        for place in leaves.indices {
            if leaves[place].box.isBeyond(far, from: point) { continue }
            let number = Int(leaves[place].number)
            let leaf = source.index.leaf(number)
            let sets = leaf.measure(point, within: far, nearer: near, rooms.scratch)
            var counted = UInt32.max
            let circles = source.index.circles(in: number)
            if circles < Leaf.capacity { counted = 1 << UInt32(circles) - 1 }
            if !source.gone.isEmpty {
                for circle in 0..<circles where source.gone.hasSorted(leaf.handles[circle] & PackedCircle.handleMask) {
                    counted &= ~(1 << UInt32(circle))
                }
            }
            leaves[place].found = sets.surelyNearer & counted
            sure += leaves[place].found.nonzeroBitCount
            maybe += (sets.maybeNearer & counted).nonzeroBitCount
            if isSparse {
                var set = leaves[place].found
                while set != 0 {
                    farthest = max(farthest, floats[32 + set.trailingZeroBitCount])
                    set &= set - 1
                }
            }
            var set = sets.within & counted & ~sets.surelyNearer
            guard maybe <= wanted, rivals + Leaf.capacity <= rooms.contenders.count else {
                _ = cannotFollow()
                return nil
            }
            while set != 0 {
                let circle = set.trailingZeroBitCount
                set &= set - 1
                rooms.contenders[rivals] = Contender(
                    least: floats[circle], most: floats[32 + circle],
                    place: UInt32(truncatingIfNeeded: place << 5 | circle))
                rivals += 1
            }
        }
        return (sure, rivals, farthest)
    }

    /// Chooses from what was looked up; `nil` if that is not enough.
    private mutating func look(_ ranking: Ranking, _ source: PackedSource) -> SliceMemory.Slice? {
        let moved = metres(center, ranking.anchor)
        guard moved < reach else { return nil }
        // What is no candidate, but nearly, is looked at too.
        let most = min(Float(bound) * 1.000_001 + 1, ranking.reach + Self.edge)
        var nearest = NearestKeys(wanted: wanted + 1, reach: most, room: rooms.keys)
        var slack = Double.infinity
        if !(source.index.canContest(ranking) && contest(for: &nearest, ranking, source)) {
            slack = rank(for: &nearest, ranking, source)
        }
        let keys = nearest.gather()
        guard keys.count == wanted + 1 else {
            // All candidates there are.
            guard Double(ranking.reach + Self.edge) + moved < reach else { return nil }
            note(keys, without: nil)
            return SliceMemory.Slice(number: number, margin: max(0, min(Double(Self.edge), slack)), next: nil)
        }
        let (worst, next) = Self.lastTwo(keys)
        bound = Double(keys[next].edgeMetres) + 0.51
        isBoundTight = true
        guard bound + moved < reach else { return nil }
        if ranking.ties == .identifier, keys[worst].metres == keys[next].metres { return nil }
        note(keys, without: next)
        // Farther candidates have farther limits, except where a larger circle may be one from farther away.
        if case .centreWithin = ranking.candidates {} else { slack = .infinity }
        let gap = Double(keys[next].edgeMetres - keys[worst].edgeMetres) - 2
        return SliceMemory.Slice(number: number, margin: max(0, min(gap / 2, slack)), next: keys[next].edgeMetres)
    }

    /// Offers the nearest where distances alone decide; `false` if too many are as near as one another.
    @inline(__always)
    private func contest(for nearest: inout NearestKeys, _ ranking: Ranking, _ source: PackedSource) -> Bool {
        let point = WholePoint(ranking.anchor)
        var contest = Contest(wanted: wanted + 1, reach: nearest.reach, room: rooms.contenders)
        for place in leaves.indices {
            if leaves[place].box.isBeyond(contest.reach, from: point) { continue }
            let leaf = Int(leaves[place].number)
            let fits = contest.take(
                source.index.leaf(leaf), place, source.index.circles(in: leaf), point, without: source.gone,
                rooms.scratch)
            guard fits else { return false }
        }
        if contest.count > 2 * wanted { contest.cut() }
        for contender in contest.contenders {
            let leaf = source.index.leaf(Int(leaves[contender.leaf].number))
            if var key = ranking.key(contender, leaf, source.fences) {
                key.place = contender.place
                nearest.offer(key)
            }
        }
        return true
    }

    /// Offers the nearest, and finds how far the next candidate is from being one.
    private func rank(for nearest: inout NearestKeys, _ ranking: Ranking, _ source: PackedSource) -> Double {
        let point = WholePoint(ranking.anchor)
        var slack = Double.infinity
        var reach = nearest.reach
        for number in leaves.indices {
            if leaves[number].box.isBeyond(reach, from: point) { continue }
            let leaf = Int(leaves[number].number)
            source.index.leaf(leaf).visit(source.index.circles(in: leaf), point, &reach, rooms.scratch) { leaf, place in
                let circle = PackedCircle(leaf, place, from: ranking.anchor)
                slack = min(slack, ranking.slack(circle))
                guard var key = ranking.key(circle, source.fences, source.gone) else { return nearest.reach }
                key.place = UInt32(number << 5 | place)
                nearest.offer(key)
                return nearest.reach
            }
        }
        return slack
    }

    /// Finds the leaves round a position.
    private mutating func lookUp(_ ranking: Ranking, _ source: PackedSource) -> Bool {
        let point = WholePoint(ranking.anchor)
        if !isBoundTight {
            let most = min(Float(bound) * 1.000_001 + 1, ranking.reach)
            var nearest = NearestKeys(wanted: wanted + 1, reach: most, room: rooms.keys)
            source.index.offer(to: &nearest, ranking, source)
            let keys = nearest.gather()
            bound = keys.count == wanted + 1 ? Double(keys[Self.lastTwo(keys).1].edgeMetres) + 0.51 : .infinity
        }
        bound = min(bound, Double(ranking.reach + Self.edge))
        guard bound < 1e7 else { return false }
        center = ranking.anchor
        let before = Array(leaves.filter { $0.members != 0 })
        // A slice of a few hundred metres has more round it than one of a hundred kilometres.
        ahead = max(Self.least, min(ahead, bound + 300))
        while true {
            reach = bound + ahead
            leaves.removeAll(keepingCapacity: true)
            let wide = Float(reach) * 1.000_001 + 1
            source.index.searchLeaves(from: point, within: wide) { number, _, _ in
                leaves.append(NearLeaf(number: UInt32(number), box: LeafBox(source.index, number)))
                return leaves.count > Self.mostLeaves ? -1 : wide
            }
            if leaves.count <= Self.mostLeaves { break }
            guard ahead > Self.least else { return false }
            ahead = max(Self.least, ahead / 4)
        }
        if leaves.count > 8 + wanted / 8 { ahead *= 0.8 }
        if leaves.count < 6 + wanted / 12 { ahead = min(ahead * 1.25, 200_000) }
        keepMembers(of: before)
        return true
    }

    /// The slice is still the same where its leaves are still among those near.
    private mutating func keepMembers(of before: [NearLeaf]) {
        var isComplete = true
        for leaf in before {
            if let place = leaves.firstIndex(where: { $0.number == leaf.number }) {
                leaves[place].members = leaf.members
            } else {
                isComplete = false
            }
        }
        if !isComplete { number += 1 }
    }

    /// Takes the slice over, under a new number if it is another.
    private mutating func note(_ keys: UnsafeMutableBufferPointer<RankKey>, without next: Int?) {
        leaves.withUnsafeMutableBufferPointer { leaves in
            for place in keys.indices where place != next {
                leaves[Int(keys[place].place >> 5)].found |= 1 << (keys[place].place & 31)
            }
            var isSame = true
            for place in leaves.indices {
                if leaves[place].members != leaves[place].found { isSame = false }
                leaves[place].members = leaves[place].found
                leaves[place].found = 0
            }
            if !isSame { number += 1 }
        }
    }

    /// The places of the last key but one, and of the last.
    private static func lastTwo(_ keys: UnsafeMutableBufferPointer<RankKey>) -> (Int, Int) {
        var (worst, next) = keys[0] < keys[1] ? (0, 1) : (1, 0)
        for place in 2..<keys.count {
            if keys[next] < keys[place] {
                (worst, next) = (next, place)
            } else if keys[worst] < keys[place] {
                worst = place
            }
        }
        return (worst, next)
    }
}

/// Where an update writes, kept so that none has to ask for memory.
private final class Rooms {
    let keys: UnsafeMutableBufferPointer<RankKey>
    let contenders: UnsafeMutableBufferPointer<Contender>
    let scratch: UnsafeMutablePointer<SIMD4<Float>>

    init(_ wanted: Int) {
        keys = .allocate(capacity: NearestKeys.room(for: wanted))
        contenders = .allocate(capacity: Contest.room(for: wanted))
        scratch = .allocate(capacity: 16)
    }

    deinit {
        keys.deallocate()
        contenders.deallocate()
        scratch.deallocate()
    }
}

/// Metres between two places, at least that many; far apart it does not matter.
private func metres(_ start: SurfacePoint, _ end: SurfacePoint) -> Double {
    let chord = start.chord(to: end)
    return chord < 500_000 ? chord * 1.001 : .infinity
}
