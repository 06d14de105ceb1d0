import CMemoryHint
import LocationCore

extension PackedIndex {
    /// Visits every circle whose edge may lie within reach of a place, from near to far by leaves.
    ///
    /// What is visited may lie a little beyond; nothing within is left out.
    ///
    /// - Parameters:
    ///   - reach: Metres from the place to the edge.
    ///   - visit: Is given a leaf and a place in it, and returns the reach from then on, which may only shrink.
    @inline(__always)
    func search(from point: WholePoint, within reach: Float, _ visit: (Leaf, Int) -> Float) {
        searchLeaves(from: point, within: reach) { number, room, reach in
            var reach = reach
            leaf(number).visit(circles(in: number), point, &reach, room, visit)
            return reach
        }
    }

    @inline(__always)
    func leaf(_ number: Int) -> Leaf { Leaf(memory.start + number * Leaf.stride) }

    @inline(__always)
    func circles(in number: Int) -> Int { min(Leaf.capacity, count - number * Leaf.capacity) }

    /// Visits every leaf with a circle whose edge may lie within reach of a place, from near to far.
    ///
    /// - Parameters:
    ///   - wanted: How many circles have to be within reach, if every one counts; 0 if not.
    ///   - visit: Is given a leaf's number, room for 64 numbers and the reach, and returns the reach from then on.
    @inline(__always)
    func searchLeaves(
        from point: WholePoint, within reach: Float, wanted: Int = 0,
        _ visit: (Int, UnsafeMutablePointer<SIMD4<Float>>, Float) -> Float
    ) {
        guard count > 0 else { return }
        var reach = reach
        var waiting = WaitingBoxes()
        defer { waiting.free() }
        waiting.push(bound: 0, level: levels.count - 1, number: 0)
        withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: 16) { scratch in
            guard let room = scratch.baseAddress else { return }
            while let next = waiting.pop(within: reach) {
                if let following = waiting.first { fetch(following.level, following.number) }
                if next.level < 0 {
                    guard memory.isSound(next.number * Leaf.stride, Leaf.stride) else { continue }
                    reach = visit(next.number, room, reach)
                } else {
                    openGroup(next.level, next.number, point, &reach, wanted, room, &waiting)
                }
            }
        }
    }

    /// Has a group or a leaf loaded that will be opened, so that several are waited for together: they are in no cache mostly.
    ///
    /// - Parameter level: −1 is a leaf.
    @inline(__always)
    func fetch(_ level: Int, _ number: Int) {
        if level >= 0 {
            let start = memory.start + levels[level].offset + number * Group.stride
            for line in stride(from: 0, to: Group.stride, by: 64) { memory_hint(start + line) }
        } else {
            let start = memory.start + number * Leaf.stride
            // Handles are asked for of a few circles only.
            for line in stride(from: 0, to: 384, by: 64) { memory_hint(start + line) }
            memory_hint(start + 512)
            memory_hint(start + Leaf.stride - 1)
        }
    }

    /// Puts the boxes of a group among those that wait.
    @inline(__always)
    private func openGroup(
        _ level: Int, _ number: Int, _ point: WholePoint, _ reach: inout Float, _ wanted: Int,
        _ room: UnsafeMutablePointer<SIMD4<Float>>, _ waiting: inout WaitingBoxes
    ) {
        let offset = levels[level].offset + number * Group.stride
        guard memory.isSound(offset, Group.stride) else { return }
        let start = memory.start + offset
        let boxes = min(Group.capacity, levels[level].boxes - number * Group.capacity)
        let x = SIMD4(repeating: point.x >> 1)
        let y = SIMD4(repeating: point.y >> 1)
        let z = SIMD4(repeating: point.z >> 1)
        // A box holds as many circles as are wanted, and all of them are within reach of its farthest corner. Only the last
        // of all boxes may hold fewer.
        let isLast = (number + 1) * Group.capacity >= levels[level].boxes
        if wanted > 0, wanted <= Leaf.capacity << (4 * level), !isLast {
            reach = min(reach, Self.leastReach(start, x, y, z))
        }
        let limit = SIMD4<Float>(repeating: reach)
        var bits = SIMD4<UInt32>(1, 2, 4, 8)
        var set = SIMD4<UInt32>(repeating: 0)
        for four in 0..<4 {
            let at = start + 16 * four
            let dx = Self.gap(at, x)
            let dy = Self.gap(at + 64, y)
            let dz = Self.gap(at + 128, z)
            let squared = dx * dx + dy * dy + dz * dz
            let radii = (at + 384).load(as: SIMD4<Float>.self)
            let most = doubleUnits(limit + radii)
            set |= bits.replacing(with: 0, where: squared .> most * most)
            bits &<<= 4
            // A hair less than the way to the nearest edge.
            room[four] = squared.squareRoot() * 0.005_952_34 - 0.025 - radii
        }
        var near = set[0] | set[1] | set[2] | set[3]
        if boxes < Group.capacity { near &= 1 << UInt32(boxes) - 1 }
        room.withMemoryRebound(to: Float.self, capacity: 16) { bounds in
            while near != 0 {
                let box = near.trailingZeroBitCount
                near &= near - 1
                let child = number << 4 | box
                // This one is opened in any case.
                if bounds[box] <= 0 { fetch(level - 1, child) }
                waiting.push(bound: bounds[box], level: level - 1, number: child)
            }
        }
    }

    /// A bit for each box of a group with a circle whose edge may lie within reach of a place.
    @inline(__always)
    func boxes(of level: Int, _ number: Int, within reach: Float, of point: WholePoint) -> UInt32 {
        let offset = levels[level].offset + number * Group.stride
        guard memory.isSound(offset, Group.stride) else { return 0 }
        let start = memory.start + offset
        let x = SIMD4(repeating: point.x >> 1)
        let y = SIMD4(repeating: point.y >> 1)
        let z = SIMD4(repeating: point.z >> 1)
        let limit = SIMD4<Float>(repeating: reach)
        var bits = SIMD4<UInt32>(1, 2, 4, 8)
        var set = SIMD4<UInt32>(repeating: 0)
        for four in 0..<4 {
            let at = start + 16 * four
            let dx = Self.gap(at, x)
            let dy = Self.gap(at + 64, y)
            let dz = Self.gap(at + 128, z)
            let most = doubleUnits(limit + (at + 384).load(as: SIMD4<Float>.self))
            set |= bits.replacing(with: 0, where: dx * dx + dy * dy + dz * dz .> most * most)
            bits &<<= 4
        }
        let boxes = levels[level].boxes - number * Group.capacity
        let all = set[0] | set[1] | set[2] | set[3]
        return boxes < Group.capacity ? all & (1 << UInt32(boxes) - 1) : all
    }

    /// Metres to the farthest corner of the box for which that is least.
    @inline(__always)
    private static func leastReach(
        _ start: UnsafeRawPointer, _ x: SIMD4<Int32>, _ y: SIMD4<Int32>, _ z: SIMD4<Int32>
    ) -> Float {
        var least = SIMD4<Float>(repeating: .infinity)
        for four in 0..<4 {
            let at = start + 16 * four
            let dx = farther(at, x)
            let dy = farther(at + 64, y)
            let dz = farther(at + 128, z)
            let squared = dx * dx + dy * dy + dz * dz
            least = least.replacing(with: squared, where: squared .< least)
        }
        let chord = min(min(least[0], least[1]), min(least[2], least[3])).squareRoot() * 0.005_952_5 + 1
        // The way along the surface is at most π/2 times as long, and hardly longer where it is short.
        return chord < 100_000 ? chord * 1.0001 : chord * 1.6
    }

    /// The larger of the distances to a box's two ends, in its units.
    @inline(__always)
    private static func farther(_ column: UnsafeRawPointer, _ value: SIMD4<Int32>) -> SIMD4<Float> {
        let before = SIMD4<Float>(whole: value &- column.load(as: SIMD4<Int32>.self))
        let behind = SIMD4<Float>(whole: (column + 192).load(as: SIMD4<Int32>.self) &- value)
        return before.replacing(with: behind, where: behind .> before)
    }

    @inline(__always)
    private static func gap(_ column: UnsafeRawPointer, _ value: SIMD4<Int32>) -> SIMD4<Float> {
        let before = column.load(as: SIMD4<Int32>.self) &- value
        let behind = value &- (column + 192).load(as: SIMD4<Int32>.self)
        let larger = before.replacing(with: behind, where: behind .> before)
        return SIMD4(whole: larger.replacing(with: 0, where: larger .< 0))
    }
}

extension Leaf {
    /// Visits those of the first circles whose edge may lie within reach.
    ///
    /// - Parameter room: Eight places for numbers.
    @inline(__always)
    func visit(
        _ circles: Int, _ point: WholePoint, _ reach: inout Float, _ room: UnsafeMutablePointer<SIMD4<Float>>,
        _ visit: (Leaf, Int) -> Float
    ) {
        let start = UnsafeRawPointer(x)
        let (x, y, z) = (SIMD4(repeating: point.x), SIMD4(repeating: point.y), SIMD4(repeating: point.z))
        let limit = SIMD4<Float>(repeating: reach)
        for four in 0..<8 {
            let at = start + 16 * four
            let dx = SIMD4(whole: at.load(as: SIMD4<Int32>.self) &- x)
            let dy = SIMD4(whole: (at + 128).load(as: SIMD4<Int32>.self) &- y)
            let dz = SIMD4(whole: (at + 256).load(as: SIMD4<Int32>.self) &- z)
            let codes = (start + 512 + 8 * four).load(as: SIMD4<UInt16>.self)
            let radii = SIMD4<Float>(
                Float(bitPattern: (UInt32(codes[0]) + 1) << 15), Float(bitPattern: (UInt32(codes[1]) + 1) << 15),
                Float(bitPattern: (UInt32(codes[2]) + 1) << 15), Float(bitPattern: (UInt32(codes[3]) + 1) << 15))
            let most = units(limit + radii)
            room[four] = most * most - (dx * dx + dy * dy + dz * dz)
        }
        var least = reach
        room.withMemoryRebound(to: Float.self, capacity: 32) { margins in
            for place in 0..<circles where margins[place] >= 0 { least = visit(self, place) }
        }
        reach = least
    }
}

// Limits have room for what is rounded: 8 units for whole coordinates, and what a `Float` loses.

/// A limit of distance in units.
@inline(__always)
private func units(_ metres: SIMD4<Float>) -> SIMD4<Float> { metres * 336.002 + 8 }

/// The same in those of boxes.
@inline(__always)
private func doubleUnits(_ metres: SIMD4<Float>) -> SIMD4<Float> { metres * 168.001 + 4 }

/// Boxes that may hold something near, the nearest first. (A binary heap.)
private struct WaitingBoxes {
    /// The bound's bits above; below them the level and the number, so that of equals the deeper comes first.
    private var keys: UnsafeMutablePointer<UInt64>
    private var capacity = 512
    private var count = 0

    init() { keys = .allocate(capacity: capacity) }

    func free() { keys.deallocate() }

    /// - Parameters:
    ///   - bound: Metres to the nearest edge in it, at least.
    ///   - level: −1 is a leaf.
    @inline(__always)
    mutating func push(bound: Float, level: Int, number: Int) {
        if count == capacity { grow() }
        // The order of floats that are not negative is that of their bits.
        let key = UInt64(max(bound, 0).bitPattern) << 32 | UInt64(level + 1) << 28 | UInt64(number)
        var place = count
        count += 1
        while place > 0 {
            let parent = (place - 1) / 2
            let above = keys[parent]
            if above <= key { break }
            keys[place] = above
            place = parent
        }
        keys[place] = key
    }

    /// The nearest; `nil` if none lies within.
    @inline(__always)
    mutating func pop(within reach: Float) -> (level: Int, number: Int)? {
        guard count > 0 else { return nil }
        let first = keys[0]
        guard Float(bitPattern: UInt32(first >> 32)) <= reach else { return nil }
        count -= 1
        let key = keys[count]
        var place = 0
        while true {
            var child = 2 * place + 1
            if child >= count { break }
            if child + 1 < count, keys[child + 1] < keys[child] { child += 1 }
            if key <= keys[child] { break }
            keys[place] = keys[child]
            place = child
        }
        keys[place] = key
        return Self.box(first)
    }

    /// The one that is nearest now.
    @inline(__always)
    var first: (level: Int, number: Int)? { count > 0 ? Self.box(keys[0]) : nil }

    @inline(__always)
    private static func box(_ key: UInt64) -> (level: Int, number: Int) {
        (Int(key >> 28 & 15) - 1, Int(key & 0xfff_ffff))
    }

    @inline(never)
    private mutating func grow() {
        let larger = UnsafeMutablePointer<UInt64>.allocate(capacity: 2 * capacity)
        larger.update(from: keys, count: count)
        keys.deallocate()
        keys = larger
        capacity *= 2
    }
}
