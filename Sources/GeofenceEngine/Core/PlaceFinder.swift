/// Finds places by their fences, for the length of one comparison.
///
/// It is made anew at each change of the slice, so it must be cheaper than a dictionary of few numbers: they lie in a list of
/// which at least half is free, each as near as can be to where its ordinal points.
package struct PlaceFinder {
    private struct Slot {
        var ordinal: Int64
        /// -1 in a free slot, -2 where the place was taken.
        var index: Int32
    }

    private var slots: ContiguousArray<Slot>
    private let shift: UInt64

    /// Where a fence has two places the last counts.
    package init(_ places: [Place]) {
        let bits = UInt64(Int.bitWidth - max(4, places.count).leadingZeroBitCount + 1)
        shift = 64 - bits
        slots = ContiguousArray(repeating: Slot(ordinal: 0, index: -1), count: 1 << Int(bits))
        for index in places.indices {
            let ordinal = places[index].ordinal
            slots[slot(of: ordinal)] = Slot(ordinal: ordinal, index: Int32(truncatingIfNeeded: index))
        }
    }

    /// The slot with an ordinal, or the free one where it belongs.
    private func slot(of ordinal: Int64) -> Int {
        var slot = Int(truncatingIfNeeded: (UInt64(bitPattern: ordinal) &* 0x9e37_79b9_7f4a_7c15) >> shift)
        while slots[slot].index != -1, slots[slot].ordinal != ordinal { slot = (slot + 1) & (slots.count - 1) }
        return slot
    }

    /// Where a fence has its place; `nil` if it has none, or if that was taken.
    package func index(of ordinal: Int64) -> Int? {
        let index = slots[slot(of: ordinal)].index
        return index < 0 ? nil : Int(index)
    }

    /// The same, once.
    package mutating func take(_ ordinal: Int64) -> Int? {
        let slot = slot(of: ordinal)
        let index = slots[slot].index
        guard index >= 0 else { return nil }
        slots[slot].index = -2
        return Int(index)
    }

    /// Where those are that were not taken, by ordinal.
    package var rest: [Int] {
        slots.filter { $0.index >= 0 }.sorted { $0.ordinal < $1.ordinal }.map { Int($0.index) }
    }
}
