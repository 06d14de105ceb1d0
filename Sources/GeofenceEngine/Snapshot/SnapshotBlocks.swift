#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Writes the blocks of a snapshot one after another into an open file, and sums them.
struct SnapshotBlocks {
    private let descriptor: Int32
    private let file: StoreFile
    private var block: [UInt8] = []
    private var sums = ByteWriter()
    /// Where the next byte goes.
    private(set) var place = SnapshotHeader.blockSize

    /// - Parameter descriptor: Of an empty file; the header's block is left for the end.
    init(_ descriptor: Int32, _ file: StoreFile) throws(StoreError) {
        self.descriptor = descriptor
        self.file = file
        block.reserveCapacity(SnapshotHeader.blockSize)
        guard lseek(descriptor, off_t(SnapshotHeader.blockSize), SEEK_SET) >= 0 else {
            throw .system(errno, file: file)
        }
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) throws(StoreError) {
        var rest = bytes
        while !rest.isEmpty {
            let count = min(rest.count, SnapshotHeader.blockSize - block.count)
            block.append(contentsOf: rest[..<count])
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            place += count
            if block.count == SnapshotHeader.blockSize { try endBlock() }
        }
    }

    mutating func append(_ bytes: [UInt8]) throws(StoreError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = min(rest.count, SnapshotHeader.blockSize - block.count)
            block += rest.prefix(count)
            rest = rest.dropFirst(count)
            place += count
            if block.count == SnapshotHeader.blockSize { try endBlock() }
        }
    }

    /// Appends a part that begins at a multiple of 64, as what is read from memory directly must.
    mutating func append<Element: BitwiseCopyable>(
        part elements: ContiguousArray<Element>
    ) throws(StoreError) -> Range<Int> {
        try align()
        let start = place
        let failure = elements.withUnsafeBytes { bytes -> StoreError? in
            do throws(StoreError) {
                try append(bytes)
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw failure }
        return start..<place
    }

    mutating func align() throws(StoreError) {
        let over = place % 64
        if over > 0 { try append([UInt8](repeating: 0, count: 64 - over)) }
    }

    /// Writes the sums, then the header.
    mutating func finish(lineage: String, generation: Int64, directory: Range<Int>) throws(StoreError) {
        try align()
        let end = place
        try endBlock()
        let all = sums.bytes
        let sumOfSums = all.withUnsafeBytes { SnapshotSum.of($0) }
        try write(all)
        let header = SnapshotHeader(
            lineage: lineage, generation: generation, directory: directory, sumsStart: end, sumOfSums: sumOfSums)
        guard lseek(descriptor, 0, SEEK_SET) >= 0 else { throw .system(errno, file: file) }
        try write(header.bytes)
    }

    private mutating func endBlock() throws(StoreError) {
        guard !block.isEmpty else { return }
        sums.append(block.withUnsafeBytes { SnapshotSum.of($0) })
        try write(block)
        block.removeAll(keepingCapacity: true)
    }

    private func write(_ bytes: [UInt8]) throws(StoreError) {
        try file.write(bytes[...], to: descriptor)
    }
}
