import BGeoAdapter
import GeofenceEngine
import LocationCore

/// Dictionaries of an app.
extension FuzzTarget {
    /// What is read as a value of BGeo's is written and read again as the same.
    static let bgeoValues = FuzzTarget(name: "bgeo-values") { bytes in
        guard let value = try? JSONValue(json: bytes), case .object(let members) = value else { return }
        let dictionary = plain(members)
        if let fence = Geofence(dictionary: dictionary) {
            promise(Geofence(dictionary: fence.toDictionary()) == fence, "a fence changed on its way out and in")
        }
        if let location = Location(dictionary: dictionary) {
            promise(!location.uuid.isEmpty || members["uuid"] != nil, "a record without a name")
        }
        if let event = GeofenceEvent(dictionary: dictionary) {
            promise(!event.identifier.isEmpty || dictionary["identifier"] != nil, "an event of no fence")
        }
        _ = State(dictionary: dictionary)
        _ = ProviderState(dictionary: dictionary)
        _ = HttpEvent(dictionary: dictionary)
        _ = LogEntry(dictionary: dictionary)
    }

    private static func plain(_ members: JSONObject) -> [String: Any] {
        var dictionary: [String: Any] = [:]
        for (name, value) in members { dictionary[name] = plain(value) }
        return dictionary
    }

    private static func plain(_ value: JSONValue) -> Any {
        switch value {
        case .null: Optional<Int>.none as Any
        case .bool(let value): value
        case .integer(let value): value
        case .unsigned(let value): value
        case .double(let value): value
        case .string(let value): value
        case .array(let values): values.map(plain)
        case .object(let members): plain(members)
        }
    }
}
