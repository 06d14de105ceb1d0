import LocationCore

extension PackedIndex {
    /// Visits every circle whose edge may lie within reach of a place, roughly from near to far.
    ///
    /// What is visited may lie a little beyond; nothing within is left out.
    ///
    /// - Parameters:
    ///   - reach: Metres from the place to the edge.
    ///   - visit: Is given a leaf and a place in it, and returns the reach from then on, which may only shrink.
    @inline(__always)
    func search(from point: WholePoint, within reach: Float, _ visit: (Leaf, Int) -> Float) {
        guard let top = levels.last else { return }
        var reach = reach
        // Groups wait at most sixteen to a level, and there are at most eight levels.
        withUnsafeTemporaryAllocation(of: Waiting.self, capacity: 160) { waiting in
            withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: 16) { scratch in
                guard let stack = waiting.baseAddress, let room = scratch.baseAddress else { return }
                stack[0] = Waiting(bound: 0, level: Int32(levels.count) - 1, number: 0)
                var depth = top.boxes > 0 ? 1 : 0
                while depth > 0 {
                    depth -= 1
                    let next = stack[depth]
                    if next.bound > reach { continue }
                    if next.level < 0 {
                        visitLeaf(Int(next.number), point, &reach, room, visit)
                    } else {
                        depth = openGroup(next, point, reach, room, stack, depth)
                    }
                }
            }
        }
    }

    private struct Waiting {
        /// Metres to the nearest edge in it, at least.
        var bound: Float
        /// −1 is a leaf.
        var level: Int32
        var number: UInt32
    }

    // Limits have room for what is rounded: 8 units for whole coordinates, and what a `Float` loses.

    /// A limit of distance in units.
    @inline(__always)
    private static func units(_ metres: SIMD4<Float>) -> SIMD4<Float> { metres * 336.002 + 8 }

    /// The same in those of boxes.
    @inline(__always)
    private static func doubleUnits(_ metres: SIMD4<Float>) -> SIMD4<Float> { metres * 168.001 + 4 }

    /// Puts the boxes of a group on the stack, the nearest on top.
    @inline(__always)
    private func openGroup(
        _ next: Waiting, _ point: WholePoint, _ reach: Float, _ room: UnsafeMutablePointer<SIMD4<Float>>,
        _ stack: UnsafeMutablePointer<Waiting>, _ depth: Int
    ) -> Int {
        let level = levels[Int(next.level)]
        let start = memory.start + level.offset + Int(next.number) * Group.stride
        let boxes = min(Group.capacity, level.boxes - Int(next.number) * Group.capacity)
        let x = SIMD4(repeating: point.x >> 1)
        let y = SIMD4(repeating: point.y >> 1)
        let z = SIMD4(repeating: point.z >> 1)
        let limit = SIMD4<Float>(repeating: reach)
        for four in 0..<4 {
            let at = start + 16 * four
            let dx = Self.gap(at, x)
            let dy = Self.gap(at + 64, y)
            let dz = Self.gap(at + 128, z)
            let squared = dx * dx + dy * dy + dz * dz
            let radii = (at + 384).load(as: SIMD4<Float>.self)
            let most = Self.doubleUnits(limit + radii)
            room[four] = most * most - squared
            // A hair less than the way to the nearest edge.
            room[4 + four] = squared.squareRoot() * 0.005_952_34 - 0.025 - radii
        }
        var depth = depth
        let first = depth
        room.withMemoryRebound(to: Float.self, capacity: 32) { margins in
            for box in 0..<boxes where margins[box] >= 0 {
                let bound = margins[16 + box]
                var place = depth
                while place > first, stack[place - 1].bound < bound {
                    stack[place] = stack[place - 1]
                    place -= 1
                }
                stack[place] = Waiting(
                    bound: bound, level: next.level - 1, number: next.number << 4 | UInt32(box))
                depth += 1
            }
        }
        return depth
    }

    @inline(__always)
    private static func gap(_ column: UnsafeRawPointer, _ value: SIMD4<Int32>) -> SIMD4<Float> {
        let before = column.load(as: SIMD4<Int32>.self) &- value
        let behind = value &- (column + 192).load(as: SIMD4<Int32>.self)
        let larger = before.replacing(with: behind, where: behind .> before)
        return floats(larger.replacing(with: 0, where: larger .< 0))
    }

    @inline(__always)
    private static func floats(_ whole: SIMD4<Int32>) -> SIMD4<Float> {
        SIMD4(Float(whole[0]), Float(whole[1]), Float(whole[2]), Float(whole[3]))
    }

    @inline(__always)
    private func visitLeaf(
        _ number: Int, _ point: WholePoint, _ reach: inout Float, _ room: UnsafeMutablePointer<SIMD4<Float>>,
        _ visit: (Leaf, Int) -> Float
    ) {
        let start = memory.start + number * Leaf.stride
        let circles = min(Leaf.capacity, count - number * Leaf.capacity)
        let (x, y, z) = (SIMD4(repeating: point.x), SIMD4(repeating: point.y), SIMD4(repeating: point.z))
        let limit = SIMD4<Float>(repeating: reach)
        for four in 0..<8 {
            let at = start + 16 * four
            let dx = Self.floats(at.load(as: SIMD4<Int32>.self) &- x)
            let dy = Self.floats((at + 128).load(as: SIMD4<Int32>.self) &- y)
            let dz = Self.floats((at + 256).load(as: SIMD4<Int32>.self) &- z)
            let codes = (start + 512 + 8 * four).load(as: SIMD4<UInt16>.self)
            let radii = SIMD4<Float>(
                Float(bitPattern: (UInt32(codes[0]) + 1) << 15), Float(bitPattern: (UInt32(codes[1]) + 1) << 15),
                Float(bitPattern: (UInt32(codes[2]) + 1) << 15), Float(bitPattern: (UInt32(codes[3]) + 1) << 15))
            let most = Self.units(limit + radii)
            room[four] = most * most - (dx * dx + dy * dy + dz * dz)
        }
        let leaf = Leaf(start)
        var least = reach
        room.withMemoryRebound(to: Float.self, capacity: 32) { margins in
            for place in 0..<circles where margins[place] >= 0 { least = visit(leaf, place) }
        }
        reach = least
    }
}
