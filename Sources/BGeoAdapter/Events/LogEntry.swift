import LocationCore

/// One row of the log.
public struct LogEntry: Hashable, Sendable {
    /// When: ISO 8601 in UTC with milliseconds, such as `2026-07-06T17:42:10.482Z`.
    public let ts: String
    /// How important: a raw value of ``LogLevel``.
    public let level: Int
    /// Who wrote it; `native` for rows of the application.
    public let src: String
    /// What kind of row; `app` for rows of the application.
    public let event: String
    /// What happened, in words.
    public let message: String?

    private let value: JSONValue?

    /// Figures beside the message.
    public var data: Any? { value.map { $0.anyValue } }

    /// Reads a row; `nil` when a required member is missing or mistyped.
    public init?(dictionary: [String: Any]) {
        let read = DictionaryReader(dictionary)
        guard let ts = read.string("ts") ?? read.instant("ts"), let level = read.integer("level"),
            let src = read.string("src"),
            let event = read.string("event")
        else { return nil }
        self.ts = ts
        self.level = level
        self.src = src
        self.event = event
        self.message = read.string("message")
        self.value = PlainObject(dictionary).members["data"].flatMap { $0 == .null ? nil : $0 }
    }
}
