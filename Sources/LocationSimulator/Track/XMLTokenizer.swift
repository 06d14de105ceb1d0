/// The XML that track files need, one token at a time: elements, attributes, text, namespaces.
///
/// Well-formedness is checked as far as the document was read. There are no document types and no entities beyond the
/// five predefined ones (LNX-077), no encoding but UTF-8 (LNX-078), and no depth or text without end (LNX-063).
struct XMLTokenizer {
    enum Token: Hashable {
        case start(XMLElement)
        case end
        /// All character data up to the next tag; not empty.
        case text(String)
        case endOfDocument
    }

    /// Elements within elements, the root being the first.
    static let depthLimit = 64
    /// Bytes of one text or one attribute.
    static let textLimit = 64 * 1024

    private let text: XMLText
    private var position = 0
    private var openNames: [String] = []
    private var bindings: [(prefix: String, namespace: String, depth: Int)] = []
    private var owesEnd = false
    private var sawRoot = false
    private var countedTo = 0
    private var countedLines = 1

    init(_ document: [UInt8]) {
        text = XMLText(document)
    }

    private var bytes: ArraySlice<UInt8> { text.bytes }
    private var endReason: String { text.endReason }

    /// The line of the next byte to read, from 1. A line ends with LF, CR or both.
    var line: Int {
        mutating get {
            while countedTo < min(position, bytes.count) {
                let byte = bytes[countedTo]
                countedTo += 1
                let isPairStart = byte == 0x0D && countedTo < bytes.count && bytes[countedTo] == 0x0A
                if byte == 0x0A || (byte == 0x0D && !isPairStart) { countedLines += 1 }
            }
            return countedLines
        }
    }

    /// The next token. After an error or the end of the document, nothing more is asked for.
    mutating func next() throws(TrackError) -> Token {
        if owesEnd {
            owesEnd = false
            closeElement()
            return .end
        }
        if position == 0 { try declaration() }
        var data: [UInt8] = []
        while position < bytes.count {
            if bytes[position] != UInt8(ascii: "<") {
                try characterData(into: &data)
            } else if skip("<!--") {
                try comment()
            } else if skip("<![CDATA[") {
                try literalData(into: &data)
            } else if skip("<?") {
                try processingInstruction()
            } else if !data.isEmpty {
                return .text(String(decoding: data, as: UTF8.self))
            } else if isAt("<!") {
                throw try forbiddenOrMalformed()
            } else if skip("</") {
                try endTag()
                return .end
            } else {
                return .start(try startTag())
            }
        }
        guard sawRoot, openNames.isEmpty, text.badByte == nil else { throw malformed(endReason) }
        return .endOfDocument
    }
}

extension XMLTokenizer {
    private mutating func startTag() throws(TrackError) -> XMLElement {
        let line = self.line
        position += 1
        let name = try self.name()
        guard !(sawRoot && openNames.isEmpty) else { throw malformed("<\(name)> is a second root") }
        guard openNames.count < Self.depthLimit else {
            throw .beyondLimit(line: line, reason: "elements are nested deeper than \(Self.depthLimit)")
        }
        var attributes: [String: String] = [:]
        while true {
            let hadSpace = skipSpace()
            if skip(">") { break }
            if skip("/>") {
                owesEnd = true
                break
            }
            guard position < bytes.count else { throw malformed(endReason) }
            guard hadSpace else { throw malformed("no space before an attribute of <\(name)>") }
            let key = try self.name()
            skipSpace()
            guard skip("=") else { throw malformed(position < bytes.count ? "\(key) has no value" : endReason) }
            skipSpace()
            let value = try quoted()
            guard attributes.updateValue(value, forKey: key) == nil else { throw malformed("\(key) is given twice") }
        }
        sawRoot = true
        openNames.append(name)
        for (key, value) in attributes {
            // Which binding of one element comes first does not matter: their prefixes differ.
            if key == "xmlns" { bindings.append(("", value, openNames.count)) }
            if key.hasPrefix("xmlns:") { bindings.append((String(key.dropFirst(6)), value, openNames.count)) }
        }
        return XMLElement(name: name, namespace: namespace(of: name), attributes: attributes, line: line)
    }

    private mutating func endTag() throws(TrackError) {
        let name = try self.name()
        skipSpace()
        guard skip(">") else { throw malformed(position < bytes.count ? "</\(name) is not closed" : endReason) }
        guard let open = openNames.last else { throw malformed("</\(name)> closes nothing") }
        guard open == name else { throw malformed("</\(name)> stands where </\(open)> is due") }
        closeElement()
    }

    private mutating func closeElement() {
        while let last = bindings.last, last.depth == openNames.count { bindings.removeLast() }
        openNames.removeLast()
    }

    /// The namespace of an element's name: empty for none, `nil` for a prefix that nothing declares.
    private func namespace(of name: String) -> String? {
        let prefix = name.firstIndex(of: ":").map { String(name[..<$0]) } ?? ""
        return bindings.last { $0.prefix == prefix }?.namespace ?? (prefix.isEmpty ? "" : nil)
    }

    private mutating func comment() throws(TrackError) {
        while position < bytes.count {
            if skip("-->") { return }
            if isAt("--"), position + 2 < bytes.count { throw malformed("\"--\" within a comment") }
            position += 1
        }
        throw malformed(endReason)
    }

    private mutating func processingInstruction() throws(TrackError) {
        let target = try name()
        guard target.lowercased() != "xml" else { throw malformed("the XML declaration is not at the very beginning") }
        while position < bytes.count {
            if skip("?>") { return }
            position += 1
        }
        throw malformed(endReason)
    }

    /// `<?xml version="1.0" encoding="UTF-8"?>`, if the document begins with it.
    private mutating func declaration() throws(TrackError) {
        guard isAt("<?xml"), position + 5 < bytes.count, bytes[position + 5].isXMLSpace else { return }
        position += 5
        while true {
            skipSpace()
            if skip("?>") { return }
            let key = try name()
            skipSpace()
            guard skip("=") else { throw malformed(position < bytes.count ? "\(key) has no value" : endReason) }
            skipSpace()
            let value = try quoted()
            if key == "encoding", value.lowercased() != "utf-8" { throw .unsupportedEncoding(value) }
        }
    }

    private mutating func forbiddenOrMalformed() throws(TrackError) -> TrackError {
        for word in ["<!DOCTYPE", "<!ENTITY", "<!ELEMENT", "<!ATTLIST", "<!NOTATION"] where isAt(word) {
            return .forbiddenDeclaration(line: line)
        }
        return malformed("markup that begins with \"<!\" and is neither comment nor character data")
    }
}

extension XMLTokenizer {
    private mutating func characterData(into text: inout [UInt8]) throws(TrackError) {
        while position < bytes.count, bytes[position] != UInt8(ascii: "<") {
            guard !openNames.isEmpty || bytes[position].isXMLSpace else {
                throw malformed("text outside of the root element")
            }
            if bytes[position] == UInt8(ascii: "]"), isAt("]]>") { throw malformed("\"]]>\" within text") }
            try character(into: &text)
        }
        // Space around the root is no text of anything.
        if openNames.isEmpty { text.removeAll() }
    }

    private mutating func literalData(into text: inout [UInt8]) throws(TrackError) {
        guard !openNames.isEmpty else { throw malformed("text outside of the root element") }
        while position < bytes.count {
            if skip("]]>") { return }
            try append(bytes[position], to: &text)
            position += 1
        }
        throw malformed(endReason)
    }

    private mutating func quoted() throws(TrackError) -> String {
        guard position < bytes.count else { throw malformed(endReason) }
        let quote = bytes[position]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            throw malformed("a value without quotation marks")
        }
        position += 1
        var value: [UInt8] = []
        while position < bytes.count {
            if bytes[position] == quote {
                position += 1
                return String(decoding: value, as: UTF8.self)
            }
            guard bytes[position] != UInt8(ascii: "<") else { throw malformed("\"<\" within a value") }
            try character(into: &value)
        }
        throw malformed(endReason)
    }

    /// Reads one byte, or one reference as what it stands for.
    private mutating func character(into text: inout [UInt8]) throws(TrackError) {
        guard bytes[position] == UInt8(ascii: "&") else {
            try append(bytes[position], to: &text)
            position += 1
            return
        }
        // No reference that is allowed is longer than a character's number with some zeros before it.
        let name = bytes[(position + 1)...].prefix(12).prefix { $0 != UInt8(ascii: ";") }
        let end = position + 1 + name.count
        guard end < bytes.count else { throw malformed(endReason) }
        guard bytes[end] == UInt8(ascii: ";"), let scalar = Self.scalar(named: String(decoding: name, as: UTF8.self))
        else { throw malformed("\"&\" begins no predefined entity and no character reference") }
        for byte in String(scalar).utf8 { try append(byte, to: &text) }
        position = end + 1
    }

    private static func scalar(named name: String) -> Unicode.Scalar? {
        switch name {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default: break
        }
        guard name.first == "#" else { return nil }
        let isHexadecimal = name.dropFirst().first == "x"
        let digits = name.dropFirst(isHexadecimal ? 2 : 1)
        guard digits.first != "+", digits.first != "-", let value = UInt32(digits, radix: isHexadecimal ? 16 : 10),
            let scalar = Unicode.Scalar(value), scalar.isXMLCharacter
        else { return nil }
        return scalar
    }

    private mutating func append(_ byte: UInt8, to text: inout [UInt8]) throws(TrackError) {
        guard text.count < Self.textLimit else {
            throw .beyondLimit(line: line, reason: "a text is longer than \(Self.textLimit) bytes")
        }
        text.append(byte)
    }

    private mutating func name() throws(TrackError) -> String {
        let start = position
        while position < bytes.count, bytes[position].isNamePart { position += 1 }
        guard start < bytes.count else { throw malformed(endReason) }
        guard position > start, bytes[start].isNameStart else { throw malformed("a name is missing") }
        guard position - start <= Self.textLimit else {
            throw .beyondLimit(line: line, reason: "a name is longer than \(Self.textLimit) bytes")
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    @discardableResult
    private mutating func skipSpace() -> Bool {
        let start = position
        while position < bytes.count, bytes[position].isXMLSpace { position += 1 }
        return position > start
    }

    private func isAt(_ text: String) -> Bool {
        bytes[position...].starts(with: text.utf8)
    }

    private mutating func skip(_ text: String) -> Bool {
        guard isAt(text) else { return false }
        position += text.utf8.count
        return true
    }

    private mutating func malformed(_ reason: String) -> TrackError {
        .malformed(line: line, reason: reason)
    }
}

extension UInt8 {
    fileprivate var isNameStart: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
            UInt8(ascii: ":"), 0x80...:
            true
        default: false
        }
    }

    fileprivate var isNamePart: Bool {
        isNameStart || isDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
    }
}
