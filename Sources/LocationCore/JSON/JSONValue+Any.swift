import Foundation

extension JSONValue {
    /// Takes over a Foundation value, as vendors' APIs hand them around in `[String: Any]`.
    ///
    /// Accepted are strings, booleans, all integer and floating types, `NSNumber` (the boolean ones become
    /// ``bool(_:)``), `NSNull`, `nil`, arrays, dictionaries with string keys, ``JSONValue`` and ``JSONObject``, and what
    /// is nested of these. A `Float` keeps its value, not its short spelling.
    ///
    /// - Throws: ``JSONBridgeError`` with the path to what JSON cannot hold: dates, data and other types, numbers that
    ///   are not finite, integers beyond 64 bits, or nesting deeper than ``depthLimit``.
    public init(any value: Any) throws(JSONBridgeError) {
        self = try Self.bridged(value, path: "", depth: 0)
    }

    /// The value as Foundation's types.
    ///
    /// Null becomes `NSNull`, ``integer(_:)`` an `Int`, ``unsigned(_:)`` a `UInt64`, an array `[Any]` and an object
    /// `[String: Any]`. Of member names that Swift takes for equal (canonical equivalence) only the last in byte order
    /// survives there.
    public var anyValue: Any {
        switch self {
        case .null: NSNull()
        case .bool(let value): value
        case .integer(let value): Int(exactly: value) ?? value
        case .unsigned(let value): value
        case .double(let value): value
        case .string(let value): value
        case .array(let elements): elements.map(\.anyValue)
        case .object(let members): Dictionary(members.map { ($0.key, $0.value.anyValue) }) { $1 }
        }
    }

    private static func bridged(_ value: Any, path: String, depth: Int) throws(JSONBridgeError) -> JSONValue {
        if let optional = value as? any AnyOptional {
            guard let wrapped = optional.wrapped else { return .null }
            return try bridged(wrapped, path: path, depth: depth)
        }
        // The type is asked first: on Apple systems `as? Bool` succeeds for the number 1, and `as? NSNumber` for true.
        switch value {
        case let json as JSONValue: return json
        case let object as JSONObject: return .object(object)
        case let bool as Bool where type(of: value) is Bool.Type: return .bool(bool)
        case let whole as any BinaryInteger: return try bridged(whole: whole, path: path)
        case let number as any BinaryFloatingPoint: return try bridged(double: Double(number), path: path)
        case let text as String: return .string(text)
        case is NSNull: return .null
        case let number as NSNumber: return try bridged(number: number, path: path)
        default: return try bridged(container: value, path: path, depth: depth)
        }
    }

    private static func bridged(container: Any, path: String, depth: Int) throws(JSONBridgeError) -> JSONValue {
        guard depth < depthLimit else { throw JSONBridgeError(path: path, reason: .tooDeep) }
        if let elements = container as? [Any] {
            var result: [JSONValue] = []
            result.reserveCapacity(elements.count)
            for (index, element) in elements.enumerated() {
                result.append(try bridged(element, path: "\(path)[\(index)]", depth: depth + 1))
            }
            return .array(result)
        }
        guard let dictionary = container as? [String: Any] else {
            throw JSONBridgeError(path: path, reason: .unsupportedType("\(type(of: container))"))
        }
        var members: [JSONObject.Element] = []
        members.reserveCapacity(dictionary.count)
        for key in dictionary.keys.sorted() {
            guard let value = dictionary[key] else { continue }
            members.append((key, try bridged(value, path: path.isEmpty ? key : "\(path).\(key)", depth: depth + 1)))
        }
        return .object(JSONObject(members))
    }

    private static func bridged(whole: any BinaryInteger, path: String) throws(JSONBridgeError) -> JSONValue {
        if let value = Int64(exactly: whole) { return .integer(value) }
        if let value = UInt64(exactly: whole) { return .unsigned(value) }
        throw JSONBridgeError(path: path, reason: .integerOutOfRange("\(whole)"))
    }

    private static func bridged(double: Double, path: String) throws(JSONBridgeError) -> JSONValue {
        guard let value = JSONValue.number(double) else {
            throw JSONBridgeError(path: path, reason: .notFinite(double.description))
        }
        return value
    }

    private static func bridged(number: NSNumber, path: String) throws(JSONBridgeError) -> JSONValue {
        // Boolean numbers are two shared objects on every system; their type code is that of an 8-bit integer.
        if number === trueNumber || number === falseNumber { return .bool(number.boolValue) }
        switch UInt8(bitPattern: number.objCType.pointee) {
        case UInt8(ascii: "d"), UInt8(ascii: "f"): return try bridged(double: number.doubleValue, path: path)
        case UInt8(ascii: "Q"): return try bridged(whole: number.uint64Value, path: path)
        default: return .integer(number.int64Value)
        }
    }

    private static var trueNumber: NSNumber { NSNumber(value: true) }
    private static var falseNumber: NSNumber { NSNumber(value: false) }
}

/// Why a Foundation value cannot be JSON.
public struct JSONBridgeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong with the value.
    public enum Reason: Hashable, Sendable {
        /// A type that JSON does not have.
        case unsupportedType(String)
        /// NaN or an infinity.
        case notFinite(String)
        /// An integer below `Int64.min` or above `UInt64.max`.
        case integerOutOfRange(String)
        /// Nested deeper than ``JSONValue/depthLimit``.
        case tooDeep
    }

    /// Where the value stands, such as `stops[2].since`; empty for the outermost value.
    public let path: String
    /// What is wrong with it.
    public let reason: Reason

    /// Creates an error.
    public init(path: String, reason: Reason) {
        self.path = path
        self.reason = reason
    }

    /// Where the value stands, what is wrong, and what would be allowed.
    public var description: String {
        let place = path.isEmpty ? "the value" : path
        return switch reason {
        case .unsupportedType(let type):
            "\(place) is of type \(type); allowed are text, numbers, booleans, null, arrays and string-keyed dictionaries"
        case .notFinite(let number): "\(place) is \(number); a number must be finite"
        case .integerOutOfRange(let number): "\(place) is \(number); an integer must fit into 64 bits"
        case .tooDeep: "\(place) is nested more than \(JSONValue.depthLimit) deep"
        }
    }
}

private protocol AnyOptional {
    var wrapped: Any? { get }
}

extension Optional: AnyOptional {
    fileprivate var wrapped: Any? { self }
}
