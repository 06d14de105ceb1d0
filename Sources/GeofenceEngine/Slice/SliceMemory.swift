package import LocationCore

/// Which fences were nearest at the last position, and what lay round them: the next position is seldom far.
///
/// It only remembers what follows from fences that never change, so that it may be shared and may be lost.
package final class SliceMemory: Sendable {
    private let state = Locked(State())

    package init() {}

    /// A set of nearest fences.
    package struct Slice: Hashable, Sendable {
        /// The same number means the same fences.
        package let number: Int
        /// Metres that the device may go from here before they could be others.
        package let margin: Double
    }

    /// Says whether the nearest fences are still the same, without saying which.
    ///
    /// - Parameters:
    ///   - wanted: How many; at least 1.
    ///   - fences: Those that the index was made of.
    ///   - gone: Ascending handles of fences that do not count any more.
    /// - Returns: `nil` where a name would have to decide, or too many or too few fences are near.
    package func update(
        _ wanted: Int, by ranking: Ranking, in index: PackedIndex, of fences: [StoredFence],
        without gone: ContiguousArray<UInt32>
    ) -> Slice? {
        state.withLock { $0.update(wanted, ranking, Source(index: index, fences: fences, gone: gone)) }
    }
}

private struct Source {
    let index: PackedIndex
    let fences: [StoredFence]
    let gone: ContiguousArray<UInt32>
}

private struct State {
    private var wanted = 0
    private var rules: Ranking.Rules?
    /// Where the surroundings were looked up, and up to what distance of an edge they are complete; less than 0 is not.
    private var center = SurfacePoint(x: 0, y: 0, z: 0)
    private var reach = -1.0
    private var near = NearCircles()
    /// Metres beyond the slice that are looked up, adapted to how many fences that is.
    private var ahead = 200.0
    /// The slice, by places in `near`.
    private var members = PlaceBits()
    private var fresh = PlaceBits()
    /// The slice when the surroundings were last looked up, ascending.
    private var handles: ContiguousArray<UInt32> = []
    private var last = SurfacePoint(x: 0, y: 0, z: 0)
    /// Metres from there within which the slice lies and one fence more, or all candidates.
    private var bound = Double.infinity
    /// Whether that was found at this position.
    private var isBoundTight = false
    private var number = 0

    mutating func update(_ wanted: Int, _ ranking: Ranking, _ source: Source) -> SliceMemory.Slice? {
        if self.wanted != wanted || rules != ranking.rules { forget(wanted, ranking.rules) }
        return withUnsafeTemporaryAllocation(of: RankKey.self, capacity: NearestKeys.room(for: wanted + 1)) { room in
            // A fence that is no candidate any more makes room for one from farther away.
            bound = ranking.candidates == .all ? bound + metres(last, ranking.anchor) : .infinity
            last = ranking.anchor
            isBoundTight = false
            if reach >= 0, let slice = look(ranking, source, room, isFirst: false) { return slice }
            if lookUp(ranking, source, room), let slice = look(ranking, source, room, isFirst: true) { return slice }
            forget(wanted, ranking.rules)
            return nil
        }
    }

    private mutating func forget(_ wanted: Int, _ rules: Ranking.Rules) {
        self.wanted = wanted
        self.rules = rules
        reach = -1
        bound = .infinity
        members.removeAll()
        number += 1
    }

    /// Chooses from what was looked up; `nil` if that is not enough.
    private mutating func look(
        _ ranking: Ranking, _ source: Source, _ room: UnsafeMutableBufferPointer<RankKey>, isFirst: Bool
    ) -> SliceMemory.Slice? {
        let moved = metres(center, ranking.anchor)
        guard moved < reach else { return nil }
        // What is no candidate, but nearly, is looked at too.
        let most = min(Float(bound) * 1.000_001 + 1, ranking.reach + Self.edge)
        var nearest = NearestKeys(wanted: wanted + 1, reach: most, room: room)
        var slack = Double.infinity
        near.visit(ranking.anchor, most) { leaf, place, number in
            let circle = PackedCircle(leaf, place, from: ranking.anchor)
            if var key = ranking.key(circle, source.fences, source.gone) {
                key.place = UInt32(number)
                nearest.offer(key)
            }
            slack = min(slack, ranking.slack(circle))
            return nearest.reach
        }
        let keys = nearest.gather()
        guard keys.count == wanted + 1 else {
            // All candidates there are.
            guard Double(ranking.reach + Self.edge) + moved < reach else { return nil }
            note(keys, without: nil, isFirst)
            return SliceMemory.Slice(number: number, margin: max(0, min(Double(Self.edge), slack)))
        }
        let (worst, next) = Self.lastTwo(keys)
        bound = Double(keys[next].edgeMetres) + 0.51
        isBoundTight = true
        guard bound + moved < reach else { return nil }
        if ranking.ties == .identifier, keys[worst].metres == keys[next].metres { return nil }
        note(keys, without: next, isFirst)
        // Farther candidates have farther limits, except where a larger circle may be one from farther away.
        if case .centreWithin = ranking.candidates {} else { slack = .infinity }
        let gap = Double(keys[next].edgeMetres - keys[worst].edgeMetres) - 2
        return SliceMemory.Slice(number: number, margin: max(0, min(gap / 2, slack)))
    }

    private static let edge: Float = 100
    /// So that those are among what is looked up.
    private static let least = 2 * Double(edge) + 1

    /// Copies what lies round a position.
    private mutating func lookUp(
        _ ranking: Ranking, _ source: Source, _ room: UnsafeMutableBufferPointer<RankKey>
    ) -> Bool {
        let point = WholePoint(ranking.anchor)
        if !isBoundTight {
            let most = min(Float(bound) * 1.000_001 + 1, ranking.reach)
            var nearest = NearestKeys(wanted: wanted + 1, reach: most, room: room)
            source.index.search(from: point, within: nearest.reach) { leaf, place in
                let circle = PackedCircle(leaf, place, from: ranking.anchor)
                if let key = ranking.key(circle, source.fences, source.gone) { nearest.offer(key) }
                return nearest.reach
            }
            let keys = nearest.gather()
            bound = keys.count == wanted + 1 ? Double(keys[Self.lastTwo(keys).1].edgeMetres) + 0.51 : .infinity
        }
        bound = min(bound, Double(ranking.reach + Self.edge))
        guard bound < 1e7 else { return false }
        handles.removeAll(keepingCapacity: true)
        members.forEach { handles.append(near.handle($0)) }
        handles.sort()
        center = ranking.anchor
        repeat {
            // A slice of a few hundred metres has more round it than one of a hundred kilometres.
            ahead = max(Self.least, min(ahead, bound + 300))
            reach = bound + ahead
            near.removeAll()
            let wide = Float(reach) * 1.000_001 + 1
            source.index.search(from: point, within: wide) { leaf, place in
                near.append(leaf, place)
                return near.count > NearCircles.most ? -.infinity : wide
            }
            if near.count <= NearCircles.most { break }
            guard ahead > Self.least else { return false }
            ahead /= 4
        } while true
        if near.count > 5 * wanted + 96 { ahead *= 0.7 }
        if near.count < 3 * wanted + 32 { ahead = min(ahead * 1.5, 200_000) }
        return true
    }

    /// Takes the slice over, under a new number if it is another.
    private mutating func note(
        _ keys: UnsafeMutableBufferPointer<RankKey>, without next: Int?, _ isFirst: Bool
    ) {
        fresh.removeAll()
        for place in keys.indices where place != next { fresh.insert(Int(keys[place].place)) }
        if isFirst {
            // The places are others now.
            var found = ContiguousArray<UInt32>()
            found.reserveCapacity(wanted)
            for place in keys.indices where place != next { found.append(keys[place].handle) }
            found.sort()
            if found != handles { number += 1 }
        } else if fresh != members {
            number += 1
        }
        swap(&members, &fresh)
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

/// Metres between two places, at least that many; far apart it does not matter.
private func metres(_ start: SurfacePoint, _ end: SurfacePoint) -> Double {
    let chord = start.chord(to: end)
    return chord < 500_000 ? chord * 1.001 : .infinity
}
