/// Which fence has a name.
///
/// It is kept in parts, so that changing one name of a value that is also held elsewhere copies one part.
struct FenceNames: Sendable {
    private var parts: [[FenceID: Int64]] = [[:]]
    private var count = 0

    /// Where names occur twice the last counts.
    init(_ fences: [StoredFence] = []) {
        reserve(fences.count)
        for stored in fences { self[stored.fence.id] = stored.ordinal }
    }

    subscript(_ id: FenceID) -> Int64? {
        get { parts[part(of: id)][id] }
        set {
            let part = part(of: id)
            let before = parts[part].count
            parts[part][id] = newValue
            count += parts[part].count - before
            if count > parts.count * 1024 { reserve(count * 2) }
        }
    }

    private func part(of id: FenceID) -> Int {
        parts.count == 1 ? 0 : id.hashValue & (parts.count - 1)
    }

    /// Divides further, so that a part has some hundred names.
    private mutating func reserve(_ wanted: Int) {
        var number = 1
        while number * 512 < wanted { number *= 2 }
        guard number > parts.count else { return }
        let old = parts
        parts = Array(repeating: [:], count: number)
        for part in old {
            for (id, ordinal) in part { parts[self.part(of: id)][id] = ordinal }
        }
    }
}
