package import LocationCore

/// An event of the host, as the pipeline sends it. (CIO 6.3)
package struct PipelineEvent: Hashable, Sendable {
    /// What it is.
    package enum Kind: Hashable, Sendable {
        case identify(traits: JSONObject)
        case track(name: String, properties: JSONObject)
        case screen(title: String, category: String? = nil, properties: JSONObject)
        case alias(newId: String)
    }

    package let kind: Kind
    /// Who it belongs to; `nil` for an anonymous one.
    package let userId: String?
    package let anonymousId: String
    package let messageId: String
    package let timestamp: Timestamp
    /// What the Location module adds to identify events; empty elsewhere.
    package let location: JSONObject

    package init(
        _ kind: Kind, userId: String?, anonymousId: String, messageId: String, timestamp: Timestamp,
        location: JSONObject = [:]
    ) {
        self.kind = kind
        self.userId = userId
        self.anonymousId = anonymousId
        self.messageId = messageId
        self.timestamp = timestamp
        self.location = location
    }

    package var json: JSONValue {
        var context: JSONObject = ["library": ["name": "geofencing", "version": .string(CustomerIO.version)]]
        var members: JSONObject = [
            "anonymousId": .string(anonymousId), "messageId": .string(messageId),
            "timestamp": .string(timestamp.iso8601),
        ]
        members["userId"] = userId.map { .string($0) }
        switch kind {
        case .identify(let traits):
            members["type"] = "identify"
            members["traits"] = .object(traits)
            for (key, value) in location { context[key] = value }
        case .track(let name, let properties):
            members["type"] = "track"
            members["event"] = .string(name)
            members["properties"] = .object(properties)
        case .screen(let title, let category, let properties):
            members["type"] = "screen"
            members["name"] = .string(title)
            members["category"] = category.map { .string($0) }
            members["properties"] = .object(properties)
        case .alias(let newId):
            members["type"] = "alias"
            members["previousId"] = .string(userId ?? anonymousId)
            members["userId"] = .string(newId)
        }
        members["context"] = .object(context)
        return .object(members)
    }
}
