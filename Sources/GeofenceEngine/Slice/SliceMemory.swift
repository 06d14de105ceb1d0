import LocationCore

/// Which fences were nearest at the last position, and what lay round them: the next position is seldom far.
///
/// It only remembers what follows from fences that never change, so that it may be shared and may be lost.
package final class SliceMemory: Sendable {
    private let state = Locked(SliceState())

    package init() {}

    /// A set of nearest fences.
    package struct Slice: Hashable, Sendable {
        /// The same number means the same fences.
        package let number: Int
        /// Metres that the device may go from here before they could be others.
        package let margin: Double
        /// Metres to the edge of the nearest candidate that does not belong to them; `nil` if there is none.
        package let next: Int?
    }

    /// Says whether the nearest fences are still the same, without saying which.
    ///
    /// - Parameters:
    ///   - wanted: How many; at least 1.
    ///   - fences: Those that the index was made of.
    ///   - gone: Ascending handles of fences that do not count any more.
    /// - Returns: `nil` where a name would have to decide, or too many or too few fences are near.
    func update(
        _ wanted: Int, by ranking: Ranking, in index: PackedIndex, of fences: SettledFences,
        without gone: ContiguousArray<UInt32>
    ) -> Slice? {
        state.withLock { $0.update(wanted, ranking, PackedSource(index: index, fences: fences, gone: gone)) }
    }

    /// The handles of the slice that was found last, in the order of the ranking; `nil` if that was for another position or
    /// by other rules.
    func handles(
        _ wanted: Int, by ranking: Ranking, in index: PackedIndex, of fences: SettledFences
    ) -> [UInt32]? {
        state.withLock { $0.handles(wanted, ranking, PackedSource(index: index, fences: fences, gone: [])) }
    }
}
