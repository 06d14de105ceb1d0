import BGeoAdapter
import LocationCore
import Testing

@Suite struct `BGEO how the log is written and sent` {
    private static let row = LogRow(
        level: .warning, source: "native", event: "app", message: "slow", data: ["ms": 120])

    @Test func `a row is read back as it was written`() throws {
        let entry = BGeoPayload.logEntry(Self.row, at: Timestamp(milliseconds: 1_772_435_704_000))

        #expect(
            entry == [
                "ts": 1_772_435_704_000, "level": 2, "src": "native", "event": "app", "message": "slow",
                "data": ["ms": 120],
            ])
        let read = try #require(LogEntry(dictionary: Fixture.payload(entry)))
        #expect(read.ts == "2026-03-02T07:15:04.000Z" && read.level == LogLevel.warning.rawValue)
        #expect(read.message == "slow" && (read.data as? [String: Any])?["ms"] as? Int == 120)
    }

    @Test func `rows are sent under events, without what is meant for another server`() throws {
        let configuration = BGeoConfiguration().merging(
            Config(
                logUrl: "https://example.invalid/log", headers: ["X-Key": "secret"],
                authorization: AuthorizationConfig(accessToken: "a")))
        let entry = BGeoPayload.logEntry(Self.row, at: Timestamp(milliseconds: 5))

        let request = try #require(BGeoPayload.logUpload(id: "l-1", entries: [entry], configuration))

        #expect(request.method == "POST")
        #expect(request.url == "https://example.invalid/log")
        #expect(request.headers == ["Content-Type": "application/json"])
        #expect(try JSONValue(json: request.body) == ["events": [.object(entry)]])
        #expect(BGeoPayload.logUpload(id: "l-2", entries: [entry], BGeoConfiguration()) == nil)
    }
}
