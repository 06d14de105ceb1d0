import LocationCore

extension PackedIndex {
    /// The handles of all fences with an edge at most that far away, in no order; those that contain the place are 0 metres
    /// away.
    ///
    /// - Parameters:
    ///   - metres: At least 0.
    ///   - isNear: Decides what the index cannot, among it all that is no circle; is given handle and marks.
    func handles(
        within metres: Double, of anchor: SurfacePoint, without gone: ContiguousArray<UInt32>,
        into handles: inout ContiguousArray<UInt32>, _ isNear: (UInt32, Marks) -> Bool
    ) {
        let point = WholePoint(anchor)
        let reach = Float(metres)
        let wide = reach * 1.000_001
        forEachLeaf(within: wide, of: point) { number in
            let leaf = leaf(number)
            var (set, certain) = leaf.circles(within: reach, of: point)
            let circles = circles(in: number)
            if circles < Leaf.capacity { set &= 1 << UInt32(circles) - 1 }
            while set != 0 {
                let place = set.trailingZeroBitCount
                set &= set - 1
                let word = leaf.handles[place]
                let handle = word & PackedCircle.handleMask
                if !gone.isEmpty, gone.hasSorted(handle) { continue }
                let isCertain = certain >> UInt32(place) & 1 == 1 && word & Marks.polygon.rawValue == 0
                if isCertain || isNear(handle, Marks(rawValue: word & ~PackedCircle.handleMask)) {
                    handles.append(handle)
                }
            }
            return wide
        }
    }

    /// Visits every leaf with a circle whose edge may lie within reach of a place, in their order.
    ///
    /// - Parameter visit: Is given a leaf's number and returns the reach from then on, which may only shrink; below 0 ends it.
    @inline(__always)
    func forEachLeaf(within reach: Float, of point: WholePoint, _ visit: (Int) -> Float) {
        guard count > 0 else { return }
        var reach = reach
        // At most fifteen of each level wait, and those of the one that is open.
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: Group.capacity * (levels.count + 1)) { waiting in
            waiting[0] = UInt64(levels.count - 1) << 32
            var count = 1
            while count > 0 {
                count -= 1
                let (level, number) = (Int(waiting[count] >> 32), Int(waiting[count] & 0xffff_ffff))
                var boxes = boxes(of: level, number, within: reach, of: point)
                if level == 0 {
                    var leaves = boxes
                    while leaves != 0 {
                        fetch(-1, number << 4 | leaves.trailingZeroBitCount)
                        leaves &= leaves - 1
                    }
                    while boxes != 0 {
                        let child = number << 4 | boxes.trailingZeroBitCount
                        boxes &= boxes - 1
                        guard memory.isSound(child * Leaf.stride, Leaf.stride) else { continue }
                        reach = visit(child)
                        if reach < 0 { return }
                    }
                } else {
                    // The last one in is the first one out.
                    while boxes != 0 {
                        let box = 31 - boxes.leadingZeroBitCount
                        boxes &= ~(1 << UInt32(box))
                        fetch(level - 1, number << 4 | box)
                        waiting[count] = UInt64(level - 1) << 32 | UInt64(number << 4 | box)
                        count += 1
                    }
                }
            }
        }
    }
}

extension Leaf {
    /// A bit for each circle whose edge may lie within reach of a place, and one for each whose edge does.
    ///
    /// A position is known to 6 mm on each axis here, a radius to a part in 65,000, and single precision loses less than a
    /// millionth. A way along the surface is never shorter than the chord, and up to 100 km at most a part in 96,000 longer.
    @inline(__always)
    func circles(within reach: Float, of point: WholePoint) -> (maybe: UInt32, surely: UInt32) {
        let start = UnsafeRawPointer(x)
        let x = SIMD4(repeating: point.x >> 1)
        let y = SIMD4(repeating: point.y >> 1)
        let z = SIMD4(repeating: point.z >> 1)
        let reach = SIMD4<Float>(repeating: reach)
        var bits = SIMD4<UInt32>(1, 2, 4, 8)
        var maybe = SIMD4<UInt32>(repeating: 0)
        var surely = SIMD4<UInt32>(repeating: 0)
        for four in 0..<8 {
            let at = start + 16 * four
            let dx = SIMD4(whole: (at.load(as: SIMD4<Int32>.self) &>> 1) &- x)
            let dy = SIMD4(whole: ((at + 128).load(as: SIMD4<Int32>.self) &>> 1) &- y)
            let dz = SIMD4(whole: ((at + 256).load(as: SIMD4<Int32>.self) &>> 1) &- z)
            let squared = dx * dx + dy * dy + dz * dz
            let limit = radii(four) + reach
            let most = (limit * 1.000_04 + 0.04) * 168
            let least = (limit * 0.999_94 - 0.04) * 168
            maybe |= bits.replacing(with: 0, where: squared .> most * most)
            surely |= bits.replacing(
                with: 0, where: (squared .> least * least) .| (least .< 0) .| (limit .> 100_000))
            bits &<<= 4
        }
        return (maybe[0] | maybe[1] | maybe[2] | maybe[3], surely[0] | surely[1] | surely[2] | surely[3])
    }

    /// The radii of four circles in metres, to 16 bits.
    @inline(__always)
    func radii(_ four: Int) -> SIMD4<Float> {
        let start = UnsafeRawPointer(x)
        let codes = (start + 512 + 8 * four).load(as: SIMD4<UInt16>.self)
        let below = (start + 576 + 4 * four).load(as: SIMD4<UInt8>.self)
        return SIMD4<Float>(
            Float(bitPattern: UInt32(codes[0]) << 15 | UInt32(below[0]) << 7),
            Float(bitPattern: UInt32(codes[1]) << 15 | UInt32(below[1]) << 7),
            Float(bitPattern: UInt32(codes[2]) << 15 | UInt32(below[2]) << 7),
            Float(bitPattern: UInt32(codes[3]) << 15 | UInt32(below[3]) << 7))
    }
}
