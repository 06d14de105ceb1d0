package import LocationCore

extension BGeoPayload {
    /// A row of the log in the shape that ``LogEntry`` reads.
    package static func logEntry(_ row: LogRow, at now: Timestamp) -> JSONObject {
        var writer = MemberWriter()
        writer.put("ts", json: .integer(now.milliseconds))
        writer.put("level", row.level.rawValue)
        writer.put("src", row.source)
        writer.put("event", row.event)
        writer.put("message", row.message)
        writer.put("data", row.data)
        return writer.members
    }

    /// The request that uploads rows of the log; `nil` without a `logUrl`.
    ///
    /// It carries neither the options' headers nor the bearer token: they are meant for `url`, which may be another
    /// server.
    package static func logUpload(
        id: String, entries: [JSONObject], _ configuration: BGeoConfiguration
    ) -> HTTPRequest? {
        guard let url = configuration.logURL else { return nil }
        let body: JSONValue = ["events": .array(entries.map { .object($0) })]
        return HTTPRequest(
            id: id, method: "POST", url: url, headers: jsonHeaders([:]), body: body.bytes(),
            timeout: configuration.timeoutMilliseconds)
    }
}
