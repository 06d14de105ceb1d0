/// The readable part of a document, and what is wrong where it ends.
///
/// A tokenizer stops there, so that what came before a bad byte is kept. (LNX-076)
struct XMLText {
    /// The document up to the first byte that belongs to no XML character in UTF-8.
    let bytes: ArraySlice<UInt8>
    /// The byte at which ``bytes`` end before the document does.
    let badByte: UInt8?

    init(_ document: [UInt8]) {
        let end = Self.firstInvalid(document)
        bytes = document[..<end]
        badByte = end < document.count ? document[end] : nil
    }

    /// Why reading cannot go on at the end of ``bytes``.
    var endReason: String {
        badByte.map { "byte \($0) is no character of an XML document in UTF-8" } ?? "the document ends too early"
    }

    /// The offset of the first byte that does not belong to a valid character; the length when there is none.
    private static func firstInvalid(_ bytes: [UInt8]) -> Int {
        var position = 0
        while position < bytes.count {
            let length: Int
            switch bytes[position] {
            case 0x09, 0x0A, 0x0D, 0x20...0x7F: length = 1
            case 0xC2...0xDF: length = 2
            case 0xE0...0xEF: length = 3
            case 0xF0...0xF4: length = 4
            default: return position
            }
            if length > 1, !isCharacter(bytes[position...].prefix(length), length: length) { return position }
            position += length
        }
        return position
    }

    private static func isCharacter(_ bytes: ArraySlice<UInt8>, length: Int) -> Bool {
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return false }
        return UTF8.width(scalar) == length && scalar.isXMLCharacter
    }
}

extension Unicode.Scalar {
    /// Whether the character may stand in an XML 1.0 document.
    var isXMLCharacter: Bool {
        switch value {
        case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }
}
