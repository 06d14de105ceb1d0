import BGeoAdapter
import LocationCore
import TestSupport
import Testing

@Suite struct `BGEO what an answer means` {
    private static func answer(_ status: Int, _ body: String = "") -> HTTPResult {
        .response(status: status, headers: [:], body: Array(body.utf8))
    }

    @Test(
        arguments: [
            (200, .delivered), (204, .delivered), (299, .delivered), (300, .backOff), (304, .backOff), (400, .refused),
            (404, .refused), (422, .refused), (408, .backOff), (425, .backOff), (429, .backOff), (500, .backOff),
            (503, .backOff), (599, .backOff), (100, .backOff), (401, .refreshToken), (403, .refreshToken),
        ] as [(Int, BGeoPayload.Outcome)])
    func `BGEO-111 BGEO-112 BGEO-116 the status decides`(_ status: Int, _ outcome: BGeoPayload.Outcome) {
        #expect(BGeoPayload.outcome(of: Self.answer(status), canRefresh: true) == outcome)
    }

    @Test func `BGEO-115 without refresh data a refused token waits`() {
        #expect(BGeoPayload.outcome(of: Self.answer(401), canRefresh: false) == .backOff)
        #expect(BGeoPayload.outcome(of: Self.answer(403), canRefresh: false) == .backOff)
    }

    @Test(arguments: [HTTPFailure.unreachable, .timedOut, .connectionLost, .invalidAddress])
    func `BGEO-113 nobody's answer has status 0 and waits`(_ failure: HTTPFailure) throws {
        let event = try #require(BGeoPayload.httpEvent(.failure(failure)).objectValue)

        #expect(BGeoPayload.outcome(of: .failure(failure), canRefresh: true) == .backOff)
        let decoded = try #require(HttpEvent(dictionary: Fixture.payload(event)))
        #expect(!decoded.success && decoded.status == 0 && !decoded.responseText.isEmpty)
    }

    @Test(arguments: [(1, 1000), (2, 2000), (9, 256_000), (10, 300_000), (400, 300_000)] as [(Int, Int64)])
    func `BGEO-112 the wait doubles from one second to five minutes`(_ failures: Int, _ milliseconds: Int64) {
        #expect(BGeoPayload.backOffMilliseconds(afterFailures: failures) == milliseconds)
    }

    @Test func `BGEO-114 an answer is told up to 1024 characters`() {
        let long = BGeoPayload.httpEvent(Self.answer(200, String(repeating: "\u{e9}", count: 3000)))
        let empty = BGeoPayload.httpEvent(Self.answer(204))

        #expect(long["responseText"]?.stringValue?.count == 1024)
        #expect(empty == ["success": true, "status": 204, "responseText": ""])
    }

    @Test func `BGEO-114 bytes that are no text are told as far as they are`() {
        let event = BGeoPayload.httpEvent(.response(status: 500, headers: [:], body: [0x6F, 0xFF, 0x6B]))

        #expect(event["responseText"] == "o\u{fffd}k")
    }

    @Test(.enabled(if: Shared.isPresent, "the specification's data is not beside this checkout"))
    func `BGEO-155 events of requests are those of the specification`() throws {
        let events = try #require(Fixture.json("upload-requests")["http_events"])

        #expect(BGeoPayload.httpEvent(Self.answer(200, "{\"ok\":true}")) == events["ok"])
        #expect(BGeoPayload.httpEvent(Self.answer(204)) == events["no_body"])
        #expect(BGeoPayload.httpEvent(Self.answer(503, "busy")) == events["server_error"])
        #expect(BGeoPayload.httpEvent(.failure(.unreachable)) == events["offline"])
    }

    // MARK: Tokens

    private static func refresh(_ config: AuthorizationConfig, token: String? = "r-1") -> HTTPRequest? {
        BGeoConfiguration().merging(Config(authorization: config)).authorization.flatMap {
            BGeoPayload.tokenRefresh(id: "t", $0, refreshToken: token, timeout: 30000)
        }
    }

    @Test func `BGEO-115 the placeholder becomes the token, wherever it stands`() throws {
        let request = try #require(
            Self.refresh(
                AuthorizationConfig(
                    refreshUrl: "https://example.invalid/token",
                    refreshPayload: [
                        "grant": "refresh", "token": "{refreshToken}",
                        "deep": ["list": ["a {refreshToken} b {refreshToken}"]],
                    ],
                    refreshHeaders: ["X-B": "2"])))

        #expect(request.method == "POST")
        #expect(request.url == "https://example.invalid/token")
        #expect(request.headers == ["Content-Type": "application/json", "X-B": "2"])
        #expect(
            try JSONValue(json: request.body) == [
                "grant": "refresh", "token": "r-1", "deep": ["list": ["a r-1 b r-1"]],
            ])
    }

    @Test func `BGEO-115 without a payload the token is sent alone`() throws {
        let request = try #require(Self.refresh(AuthorizationConfig(refreshUrl: "https://example.invalid/token")))

        #expect(try JSONValue(json: request.body) == ["refresh_token": "r-1"])
    }

    @Test func `BGEO-115 without address or token there is no refresh`() {
        #expect(Self.refresh(AuthorizationConfig(accessToken: "a")) == nil)
        #expect(Self.refresh(AuthorizationConfig(refreshUrl: "https://example.invalid/"), token: nil) == nil)
    }

    @Test(arguments: [
        #"{"access_token":"a-2","refresh_token":"r-2"}"#, #"{"accessToken":"a-2","refreshToken":"r-2"}"#,
    ])
    func `BGEO-115 both spellings of new tokens are read`(_ body: String) {
        let result = Self.answer(200, body)

        let tokens = BGeoPayload.refreshedTokens(result, replacing: BGeoTokens(access: "a-1", refresh: "r-1"))

        #expect(tokens == BGeoTokens(access: "a-2", refresh: "r-2"))
        #expect(
            BGeoPayload.authorizationEvent(tokens, result)
                == ["success": true, "accessToken": "a-2", "refreshToken": "r-2"])
    }

    @Test func `BGEO-115 an answer without a refresh token keeps the old one`() {
        let tokens = BGeoPayload.refreshedTokens(
            Self.answer(201, #"{"access_token":"a-2"}"#), replacing: BGeoTokens(access: "a-1", refresh: "r-1"))

        #expect(tokens == BGeoTokens(access: "a-2", refresh: "r-1"))
    }

    @Test(arguments: [
        (400, "{\"access_token\":\"a\"}"), (200, "{}"), (200, "no json"), (200, "{\"access_token\":\"\"}"),
    ])
    func `BGEO-115 anything else is no success`(_ status: Int, _ body: String) {
        let result = Self.answer(status, body)

        let tokens = BGeoPayload.refreshedTokens(result, replacing: BGeoTokens(access: "a-1", refresh: "r-1"))

        #expect(tokens == nil)
        #expect(
            BGeoPayload.authorizationEvent(tokens, result)
                == ["success": false, "status": .integer(Int64(status))])
        #expect(
            BGeoPayload.authorizationEvent(nil, .failure(.timedOut)) == ["success": false, "status": 0])
    }
}
