import Foundation
import LocationCore

/// Reads a payload's members by the rules of the decoder. (BGEO-137, BGEO-138)
///
/// A number is any integer or floating type, never a boolean or text. A boolean is only a boolean. Null is absence.
struct DictionaryReader {
    private enum Source {
        case plain([String: Any])
        case json(JSONObject)
    }

    private let source: Source

    init(_ dictionary: [String: Any]) { source = .plain(dictionary) }

    /// Reads a payload of the engine as it is, which saves a long list of them the way through `Any`.
    init(_ object: JSONObject) { source = .json(object) }

    func string(_ key: String) -> String? { json(key)?.stringValue }

    func bool(_ key: String) -> Bool? { json(key)?.boolValue }

    func number(_ key: String) -> Double? {
        guard let json = json(key) else { return unwritable(key) }
        return json.doubleValue
    }

    /// A number without its fraction.
    func integer(_ key: String) -> Int? {
        json(key)?.doubleValue.flatMap { Int(exactly: $0.rounded(.towardZero)) }
    }

    /// Milliseconds since 1970, as ISO 8601.
    func instant(_ key: String) -> String? {
        json(key)?.int64Value.map { Timestamp(milliseconds: $0).iso8601 }
    }

    /// A number as the shortest decimal text that means it.
    func decimalText(_ key: String) -> String? {
        switch json(key) {
        case .integer(let value): String(value)
        case .unsigned(let value): String(value)
        case .double(let value): Int(exactly: value).map { String($0) } ?? String(value)
        default: nil
        }
    }

    func object(_ key: String) -> [String: Any]? { value(key) as? [String: Any] }

    func array(_ key: String) -> [Any]? { value(key) as? [Any] }

    func plainObject(_ key: String) -> PlainObject? {
        switch source {
        case .plain: object(key).map { PlainObject($0) }
        case .json(let members): members[key]?.objectValue.map { PlainObject(members: $0) }
        }
    }

    private func value(_ key: String) -> Any? {
        switch source {
        case .plain(let dictionary): dictionary[key]
        case .json(let members): members[key]?.anyValue
        }
    }

    private func json(_ key: String) -> JSONValue? {
        switch source {
        case .plain(let dictionary): dictionary[key].flatMap { try? JSONValue(any: $0) }
        case .json(let members): members[key]
        }
    }

    /// A number that JSON cannot write: it must reach the validation that refuses it by its rule.
    private func unwritable(_ key: String) -> Double? {
        guard case .plain(let dictionary) = source else { return nil }
        return switch dictionary[key] {
        case let value as Double: value
        case let value as Float: Double(value)
        case let value as NSNumber: value.doubleValue
        default: nil
        }
    }
}
