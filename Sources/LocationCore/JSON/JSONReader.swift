extension JSONValue {
    /// Reads one JSON value (RFC 8259) from bytes.
    ///
    /// Strict: no comments, no trailing commas, no other white space than JSON's; valid UTF-8 only. A byte order mark at
    /// the start is passed over. Of members with the same name the last one stays.
    ///
    /// A number without fraction and exponent that fits into 64 bits becomes ``integer(_:)`` or ``unsigned(_:)``; every
    /// other one, `-0` among them, becomes the nearest ``double(_:)``.
    ///
    /// - Throws: ``JSONError`` with the place of the first thing that is wrong.
    public init(json bytes: some Collection<UInt8>) throws(JSONError) {
        let result =
            bytes.withContiguousStorageIfAvailable { JSONReader.read($0) }
            ?? Array(bytes).withUnsafeBufferPointer { JSONReader.read($0) }
        self = try result.get()
    }

    /// Reads one JSON value from text, as from its UTF-8 bytes.
    ///
    /// - Throws: ``JSONError`` with the place of the first thing that is wrong.
    public init(json text: String) throws(JSONError) {
        try self.init(json: text.utf8)
    }
}

/// Reads a value from contiguous bytes, with the open arrays and objects on a stack of its own.
///
/// Recursion would be shorter, but 512 levels of it do not fit the 512 KiB that a secondary thread has.
///
/// Every access to `bytes` is preceded by a comparison of `position` with `bytes.count`: the buffer itself checks its
/// bounds only in debug builds.
struct JSONReader {
    let bytes: UnsafeBufferPointer<UInt8>
    var position = 0
    /// The bytes of a string that holds escapes; kept to spare an allocation per string.
    var unescaped: [UInt8] = []
    private var levels: [Level] = []

    /// An array or object whose end has not been seen.
    private struct Level {
        let isObject: Bool
        var elements: [JSONValue] = []
        var members: [JSONObject.Element] = []
        var key = ""

        var closingBracket: UInt8 { isObject ? UInt8(ascii: "}") : UInt8(ascii: "]") }

        var value: JSONValue { isObject ? .object(JSONObject(unsorted: members)) : .array(elements) }

        mutating func add(_ value: JSONValue) {
            if isObject { members.append((key, value)) } else { elements.append(value) }
        }
    }

    static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Result<JSONValue, JSONError> {
        var reader = JSONReader(bytes: bytes)
        do throws(JSONError) {
            return .success(try reader.document())
        } catch {
            return .failure(error)
        }
    }

    private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    private mutating func document() throws(JSONError) -> JSONValue {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        while true {
            guard let value = try scalarOrOpening(), let outermost = try place(value) else { continue }
            skipWhitespace()
            if position < bytes.count { throw error(.trailingByte(bytes[position])) }
            return outermost
        }
    }

    /// Reads a value that is complete at once; `nil` when an array or object was opened and an element comes next.
    private mutating func scalarOrOpening() throws(JSONError) -> JSONValue? {
        switch try next() {
        case UInt8(ascii: "\""):
            position += 1
            return .string(try string())
        case UInt8(ascii: "{"):
            return try open(isObject: true)
        case UInt8(ascii: "["):
            return try open(isObject: false)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return try number()
        case UInt8(ascii: "t"):
            try literal("true")
            return .bool(true)
        case UInt8(ascii: "f"):
            try literal("false")
            return .bool(false)
        case UInt8(ascii: "n"):
            try literal("null")
            return .null
        case let byte:
            throw error(.unexpectedByte(byte))
        }
    }

    private mutating func open(isObject: Bool) throws(JSONError) -> JSONValue? {
        guard levels.count < JSONValue.depthLimit else { throw error(.tooDeep) }
        position += 1
        let level = Level(isObject: isObject)
        if try next() == level.closingBracket {
            position += 1
            return level.value
        }
        levels.append(level)
        if isObject { try memberName() }
        return nil
    }

    /// Puts a complete value where it belongs and closes what ends behind it; returns the outermost value once that
    /// is complete, `nil` when an element comes next.
    private mutating func place(_ value: JSONValue) throws(JSONError) -> JSONValue? {
        var value = value
        while let top = levels.indices.last {
            levels[top].add(value)
            let byte = try next()
            guard byte == levels[top].closingBracket else {
                guard byte == UInt8(ascii: ",") else { throw error(.unexpectedByte(byte)) }
                position += 1
                if levels[top].isObject { try memberName() }
                return nil
            }
            position += 1
            value = levels.removeLast().value
        }
        return value
    }

    private mutating func memberName() throws(JSONError) {
        try expect(UInt8(ascii: "\""))
        levels[levels.count - 1].key = try string()
        try expect(UInt8(ascii: ":"))
    }

    private mutating func expect(_ expected: UInt8) throws(JSONError) {
        let byte = try next()
        guard byte == expected else { throw error(.unexpectedByte(byte)) }
        position += 1
    }

    private mutating func literal(_ word: StaticString) throws(JSONError) {
        for index in 0..<word.utf8CodeUnitCount {
            guard position < bytes.count else { throw error(.unexpectedEnd) }
            // The index is below the word's count.
            guard bytes[position] == word.utf8Start[index] else { throw error(.unexpectedByte(bytes[position])) }
            position += 1
        }
    }

    /// The next byte that is no white space, not yet passed.
    private mutating func next() throws(JSONError) -> UInt8 {
        skipWhitespace()
        guard position < bytes.count else { throw error(.unexpectedEnd) }
        return bytes[position]
    }

    private mutating func skipWhitespace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    func error(_ kind: JSONError.Kind, at offset: Int? = nil) -> JSONError {
        let offset = offset ?? position
        let line = bytes[..<offset].reduce(1) { $1 == 0x0A ? $0 + 1 : $0 }
        return JSONError(kind: kind, offset: offset, line: line)
    }
}
