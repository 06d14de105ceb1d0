import Foundation
import LocationCore
import LocationSimulator
import PhoneBench
import Testing

@testable import BGeoAdapter

/// What is sent, and what answers do.
@MainActor @Suite struct `BGEO conformance, upload` {
    private static let url = "https://example.invalid/locations"

    /// Ready, with records waiting.
    private func bench(_ config: Config, _ uuids: String...) async throws -> BGeoBench {
        let bench = BGeoBench()
        var held = config
        held.autoSync = false
        held.url = config.url ?? Self.url
        try await bench.ready(held)
        for uuid in uuids { try await bench.app { await BackgroundGeolocation.insertLocation(location(uuid)) } }
        #expect(bench.phone.requests.isEmpty)
        return bench
    }

    private func sync(_ bench: BGeoBench) async throws {
        _ = try await bench.app { try await BackgroundGeolocation.sync() }
    }

    /// Started 400 m from `home`, with a fix that has been sent already.
    private func outside(_ config: Config) async throws -> BGeoBench {
        let bench = BGeoBench(at: BGeoBench.north(400))
        try await bench.started(config)
        await bench.fix(400)
        try await bench.add(.home)
        return bench
    }

    @Test(.enabled(if: Backend.current.reportsCrossings, "\(Backend.needsCrossings)"))
    func `BGEO-102 an enter is one request`() async throws {
        let bench = try await outside(Config(url: Self.url))
        let before = bench.phone.requests.count
        await bench.move(0)
        let requests = bench.phone.requests.dropFirst(before).map(\.request)
        #expect(requests.map(\.method) == ["POST"])
        #expect(requests.map(\.url) == [Self.url])
        let record = PlainObject(bench.events.last?.location.raw ?? [:]).members
        #expect(bench.bodies.last == ["location": .object(record)])
    }

    @Test(.enabled(if: Backend.current.reportsCrossings, "\(Backend.needsCrossings)"))
    func `BGEO-103 records go in the order they were made`() async throws {
        let bench = try await outside(Config(url: Self.url, autoSync: false))
        await bench.move(0)
        await bench.fix(0)
        try await sync(bench)
        #expect(bench.bodies.map { $0["location"]?["event"]?.stringValue } == [nil, "geofence", nil])
    }

    @Test func `BGEO-104 a batch has its size`() async throws {
        let bench = try await bench(Config(batchSync: true, maxBatchSize: 2), "a", "b", "c", "d", "e")
        try await sync(bench)
        let batches = bench.bodies.map { $0["location"]?.arrayValue?.compactMap { $0["uuid"]?.stringValue } }
        #expect(batches == [["a", "b"], ["c", "d"], ["e"]])
    }

    @Test func `BGEO-105 without batching each record is a request`() async throws {
        let bench = try await bench(Config(batchSync: false), "a", "b", "c", "d", "e")
        try await sync(bench)
        #expect(bench.sent == ["a", "b", "c", "d", "e"])
    }

    @Test func `BGEO-106 the root property names the record`() async throws {
        let named = try await bench(Config(httpRootProperty: "data"), "a")
        try await sync(named)
        #expect(named.bodies.map { $0["data"]?["uuid"] } == ["a"])
        let unpacked = try await bench(Config(httpRootProperty: "."), "a")
        try await sync(unpacked)
        #expect(unpacked.bodies == [PlainObject(location("a")).members])
    }

    @Test func `BGEO-107 params stand at the root`() async throws {
        let bench = try await bench(Config(params: ["device": "d-17"]), "a")
        try await sync(bench)
        #expect(bench.bodies.map { $0["device"] } == ["d-17"])
    }

    @Test func `BGEO-108 a record's own extras win`() async throws {
        let bench = try await bench(Config(extras: ["fleet": "north", "a": 1]))
        try await bench.app {
            await BackgroundGeolocation.insertLocation(location("a", ["extras": ["a": 2]]))
        }
        try await sync(bench)
        #expect(bench.bodies.map { $0["location"]?["extras"] } == [["fleet": "north", "a": 2]])
    }

    @Test(arguments: [("PUT", "PUT"), ("PATCH", "PATCH"), ("DELETE", "POST")])
    func `BGEO-109 the method is one that uploads`(_ asked: String, _ sent: String) async throws {
        let bench = try await bench(Config(method: asked), "a")
        try await sync(bench)
        #expect(bench.phone.requests.map(\.request.method) == [sent])
    }

    @Test func `BGEO-110 headers are sent beside the content type`() async throws {
        let bench = try await bench(Config(headers: ["X-A": "1"]), "a")
        try await sync(bench)
        let headers = try #require(bench.phone.requests.first?.request.headers)
        #expect(headers["X-A"] == "1")
        #expect(headers["Content-Type"]?.hasPrefix("application/json") == true)
    }

    @Test func `BGEO-111 what was taken is gone`() async throws {
        let bench = try await bench(Config(), "a")
        bench.phone.script(.text(200, #"{"ok":true}"#))
        try await sync(bench)
        #expect(try await bench.count() == 0)
        #expect(bench.http.map(\.success) == [true])
        #expect(bench.http.map(\.status) == [200])
        #expect(bench.http.map(\.responseText) == [#"{"ok":true}"#])
    }

    @Test(.enabled(if: Backend.current.reportsCrossings, "\(Backend.needsCrossings)"))
    func `BGEO-112 a server in trouble is left alone for a while`() async throws {
        let bench = try await outside(Config(url: Self.url))
        bench.phone.serve { _ in .text(503, "busy") }
        let before = bench.http.count
        await bench.move(0)
        let requests = bench.phone.requests.count
        #expect(try await bench.count() == 1)
        #expect(bench.http.dropFirst(before).map(\.status) == [503])
        #expect(bench.http.dropFirst(before).map(\.success) == [false])
        await bench.phone.advance(by: 999)
        #expect(bench.phone.requests.count == requests)
        await bench.phone.advance(by: 1)
        #expect(bench.phone.requests.count == requests + 1)
        await bench.phone.advance(by: 1999)
        #expect(bench.phone.requests.count == requests + 1)
        await bench.phone.advance(by: 1)
        #expect(bench.phone.requests.count == requests + 2)
    }

    @Test(.enabled(if: Backend.current.reportsCrossings, "\(Backend.needsCrossings)"))
    func `BGEO-113 a network that returns brings the records`() async throws {
        let bench = try await outside(Config(url: Self.url))
        await bench.phone.setNetwork(.none)
        let before = bench.http.count
        await bench.move(0)
        #expect(bench.http.dropFirst(before).map(\.status) == [0])
        #expect(bench.http.dropFirst(before).map(\.success) == [false])
        #expect(try await bench.count() == 1)
        await bench.phone.setNetwork(.cellular)
        #expect(bench.http.last?.success == true)
        #expect(try await bench.count() == 0)
    }

    @Test func `BGEO-114 an answer is told up to 1024 characters`() async throws {
        let bench = try await bench(Config(), "a", "b")
        bench.phone.script(.text(200, String(repeating: "ä", count: 3000)), .status(204))
        try await sync(bench)
        #expect(bench.http.map(\.responseText) == [String(repeating: "ä", count: 1024), ""])
        #expect(bench.http.map(\.status) == [200, 204])
    }

    @Test func `BGEO-115 a refused token is renewed once and the upload repeated`() async throws {
        let authorization = AuthorizationConfig(
            strategy: "jwt", accessToken: "old", refreshToken: "r1", refreshUrl: "https://example.invalid/token",
            refreshPayload: ["token": "{refreshToken}", "grant": "refresh"], refreshHeaders: ["X-R": "1"])
        let bench = try await bench(Config(authorization: authorization), "a")
        bench.phone.serve { request in
            if request.url.hasSuffix("token") {
                return .text(200, #"{"access_token":"new","refresh_token":"r2"}"#)
            }
            return request.headers["Authorization"] == "Bearer new" ? .status(200) : .status(401)
        }
        try await sync(bench)

        let requests = bench.phone.requests.map(\.request)
        #expect(requests.map(\.url) == [Self.url, "https://example.invalid/token", Self.url])
        #expect(requests.map { $0.headers["Authorization"] } == ["Bearer old", nil, "Bearer new"])
        #expect(requests[1].method == "POST" && requests[1].headers["X-R"] == "1")
        #expect(bench.bodies[1] == ["token": "r1", "grant": "refresh"])
        #expect(bench.bodies[0] == bench.bodies[2])
        #expect(bench.authorizations == [["success": true, "accessToken": "new", "refreshToken": "r2"]])
        #expect(bench.http.map(\.status) == [401, 200])
        #expect(try await bench.count() == 0)
    }

    @Test func `BGEO-116 a record that is refused blocks nobody and is parked`() async throws {
        let bench = try await bench(Config(), "bad", "good")
        bench.phone.serve { request in
            let uuid = (try? JSONValue(json: request.body))?["location"]?["uuid"]
            return .status(uuid == "bad" ? 422 : 200)
        }
        await bench.phone.setNetwork(.none)
        try await bench.app { try await BackgroundGeolocation.setConfig(Config(autoSync: true)) }
        await bench.phone.setNetwork(.unmetered)
        #expect(bench.sent.contains("good"))
        #expect(bench.sent.filter { $0 == "bad" }.count == 3)
        #expect(try await bench.queued().map(\.uuid) == ["bad"])

        try await bench.app { await BackgroundGeolocation.insertLocation(location("later")) }
        await bench.wait(600)
        bench.phone.killApp()
        #expect(try await bench.count() == 1)
        #expect(bench.sent.last == "later")
        #expect(bench.sent.filter { $0 == "bad" }.count == 3)

        try await sync(bench)
        #expect(bench.sent.filter { $0 == "bad" }.count == 4)
        #expect(try await bench.count() == 1)
    }

    @Test func `BGEO-116 after a refused batch single records go out in the shape of the vendor's unbatched requests`()
        async throws
    {
        let bench = try await bench(Config(batchSync: true), "bad", "good")
        bench.phone.serve { request in
            let location = (try? JSONValue(json: request.body))?["location"]
            return .status(location?.arrayValue != nil || location?["uuid"] == "bad" ? 422 : 200)
        }

        try await sync(bench)

        let shapes = bench.bodies.map {
            $0["location"]?.arrayValue?.count ?? ($0["location"]?.objectValue == nil ? -1 : 1)
        }
        #expect(shapes.first == 2)
        #expect(bench.bodies.dropFirst().allSatisfy { $0["location"]?.objectValue != nil })
        #expect(try await bench.queued().map(\.uuid) == ["bad"])
    }

    @Test func `BGEO-122 a process the system starts uploads before the application speaks`() async throws {
        let bench = try await outside(Config(url: Self.url, headers: ["X-A": "1"]))
        let before = bench.phone.requests.count
        bench.phone.killApp()
        await bench.move(0)
        #expect(bench.phone.app != nil)
        let requests = bench.phone.requests.dropFirst(before).map(\.request)
        #expect(requests.map(\.url) == Array(repeating: Self.url, count: requests.count))
        #expect(requests.allSatisfy { $0.headers["X-A"] == "1" })
        #expect(bench.bodies.dropFirst(before).contains { $0["location"]?["event"] == "geofence" })
        #expect(bench.events.isEmpty)
    }

    @Test func `BGEO-123 the application hears of it when it listens`() async throws {
        let bench = try await outside(Config(url: Self.url))
        bench.phone.killApp()
        await bench.move(0)
        #expect(bench.events.isEmpty)
        try await bench.listen()
        #expect(bench.told == ["ENTER home"])
        try await bench.listen()
        #expect(bench.told == ["ENTER home"])
    }

    @Test(.enabled(if: Backend.current.reportsCrossings, "\(Backend.needsCrossings)"))
    func `BGEO-124 a repeat after a kill carries the same identifier`() async throws {
        let bench = try await outside(Config(url: Self.url))
        bench.phone.script(.lostAfterReceipt(after: 20_000))
        let before = bench.phone.requests.count
        await bench.move(0)
        #expect(bench.phone.requests.count == before + 1)
        bench.phone.killApp()
        await bench.phone.launchApp()
        await bench.phone.settle()
        let sent = Array(bench.sent.dropFirst(before))
        #expect(sent.count == 2 && Set(sent).count == 1)
        #expect(sent.first == bench.events.last?.location.uuid)
        #expect(try await bench.count() == 0)
    }
}
