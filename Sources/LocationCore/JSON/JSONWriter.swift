extension JSONValue {
    /// The value as JSON in UTF-8.
    ///
    /// Members stand in the order of ``JSONObject``, doubles are the shortest text that reads back as the same double, a
    /// whole double keeps its `.0`, and nothing is escaped that need not be. So equal values give equal bytes, and what
    /// is read back is equal, but for a double that is not finite: JSON has no word for it and `null` is written.
    /// ``number(_:)`` refuses such a double beforehand.
    ///
    /// - Parameter pretty: Whether to put each element on a line of its own, indented by two spaces a level.
    public func bytes(pretty: Bool = false) -> [UInt8] {
        var writer = JSONWriter(isPretty: pretty)
        writer.write(self)
        return writer.bytes
    }

    /// The value as JSON on one line.
    public var text: String { String(decoding: bytes(), as: UTF8.self) }
}

extension JSONValue: CustomStringConvertible {
    /// The same as ``text``.
    public var description: String { text }
}

private struct JSONWriter {
    let isPretty: Bool
    var bytes: [UInt8] = []
    private var depth = 0

    init(isPretty: Bool) { self.isPretty = isPretty }

    mutating func write(_ value: JSONValue) {
        switch value {
        case .null: append("null")
        case .bool(let value): append(value ? "true" : "false")
        case .integer(let value): append(value.description)
        case .unsigned(let value): append(value.description)
        case .double(let value): append(value.isFinite ? value.description : "null")
        case .string(let value): write(text: value)
        case .array(let elements): write(elements)
        case .object(let members): write(members)
        }
    }

    private mutating func write(_ elements: [JSONValue]) {
        bytes.append(UInt8(ascii: "["))
        depth += 1
        for (index, element) in elements.enumerated() {
            separate(index)
            write(element)
        }
        close(UInt8(ascii: "]"), isEmpty: elements.isEmpty)
    }

    private mutating func write(_ members: JSONObject) {
        bytes.append(UInt8(ascii: "{"))
        depth += 1
        for (index, member) in members.enumerated() {
            separate(index)
            write(text: member.key)
            append(isPretty ? ": " : ":")
            write(member.value)
        }
        close(UInt8(ascii: "}"), isEmpty: members.isEmpty)
    }

    private mutating func separate(_ index: Int) {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        breakLine()
    }

    private mutating func close(_ bracket: UInt8, isEmpty: Bool) {
        depth -= 1
        if !isEmpty { breakLine() }
        bytes.append(bracket)
    }

    private mutating func breakLine() {
        guard isPretty else { return }
        bytes.append(0x0A)
        bytes.append(contentsOf: repeatElement(0x20, count: 2 * depth))
    }

    private mutating func write(text: String) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { content in
            var plainFrom = 0
            var index = 0
            while index < content.count {
                let byte = content[index]
                if byte < 0x20 || byte == 0x22 || byte == 0x5C {
                    bytes.append(contentsOf: content[plainFrom..<index])
                    escape(byte)
                    plainFrom = index + 1
                }
                index += 1
            }
            bytes.append(contentsOf: content[plainFrom...])
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case 0x22: append("\\\"")
        case 0x5C: append("\\\\")
        case 0x08: append("\\b")
        case 0x0C: append("\\f")
        case 0x0A: append("\\n")
        case 0x0D: append("\\r")
        case 0x09: append("\\t")
        default: append("\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))")
        }
    }

    private mutating func append(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }
}
