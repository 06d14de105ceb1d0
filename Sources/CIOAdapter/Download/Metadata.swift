package import LocationCore

/// The customer's values on a fence: flat, typed and limited. (CIO 2.8)
package struct Metadata: Hashable, Sendable {
    /// At most 100 strings, integers, doubles and booleans, with their names as sent.
    package let values: JSONObject

    private static let mostEntries = 100
    private static let mostBytes = 102_400

    /// Takes what can be used of a `metadata` block, in ascending order of the names, and stops at the first entry that
    /// would pass a limit. Whatever is no object counts as empty.
    package init(wire: JSONValue?) {
        guard case .object(let members) = wire, !members.isEmpty else {
            values = [:]
            return
        }
        var kept: [JSONObject.Element] = []
        var bytes = 0
        for member in members {
            guard let value = Self.scalar(member.value) else { continue }
            bytes += member.key.utf8.count + Self.textLength(value)
            guard kept.count < Self.mostEntries, bytes <= Self.mostBytes else { break }
            kept.append((member.key, value))
        }
        values = JSONObject(kept)
    }

    /// Null, lists and objects are skipped; a whole double is an integer.
    private static func scalar(_ value: JSONValue) -> JSONValue? {
        switch value {
        case .null, .array, .object: nil
        case .bool, .string, .integer: value
        case .unsigned(let number): value.int64Value.map { .integer($0) } ?? .double(Double(number))
        case .double: value.int64Value.map { .integer($0) } ?? value
        }
    }

    private static func textLength(_ value: JSONValue) -> Int {
        if let text = value.stringValue { text.utf8.count } else { value.text.utf8.count }
    }
}
