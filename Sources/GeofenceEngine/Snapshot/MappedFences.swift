import LocationCore

/// The fences of one set as a snapshot has them: each definition is read when it is asked for.
final class MappedFences: Sendable {
    let count: Int
    let hasPolygons: Bool
    private let bytes: SnapshotBytes
    private let part: SnapshotPart
    /// Those asked for last; polygons among them keep what was worked out of their shape.
    private let known = Locked<[UInt32: StoredFence]>([:])

    private static let mostKnown = 1024

    init(_ bytes: SnapshotBytes, _ part: SnapshotPart) {
        self.bytes = bytes
        self.part = part
        count = part.count
        hasPolygons = part.hasPolygons
    }

    var isDamaged: Bool { bytes.isDamaged }

    /// The index over them; `nil` if it cannot lie where it should.
    func makeIndex() -> PackedIndex? { PackedIndex(count: count, marks: part.marks, in: bytes, part.index) }

    /// A fence by its handle; `nil`, and a mark, where that cannot be read.
    func fence(_ handle: UInt32) -> StoredFence? {
        if let fence = known.withLock({ $0[handle] }) { return fence }
        guard let fence = passing(handle) else { return nil }
        known.withLock { known in
            if known.count >= Self.mostKnown { known.removeAll(keepingCapacity: true) }
            known[handle] = fence
        }
        return fence
    }

    /// The same for whoever goes through all of them: nothing is remembered.
    func passing(_ handle: UInt32) -> StoredFence? {
        if let fence = definition(handle).flatMap({ FenceRow($0)?.stored }) { return fence }
        bytes.noteDamage()
        return nil
    }

    func ordinal(_ handle: UInt32) -> Int64? {
        guard handle < count else {
            bytes.noteDamage()
            return nil
        }
        return bytes.number(Int64.self, at: part.ordinals.lowerBound + 8 * Int(handle))
    }

    func handle(of ordinal: Int64) -> UInt32? {
        // Where nothing was removed they have no gaps.
        if count > 0, let first = self.ordinal(0), let guess = UInt32(exactly: ordinal &- first), guess < count,
            self.ordinal(guess) == ordinal
        {
            return guess
        }
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            guard let found = self.ordinal(UInt32(middle)) else { return nil }
            if found < ordinal { low = middle + 1 } else { high = middle }
        }
        return low < count && self.ordinal(UInt32(low)) == ordinal ? UInt32(low) : nil
    }

    func handle(of id: FenceID) -> UInt32? {
        var text = id.text
        return text.withUTF8 { name in
            let name = UnsafeRawBufferPointer(name)
            let places = part.names.count / 4
            var place = SnapshotPart.place(of: name, seed: part.seed, places: places)
            for _ in 0..<places {
                guard let entry = bytes.number(UInt32.self, at: part.names.lowerBound + 4 * place), entry > 0 else {
                    return nil
                }
                guard let definition = definition(entry - 1), let found = FenceRow.name(in: definition) else {
                    bytes.noteDamage()
                    return nil
                }
                if found.elementsEqual(name) { return entry - 1 }
                place = (place + 1) & (places - 1)
            }
            return nil
        }
    }

    private func definition(_ handle: UInt32) -> UnsafeRawBufferPointer? {
        guard handle < count else { return nil }
        let place = part.starts.lowerBound + 8 * Int(handle)
        guard let start = bytes.number(UInt64.self, at: place), let end = bytes.number(UInt64.self, at: place + 8),
            start >= UInt64(part.definitions.lowerBound), start <= end, end <= UInt64(part.definitions.upperBound)
        else { return nil }
        return bytes.read(Int(start)..<Int(end))
    }
}
