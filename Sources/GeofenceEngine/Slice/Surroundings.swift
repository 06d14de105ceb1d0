import LocationCore

/// The circles round a place, copied out of an index side by side, so that all can be compared with another place in one go.
///
/// They lie in the order of the index, and each is known by its position among them.
final class Surroundings {
    /// How many circles are compared before an answer is written down: as many as a word has bits.
    static let block = 32

    /// What is noted of a block: a bit for each circle.
    struct Notes {
        /// They belong to the slice.
        var members: UInt32
        /// The same while a slice is being found.
        var found: UInt32
        /// They may belong to it.
        var rivals: UInt32
    }

    /// Columns of 32 numbers: the way from the centre along three axes, the radius's lower end, and the place in the index;
    /// then the notes.
    private static let stride = 5 * column + 64
    private static let column = 4 * block

    private var memory: UnsafeMutableRawPointer
    private var capacity = 8 * block
    private(set) var count = 0
    private var center = WholePoint(SurfacePoint(x: 0, y: 0, z: 0))
    /// The largest radius in metres.
    private var largest: Float = 0

    init() { memory = .allocate(byteCount: 8 * Self.stride, alignment: 64) }

    deinit { memory.deallocate() }

    var blocks: Int { (count + Self.block - 1) / Self.block }

    /// Begins anew round another place.
    func begin(at center: WholePoint) {
        self.center = center
        count = 0
        largest = 0
        notes(0).pointee.members = 0
    }

    /// Takes circles of a leaf.
    ///
    /// - Parameters:
    ///   - set: A bit for each of them.
    ///   - number: The leaf's.
    @inline(__always)
    func append(_ set: UInt32, of leaf: Leaf, _ number: Int) {
        // Those of one leaf reach into the next block at most.
        while count + 2 * Self.block > capacity { grow() }
        // In units of twice the size, so that no difference wraps round.
        let (x, y, z) = (center.x >> 1, center.y >> 1, center.z >> 1)
        var (largest, set) = (largest, set)
        var start = start(count)
        var lane = count % Self.block
        count += set.nonzeroBitCount
        while set != 0 {
            let place = set.trailingZeroBitCount
            set &= set &- 1
            let code = UInt32(leaf.radii[place]) << 8 | UInt32(leaf.radiiBelow[place])
            let radius = Float(bitPattern: code << 7)
            largest = radius > largest ? radius : largest
            start.storeBytes(of: Float((leaf.x[place] >> 1) &- x), as: Float.self)
            start.storeBytes(of: Float((leaf.y[place] >> 1) &- y), toByteOffset: Self.column, as: Float.self)
            start.storeBytes(of: Float((leaf.z[place] >> 1) &- z), toByteOffset: 2 * Self.column, as: Float.self)
            start.storeBytes(of: radius, toByteOffset: 3 * Self.column, as: Float.self)
            start.storeBytes(
                of: UInt32(truncatingIfNeeded: number &<< 5 | place), toByteOffset: 4 * Self.column, as: UInt32.self)
            start += 4
            lane &+= 1
            if lane == Self.block {
                lane = 0
                start += Self.stride - Self.column
                (start + 5 * Self.column).assumingMemoryBound(to: Notes.self).pointee.members = 0
            }
        }
        self.largest = largest
    }

    @inline(never)
    private func grow() {
        let bytes = capacity / Self.block * Self.stride
        let larger = UnsafeMutableRawPointer.allocate(byteCount: 2 * bytes, alignment: 64)
        larger.copyMemory(from: memory, byteCount: bytes)
        memory.deallocate()
        memory = larger
        capacity *= 2
    }

    @inline(__always)
    func notes(_ block: Int) -> UnsafeMutablePointer<Notes> {
        (memory + block * Self.stride + 5 * Self.column).assumingMemoryBound(to: Notes.self)
    }

    /// Visits the positions of those of which something is noted, ascending.
    @inline(__always)
    func forEach(_ noted: (Notes) -> UInt32, _ visit: (Int) -> Void) {
        for block in 0..<blocks {
            var set = noted(notes(block).pointee)
            while set != 0 {
                visit(block * Self.block + set.trailingZeroBitCount)
                set &= set - 1
            }
        }
    }

    /// Notes whether a circle was found.
    @inline(__always)
    func mark(_ position: Int, _ isFound: Bool) {
        notes(position / Self.block).pointee.found |= (isFound ? 1 : 0) << UInt32(position % Self.block)
    }

    /// Where a circle lies in the index.
    @inline(__always)
    func place(_ position: Int) -> UInt32 {
        start(position).load(fromByteOffset: 4 * Self.column, as: UInt32.self)
    }

    @inline(__always)
    func circle(_ position: Int, of index: PackedIndex, from anchor: SurfacePoint) -> PackedCircle {
        let place = Int(place(position))
        return PackedCircle(index.leaf(place >> 5), place & 31, from: anchor)
    }

    @inline(__always)
    private func start(_ position: Int) -> UnsafeMutableRawPointer {
        memory + position / Self.block * Self.stride + position % Self.block * 4
    }

    /// Compares all circles with a place and notes which may lie within reach and which surely are nearer than that.
    ///
    /// - Parameters:
    ///   - reach: Metres to the edge.
    ///   - near: The same; below 1 nothing is surely nearer.
    /// - Returns: How many surely are nearer, which are noted as found, and how many others are within reach: the rivals.
    func divide(_ anchor: SurfacePoint, reach: Float, near: Float) -> (sure: Int, rivals: Int) {
        let bounds = Bounds(reach: reach, near: near, largest: largest)
        let point = WholePoint(anchor)
        let x = Float((point.x >> 1) &- (center.x >> 1))
        let y = Float((point.y >> 1) &- (center.y >> 1))
        let z = Float((point.z >> 1) &- (center.z >> 1))
        // What is lost by reckoning from the centre.
        let lost = (abs(x) + abs(y) + abs(z)) * 4e-7
        let place = (SIMD4(repeating: x), SIMD4(repeating: y), SIMD4(repeating: z))
        var (sure, rivals) = (0, 0)
        var left = count
        var start = memory
        while left > 0 {
            var (within, nearer) = Self.compare(UnsafeRawPointer(start), place, bounds, lost)
            if left < Self.block {
                within &= 1 << UInt32(left) - 1
                nearer &= 1 << UInt32(left) - 1
            }
            let notes = (start + 5 * Self.column).assumingMemoryBound(to: Notes.self)
            notes.pointee.found = nearer
            notes.pointee.rivals = within & ~nearer
            sure += nearer.nonzeroBitCount
            rivals += notes.pointee.rivals.nonzeroBitCount
            left -= Self.block
            start += Self.stride
        }
        return (sure, rivals)
    }

    @inline(__always)
    private static func compare(
        _ start: UnsafeRawPointer, _ place: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>), _ bounds: Bounds, _ lost: Float
    ) -> (within: UInt32, nearer: UInt32) {
        let most = SIMD4(repeating: bounds.most + lost)
        let least = SIMD4(repeating: bounds.least - lost)
        let byRadius = (SIMD4(repeating: bounds.mostByRadius), SIMD4(repeating: bounds.leastByRadius))
        let zero = SIMD4<Float>(repeating: 0)
        var bits = SIMD4<UInt32>(1, 2, 4, 8)
        var beyond = SIMD4<UInt32>(repeating: 0)
        var nearer = SIMD4<UInt32>(repeating: 0)
        for four in 0..<8 {
            let at = start + 16 * four
            let dx = at.load(as: SIMD4<Float>.self) - place.0
            let dy = (at + column).load(as: SIMD4<Float>.self) - place.1
            let dz = (at + 2 * column).load(as: SIMD4<Float>.self) - place.2
            let squared = dx * dx + dy * dy + dz * dz
            let radii = (at + 3 * column).load(as: SIMD4<Float>.self)
            let most = radii * byRadius.0 + most
            beyond |= zeroed(bits, unless: squared .> most * most)
            var least = radii * byRadius.1 + least
            least = least.replacing(with: zero, where: least .< zero)
            nearer |= zeroed(bits, unless: squared .< least * least)
            bits &<<= 4
        }
        return (
            ~(beyond[0] | beyond[1] | beyond[2] | beyond[3]), nearer[0] | nearer[1] | nearer[2] | nearer[3]
        )
    }

    @inline(__always)
    private static func zeroed(_ bits: SIMD4<UInt32>, unless mask: SIMDMask<SIMD4<Int32>>) -> SIMD4<UInt32> {
        SIMD4<UInt32>(repeating: 0).replacing(with: bits, where: mask)
    }

    /// What a chord, in units of half a whole one, is compared with: a number, and another times the radius.
    ///
    /// Between chord c and way w on a surface with radii R of 6335 to 6400 km lies c = w − w³/24R² + …, and the rest of that
    /// series makes up for less than the coefficients here spare as long as w is below 4000 km. A radius adds to the way as
    /// much as it has, and to the chord a little less.
    private struct Bounds {
        let most: Float
        let mostByRadius: Float
        let least: Float
        let leastByRadius: Float

        init(reach: Float, near: Float, largest: Float) {
            let (units, radius) = (Float(168), largest + near)
            // A radius is known to a part in 65,000; a chord here to 12 mm and a part in a million.
            let far = reach < 4_000_000 ? reach - reach * reach * reach * 1.010e-15 : reach
            most = far * units * 1.000_006 + 4
            mostByRadius = units * 1.000_022
            let isKnown = near >= 1 && radius < 1_000_000
            let close = near - near * near * near * 1.045e-15
            least = isKnown ? close * units * 0.999_994 - 4 : -1
            leastByRadius = isKnown ? (1 - 3.2e-15 * radius * radius) * units * 0.999_994 : 0
        }
    }
}
