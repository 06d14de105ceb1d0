import LocationCore

extension PackedIndex {
    /// The handles of all fences with an edge at most that far away, in no order; those that contain the place are 0 metres
    /// away.
    ///
    /// - Parameters:
    ///   - metres: At least 0.
    ///   - isNear: Decides what the index cannot, among it all that is no circle.
    func handles(
        within metres: Double, of anchor: SurfacePoint, without gone: ContiguousArray<UInt32>,
        into handles: inout ContiguousArray<UInt32>, _ isNear: (UInt32) -> Bool
    ) {
        let point = WholePoint(anchor)
        let reach = Float(metres) * 1.000_001
        searchLeaves(from: point, within: reach) { number, scratch, _ in
            let leaf = leaf(number)
            var set = leaf.measure(point, within: reach, scratch)
            let circles = circles(in: number)
            if circles < Leaf.capacity { set &= 1 << UInt32(circles) - 1 }
            let most = UnsafeRawPointer(scratch).assumingMemoryBound(to: Float.self) + 32
            while set != 0 {
                let place = set.trailingZeroBitCount
                set &= set - 1
                let word = leaf.handles[place]
                let handle = word & PackedCircle.handleMask
                if !gone.isEmpty, gone.hasSorted(handle) { continue }
                let isCertain = Double(most[place]) <= metres && word & Marks.polygon.rawValue == 0
                if isCertain || isNear(handle) { handles.append(handle) }
            }
            return reach
        }
    }
}
