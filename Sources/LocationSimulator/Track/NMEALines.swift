/// The lines of an NMEA log.
struct NMEALines {
    /// Bytes of one line without its end. (LNX-063)
    static let limit = 8 * 1024

    private let bytes: [UInt8]
    private var position = 0
    /// The line that ``next()`` gave last, from 1.
    private(set) var number = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The next line without its CR LF, LF or CR. (LNX-088)
    mutating func next() throws(TrackError) -> ArraySlice<UInt8>? {
        guard position < bytes.count else { return nil }
        number += 1
        let start = position
        while position < bytes.count, bytes[position] != 0x0A, bytes[position] != 0x0D { position += 1 }
        let line = bytes[start..<position]
        guard line.count <= Self.limit else {
            throw .beyondLimit(line: number, reason: "the line is longer than \(Self.limit) bytes")
        }
        let isPair = position + 1 < bytes.count && bytes[position] == 0x0D && bytes[position + 1] == 0x0A
        position += isPair ? 2 : 1
        return line
    }
}
