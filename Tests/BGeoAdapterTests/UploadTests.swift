import BGeoAdapter
import LocationCore
import TestSupport
import Testing

@Suite struct `BGEO what a request carries` {
    private static let url = "https://example.invalid/locations"

    private static func request(
        _ config: Config, records: [JSONObject] = [Fixture.record], accessToken: String? = nil, isSingle: Bool = false
    ) throws -> HTTPRequest {
        let configuration = BGeoConfiguration().merging(Config(url: url)).merging(config)
        return try #require(
            BGeoPayload.upload(
                id: "r-1", records: records, configuration, accessToken: accessToken, isSingle: isSingle))
    }

    private static func body(_ request: HTTPRequest) throws -> JSONValue { try JSONValue(json: request.body) }

    private static let five: [JSONObject] = (1...5).map { number in
        var record = Fixture.record
        record["uuid"] = .string("u-\(number)")
        return record
    }

    private static func uuids(_ configuration: BGeoConfiguration) -> [[String]] {
        BGeoPayload.requests(of: five, configuration).map { $0.compactMap { $0["uuid"]?.stringValue } }
    }

    @Test func `BGEO-104 a batch has at most so many records, oldest first`() {
        let configuration = BGeoConfiguration().merging(Config(batchSync: true, maxBatchSize: 2))

        #expect(Self.uuids(configuration) == [["u-1", "u-2"], ["u-3", "u-4"], ["u-5"]])
    }

    @Test(arguments: [nil, -1, 0])
    func `BGEO-104 a batch without a bound takes all`(_ size: Int?) {
        let configuration = BGeoConfiguration().merging(Config(batchSync: true, maxBatchSize: size))

        #expect(Self.uuids(configuration) == [["u-1", "u-2", "u-3", "u-4", "u-5"]])
        #expect(BGeoPayload.requests(of: [], configuration).isEmpty)
    }

    @Test func `BGEO-105 without batching each record has its own request`() {
        let configuration = BGeoConfiguration().merging(Config(batchSync: false, maxBatchSize: 2))

        #expect(Self.uuids(configuration) == [["u-1"], ["u-2"], ["u-3"], ["u-4"], ["u-5"]])
    }

    @Test func `BGEO-106 the root property names the record, a dot unpacks it`() throws {
        let named = try Self.body(Self.request(Config(httpRootProperty: "data")))
        let unpacked = try Self.body(Self.request(Config(httpRootProperty: ".")))

        #expect(named == ["data": .object(Fixture.record)])
        #expect(unpacked == .object(Fixture.record))
    }

    @Test func `BGEO-106 a batch cannot be unpacked and is named location`() throws {
        let body = try Self.body(Self.request(Config(httpRootProperty: ".", batchSync: true)))

        #expect(body == ["location": [.object(Fixture.record)]])
    }

    @Test func `BGEO-107 params stand at the root`() throws {
        let body = try Self.body(Self.request(Config(params: ["device": "d-17"])))

        #expect(body == ["device": "d-17", "location": .object(Fixture.record)])
    }

    @Test func `BGEO-107 on a clash the record wins`() throws {
        let unpacked = try Self.body(
            Self.request(Config(params: ["uuid": "mine", "device": "d-17"], httpRootProperty: ".")))
        let named = try Self.body(Self.request(Config(params: ["location": "mine"])))

        #expect(unpacked["uuid"] == Fixture.record["uuid"])
        #expect(unpacked["device"] == "d-17")
        #expect(named == ["location": .object(Fixture.record)])
    }

    @Test(arguments: [("POST", "POST"), ("PUT", "PUT"), ("PATCH", "PATCH"), ("DELETE", "POST"), ("put", "POST")])
    func `BGEO-109 methods that do not upload become POST`(_ asked: String, _ sent: String) throws {
        #expect(try Self.request(Config(method: asked)).method == sent)
    }

    @Test func `BGEO-110 headers are added to the content type`() throws {
        let request = try Self.request(Config(headers: ["X-A": "1"], httpTimeoutMs: 1500))

        #expect(request.headers == ["Content-Type": "application/json", "X-A": "1"])
        #expect(request.url == Self.url)
        #expect(request.timeout == 1500)
        #expect(request.id == "r-1")
    }

    @Test func `BGEO-110 a header is replaced in whatever case it is written`() throws {
        let request = try Self.request(
            Config(headers: ["authorization": "Basic x", "content-type": "application/vnd.x+json"]),
            accessToken: "t-1")

        #expect(
            request.headers == ["content-type": "application/vnd.x+json", "Authorization": "Bearer t-1"])
    }

    @Test func `BGEO-116 a refused batch is tried record by record`() throws {
        let request = try Self.request(Config(batchSync: true), isSingle: true)

        #expect(try Self.body(request) == ["location": .object(Fixture.record)])
    }

    // iOS starts no other process, so there are no exit tests there.
    #if !os(iOS)
        @Test func `a request of no records is a programmer's mistake`() async {
            await #expect(processExitsWith: .failure) {
                _ = BGeoPayload.body([], isBatch: true, BGeoConfiguration())
            }
            await #expect(processExitsWith: .failure) {
                _ = BGeoPayload.body([[:], [:]], isBatch: false, BGeoConfiguration())
            }
        }
    #endif

    @Test(
        .enabled(if: Shared.isPresent, "the specification's data is not beside this checkout"),
        arguments: ["single_default_root", "single_custom_root", "single_dot_root", "batch", "unknown_method"])
    func `BGEO-155 requests are those of the specification`(_ name: String) throws {
        let row = try #require(Fixture.json("upload-requests")[name])
        let record = try #require(Fixture.json("upload-record-geofence").objectValue)
        let options: JSONObject = try #require(row["config"]?.objectValue)
        let configuration = BGeoConfiguration().merging(["url": .string(Self.url)]).merging(options)
        let count = Int(row["pending_records"]?.int64Value ?? 1)

        let groups = BGeoPayload.requests(of: Array(repeating: record, count: count), configuration)
        let requests = groups.compactMap { BGeoPayload.upload(id: "r", records: $0, configuration, accessToken: nil) }

        #expect(requests.allSatisfy { $0.method == row["method"]?.stringValue ?? "POST" })
        let bodies = try requests.map { try Self.body($0) }
        if let templates = row["requests"]?.arrayValue {
            #expect(bodies == templates.map { Self.filled($0, with: record) })
        } else if let template = row["body"] {
            #expect(bodies == [Self.filled(template, with: record)])
        } else if name == "single_dot_root" {
            var expected = record
            expected["device"] = "d-17"
            #expect(bodies == [.object(expected)])
        } else {
            #expect(bodies == [["location": .object(record)]])
        }
    }

    /// `"record"` in a template stands for the whole record.
    private static func filled(_ template: JSONValue, with record: JSONObject) -> JSONValue {
        switch template {
        case "record": .object(record)
        case .array(let elements): .array(elements.map { filled($0, with: record) })
        case .object(let members):
            .object(JSONObject(members.map { (key: $0.key, value: filled($0.value, with: record)) }))
        default: template
        }
    }
}
