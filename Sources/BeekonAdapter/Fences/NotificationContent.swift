/// Text and payload of a notification.
public struct NotificationContent: Hashable, Sendable, Codable {
    /// First line; must not be blank.
    public var title: String
    /// Text; must not be blank.
    public var body: String
    /// Whether it interrupts.
    public var importance: NotificationImportance
    /// An address that the app opens when the notification is tapped; carried, never checked.
    public var deepLink: String?
    /// Further values for the app.
    public var data: [String: String]

    /// Describes a notification.
    public init(
        title: String, body: String, importance: NotificationImportance = .high, deepLink: String? = nil,
        data: [String: String] = [:]
    ) {
        self.title = title
        self.body = body
        self.importance = importance
        self.deepLink = deepLink
        self.data = data
    }

    /// Reads a notification; only the title and the body must be there. (BKN-183)
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            title: try values.decode(String.self, forKey: .title),
            body: try values.decode(String.self, forKey: .body),
            importance: try values.decodeIfPresent(NotificationImportance.self, forKey: .importance) ?? .high,
            deepLink: try values.decodeIfPresent(String.self, forKey: .deepLink),
            data: try values.decodeIfPresent([String: String].self, forKey: .data) ?? [:])
    }
}

/// Whether a notification interrupts.
public enum NotificationImportance: String, Hashable, Sendable, Codable, CaseIterable {
    /// Heads-up, with a sound.
    case high
    /// The quiet alert, without a sound.
    case standard

    /// The importance that a word names; `default`, `normal` and `low` are other words for ``standard``. (BKN 1.3)
    package init?(word: String) {
        switch word {
        case "high": self = .high
        case "standard", "default", "normal", "low": self = .standard
        default: return nil
        }
    }

    /// Reads the importance by any of its words.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let word = try container.decode(String.self)
        guard let importance = NotificationImportance(word: word) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "importance \"\(word)\" is neither high nor standard")
        }
        self = importance
    }
}
