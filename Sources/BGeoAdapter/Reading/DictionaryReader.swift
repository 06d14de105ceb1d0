import Foundation
import LocationCore

/// Reads a payload's members by the rules of the decoder. (BGEO-137, BGEO-138)
///
/// A number is any integer or floating type, never a boolean or text. A boolean is only a boolean. Null is absence.
package struct DictionaryReader {
    private let dictionary: [String: Any]

    package init(_ dictionary: [String: Any]) { self.dictionary = dictionary }

    package func string(_ key: String) -> String? { json(key)?.stringValue }

    package func bool(_ key: String) -> Bool? { json(key)?.boolValue }

    package func number(_ key: String) -> Double? {
        guard let json = json(key) else { return unwritable(key) }
        return json.doubleValue
    }

    /// A number without its fraction.
    package func integer(_ key: String) -> Int? {
        json(key)?.doubleValue.flatMap { Int(exactly: $0.rounded(.towardZero)) }
    }

    /// A number as the shortest decimal text that means it.
    package func decimalText(_ key: String) -> String? {
        switch json(key) {
        case .integer(let value): String(value)
        case .unsigned(let value): String(value)
        case .double(let value): Int(exactly: value).map { String($0) } ?? String(value)
        default: nil
        }
    }

    package func object(_ key: String) -> [String: Any]? { dictionary[key] as? [String: Any] }

    package func array(_ key: String) -> [Any]? { dictionary[key] as? [Any] }

    package func plainObject(_ key: String) -> PlainObject? { object(key).map { PlainObject($0) } }

    private func json(_ key: String) -> JSONValue? { dictionary[key].flatMap { try? JSONValue(any: $0) } }

    /// A number that JSON cannot write: it must reach the validation that refuses it by its rule.
    private func unwritable(_ key: String) -> Double? {
        switch dictionary[key] {
        case let value as Double: value
        case let value as Float: Double(value)
        case let value as NSNumber: value.doubleValue
        default: nil
        }
    }
}
