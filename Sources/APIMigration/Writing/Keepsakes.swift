import BeekonAdapter
import GeofenceEngine
import LocationCore

/// What only Customer.io has, kept as data where the target can hold any JSON.
struct CustomerIOKeepsake: Hashable {
    static let key = "customerio"

    var name: String?
    var geosets: [String] = []
    var lastUpdated: Timestamp?
    var externalID: String?

    init(_ fence: FenceDefinition) {
        name = fence.name
        geosets = fence.geosets
        lastUpdated = fence.lastUpdated
        externalID = fence.externalID
    }

    /// Reads what was kept; `nil` for anything that this type would not write.
    init?(_ json: JSONValue?) {
        guard let members = json?.objectValue, !members.isEmpty else { return nil }
        for (key, value) in members {
            switch (key, value) {
            case ("name", .string(let text)) where !text.isEmpty: name = text
            case ("external_id", .string(let text)): externalID = text
            // Customer.io reads it as a double, which no longer holds every millisecond beyond 2^53.
            case ("last_updated", .integer(let time)) where time != 0 && time.magnitude < 1 << 53:
                lastUpdated = Timestamp(milliseconds: time)
            case ("geoset_ids", .array(let ids)) where !ids.isEmpty: geosets = ids.compactMap(\.stringValue)
            default: return nil
            }
        }
        let distinct = Set(geosets.map { FenceID($0) })
        guard self.json == json, distinct.count == geosets.count, !geosets.contains(where: \.isBlank) else {
            return nil
        }
    }

    /// What there is to keep.
    var aspects: [FenceAspect] {
        var aspects: [FenceAspect] = []
        if name != nil { aspects.append(.name) }
        if !geosets.isEmpty { aspects.append(.geosets) }
        if lastUpdated != nil { aspects.append(.lastUpdated) }
        if externalID != nil { aspects.append(.externalID) }
        return aspects
    }

    /// In Customer.io's own words.
    var json: JSONValue {
        var members: JSONObject = [:]
        members["name"] = name.map { .string($0) }
        if !geosets.isEmpty { members["geoset_ids"] = .array(geosets.map { .string($0) }) }
        members["last_updated"] = lastUpdated.map { .integer($0.milliseconds) }
        members["external_id"] = externalID.map { .string($0) }
        return .object(members)
    }
}

/// A notification of Beekon, kept as data.
enum NotificationKeepsake {
    static let key = "beekon"

    static func json(_ notification: GeofenceNotification) -> JSONValue {
        ["notification": compact(notification)]
    }

    /// The notification in the app's spelling, without what is left out.
    static func compact(_ notification: GeofenceNotification) -> JSONValue {
        var members: JSONObject = ["delivery": .string(notification.delivery.rawValue)]
        members["onEnter"] = notification.onEnter.map(compact)
        members["onExit"] = notification.onExit.map(compact)
        return .object(members)
    }

    private static func compact(_ content: NotificationContent) -> JSONValue {
        var members: JSONObject = [
            "title": .string(content.title), "body": .string(content.body),
            "importance": .string(content.importance.rawValue),
        ]
        members["deepLink"] = content.deepLink.map { .string($0) }
        if !content.data.isEmpty {
            members["data"] = .object(JSONObject(content.data.map { (key: $0.key, value: .string($0.value)) }))
        }
        return .object(members)
    }

    /// Reads what was kept, as an object or as its text; `nil` for anything else.
    static func notification(_ json: JSONValue?) -> GeofenceNotification? {
        guard let members = json.map(unwrapped)?.objectValue, members.count == 1, let kept = members["notification"]
        else { return nil }
        return try? GeofenceNotification(json: kept, spelling: .camelCase)
    }
}

extension NotificationKeepsake {
    /// The value that a text holds, where it is JSON; anything else as it is.
    static func unwrapped(_ json: JSONValue) -> JSONValue {
        guard let text = json.stringValue, let value = try? JSONValue(json: text) else { return json }
        return value
    }
}

extension String {
    /// Whether there is nothing but white space.
    var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
