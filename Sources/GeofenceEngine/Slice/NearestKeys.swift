/// What fences are ordered by, as numbers: whole metres to the edge and to the middle, then the handle.
struct RankKey: Comparable {
    /// Metres to the edge above, to the middle below.
    let metres: UInt64
    let handle: UInt32
    /// Where it came from; it takes no part in the order.
    var place: UInt32 = 0

    @inline(__always)
    init(edge: Int, center: Int, handle: UInt32) {
        // No distance on Earth needs more than 25 bits; what is no distance at all is cut off, and its order with it.
        metres =
            UInt64(truncatingIfNeeded: min(edge, 0x7fff_ffff)) << 32
            | UInt64(truncatingIfNeeded: min(center, 0x7fff_ffff))
        self.handle = handle
    }

    var edgeMetres: Int { Int(metres >> 32) }
    var centerMetres: Int { Int(metres & 0xffff_ffff) }

    @inline(__always)
    static func == (left: RankKey, right: RankKey) -> Bool {
        left.metres == right.metres && left.handle == right.handle
    }

    @inline(__always)
    static func < (left: RankKey, right: RankKey) -> Bool {
        left.metres < right.metres || left.metres == right.metres && left.handle < right.handle
    }
}

extension UnsafeMutableBufferPointer<RankKey> {
    /// How many of the keys precede one, counted without a branch.
    @inline(__always)
    func rank(of key: RankKey) -> Int {
        var rank = 0
        for other in self {
            let isNearer = other.metres < key.metres ? 1 : 0
            let isEqual = other.metres == key.metres ? 1 : 0
            let isEarlier = other.handle < key.handle ? 1 : 0
            rank &+= isNearer | (isEqual & isEarlier)
        }
        return rank
    }
}

extension UnsafeMutableBufferPointer<RankKey> {
    /// The same as `sort()`, made for few keys and for many that lie evenly.
    mutating func sortByRank() {
        // In the worst case swapping takes half as many steps as there are pairs.
        guard count <= 256 else { return sort() }
        if count > 24 { sortRoughly() }
        sortBySwaps()
    }

    /// Brings keys into the order of as many rings of equal area round the position as there are keys: where fences lie evenly
    /// that leaves few neighbours to swap.
    fileprivate mutating func sortRoughly() {
        var farthest = 0
        for key in self { farthest = Swift.max(farthest, key.edgeMetres) }
        let rings = count
        let scale = Double(rings) / (Double(farthest) * Double(farthest) + 1)
        withUnsafeTemporaryAllocation(of: RankKey.self, capacity: count) { sorted in
            withUnsafeTemporaryAllocation(of: Int.self, capacity: rings + 1) { ends in
                ends.initialize(repeating: 0)
                func ring(_ key: RankKey) -> Int { Int(Double(key.edgeMetres) * Double(key.edgeMetres) * scale) }
                for key in self { ends[ring(key) + 1] += 1 }
                for place in 1...rings { ends[place] += ends[place - 1] }
                for key in self {
                    let ring = ring(key)
                    sorted[ends[ring]] = key
                    ends[ring] += 1
                }
            }
            _ = update(fromContentsOf: sorted)
        }
    }

    /// Swaps neighbours until all are in order.
    fileprivate mutating func sortBySwaps() {
        guard count > 1 else { return }
        for end in 1..<count {
            let key = self[end]
            var place = end
            while place > 0, key < self[place - 1] {
                self[place] = self[place - 1]
                place -= 1
            }
            self[place] = key
        }
    }
}

/// The first of many keys that are offered one by one.
///
/// It lets more than are wanted gather and drops the worst of them now and then, which costs less than keeping order.
struct NearestKeys {
    let wanted: Int
    private let room: UnsafeMutableBufferPointer<RankKey>
    private(set) var count = 0
    /// Nothing behind this can come in any more.
    private var last = RankKey(edge: .max, center: .max, handle: .max)
    /// Metres within which an edge must lie to come in.
    private(set) var reach: Float

    static func room(for wanted: Int) -> Int { wanted + max(16, wanted / 2) }

    /// - Parameter room: As many places as ``room(for:)`` says.
    init(wanted: Int, reach: Float, room: UnsafeMutableBufferPointer<RankKey>) {
        self.wanted = wanted
        self.reach = reach
        self.room = room
    }

    @inline(__always)
    mutating func offer(_ key: RankKey) {
        guard key < last else { return }
        room[count] = key
        count += 1
        if count == room.count || (count == wanted && last.handle == .max) { cut() }
    }

    /// Drops what is too many.
    private mutating func cut() {
        if count > wanted { divide(at: wanted - 1) }
        count = min(count, wanted)
        guard count == wanted else { return }
        var worst = room[0]
        for place in 1..<count where worst < room[place] { worst = room[place] }
        last = worst
        reach = min(reach, Float(worst.edgeMetres) * 1.000_001 + 0.52)
    }

    /// The keys wanted, in any order.
    mutating func gather() -> UnsafeMutableBufferPointer<RankKey> {
        cut()
        return UnsafeMutableBufferPointer(rebasing: room[0..<count])
    }

    /// The keys wanted, in order.
    mutating func finish() -> UnsafeMutableBufferPointer<RankKey> {
        var keys = gather()
        keys.sortByRank()
        return keys
    }

    /// Brings the keys that precede the one that belongs at `middle` before it.
    private func divide(at middle: Int) {
        var low = 0
        var high = count - 1
        while low < high {
            let pivot = room[(low + high) / 2]
            var left = low
            var right = high
            while left <= right {
                while room[left] < pivot { left += 1 }
                while pivot < room[right] { right -= 1 }
                guard left <= right else { break }
                room.swapAt(left, right)
                left += 1
                right -= 1
            }
            if middle <= right {
                high = right
            } else if middle >= left {
                low = left
            } else {
                return
            }
        }
    }
}
