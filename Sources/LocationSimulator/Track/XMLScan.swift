import Foundation

/// One pass over a document in UTF-8, before the XML reader's.
struct XMLScan {
    private enum Place: Hashable {
        case text
        case tag(quote: UInt8?)
        case comment
        case characterData
        case instruction
    }

    /// Longer names are no entity's.
    private static let longestName = 32

    /// The line of the next byte, from 1.
    private(set) var line = 1
    /// The line of the first document type or entity declaration.
    private(set) var declaration: Int?
    /// The entities that neither XML nor HTML knows.
    private(set) var unknownEntities: [(name: String, line: Int)] = []

    private var replacements: [(range: Range<Int>, text: String)] = []
    private var place = Place.text
    private var hasBlank = false
    private var placeLine = 1
    private var lastWasReturn = false

    /// The line of the markup that is open at the end.
    var openMarkup: Int? { place == .text ? nil : placeLine }

    /// Goes as far as the bytes are characters of XML, and says how far that is.
    mutating func run(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var position = 0
        while position < bytes.count, declaration == nil {
            guard let length = Self.characterLength(bytes, at: position) else { break }
            let byte = bytes[position]
            count(byte)
            let step = length > 1 ? length : take(byte, in: bytes, at: position)
            position += step
        }
        return position
    }

    /// A line ends with LF, CR or both.
    private mutating func count(_ byte: UInt8) {
        if byte == 0x0D || (byte == 0x0A && !lastWasReturn) { line += 1 }
        lastWasReturn = byte == 0x0D
    }

    /// Takes one byte or the whole of what begins there, which holds no line's end, and says how long it is.
    private mutating func take(_ byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>, at position: Int) -> Int {
        switch (place, byte) {
        case (.text, UInt8(ascii: "<")): return open(bytes, at: position)
        case (.text, UInt8(ascii: "&")), (.tag(quote: _?), UInt8(ascii: "&")): return entity(bytes, at: position)
        case (.tag(quote: nil), UInt8(ascii: "\"")), (.tag(quote: nil), UInt8(ascii: "'")): place = .tag(quote: byte)
        case (.tag(quote: byte), _): place = .tag(quote: nil)
        case (.tag(quote: nil), UInt8(ascii: ">")): place = .text
        case (.comment, UInt8(ascii: "-")): return close("-->", bytes, at: position)
        case (.characterData, UInt8(ascii: "]")): return close("]]>", bytes, at: position)
        case (.instruction, UInt8(ascii: "?")): return closeInstruction(bytes, at: position)
        case (.instruction, 0x09), (.instruction, 0x0A), (.instruction, 0x0D), (.instruction, 0x20): hasBlank = true
        default: break
        }
        return 1
    }

    private mutating func open(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int) -> Int {
        placeLine = line
        hasBlank = false
        for (mark, opened) in [("<!--", Place.comment), ("<![CDATA[", .characterData), ("<?", .instruction)]
        where Self.isAt(mark, bytes, position) {
            place = opened
            return mark.utf8.count
        }
        for word in ["<!DOCTYPE", "<!ENTITY", "<!ELEMENT", "<!ATTLIST", "<!NOTATION"]
        where Self.isAt(word, bytes, position) {
            declaration = line
        }
        place = .tag(quote: nil)
        return 1
    }

    private mutating func close(_ mark: String, _ bytes: UnsafeBufferPointer<UInt8>, at position: Int) -> Int {
        guard Self.isAt(mark, bytes, position) else { return 1 }
        place = .text
        return mark.utf8.count
    }

    /// An instruction that is a name alone ends the process in Foundation's reader for Linux, which looks at the data that
    /// such a one does not have. With a blank it has some.
    private mutating func closeInstruction(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int) -> Int {
        let length = close("?>", bytes, at: position)
        if place == .text, !hasBlank { replacements.append((position..<position, " ")) }
        return length
    }

    /// Marks a named entity that XML does not know for replacement. What is no name is left to the reader.
    private mutating func entity(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int) -> Int {
        let name = bytes[(position + 1)...].prefix(Self.longestName).prefix { $0.isEntityNamePart }
        let end = position + 1 + name.count
        guard let first = name.first, !first.isDigit, end < bytes.count, bytes[end] == UInt8(ascii: ";") else {
            return 1
        }
        let text = String(decoding: name, as: UTF8.self)
        guard !["amp", "lt", "gt", "quot", "apos"].contains(text) else { return 1 }
        let number = HTMLEntities.scalar(text)
        if number == nil { unknownEntities.append((text, line)) }
        // The replacement character makes a text that is read into none that could be meant.
        replacements.append((position..<end + 1, "&#\(number ?? 0xFFFD);"))
        return end + 1 - position
    }

    /// The bytes with what was marked replaced by references to characters.
    func applyReplacements(to data: Data) -> Data {
        guard !replacements.isEmpty else { return data }
        var changed = Data(capacity: data.count)
        var copied = data.startIndex
        for (range, text) in replacements {
            let start = data.startIndex + range.lowerBound
            changed.append(data[copied..<start])
            changed.append(contentsOf: text.utf8)
            copied = data.startIndex + range.upperBound
        }
        changed.append(data[copied...])
        return changed
    }

    private static func isAt(_ mark: String, _ bytes: UnsafeBufferPointer<UInt8>, _ position: Int) -> Bool {
        bytes[position...].starts(with: mark.utf8)
    }

    /// How many bytes the character at a position has; `nil` when there is none that XML allows.
    private static func characterLength(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int) -> Int? {
        let length: Int
        switch bytes[position] {
        case 0x09, 0x0A, 0x0D, 0x20...0x7F: return 1
        case 0xC2...0xDF: length = 2
        case 0xE0...0xEF: length = 3
        case 0xF0...0xF4: length = 4
        default: return nil
        }
        var decoder = UTF8()
        var iterator = bytes[position...].prefix(length).makeIterator()
        guard case .scalarValue(let scalar) = decoder.decode(&iterator), UTF8.width(scalar) == length,
            scalar.isXMLCharacter
        else { return nil }
        return length
    }
}

extension UInt8 {
    fileprivate var isEntityNamePart: Bool {
        isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
            || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self)
    }
}

extension Unicode.Scalar {
    /// Whether the character may stand in an XML 1.0 document.
    fileprivate var isXMLCharacter: Bool {
        switch value {
        case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }
}
