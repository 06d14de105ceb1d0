import CIOAdapter
import GeofenceEngine
import LocationCore
import Testing

@Suite struct `Requests and answers` {
    private let anchor: Coordinate
    private let row = TransitionRow(
        geofenceId: "a", transition: "enter", timestamp: Timestamp(milliseconds: 0), userId: "u1", geofenceName: nil,
        transitionId: "t", geosetId: nil, metadata: Metadata(wire: nil), visit: nil)

    init() throws { anchor = try Coordinate(latitude: 37.7749295, longitude: -122.4194155) }

    @Test func `CIO-013 a download says where, unrounded, and nothing else`() throws {
        let request = try CIORequests(apiHost: "cdp.customer.io/v1", cdpApiKey: "sk_test_abc").nearest(
            to: anchor, id: "1")

        #expect(request.method == "POST")
        #expect(request.headers["Authorization"] == "Basic c2tfdGVzdF9hYmM6")
        #expect(request.headers["Accept"] == "application/json")
        #expect(request.headers["Content-Type"] == "application/json")
        #expect(String(decoding: request.body, as: UTF8.self) == #"{"latitude":37.7749295,"longitude":-122.4194155}"#)
        #expect(request.timeout == 60_000)
    }

    @Test(arguments: [
        ("cdp.customer.io/v1", "https://cdp.customer.io/v2/geofences/nearest", "https://cdp.customer.io/v1/track"),
        (
            "cdp-eu.customer.io/v1", "https://cdp-eu.customer.io/v2/geofences/nearest",
            "https://cdp-eu.customer.io/v1/track"
        ),
        (
            "https://proxy.example/edge/v1/", "https://proxy.example/edge/v2/geofences/nearest",
            "https://proxy.example/edge/v1/track"
        ),
        (
            "http://127.0.0.1:8080", "http://127.0.0.1:8080/v2/geofences/nearest", "http://127.0.0.1:8080/track"
        ),
        ("example.com/venues", "https://example.com/venues/v2/geofences/nearest", "https://example.com/venues/track"),
        ("a.example/v12//x/v", "https://a.example/v12/x/v/v2/geofences/nearest", "https://a.example/v12//x/v/track"),
    ])
    func `CIO-014 addresses are made of the host`(_ host: String, _ nearest: String, _ track: String) throws {
        let requests = CIORequests(apiHost: host, cdpApiKey: "k")

        #expect(try requests.nearest(to: anchor, id: "1").url == nearest)
        #expect(try requests.track(row, current: nil, id: "1").url == track)
    }

    @Test func `A port and a query stay`() {
        #expect(
            APIAddress(host: "h.example:8443/v1?tenant=4")?.nearest
                == "https://h.example:8443/v2/geofences/nearest?tenant=4")
    }

    @Test(arguments: [
        ("", "k", DownloadError.missingApiHost), (" ", "", .missingApiHost), ("h", "", .missingCdpApiKey),
        ("h", "  ", .missingCdpApiKey), ("h h", "k", .invalidRequest("h h")),
        ("https://", "k", .invalidRequest("https://")),
    ])
    func `CIO-017 nothing is sent without host and key`(_ host: String, _ key: String, _ error: DownloadError) {
        let requests = CIORequests(apiHost: host, cdpApiKey: key)

        #expect(throws: error) { try requests.nearest(to: anchor, id: "1") }
        #expect(throws: error) { try requests.track(row, current: nil, id: "1") }
        #expect(throws: error) { try requests.batch([], sentAt: Timestamp(milliseconds: 0), id: "1") }
    }

    @Test func `CIO-110 a direct call waits 15 seconds and says its type`() throws {
        let request = try CIORequests(apiHost: "h.example/v1", cdpApiKey: "k").track(row, current: nil, id: "1")

        #expect(request.headers["Content-Type"] == "application/json; charset=utf-8")
        #expect(request.timeout == 15_000)
    }

    @Test func `A batch carries key and time beside the events`() throws {
        let request = try CIORequests(apiHost: "h.example/v1", cdpApiKey: "k")
            .batch([row.batchEvent(current: nil)], sentAt: Timestamp(milliseconds: 1), id: "1")
        let body = try JSONValue(json: request.body)

        #expect(request.url == "https://h.example/v1/b")
        #expect(body.objectValue?.keys == ["batch", "sentAt", "writeKey"])
        #expect(body["writeKey"] == "k")
        #expect(body["sentAt"] == "1970-01-01T00:00:00.001Z")
        #expect(body["batch"]?.arrayValue?.count == 1)
    }

    private func answer(_ status: Int) -> HTTPResult { .response(status: status, headers: [:], body: [0x7B]) }

    @Test(arguments: [
        (200, DeliveryOutcome.accepted), (204, .accepted), (299, .accepted), (300, .later(after: nil)),
        (307, .later(after: nil)), (399, .later(after: nil)), (400, .refused),
        (404, .refused), (413, .refused), (401, .unauthorised), (403, .unauthorised), (408, .later(after: nil)),
        (425, .later(after: nil)), (429, .later(after: nil)), (500, .later(after: nil)), (599, .later(after: nil)),
    ])
    func `CIO-111 only 200 to 299 remove a row`(_ status: Int, _ outcome: DeliveryOutcome) {
        #expect(CIOAnswers.outcome(ofTrack: answer(status)) == outcome)
    }

    @Test func `CIO-111 CIO-112 without an answer a row waits, and no pause is kept`() {
        #expect(CIOAnswers.outcome(ofTrack: .failure(.timedOut)) == .later(after: nil))
        #expect(CIOPolicy.policy(.fallback).outbox.firstRetry == nil)
    }

    @Test(arguments: [
        (100, DeliveryOutcome.accepted), (200, .accepted), (299, .accepted), (400, .refused), (401, .later(after: nil)),
        (429, .later(after: nil)), (500, .later(after: nil)),
    ])
    func `CIO-114 a batch is given up at 400 and kept otherwise`(_ status: Int, _ outcome: DeliveryOutcome) {
        #expect(CIOAnswers.outcome(ofBatch: answer(status)) == outcome)
    }

    @Test func `CIO-113 rows go with the pipeline, else directly, else not at all`() {
        #expect(RowRoute(isPipelineAlive: true, hasStoredKey: true) == .batch)
        #expect(RowRoute(isPipelineAlive: true, hasStoredKey: false) == .batch)
        #expect(RowRoute(isPipelineAlive: false, hasStoredKey: true) == .direct)
        #expect(RowRoute(isPipelineAlive: false, hasStoredKey: false) == .none)
    }

    @Test func `CIO-015 CIO-016 a failed download says what kind it is`() throws {
        #expect(throws: DownloadError.http(statusCode: 500)) { try CIOAnswers.body(of: answer(500)) }
        #expect(throws: DownloadError.http(statusCode: 304)) { try CIOAnswers.body(of: answer(304)) }
        #expect(throws: DownloadError.transport("timedOut")) { try CIOAnswers.body(of: .failure(.timedOut)) }
        #expect(throws: DownloadError.decoding("there is no body")) {
            try CIOAnswers.body(of: .response(status: 200, headers: [:], body: []))
        }
        #expect(try CIOAnswers.body(of: answer(200)) == [0x7B])
    }

    @Test func `CIO-012 a key is kept only where background delivery is allowed`() {
        var context = DeliveryContext()
        context.start(apiHost: "h", cdpApiKey: "k", allowsBackgroundDelivery: true)
        context.identify("u1")
        let kept = DeliveryContext(kept: context.json)

        #expect(kept == context)
        #expect(kept.cdpApiKey == "k")

        context.start(apiHost: "h", cdpApiKey: "k", allowsBackgroundDelivery: false)

        #expect(context.cdpApiKey == nil)
        #expect(context.json == ["apiHost": "h", "userId": "u1"])
    }

    @Test func `Empty texts count as absent`() {
        var context = DeliveryContext(kept: ["userId": "", "apiHost": "", "cdpApiKey": " "])

        #expect(context == DeliveryContext())

        context.start(apiHost: "", cdpApiKey: "", allowsBackgroundDelivery: true)

        #expect(context.json == [:])
    }
}
