/// Where the parts of one set lie in a snapshot's file.
struct SnapshotPart: Hashable {
    let name: String
    let count: Int
    let hasPolygons: Bool
    /// ``PackedIndex/marks``.
    let marks: UInt32
    /// Chooses where names go in their table, so that nobody can choose names that all go to one place.
    let seed: UInt64
    /// The bytes of the index.
    var index: Range<Int>
    /// For each fence its ordinal, 8 bytes, ascending.
    var ordinals: Range<Int>
    /// For each fence where its definition begins, and where the last one ends, 8 bytes each.
    var starts: Range<Int>
    var definitions: Range<Int>
    /// A table of handles by name, 4 bytes each, in which a handle is one more than its number and 0 is a free place.
    var names: Range<Int>

    func write(to writer: inout ByteWriter) {
        writer.append(name)
        writer.append(UInt64(count))
        writer.append(UInt8(hasPolygons ? 1 : 0))
        writer.append(marks)
        writer.append(seed)
        for range in [index, ordinals, starts, definitions, names] {
            writer.append(UInt64(range.lowerBound))
            writer.append(UInt64(range.upperBound))
        }
    }

    /// - Parameter limit: Where the blocks end.
    /// - Returns: `nil` for parts that cannot lie there.
    init?(_ reader: inout ByteReader, limit: Int) {
        guard let name = reader.text(), let count = reader.number(UInt64.self),
            let polygons = reader.number(UInt8.self),
            let marks = reader.number(UInt32.self), let seed = reader.number(UInt64.self),
            count > 0, count <= UInt64(PackedIndex.mostCircles)
        else { return nil }
        func range() -> Range<Int>? {
            guard let start = reader.number(UInt64.self), let end = reader.number(UInt64.self),
                start >= UInt64(SnapshotHeader.blockSize), start <= end, end <= UInt64(limit)
            else { return nil }
            return Int(start)..<Int(end)
        }
        guard let index = range(), let ordinals = range(), let starts = range(), let definitions = range(),
            let names = range()
        else { return nil }
        self.init(
            name: name, count: Int(count), hasPolygons: polygons != 0, marks: marks, seed: seed, index: index,
            ordinals: ordinals, starts: starts, definitions: definitions, names: names)
        guard index.count == PackedIndex.Layout(count: self.count).byteCount, index.lowerBound % 64 == 0,
            ordinals.count == 8 * self.count, starts.count == 8 * (self.count + 1),
            names.count == 4 * Self.places(for: self.count)
        else { return nil }
    }

    init(
        name: String, count: Int, hasPolygons: Bool, marks: UInt32, seed: UInt64, index: Range<Int>,
        ordinals: Range<Int>, starts: Range<Int>, definitions: Range<Int>, names: Range<Int>
    ) {
        self.name = name
        self.count = count
        self.hasPolygons = hasPolygons
        self.marks = marks
        self.seed = seed
        self.index = index
        self.ordinals = ordinals
        self.starts = starts
        self.definitions = definitions
        self.names = names
    }

    /// Places of the table of names: a power of two, a quarter of them free at least.
    static func places(for count: Int) -> Int {
        var places = 16
        while places * 3 < count * 4 { places *= 2 }
        return places
    }

    /// The place in the table where the search for a name begins.
    static func place(of name: UnsafeRawBufferPointer, seed: UInt64, places: Int) -> Int {
        var hash = seed
        for byte in name { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        // Names often differ in their last characters alone, which have reached the upper bits only in part.
        hash = (hash ^ hash >> 32) &* 0x9E37_79B9_7F4A_7C15
        return Int(hash >> 32) & (places - 1)
    }
}
