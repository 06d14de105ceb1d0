/// What stands at the beginning of a snapshot's file.
///
/// The file: a block for the header, then the parts of each set and a directory of them, divided into blocks, then a sum for
/// each of those blocks. Numbers are as the machine that wrote them has them in memory, and a mark tells its byte order.
struct SnapshotHeader: Hashable {
    static let version: UInt32 = 1
    /// Bytes of a block: what is read and checked at once. Unlike a page it is the same on every machine.
    static let blockSize = 16_384

    /// Which database it belongs to.
    var lineage: String
    /// How many of the database's changes it holds.
    var generation: Int64
    /// Where the directory lies.
    var directory: Range<Int>
    /// Where the sums begin, and the blocks end.
    var sumsStart: Int
    /// The sum of the sums.
    var sumOfSums: UInt64

    var blocks: Int { (sumsStart - Self.blockSize + Self.blockSize - 1) / Self.blockSize }
    var fileLength: Int { sumsStart + 8 * blocks }

    private static let magic: UInt64 = 0x5041_4E53_464F_4547
    private static let byteOrder: UInt32 = 0x0102_0304

    var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.append(Self.magic.littleEndian)
        writer.append(Self.byteOrder)
        writer.append(Self.version)
        writer.append(UInt64(fileLength))
        writer.append(generation)
        writer.append(UInt64(directory.lowerBound))
        writer.append(UInt64(directory.upperBound))
        writer.append(UInt64(sumsStart))
        writer.append(sumOfSums)
        writer.append(lineage)
        writer.pad(to: Self.blockSize - 8)
        let sum = writer.bytes.withUnsafeBytes { SnapshotSum.of($0) }
        writer.append(sum)
        return writer.bytes
    }
}

extension SnapshotHeader {
    /// Reads the header of a file and checks that its parts lie where they can.
    init(_ file: UnsafeRawBufferPointer) throws(SnapshotFault) {
        var reader = ByteReader(file)
        guard reader.number(UInt64.self) == Self.magic.littleEndian else { throw .notASnapshot }
        guard let order = reader.number(UInt32.self), let version = reader.number(UInt32.self),
            let length = reader.number(UInt64.self), let generation = reader.number(Int64.self)
        else { throw .notASnapshot }
        if order == Self.byteOrder.byteSwapped { throw .otherByteOrder }
        guard order == Self.byteOrder else { throw .damaged("its header") }
        guard version == Self.version else { throw .otherVersion(version) }
        guard file.count >= Self.blockSize else { throw .wrongLength(bytes: file.count, expected: length) }
        let sum = file.loadUnaligned(fromByteOffset: Self.blockSize - 8, as: UInt64.self)
        guard sum == SnapshotSum.of(UnsafeRawBufferPointer(rebasing: file[..<(Self.blockSize - 8)])) else {
            throw .damaged("its header")
        }
        guard length == UInt64(file.count) else { throw .wrongLength(bytes: file.count, expected: length) }
        guard let directoryStart = reader.number(UInt64.self), let directoryEnd = reader.number(UInt64.self),
            let sumsStart = reader.number(UInt64.self), let sumOfSums = reader.number(UInt64.self),
            let lineage = reader.text(),
            directoryStart >= UInt64(Self.blockSize), directoryStart <= directoryEnd, directoryEnd <= sumsStart,
            sumsStart <= length
        else { throw .damaged("its header") }
        self.init(
            lineage: lineage, generation: generation, directory: Int(directoryStart)..<Int(directoryEnd),
            sumsStart: Int(sumsStart), sumOfSums: sumOfSums)
        guard fileLength == file.count else { throw .damaged("its header") }
    }
}
