import Foundation
import HostDevice
import LocationCore
import TestSupport
import Testing

/// The system's own client against a real server on this machine. What is expected follows from the bytes the server
/// was told to send.
@Suite(.timeLimit(.minutes(2))) struct `HTTP client` {
    private func request(
        _ url: String, method: String = "POST", body: String = "{\"a\":1}", timeout: Int64 = 10_000,
        limit: Int = HTTPRequest.shortAnswer
    ) -> HTTPRequest {
        HTTPRequest(
            id: "r", method: method, url: url, headers: ["Authorization": "Bearer t", "X-App": "7"],
            body: Array(body.utf8), timeout: timeout, answerLimit: limit)
    }

    @Test(arguments: [301, 302, 303, 307, 308], ["POST", "PUT"])
    func `AMD-01 CASE-148 a redirect is the answer, and nothing goes where it points`(
        _ status: Int, _ method: String
    ) async throws {
        let other = try LoopbackServer { _, _ in [.head(200, length: 2), .text("ok")] }
        let target = other.url("/landing")
        let server = try LoopbackServer { _, _ in [.head(status, ["Location": target], length: 5), .text("moved")] }

        let result = await HTTPClient().result(of: request(server.url("/up"), method: method))

        guard case .response(status, let headers, _) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(headers["location"] == target)
        #expect(other.received.isEmpty)
        #expect(server.received.map(\.text) == ["{\"a\":1}"])
        #expect(server.received.map(\.method) == [method])
    }

    @Test(arguments: [300, 304, 305, 399])
    func `AMD-01 other statuses of the 300s are answers`(_ status: Int) async throws {
        let server = try LoopbackServer { _, _ in [.head(status, length: 0)] }

        let result = await HTTPClient().result(of: request(server.url("/up")))

        guard case .response(status, _, _) = result else {
            Issue.record("\(result)")
            return
        }
    }

    @Test func `CASE-148 a redirect to itself is asked once`() async throws {
        let server = try LoopbackServer { _, _ in [.head(308, ["Location": "/up"], length: 0)] }

        _ = await HTTPClient().result(of: request(server.url("/up")))

        #expect(server.received.count == 1)
    }

    @Test(arguments: [401, 403, 404, 413, 429, 500, 503])
    func `an error is an answer with its headers and body`(_ status: Int) async throws {
        let server = try LoopbackServer { _, _ in
            [.head(status, ["Retry-After": "7", "WWW-Authenticate": "Basic realm=\"a\""], length: 3), .text("why")]
        }

        let result = await HTTPClient().result(of: request(server.url("/up")))

        guard case .response(status, let headers, let body) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(headers["retry-after"] == "7")
        #expect(String(decoding: body, as: UTF8.self) == "why")
        #expect(server.received.count == 1)
        #expect(server.received.first?.headers["authorization"] == "Bearer t")
    }

    @Test func `an endless body is cut at the bound`() async throws {
        let server = try LoopbackServer { _, _ in
            [.head(200), .repeated([UInt8](repeating: 0x20, count: 65_536), atMost: 2_000_000_000)]
        }

        let result = await HTTPClient().result(of: request(server.url("/fences"), limit: HTTPRequest.fenceAnswer))

        #expect(result == .failure(.answerTooLarge))
        server.stop()
    }

    @Test func `a bomb of compressed zeros is cut at the bound`() async throws {
        let bomb = HTTPClientTestData.compressedMegabyte
        let server = try LoopbackServer { _, _ in
            [
                .head(200, ["Content-Encoding": "gzip"]), .send(HTTPClientTestData.gzipHead),
                .repeated(bomb, atMost: 2_000_000),
            ]
        }

        let result = await HTTPClient().result(of: request(server.url("/fences"), limit: 2_000_000))

        #expect(result == .failure(.answerTooLarge))
        server.stop()
    }

    #if os(Linux)
        @Test func `what is cut at the bound costs no more memory than a few times the bound`() async {
            // In a process of its own: the other tests take memory too.
            await #expect(processExitsWith: .success) {
                let before = try HTTPClientTestData.peakMegabytes()
                let server = try LoopbackServer { request, _ in
                    request.path == "/bomb"
                        ? [
                            .head(200, ["Content-Encoding": "gzip"]), .send(HTTPClientTestData.gzipHead),
                            .repeated(HTTPClientTestData.compressedMegabyte, atMost: 2_000_000),
                        ] : [.head(200), .repeated([UInt8](repeating: 0x20, count: 65_536), atMost: 2_000_000_000)]
                }

                for path in ["/bomb", "/endless"] {
                    let request = HTTPRequest(
                        id: path, method: "GET", url: server.url(path), headers: [:], body: [], timeout: 30_000,
                        answerLimit: HTTPRequest.fenceAnswer)
                    #expect(await HTTPClient().result(of: request) == .failure(.answerTooLarge))
                }

                let after = try HTTPClientTestData.peakMegabytes()
                #expect(after < before + 200, "\(before) MB, then \(after) MB")
                server.stop()
            }
        }
    #endif

    @Test(arguments: [(999, true), (1000, true), (1001, false)], [true, false])
    func `the bound itself still fits`(_ row: (bytes: Int, fits: Bool), _ tellsLength: Bool) async throws {
        let server = try LoopbackServer { _, _ in
            [.head(200, length: tellsLength ? row.bytes : nil), .send([UInt8](repeating: 0x61, count: row.bytes))]
        }

        let result = await HTTPClient().result(of: request(server.url("/up"), limit: 1000))

        if row.fits {
            guard case .response(200, _, let body) = result else {
                Issue.record("\(result)")
                return
            }
            #expect(body.count == row.bytes)
        } else {
            #expect(result == .failure(.answerTooLarge))
        }
    }

    @Test func `bytes that come steadily but slowly end with the time limit`() async throws {
        let server = try LoopbackServer { _, _ in
            [.head(200)] + (0..<600).flatMap { _ in [LoopbackServer.Part.text("x"), .pause(100)] }
        }
        let clock = ContinuousClock()

        var result: HTTPResult?
        let took = await clock.measure {
            result = await HTTPClient().result(of: request(server.url("/up"), timeout: 500))
        }

        #expect(result == .failure(.timedOut))
        #expect(took < .seconds(30))
        server.stop()
    }

    @Test func `a server that says nothing is given up`() async throws {
        let server = try LoopbackServer { _, _ in [.hang] }

        let result = await HTTPClient().result(of: request(server.url("/up"), timeout: 300))

        #expect(result == .failure(.timedOut))
    }

    @Test func `a connection cut before, in or short of the body is no answer`() async throws {
        let answers: [[LoopbackServer.Part]] = [
            [.reset], [.head(200, length: 100), .text("half"), .reset], [.head(200, length: 100), .text("half")],
            [.text("no HTTP at all\r\n\r\n")],
        ]
        let server = try LoopbackServer { _, before in answers[before % answers.count] }
        let client = HTTPClient()

        for answer in answers {
            let result = await client.result(of: request(server.url("/up")))

            #expect(result == .failure(.connectionLost), "\(answer)")
        }
        #expect(server.received.count == answers.count)
    }

    @Test func `interim answers are no answers`() async throws {
        let server = try LoopbackServer { _, _ in
            [
                .text("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"), .text("HTTP/1.1 100 Continue\r\n\r\n"),
                .head(201, length: 2), .text("ok"),
            ]
        }

        let result = await HTTPClient().result(of: request(server.url("/up")))

        guard case .response(201, _, let body) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(String(decoding: body, as: UTF8.self) == "ok")
    }

    @Test func `names that do not resolve and ports where nobody listens are unreachable`() async throws {
        let gone = try LoopbackServer { _, _ in [] }
        gone.stop()

        let nobody = await HTTPClient().result(of: request(gone.url("/up")))
        let nowhere = await HTTPClient().result(of: request("http://does-not-exist.invalid/up"))

        #expect(nobody == .failure(.unreachable))
        #expect(nowhere == .failure(.unreachable))
    }

    @Test func `a request that is given up is not answered`() async throws {
        let server = try LoopbackServer { _, before in
            before == 0 ? [.hang] : [.head(200, length: 2), .text("ok")]
        }
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        let http = HostHTTP { event in
            if case .http(let id, _) = event { continuation.yield(id) }
        }
        http.send(request(server.url("/first")).changed(id: "first"))
        await server.arrived(1)

        http.cancel(id: "first")
        http.send(request(server.url("/second")).changed(id: "second"))

        var answers = stream.makeAsyncIterator()
        #expect(await answers.next() == "second")
        withExtendedLifetime(http) {}
    }
}

enum HTTPClientTestData {
    #if os(Linux)
        /// The most memory that this process has had.
        static func peakMegabytes() throws -> Int {
            let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
            let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
            return try #require(line.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) }) / 1024
        }
    #endif

    static let gzipHead: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
    /// A million zeros in 1,037 bytes; any number of these in a row are one stream.
    static let compressedMegabyte: [UInt8] =
        [0xEC, 0xC1, 0x31, 0x01, 0, 0, 0, 0xC2, 0xA0, 0xF5, 0x4F, 0x6D, 0x08, 0x5F, 0xA0]
        + [UInt8](repeating: 0, count: 1016) + [0x3E, 0x03, 0, 0, 0xFF, 0xFF]
}
