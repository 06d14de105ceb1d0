package import LocationCore

/// Collects the members of a JSON object, leaving out what is `nil`.
package struct MemberWriter {
    private var entries: [JSONObject.Element] = []

    package init() {}

    /// What was collected.
    package var members: JSONObject { JSONObject(entries) }

    package mutating func put(_ key: String, _ value: Bool?) { put(key, json: value.map { .bool($0) }) }
    package mutating func put(_ key: String, _ value: Int?) { put(key, json: value.map { .integer(Int64($0)) }) }
    package mutating func put(_ key: String, _ value: String?) { put(key, json: value.map { .string($0) }) }

    /// A number that is not finite has no JSON form and is written as null.
    package mutating func put(_ key: String, _ value: Double?) {
        put(key, json: value.map { JSONValue.number($0) ?? .null })
    }

    package mutating func put(_ key: String, _ value: [String: String]?) {
        put(key, json: value.map { .object(Self.texts($0)) })
    }

    package mutating func put(_ key: String, _ value: PlainObject?) { put(key, value?.members) }
    package mutating func put(_ key: String, _ value: JSONObject?) { put(key, json: value.map { .object($0) }) }

    package mutating func put(_ key: String, json value: JSONValue?) {
        if let value { entries.append((key, value)) }
    }

    private static func texts(_ texts: [String: String]) -> JSONObject {
        JSONObject(texts.map { (key: $0.key, value: JSONValue.string($0.value)) })
    }
}

/// Writes null in place of the sentinel that unsets a key. (BGEO-135)
extension MemberWriter {
    mutating func putOrClear(_ key: String, _ value: String?) {
        if value == Config.clearString { put(key, json: .null) } else { put(key, value) }
    }

    mutating func putOrClear(_ key: String, _ value: [String: String]?) {
        if value == Config.clearDictionary { put(key, json: .null) } else { put(key, value) }
    }

    mutating func putOrClear(_ key: String, _ value: PlainObject?) {
        if value == PlainObject(Config.clearAnyDictionary) { put(key, json: .null) } else { put(key, value) }
    }

    mutating func putOrClear(_ key: String, _ value: AuthorizationConfig?) {
        if value?.strategy == Config.clearString { put(key, json: .null) } else { put(key, value?.members) }
    }
}
