package import LocationCore

/// Which spelling the keys of a notification have.
package enum NotificationSpelling: Sendable {
    /// `onEnter`, `deepLink`: the app's, and that of the store.
    case camelCase
    /// `on_enter`, `deep_link`: the wire's. (BKN 8)
    case snakeCase

    var onEnter: String { self == .camelCase ? "onEnter" : "on_enter" }
    var onExit: String { self == .camelCase ? "onExit" : "on_exit" }
    var deepLink: String { self == .camelCase ? "deepLink" : "deep_link" }
}

/// Why a value is no notification.
package struct NotificationFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The member, such as `on_enter.title`.
    package let path: String
    /// What is wrong with it and what is allowed.
    package let reason: String

    package var description: String { "\(path): \(reason)" }
}

extension GeofenceNotification {
    /// Reads a notification; what must be there is its delivery, and the title and the body of each block.
    /// (BKN-182, BKN-183)
    package init(json: JSONValue, spelling: NotificationSpelling) throws(NotificationFault) {
        guard json.objectValue != nil else { throw NotificationFault(path: "notification", reason: "is no object") }
        guard let word = json["delivery"]?.stringValue, let delivery = NotificationDelivery(rawValue: word) else {
            throw NotificationFault(path: "delivery", reason: "must be \"local\" or \"cloud\"")
        }
        self.init(
            onEnter: try Self.block(json, spelling.onEnter, spelling),
            onExit: try Self.block(json, spelling.onExit, spelling), delivery: delivery)
    }

    private static func block(
        _ json: JSONValue, _ key: String, _ spelling: NotificationSpelling
    ) throws(NotificationFault) -> NotificationContent? {
        guard let block = json[key], !block.isNull else { return nil }
        guard block.objectValue != nil else { throw NotificationFault(path: key, reason: "is no object") }
        func text(_ member: String) throws(NotificationFault) -> String {
            guard let text = block[member]?.stringValue, !text.isBlank else {
                throw NotificationFault(path: "\(key).\(member)", reason: "must be text that is not blank")
            }
            return text
        }
        return NotificationContent(
            title: try text("title"), body: try text("body"), importance: try importance(block, key),
            deepLink: try deepLink(block, key, spelling), data: try data(block, key))
    }

    private static func importance(
        _ block: JSONValue, _ key: String
    ) throws(NotificationFault) -> NotificationImportance {
        guard let value = block["importance"], !value.isNull else { return .high }
        guard let importance = value.stringValue.flatMap(NotificationImportance.init(word:)) else {
            throw NotificationFault(path: "\(key).importance", reason: "must be \"high\" or \"standard\"")
        }
        return importance
    }

    private static func deepLink(
        _ block: JSONValue, _ key: String, _ spelling: NotificationSpelling
    ) throws(NotificationFault) -> String? {
        guard let value = block[spelling.deepLink], !value.isNull else { return nil }
        guard let text = value.stringValue else {
            throw NotificationFault(path: "\(key).\(spelling.deepLink)", reason: "must be text")
        }
        return text
    }

    private static func data(_ block: JSONValue, _ key: String) throws(NotificationFault) -> [String: String] {
        guard let value = block["data"], !value.isNull else { return [:] }
        guard let members = value.objectValue else {
            throw NotificationFault(path: "\(key).data", reason: "is no object")
        }
        var data: [String: String] = [:]
        for (name, value) in members {
            guard let text = value.stringValue else {
                throw NotificationFault(path: "\(key).data.\(name)", reason: "must be text")
            }
            data[name] = text
        }
        return data
    }

    /// The notification in the app's spelling, as the store keeps it.
    package var json: JSONValue {
        [
            "delivery": .string(delivery.rawValue), "onEnter": onEnter?.json ?? .null,
            "onExit": onExit?.json ?? .null,
        ]
    }
}

extension NotificationContent {
    fileprivate var json: JSONValue {
        [
            "title": .string(title), "body": .string(body), "importance": .string(importance.rawValue),
            "deepLink": deepLink.map { .string($0) } ?? .null,
            "data": .object(JSONObject(data.map { (key: $0.key, value: .string($0.value)) })),
        ]
    }
}

extension String {
    /// Whether there is no character but white space.
    var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
