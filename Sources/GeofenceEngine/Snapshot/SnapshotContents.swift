import LocationCore

/// What is written into a snapshot: sets of fences as they were at one generation of a database.
struct SnapshotContents: Sendable {
    let lineage: String
    let generation: Int64
    /// For the places of names.
    let seed: UInt64
    let sets: [(name: String, set: FenceSet)]

    func write(to blocks: inout SnapshotBlocks) throws(StoreError) {
        var directory = ByteWriter()
        directory.append(UInt64(sets.count))
        for (name, set) in sets { try write(name, set, to: &blocks).write(to: &directory) }
        try blocks.align()
        let start = blocks.place
        try blocks.append(directory.bytes)
        try blocks.finish(lineage: lineage, generation: generation, directory: start..<blocks.place)
    }

    private func write(_ name: String, _ set: FenceSet, to blocks: inout SnapshotBlocks) throws(StoreError)
        -> SnapshotPart
    {
        let index = set.packed()
        try blocks.align()
        let indexStart = blocks.place
        try blocks.append(UnsafeRawBufferPointer(start: index.memory.start, count: index.byteCount))
        let indexRange = indexStart..<blocks.place

        let count = set.count
        var ordinals = ContiguousArray<Int64>()
        var starts = ContiguousArray<UInt64>()
        ordinals.reserveCapacity(count)
        starts.reserveCapacity(count + 1)
        var table = ContiguousArray<UInt32>(repeating: 0, count: SnapshotPart.places(for: count))
        try blocks.align()
        let definitionsStart = blocks.place
        var writer = ByteWriter()
        var fences = set.inOrder
        while let stored = fences.next() {
            starts.append(UInt64(blocks.place))
            ordinals.append(stored.ordinal)
            Self.enter(stored.fence.id, number: ordinals.count, into: &table, seed: seed)
            writer.removeAll()
            FenceRow(stored).write(to: &writer)
            try blocks.append(writer.bytes)
        }
        // Those of the snapshot before may turn out damaged on the way.
        guard ordinals.count == count else { throw .corrupt(file: name, detail: "fences of \(name) cannot be read") }
        starts.append(UInt64(blocks.place))
        let definitions = definitionsStart..<blocks.place
        return SnapshotPart(
            name: name, count: ordinals.count, hasPolygons: set.hasPolygons, marks: index.marks.rawValue, seed: seed,
            index: indexRange, ordinals: try blocks.append(part: ordinals), starts: try blocks.append(part: starts),
            definitions: definitions, names: try blocks.append(part: table))
    }

    private static func enter(
        _ id: FenceID, number: Int, into table: inout ContiguousArray<UInt32>, seed: UInt64
    ) {
        var text = id.text
        var place = text.withUTF8 {
            SnapshotPart.place(of: UnsafeRawBufferPointer($0), seed: seed, places: table.count)
        }
        while table[place] != 0 { place = (place + 1) & (table.count - 1) }
        table[place] = UInt32(number)
    }
}
