package import LocationCore

/// The lasting notification of another system; stored, without effect here.
public struct NotificationConfig: Hashable, Sendable {
    /// Its title.
    public var title: String?
    /// Its text.
    public var text: String?
    /// Its channel.
    public var channelId: String?
    /// The channel's name.
    public var channelName: String?
    /// The name of its icon.
    public var smallIcon: String?
    /// Its colour, as `#RRGGBB`.
    public var color: String?
    /// How prominent it is.
    public var priority: Int?

    /// Creates options of which only those given are set.
    public init(
        title: String? = nil, text: String? = nil, channelId: String? = nil, channelName: String? = nil,
        smallIcon:
            String? = nil, color: String? = nil, priority: Int? = nil
    ) {
        self.title = title
        self.text = text
        self.channelId = channelId
        self.channelName = channelName
        self.smallIcon = smallIcon
        self.color = color
        self.priority = priority
    }

    /// The options that are set, under their own names.
    public func toDictionary() -> [String: Any] { PlainObject(members: members).dictionary }

    package var members: JSONObject {
        var writer = MemberWriter()
        writer.put("title", title)
        writer.put("text", text)
        writer.put("channelId", channelId)
        writer.put("channelName", channelName)
        writer.put("smallIcon", smallIcon)
        writer.put("color", color)
        writer.put("priority", priority)
        return writer.members
    }
}

/// Detection of crashes; stored, without effect here.
public struct CrashDetectionConfig: Hashable, Sendable {
    /// Whether crashes are looked for.
    public var enabled: Bool?
    /// Metres per second below which nothing counts; 11.11 by default.
    public var minSpeed: Double?
    /// Multiples of standard gravity from which an impact counts; 4 by default.
    public var impactThreshold: Double?

    /// Creates options of which only those given are set.
    public init(
        enabled: Bool? = nil, minSpeed: Double? = nil, impactThreshold: Double? = nil
    ) {
        self.enabled = enabled
        self.minSpeed = minSpeed
        self.impactThreshold = impactThreshold
    }

    /// The options that are set, under their own names.
    public func toDictionary() -> [String: Any] { PlainObject(members: members).dictionary }

    package var members: JSONObject {
        var writer = MemberWriter()
        writer.put("enabled", enabled)
        writer.put("minSpeed", minSpeed)
        writer.put("impactThreshold", impactThreshold)
        return writer.members
    }
}

/// Detection of use while driving; stored, without effect here.
public struct DistractionDetectionConfig: Hashable, Sendable {
    /// Whether use is looked for.
    public var enabled: Bool?
    /// Metres per second below which nothing counts; 5 by default.
    public var minSpeed: Double?
    /// Least seconds of use that count; 5 by default.
    public var minEpisodeSec: Double?

    /// Creates options of which only those given are set.
    public init(
        enabled: Bool? = nil, minSpeed: Double? = nil, minEpisodeSec: Double? = nil
    ) {
        self.enabled = enabled
        self.minSpeed = minSpeed
        self.minEpisodeSec = minEpisodeSec
    }

    /// The options that are set, under their own names.
    public func toDictionary() -> [String: Any] { PlainObject(members: members).dictionary }

    package var members: JSONObject {
        var writer = MemberWriter()
        writer.put("enabled", enabled)
        writer.put("minSpeed", minSpeed)
        writer.put("minEpisodeSec", minEpisodeSec)
        return writer.members
    }
}
