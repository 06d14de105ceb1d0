/// Fences in stored order, for good. A handle is a place in it.
///
/// They are a list, or lie in a snapshot. What cannot be read there is `nil` and marks the snapshot; see ``isDamaged``.
final class SettledFences: Sendable {
    private enum Source {
        case list([StoredFence], ordinals: ContiguousArray<Int64>)
        case mapped(MappedFences)
    }

    private let source: Source
    let count: Int

    init(_ fences: [StoredFence]) {
        source = .list(fences, ordinals: ContiguousArray(fences.lazy.map(\.ordinal)))
        count = fences.count
    }

    init(_ fences: MappedFences) {
        source = .mapped(fences)
        count = fences.count
    }

    /// Whether they lie in a snapshot.
    var isMapped: Bool {
        if case .mapped = source { true } else { false }
    }

    /// Whether something could not be read, so that answers since then may be wrong.
    var isDamaged: Bool {
        if case .mapped(let fences) = source { fences.isDamaged } else { false }
    }

    subscript(_ handle: UInt32) -> StoredFence? {
        switch source {
        case .list(let fences, _): fences[Int(handle)]
        case .mapped(let fences): fences.fence(handle)
        }
    }

    /// The same for whoever goes through all of them: nothing is remembered.
    func passing(_ handle: UInt32) -> StoredFence? {
        switch source {
        case .list(let fences, _): fences[Int(handle)]
        case .mapped(let fences): fences.passing(handle)
        }
    }

    func ordinal(_ handle: UInt32) -> Int64? {
        switch source {
        case .list(_, let ordinals): ordinals[Int(handle)]
        case .mapped(let fences): fences.ordinal(handle)
        }
    }

    /// The places in the stored order, as far as they can be read.
    func ordinals(_ handles: some Collection<UInt32>) -> [Int64] {
        switch source {
        case .list(_, let ordinals):
            // Each lies elsewhere in memory. Nothing but loads, they are waited for together.
            ordinals.withUnsafeBufferPointer { ordinals in handles.map { ordinals[Int($0)] } }
        case .mapped(let fences): handles.compactMap { fences.ordinal($0) }
        }
    }

    func handle(of ordinal: Int64) -> UInt32? {
        switch source {
        case .list(_, let ordinals): ordinals.handle(of: ordinal)
        case .mapped(let fences): fences.handle(of: ordinal)
        }
    }

    /// A fence by its name, where a snapshot knows it; the names of a list are kept beside it.
    func handle(of id: FenceID) -> UInt32? {
        if case .mapped(let fences) = source { fences.handle(of: id) } else { nil }
    }

    /// All of them, where they are a list.
    var list: [StoredFence]? {
        if case .list(let fences, _) = source { fences } else { nil }
    }

    /// The index that comes with them.
    func makeIndex() -> PackedIndex? {
        if case .mapped(let fences) = source { fences.makeIndex() } else { nil }
    }
}

extension ContiguousArray<Int64> {
    fileprivate func handle(of ordinal: Int64) -> UInt32? {
        guard let first else { return nil }
        // Where nothing was removed they have no gaps.
        let guess = Int(ordinal &- first)
        if indices.contains(guess), self[guess] == ordinal { return UInt32(guess) }
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < ordinal { low = middle + 1 } else { high = middle }
        }
        return low < count && self[low] == ordinal ? UInt32(low) : nil
    }
}
