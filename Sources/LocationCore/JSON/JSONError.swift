/// Why bytes are not the JSON they should be, and where.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public enum Kind: Hashable, Sendable {
        /// The text ends in the middle of a value, or holds none.
        case unexpectedEnd
        /// A byte that cannot stand here.
        case unexpectedByte(UInt8)
        /// Something follows the value.
        case trailingByte(UInt8)
        /// A number with a leading zero or plus, or without digits where there must be some.
        case malformedNumber
        /// A number too large for a double.
        case numberOutOfRange
        /// A control character in a string that is not written as an escape.
        case controlCharacter(UInt8)
        /// A backslash followed by something that is no escape.
        case malformedEscape
        /// `\uD800`…`\uDFFF` without its other half. No text can hold it, so it is refused rather than replaced.
        case loneSurrogate
        /// Bytes that are not UTF-8.
        case malformedUTF8
        /// Arrays and objects nested deeper than ``JSONValue/depthLimit``.
        case tooDeep
    }

    /// What is wrong.
    public let kind: Kind
    /// Bytes before the place where it is wrong, a byte order mark included.
    public let offset: Int
    /// The line of that place, counted from 1; lines end with a line feed.
    public let line: Int

    /// Creates an error.
    public init(kind: Kind, offset: Int, line: Int) {
        self.kind = kind
        self.offset = offset
        self.line = line
    }

    /// What is wrong, where, and what would be allowed.
    public var description: String {
        "JSON, line \(line), byte \(offset): \(kind.sentence)"
    }
}

extension JSONError.Kind {
    fileprivate var sentence: String {
        switch self {
        case .unexpectedEnd: "the text ends where a value or its end should be"
        case .unexpectedByte(let byte): "\(Self.name(byte)) cannot stand here"
        case .trailingByte(let byte): "\(Self.name(byte)) follows the value; only one value is allowed"
        case .malformedNumber: "a number is digits without leading zero, with an optional minus, fraction and exponent"
        case .numberOutOfRange: "the number is beyond ±1.8e308"
        case .controlCharacter(let byte): "\(Self.name(byte)) in a string must be written as an escape"
        case .malformedEscape: "a backslash is followed by one of \"\\/bfnrt or by u and four hexadecimal digits"
        case .loneSurrogate: "half of a surrogate pair stands alone"
        case .malformedUTF8: "the bytes are not UTF-8"
        case .tooDeep: "arrays and objects are nested more than \(JSONValue.depthLimit) deep"
        }
    }

    private static func name(_ byte: UInt8) -> String {
        (0x21...0x7E).contains(byte)
            ? "'\(Character(Unicode.Scalar(byte)))'" : "byte 0x\(byte < 16 ? "0" : "")\(String(byte, radix: 16))"
    }
}
