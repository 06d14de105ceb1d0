import LocationCore

/// An option is read by its type; one that was stored with another type counts as never set.
extension BGeoConfiguration {
    func bool(_ key: String) -> Bool { settings[key]?.boolValue ?? Self.defaults[key]?.boolValue ?? false }

    func number(_ key: String) -> Double? { settings[key]?.doubleValue ?? Self.defaults[key]?.doubleValue }

    /// A whole number; a fraction is cut off.
    func integer(_ key: String) -> Int? { number(key).flatMap { Int(exactly: $0.rounded(.towardZero)) } }

    func string(_ key: String) -> String? { settings[key]?.stringValue ?? Self.defaults[key]?.stringValue }

    func object(_ key: String) -> JSONObject { settings[key]?.objectValue ?? JSONObject() }

    func texts(_ key: String) -> [String: String] { Self.texts(settings[key]) }

    static func texts(_ value: JSONValue?) -> [String: String] {
        let texts = (value?.objectValue ?? JSONObject()).compactMap { member in
            member.value.stringValue.map { (member.key, $0) }
        }
        return Dictionary(texts) { $1 }
    }
}
