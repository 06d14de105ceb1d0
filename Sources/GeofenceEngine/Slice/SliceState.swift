import LocationCore

/// Where a ``SliceMemory`` stands: what lies round the last position, and which of it is the slice.
struct SliceState {
    private var wanted = 0
    private var rules: Ranking.Rules?
    /// Whether a short step can be followed: distances alone decide.
    private var canFollow = false
    /// Where the surroundings were looked up, and up to what distance of an edge they are complete; less than 0 is not.
    private var center = SurfacePoint(x: 0, y: 0, z: 0)
    private var reach = -1.0
    /// How far the slice reached there.
    private var foundFor = 0.0
    private let near = Surroundings()
    /// Metres of a usual step.
    private var pace = 50.0
    private var last = SurfacePoint(x: 0, y: 0, z: 0)
    /// Metres from there within which the slice lies and one fence more.
    private var bound = Double.infinity
    /// Whether that was found at this position.
    private var isBoundTight = false
    /// Metres to the edge of the farthest that belongs to the slice.
    private var worst = 0.0
    private var number = 0
    /// Whether the members are the slice at the last position.
    private var isFound = false
    /// The slice by places in the index, while the surroundings that it was found among are gone.
    private var carried: ContiguousArray<UInt32>?
    private var rooms = Rooms(0)

    private static let mostCircles = 8192
    /// Metres beyond the limit for candidates that are looked at, to see how far the next candidate is.
    private static let edge: Float = 100

    mutating func update(_ wanted: Int, _ ranking: Ranking, _ source: PackedSource) -> SliceMemory.Slice? {
        if self.wanted != wanted || rules != ranking.rules {
            rooms = Rooms(wanted + 1)
            canFollow = source.index.canContest(ranking)
            forget(wanted, ranking.rules)
        }
        isFound = false
        if canFollow, bound < 400_000, reach >= 0, let slice = followOn(ranking, source) { return slice }
        // A fence that is no candidate any more makes room for one from farther away.
        bound = ranking.candidates == .all ? bound + metres(last, ranking.anchor) : .infinity
        last = ranking.anchor
        isBoundTight = false
        if reach >= 0, let slice = look(ranking, source) { return slice }
        // What was looked up before says how far the slice reaches at most; after a jump that is too far.
        if metres(center, ranking.anchor) > 5000 { isBoundTight = false }
        if lookUp(ranking, source), let slice = look(ranking, source) { return slice }
        if isBoundTight {
            isBoundTight = false
            if lookUp(ranking, source), let slice = look(ranking, source) { return slice }
        }
        forget(wanted, ranking.rules)
        return nil
    }

    /// The slice at the last position.
    func handles(_ wanted: Int, _ ranking: Ranking, _ source: PackedSource) -> [UInt32]? {
        guard isFound, wanted == self.wanted, rules == ranking.rules, last == ranking.anchor else { return nil }
        var (found, isRanked) = (0, true)
        near.forEach(\.members) { position in
            let circle = near.circle(position, of: source.index, from: ranking.anchor)
            guard found <= wanted, let key = ranking.key(circle, source.fences) else {
                isRanked = false
                return
            }
            rooms.keys[found] = key
            found += 1
        }
        guard isRanked else { return nil }
        var keys = UnsafeMutableBufferPointer(rebasing: rooms.keys[0..<found])
        keys.sortByRank()
        return keys.map(\.handle)
    }

    private mutating func forget(_ wanted: Int, _ rules: Ranking.Rules) {
        self.wanted = wanted
        self.rules = rules
        reach = -1
        bound = .infinity
        near.begin(at: WholePoint(center))
        carried = nil
        number += 1
    }

    /// Takes a short step; `nil` if that does not lead to the slice.
    private mutating func followOn(_ ranking: Ranking, _ source: PackedSource) -> SliceMemory.Slice? {
        let step = metres(last, ranking.anchor)
        guard step < 2000 else { return nil }
        pace += (max(1, step) - pace) / 8
        // The farthest that the slice's rim can have come, and how far it mostly comes where there are many fences.
        let most = step + 2
        let usual = min(most, max(0.35 * step + 2, 1.2 * bound / Double(wanted)))
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
        if let slice = follow(step, usual, ranking, source) { return slice }
        return usual < most ? follow(step, most, ranking, source) : nil
    }

    /// Chooses from what was looked up, if the slice reaches about as far as before; `nil` if it does not.
    ///
    /// What is surely nearer than some distance belongs to the slice, whatever its order, if the first that is left out is
    /// farther than that in whole metres. Only the few about that distance have to be compared.
    private mutating func follow(
        _ step: Double, _ narrow: Double, _ ranking: Ranking, _ source: PackedSource
    ) -> SliceMemory.Slice? {
        guard bound + narrow + metres(center, ranking.anchor) < reach else { return nil }
        var limit = bound - narrow - 2.5
        // Where fences are few it is worth knowing how far the next one is. The slice's last is nearer by a step at most.
        if bound > 50 * Double(wanted) { limit = min(limit, worst - step - 2.5) }
        let far = Float(bound + narrow)
        let (sure, rivals) = near.divide(ranking.anchor, reach: far, near: Float(limit))
        guard sure <= wanted, sure + rivals > wanted,
            let rim = choose(wanted - sure, of: rivals, within: far, ranking, source)
        else { return nil }
        let edge = rim.next.edgeMetres
        guard Double(edge) + 0.51 < Double(far), Double(edge) - 0.51 > limit else { return nil }
        if ranking.ties == .identifier, rim.last?.metres == rim.next.metres { return nil }
        last = ranking.anchor
        bound = Double(edge) + 0.51
        let worstEdge = rim.last?.edgeMetres ?? Int(max(0, limit).rounded(.up))
        worst = Double(worstEdge)
        note()
        return SliceMemory.Slice(number: number, margin: max(0, Double(edge - worstEdge - 2) / 2), next: edge)
    }

    /// The last rival that belongs to a slice, if any does, and the first that does not.
    private struct Rim {
        let last: RankKey?
        let next: RankKey
    }

    /// Marks the first of the rivals; `nil` if there is none beyond them.
    @inline(__always)
    private func choose(
        _ count: Int, of rivals: Int, within reach: Float, _ ranking: Ranking, _ source: PackedSource
    ) -> Rim? {
        if rivals <= Self.fewRivals { return chooseFromFew(count, ranking, source) }
        var nearest = NearestKeys(wanted: count + 1, reach: reach, room: rooms.keys)
        forEachRival(ranking, source) { nearest.offer($0) }
        let keys = nearest.gather()
        guard keys.count > count else { return nil }
        let (worst, next) = count > 0 ? Self.lastTwo(keys) : (0, 0)
        mark(keys, without: next)
        return Rim(last: count > 0 ? keys[worst] : nil, next: keys[next])
    }

    /// The same by as many comparisons as there are pairs: that takes less time than a few that the processor cannot foresee.
    @inline(__always)
    private func chooseFromFew(_ count: Int, _ ranking: Ranking, _ source: PackedSource) -> Rim? {
        var found = 0
        forEachRival(ranking, source) { key in
            rooms.keys[found] = key
            found += 1
        }
        guard found > count else { return nil }
        let keys = UnsafeMutableBufferPointer(rebasing: rooms.keys[0..<found])
        var (worst, next) = (0, 0)
        for place in keys.indices {
            let rank = keys.rank(of: keys[place])
            near.mark(Int(keys[place].place), rank < count)
            worst = rank == count - 1 ? place : worst
            next = rank == count ? place : next
        }
        return Rim(last: count > 0 ? keys[worst] : nil, next: keys[next])
    }

    @inline(__always)
    private func forEachRival(_ ranking: Ranking, _ source: PackedSource, _ take: (RankKey) -> Void) {
        near.forEach(\.rivals) { position in
            if var key = ranking.key(near.circle(position, of: source.index, from: ranking.anchor), source.fences) {
                key.place = UInt32(truncatingIfNeeded: position)
                take(key)
            }
        }
    }

    /// As many fit into any room for keys.
    private static let fewRivals = 16

    /// Chooses from what was looked up; `nil` if that is not enough.
    private mutating func look(_ ranking: Ranking, _ source: PackedSource) -> SliceMemory.Slice? {
        let moved = metres(center, ranking.anchor)
        guard moved < reach else { return nil }
        // What is no candidate, but nearly, is looked at too.
        let most = min(Float(bound) * 1.000_001 + 1, ranking.reach + Self.edge)
        var nearest = NearestKeys(wanted: wanted + 1, reach: most, room: rooms.keys)
        var slack = rank(for: &nearest, ranking, source)
        let keys = nearest.gather()
        guard keys.count == wanted + 1 else {
            // All candidates there are.
            guard Double(ranking.reach + Self.edge) + moved < reach else { return nil }
            mark(keys, without: nil)
            note()
            return SliceMemory.Slice(number: number, margin: max(0, min(Double(Self.edge), slack)), next: nil)
        }
        let (worst, next) = Self.lastTwo(keys)
        bound = Double(keys[next].edgeMetres) + 0.51
        isBoundTight = true
        guard bound + moved < reach else { return nil }
        if ranking.ties == .identifier, keys[worst].metres == keys[next].metres { return nil }
        self.worst = Double(keys[worst].edgeMetres)
        mark(keys, without: next)
        note()
        // Farther candidates have farther limits, except where a larger circle may be one from farther away.
        if case .centreWithin = ranking.candidates {} else { slack = .infinity }
        let gap = Double(keys[next].edgeMetres - keys[worst].edgeMetres) - 2
        return SliceMemory.Slice(number: number, margin: max(0, min(gap / 2, slack)), next: keys[next].edgeMetres)
    }

    /// Offers the nearest, and finds how far the next candidate is from being one.
    private func rank(for nearest: inout NearestKeys, _ ranking: Ranking, _ source: PackedSource) -> Double {
        var slack = Double.infinity
        _ = near.divide(ranking.anchor, reach: nearest.reach, near: 0)
        near.forEach(\.rivals) { position in
            let circle = near.circle(position, of: source.index, from: ranking.anchor)
            slack = min(slack, ranking.slack(circle))
            if var key = ranking.key(circle, source.fences) {
                key.place = UInt32(truncatingIfNeeded: position)
                nearest.offer(key)
            }
        }
        return slack
    }

    /// Finds what lies round a position.
    private mutating func lookUp(_ ranking: Ranking, _ source: PackedSource) -> Bool {
        if !isBoundTight {
            let most = min(Float(bound) * 1.000_001 + 1, ranking.reach)
            var nearest = NearestKeys(wanted: wanted + 1, reach: most, room: rooms.keys)
            source.index.offer(to: &nearest, ranking, source)
            let keys = nearest.gather()
            bound = keys.count == wanted + 1 ? Double(keys[Self.lastTwo(keys).1].edgeMetres) + 0.51 : .infinity
        }
        bound = min(bound, Double(ranking.reach + Self.edge))
        guard bound < 1e7 else { return false }
        carryMembers()
        // So that what is nearly a candidate is among it.
        let least = ranking.candidates == .all ? 60 : 2 * Double(Self.edge) + 1
        var ahead = max(least, ahead(of: ranking.anchor))
        center = ranking.anchor
        let point = WholePoint(center)
        while true {
            reach = bound + ahead
            foundFor = bound
            near.begin(at: point)
            gather(within: Float(reach) * 1.000_001 + 1, of: point, source)
            if near.count <= Self.mostCircles { return true }
            guard ahead > least else { return false }
            ahead = max(least, ahead / 4)
        }
    }

    /// Metres beyond the slice that are worth looking up.
    ///
    /// Each position compares all that was found, k·(1 + a/r)² circles where r is as if they lay evenly, and each a/s
    /// positions they have to be found anew, which costs as much as comparing some thousand. That sum is least where its
    /// derivative is 0.
    private func ahead(of anchor: SurfacePoint) -> Double {
        let moved = metres(center, anchor)
        var radius = max(20, bound)
        if near.count > wanted, moved < 2 * (reach - foundFor) {
            radius = min(radius, (reach - foundFor) / max(0.1, (Double(near.count) / Double(wanted)).squareRoot() - 1))
        }
        let scale = 500 * pace * radius / Double(wanted)
        var ahead = scale.squareRoot()
        for _ in 0..<3 { ahead = (scale / (1 + ahead / radius)).squareRoot() }
        return min(200_000, ahead + 2 * pace)
    }

    private func gather(within reach: Float, of point: WholePoint, _ source: PackedSource) {
        let index = source.index
        index.forEachLeaf(within: reach, of: point) { number in
            let leaf = index.leaf(number)
            var set = leaf.circles(within: reach, of: point).maybe
            let circles = index.circles(in: number)
            if circles < Leaf.capacity { set &= 1 << UInt32(circles) - 1 }
            if !source.gone.isEmpty {
                for place in 0..<circles where source.gone.hasSorted(leaf.handles[place] & PackedCircle.handleMask) {
                    set &= ~(1 << UInt32(place))
                }
            }
            near.append(set, of: leaf, number)
            return near.count <= Self.mostCircles ? reach : -1
        }
    }

    /// Remembers the slice while what it was found among is thrown away.
    private mutating func carryMembers() {
        guard carried == nil else { return }
        var places: ContiguousArray<UInt32> = []
        places.reserveCapacity(wanted)
        near.forEach(\.members) { places.append(near.place($0)) }
        carried = places
    }

    private func mark(_ keys: UnsafeMutableBufferPointer<RankKey>, without next: Int?) {
        for place in keys.indices where place != next { near.mark(Int(keys[place].place), true) }
    }

    /// Takes over what was found, under a new number if it is another slice.
    private mutating func note() {
        var isSame = carried.map(isFound) ?? true
        for block in 0..<near.blocks {
            let notes = near.notes(block)
            if carried == nil, notes.pointee.members != notes.pointee.found { isSame = false }
            notes.pointee.members = notes.pointee.found
        }
        carried = nil
        isFound = true
        if !isSame { number += 1 }
    }

    /// Whether just these were found; both are in the order of the index.
    private func isFound(_ places: ContiguousArray<UInt32>) -> Bool {
        var (index, isSame) = (0, true)
        near.forEach(\.found) { position in
            isSame = isSame && index < places.count && places[index] == near.place(position)
            index += 1
        }
        return isSame && index == places.count
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

    init(_ wanted: Int) { keys = .allocate(capacity: NearestKeys.room(for: wanted)) }

    deinit { keys.deallocate() }
}

/// Metres between two places, at least that many; far apart it does not matter.
private func metres(_ start: SurfacePoint, _ end: SurfacePoint) -> Double {
    let chord = start.chord(to: end)
    return chord < 500_000 ? chord * 1.001 : .infinity
}
