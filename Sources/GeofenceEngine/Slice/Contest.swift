import LocationCore

/// A circle that may be among the nearest, by the least and the most that its edge can be away.
struct Contender {
    /// Metres.
    let least: Float
    let most: Float
    /// Where it lies: a leaf's number and a place in it.
    let place: UInt32

    var leaf: Int { Int(place >> 5) }
    var placeInLeaf: Int { Int(place & 31) }
}

/// Finds the nearest of many circles whose distances are known to some centimetres, and looks closer only where that does
/// not decide.
///
/// Distances count in whole metres. So what is more than a metre beyond as many as are wanted is out of it, and what is more
/// than a metre nearer than all the rest is in.
struct Contest {
    let wanted: Int
    private let room: UnsafeMutableBufferPointer<Contender>
    private(set) var count = 0
    /// Metres within which an edge must lie, at least, to come in.
    private(set) var reach: Float
    private var next: Int

    static func room(for wanted: Int) -> Int { 3 * wanted + 256 }

    /// - Parameter room: As many places as ``room(for:)`` says.
    init(wanted: Int, reach: Float, room: UnsafeMutableBufferPointer<Contender>) {
        self.wanted = wanted
        self.reach = reach
        self.room = room
        // Where it is known how far the wanted ones reach, few others come in.
        next = reach == .infinity ? wanted : 2 * wanted + 64
    }

    /// Says that as many as are wanted lie within a distance.
    mutating func shrink(to metres: Float) { reach = min(reach, metres) }

    var contenders: UnsafeMutableBufferPointer<Contender> { UnsafeMutableBufferPointer(rebasing: room[0..<count]) }

    /// Takes those of a leaf that may come in.
    ///
    /// - Returns: Whether there is room for another leaf.
    @inline(__always)
    mutating func take(
        _ leaf: Leaf, _ number: Int, _ circles: Int, _ point: WholePoint, without gone: ContiguousArray<UInt32>,
        _ scratch: UnsafeMutablePointer<SIMD4<Float>>
    ) -> Bool {
        var set = leaf.measure(point, within: reach, scratch)
        if circles < Leaf.capacity { set &= 1 << UInt32(circles) - 1 }
        let floats = UnsafeRawPointer(scratch).assumingMemoryBound(to: Float.self)
        while set != 0 {
            let place = set.trailingZeroBitCount
            set &= set - 1
            if !gone.isEmpty, gone.hasSorted(leaf.handles[place] & PackedCircle.handleMask) { continue }
            room[count] = Contender(
                least: floats[place], most: floats[32 + place], place: UInt32(truncatingIfNeeded: number << 5 | place))
            count += 1
        }
        if count >= next { cut() }
        return count + Leaf.capacity <= room.count
    }

    /// Drops what cannot be among those wanted.
    mutating func cut() {
        guard count >= wanted else { return }
        let most = roughMost()
        drop(beyond: most)
        if count > 2 * wanted + 32 {
            divide(at: wanted - 1)
            var most: Float = 0
            for place in 0..<wanted where room[place].most > most { most = room[place].most }
            drop(beyond: most)
        }
        next = count + 16 + wanted / 4
    }

    private mutating func drop(beyond most: Float) {
        reach = min(reach, most * 1.000_001 + 1)
        var kept = 0
        // Whether one stays cannot be foreseen, so there is no branch for it.
        for place in 0..<count {
            let contender = room[place]
            room[kept] = contender
            kept += contender.least <= reach ? 1 : 0
        }
        count = kept
    }

    /// Metres within which as many as are wanted lie, and hardly more: circles are counted in rings of equal area.
    private func roughMost() -> Float {
        var largest: Float = 0
        var known = 0
        for contender in contenders {
            let isKnown = contender.most < .infinity
            known += isKnown ? 1 : 0
            largest = isKnown && contender.most > largest ? contender.most : largest
        }
        guard known >= wanted, largest > 0 else { return known >= wanted ? 0 : .infinity }
        let rings = Float(Self.rings)
        let scale = rings / (largest * largest)
        return withUnsafeTemporaryAllocation(of: UInt32.self, capacity: Self.rings + 1) { counts in
            counts.initialize(repeating: 0)
            for contender in contenders {
                let ring = contender.most * contender.most * scale
                counts[ring < rings ? Int(ring) : Self.rings] += 1
            }
            var ring = 0
            var within = 0
            while ring < Self.rings {
                within += Int(counts[ring])
                ring += 1
                if within >= wanted { break }
            }
            return within >= wanted ? min(largest, (Float(ring) / scale).squareRoot() * 1.000_001) : largest
        }
    }

    private static let rings = 64

    /// Brings those with the least ``Contender/most`` to the front.
    private func divide(at middle: Int) {
        var low = 0
        var high = count - 1
        while low < high {
            let pivot = room[(low + high) / 2].most
            var left = low
            var right = high
            while left <= right {
                while room[left].most < pivot { left += 1 }
                while pivot < room[right].most { right -= 1 }
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

extension Leaf {
    /// Measures the way to the edges of all circles to some centimetres.
    ///
    /// - Parameter room: Takes 32 numbers for the least and 32 for the most that the way can be, in metres.
    /// - Returns: A bit for each circle whose edge may lie within reach.
    @inline(__always)
    func measure(_ point: WholePoint, within reach: Float, _ room: UnsafeMutablePointer<SIMD4<Float>>) -> UInt32 {
        let start = UnsafeRawPointer(x)
        // In units of twice the size, so that no difference wraps round: what seems near here must be.
        let x = SIMD4(repeating: point.x >> 1)
        let y = SIMD4(repeating: point.y >> 1)
        let z = SIMD4(repeating: point.z >> 1)
        let limit = SIMD4<Float>(repeating: reach)
        let zero = SIMD4<Float>(repeating: 0)
        var bits = SIMD4<UInt32>(1, 2, 4, 8)
        var within = SIMD4<UInt32>(repeating: 0)
        for four in 0..<8 {
            let at = start + 16 * four
            let dx = SIMD4(whole: (at.load(as: SIMD4<Int32>.self) &>> 1) &- x)
            let dy = SIMD4(whole: ((at + 128).load(as: SIMD4<Int32>.self) &>> 1) &- y)
            let dz = SIMD4(whole: ((at + 256).load(as: SIMD4<Int32>.self) &>> 1) &- z)
            let chord = (dx * dx + dy * dy + dz * dz).squareRoot() * (1 / 168)
            let radii = radii(four)
            // An arc of radius R is c³/24R² + 3c⁵/640R⁴ longer than its chord, and R is 6335 to 6400 km. Beyond 4000 km the
            // rest of that series counts too.
            let cube = chord * chord * chord
            let way = chord + cube * 1.028e-15 - radii
            let off = chord * 4e-7 + 0.018 + cube * (chord * chord * 4e-30 + 1.3e-17) + radii * 1.6e-5
            var least = way - off
            var most = way + off
            least = least.replacing(with: zero, where: least .< zero)
            most = most.replacing(with: zero, where: most .< zero)
                .replacing(with: .infinity, where: chord .> 4_000_000)
            room[four] = least
            room[8 + four] = most
            within |= bits.replacing(with: 0, where: least .> limit)
            bits &<<= 4
        }
        return within[0] | within[1] | within[2] | within[3]
    }
}

extension SIMD4<Float> {
    @inline(__always)
    init(whole: SIMD4<Int32>) {
        self.init(Float(whole[0]), Float(whole[1]), Float(whole[2]), Float(whole[3]))
    }
}
