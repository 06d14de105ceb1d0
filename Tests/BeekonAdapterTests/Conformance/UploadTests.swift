import BeekonAdapter
import Foundation
import GeofenceEngine
import LocationCore
import LocationSimulator
import PhoneBench
import TestSupport
import Testing

@MainActor @Suite struct `Uploads from a phone` {
    /// A bench that records every fix of its own and uploads as told.
    private func bench(
        _ sync: SyncConfig? = upload, gate: Int = 0, knobs: PhoneKnobs = .scripted
    ) async throws -> BeekonBench {
        let bench = await BeekonBench(knobs: knobs)
        try await bench.beekon.configure(
            .selfManaged(
                minTimeBetweenLocationsSeconds: gate, minDistanceBetweenLocationsMeters: 0, sync: sync))
        return bench
    }

    private func fixes(_ count: Int, on bench: BeekonBench, from start: Double = 1000) async {
        for index in 0..<count { await bench.fix(start + Double(index), after: 1000) }
    }

    @Test func `BKN-118 without sync nothing leaves the device`() async throws {
        let bench = try await bench(nil)
        try await bench.beekon.addGeofences([home])
        try await bench.beekon.start()
        await fixes(1000, on: bench)
        await bench.enter()
        await bench.phone.advance(by: 3_600_000)
        try await bench.beekon.sync()

        #expect(bench.phone.requests.isEmpty)
        #expect(await bench.told == ["enter home"])
    }

    @Test func `BKN-119 BKN-121 BKN-061 the request leaves when the fix is there, with both in it`() async throws {
        let bench = try await bench()
        bench.phone.answerFixRequests(.delivered)
        try await bench.beekon.addGeofences([home])
        await bench.enter()
        #expect(bench.phone.requests.isEmpty)

        await bench.fix(66, after: 1000)

        #expect(bench.phone.requests.count == 1)
        let body = try #require(bench.bodies.first)
        #expect(body.ids("geofence_events") == (await bench.events.map(\.id)))
        #expect(body["locations"]?.arrayValue?.map { $0["trigger"] } == ["geofence"])
    }

    @Test(.enabled(if: Backend.current.reportsCrossings, "\(Backend.needsCrossings)"))
    func `BKN-119 BKN-062 BKN-128 without a fix it leaves after 10 s, alone and without a session`() async throws {
        let bench = try await bench()
        bench.phone.answerFixRequests(.silence)
        try await bench.beekon.addGeofences([home])
        let start = bench.phone.elapsed
        await bench.phone.move(to: BeekonBench.inside)

        await bench.phone.advance(by: 10_000)

        #expect(bench.phone.requests.map { $0.elapsed - start } == [10_000])
        let body = try #require(bench.bodies.first)
        #expect(body["session_id"] == .null)
        #expect(body["locations"] == [])
        #expect(body.ids("geofence_events").count == 1)
    }

    @Test func `BKN-120 BKN-122 BKN-132 the request and its event`() async throws {
        let bench = try await bench(
            SyncConfig(url: upload.url, headers: ["X-One": "1", "X-Two": "2"]))
        try await bench.beekon.addGeofences([home])
        await bench.enter()

        let request = try #require(bench.phone.requests.first?.request)
        #expect((request.method, request.url) == ("POST", "https://example.invalid/up?a=1"))
        #expect((request.headers["X-One"], request.headers["X-Two"]) == ("1", "2"))
        let body = try #require(bench.bodies.first)
        #expect(body["locations"]?.arrayValue != nil)
        let events = try #require(body["geofence_events"]?.arrayValue)
        #expect(events.map { $0.objectValue?.keys.sorted() } == [["geofence_id", "id", "timestamp", "type"]])
    }

    @Test func `BKN-123 503 then 200, one id, and then the row is gone`() async throws {
        let bench = try await bench()
        bench.phone.script(.status(503))
        try await bench.beekon.addGeofences([home])
        await bench.enter()
        #expect(try await bench.status == .failed(.server(status: 503)))

        await bench.phone.advance(by: 12_000)

        let ids = bench.bodies.map { $0.ids("geofence_events") }
        #expect(ids == [await bench.events.map(\.id), await bench.events.map(\.id)])
        #expect(try await bench.status == .idle)
        try await bench.beekon.sync()
        #expect(bench.phone.requests.count == 2)
    }

    @Test func `BKN-124 a lost answer is followed by the same id`() async throws {
        let bench = try await bench()
        bench.phone.script(.lostAfterReceipt())
        try await bench.beekon.addGeofences([home])
        await bench.enter()

        await bench.phone.advance(by: 12_000)

        #expect(bench.phone.requests.map(\.wasReceived) == [true, true])
        #expect(bench.bodies[0].ids("geofence_events") == bench.bodies[1].ids("geofence_events"))
    }

    @Test func `BKN-125 BKN-129 the older session goes first, each by itself`() async throws {
        let bench = try await bench()
        await bench.phone.setNetwork(.none)
        try await bench.beekon.start()
        await fixes(3, on: bench)
        try await bench.beekon.stop()
        try await bench.beekon.start()
        await fixes(4, on: bench)
        try await bench.beekon.stop()
        await bench.phone.setNetwork(.unmetered)
        await bench.phone.advance(by: 1000)

        let sent = bench.bodies.suffix(2)
        #expect(sent.map { $0.ids("locations").count } == [3, 4])
        #expect(Set(sent.compactMap { $0["session_id"]?.stringValue }).count == 2)
        let times = sent.map { $0["locations"]?.arrayValue?.compactMap { $0["timestamp"]?.stringValue } ?? [] }
        #expect(times.allSatisfy { $0 == $0.sorted() })
        #expect(times[0].last ?? "" < times[1].first ?? "")
    }

    @Test func `BKN-126 BKN-127 BKN-134 batches of 100, 100 and 50, then the crossing with its location`() async throws
    {
        let bench = try await bench()
        try await bench.beekon.addGeofences([home])
        bench.phone.answerFixRequests(.delivered)
        bench.phone.script(.status(200, after: 0))
        try await bench.beekon.configure(
            .selfManaged(
                minTimeBetweenLocationsSeconds: 0, minDistanceBetweenLocationsMeters: 0,
                sync: SyncConfig(url: upload.url, intervalSeconds: 100_000)))
        try await bench.beekon.start()
        await fixes(249, on: bench)
        #expect(bench.phone.requests.isEmpty)

        await bench.enter()
        await bench.fix(66, after: 1000)

        #expect(bench.bodies.map { $0.ids("locations").count } == [100, 100, 50])
        #expect(bench.bodies.map { $0.ids("geofence_events").count } == [0, 0, 1])
        #expect(bench.bodies[2]["locations"]?.arrayValue?.last?["trigger"] == "geofence")
        #expect(try await bench.history().isEmpty)
    }

    @Test func `BKN-129 a stop with rows pending makes a request at once`() async throws {
        let bench = try await bench()
        try await bench.beekon.start()
        await fixes(3, on: bench)
        #expect(bench.phone.requests.isEmpty)

        try await bench.beekon.stop()

        #expect(bench.bodies.map { $0.ids("locations").count } == [3])
    }

    @Test func `BKN-130 the threshold`() async throws {
        let never = try await bench()
        try await never.beekon.start()
        await fixes(99, on: never)
        #expect(never.phone.requests.isEmpty)
        await never.phone.advance(by: 300_000)
        #expect(never.bodies.map { $0.ids("locations").count } == [99])

        let ten = try await bench(SyncConfig(url: upload.url, syncThreshold: 10))
        try await ten.beekon.start()
        await fixes(9, on: ten)
        #expect(ten.phone.requests.isEmpty)
        await fixes(1, on: ten, from: 2000)
        #expect(ten.bodies.map { $0.ids("locations").count } == [10])
    }

    @Test func `BKN-011 on iOS scheduled uploads are at least 60 s apart`() async throws {
        let bench = try await bench(SyncConfig(url: upload.url, intervalSeconds: 5))
        try await bench.beekon.start()
        await fixes(300, on: bench)

        let times = bench.phone.requests.map(\.elapsed)
        #expect((4...5).contains(times.count))
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= 60_000 })
    }

    @Test func `BKN-131 sync makes a request at once, also in a backoff`() async throws {
        let bench = try await bench()
        bench.phone.script(.status(500), .status(500), .status(500))
        try await bench.beekon.addGeofences([home])
        await bench.enter()
        #expect(bench.phone.requests.count == 1)
        await bench.leave()
        #expect(bench.phone.requests.count == 1)

        try await bench.beekon.sync()

        #expect(bench.phone.requests.count == 2)
    }

    @Test func `BKN-133 BKN-135 credentials, their exchange and a second refusal`() async throws {
        let refresh = try #require(URL(string: "https://example.invalid/token"))
        let auth = AuthConfig(accessToken: "old", refreshToken: "r", refreshURL: refresh)
        let bench = try await bench(
            SyncConfig(url: upload.url, headers: ["authorization": "Basic x"], auth: auth))
        try await bench.beekon.addGeofences([home])
        bench.phone.script(
            .status(401), .text(200, #"{"access_token": "new", "refresh_token": "r2"}"#), .status(200))
        await bench.enter()

        let requests = bench.phone.requests.map(\.request)
        #expect(requests.map(\.url) == [upload.url.absoluteString, refresh.absoluteString, upload.url.absoluteString])
        #expect(requests[0].headers.filter { $0.key.lowercased() == "authorization" }.values.sorted() == ["Bearer old"])
        #expect(requests[2].headers["Authorization"] == "Bearer new")
        #expect(requests[0].body == requests[2].body)
        #expect(try await bench.status == .idle)

        bench.phone.script(.status(401), .text(200, #"{"access_token": "newer"}"#), .status(401))
        await bench.leave()
        #expect(bench.phone.requests.count == 6)
        #expect(try await bench.status == .failed(.unauthorized))
        await bench.phone.advance(by: 200_000)
        #expect(bench.phone.requests.count == 6)
        await bench.relaunch()
        #expect(bench.phone.requests.last?.request.headers["Authorization"] == "Bearer newer")
    }

    @Test func `BKN-135 a token that is known to have ended is exchanged before it is used`() async throws {
        let auth = AuthConfig(
            accessToken: "old", refreshToken: "r", refreshURL: URL(string: "https://example.invalid/token"),
            expiresAt: eight.date)
        let bench = try await bench(SyncConfig(url: upload.url, auth: auth))
        try await bench.beekon.addGeofences([home])
        bench.phone.script(.text(200, #"{"access_token": "new", "expires_in": 3600}"#))
        await bench.enter()

        #expect(bench.phone.requests.map { $0.request.headers["Authorization"] } == [nil, "Bearer new"])
    }

    @Test func `BKN-136 10, 20, 40 s, give or take a fifth, never more than 900`() async throws {
        let bench = try await bench(SyncConfig(url: upload.url, intervalSeconds: 100_000))
        bench.phone.serve { _ in .status(500) }
        try await bench.beekon.addGeofences([home])
        await bench.enter()
        await bench.phone.advance(by: 20_000_000)

        let times = bench.phone.requests.map(\.elapsed)
        let pauses = zip(times, times.dropFirst()).map { Double($1 - $0) / 1000 }
        var expected = 10.0
        for pause in pauses.prefix(6) {
            #expect(pause >= expected * 0.8 && pause <= expected * 1.2, "\(pauses)")
            expected *= 2
        }
        #expect(pauses.allSatisfy { $0 <= 900 })
        #expect(pauses.count > 20)
    }

    @Test func `BKN-137 a longer pause that the server asks for is kept`() async throws {
        let bench = try await bench(SyncConfig(url: upload.url, intervalSeconds: 100_000))
        bench.phone.script(.status(429, headers: ["Retry-After": "120"]))
        try await bench.beekon.addGeofences([home])
        await bench.enter()
        await bench.phone.advance(by: 118_000)
        #expect(bench.phone.requests.count == 1)
        await bench.phone.advance(by: 2000)
        #expect(bench.phone.requests.count == 2)
    }

    @Test func `BKN-138 a batch that is too large is halved at once`() async throws {
        let bench = try await bench()
        try await bench.beekon.start()
        await fixes(100, on: bench)
        bench.phone.script(.status(413))
        try await bench.beekon.stop()

        #expect(bench.bodies.map { $0.ids("locations").count } == [100, 50, 50])
        #expect(try await bench.history().isEmpty)
    }

    @Test(arguments: [400, 403, 422])
    func `BKN-139 BKN-184 a refusal ends the upload until the next reason`(_ status: Int) async throws {
        let bench = try await bench(SyncConfig(url: upload.url, intervalSeconds: 100_000))
        bench.phone.script(.status(status))
        try await bench.beekon.addGeofences([home])
        await bench.enter()
        await bench.phone.advance(by: 90_000_000)
        #expect(bench.phone.requests.count == 1)
        let failure: SyncFailure = status == 403 ? .unauthorized : .rejected(status: status)
        #expect(try await bench.status == .failed(failure))
        #expect(try await bench.history().count == 1)

        await bench.leave()

        #expect(bench.bodies.last?.ids("geofence_events").count == 2)
        #expect(try await bench.history().isEmpty)
    }

    @Test func `BKN 7-4 the third refusal halves, and a single one is parked`() async throws {
        let bench = try await bench(SyncConfig(url: upload.url, intervalSeconds: 100_000))
        try await bench.beekon.start()
        await fixes(4, on: bench)
        let bad = try #require(try await bench.history().first?.id)
        bench.phone.serve { request in
            let ids = (try? JSONValue(json: request.body))?.ids("locations") ?? []
            return .status(ids.contains(bad) ? 400 : 200)
        }

        for _ in 0..<12 { try await bench.beekon.sync() }

        #expect(bench.bodies.map { $0.ids("locations").count }.prefix(9) == [4, 4, 4, 2, 2, 2, 1, 1, 1])
        #expect(try await bench.history().map(\.id) == [bad])
        let before = bench.phone.requests.count
        try await bench.beekon.sync()
        #expect(bench.phone.requests.count == before + 1)
    }

    @Test func `BKN-142 five reasons during one request are one more drain`() async throws {
        let bench = try await bench()
        try await bench.beekon.addGeofences([home])
        bench.phone.serve { _ in .status(200, after: 20_000) }
        await bench.enter()
        #expect(bench.phone.requests.count == 1)

        await bench.leave()
        await bench.enter()
        await bench.leave()
        await bench.enter()
        await bench.leave()
        #expect(bench.phone.requests.count == 1)
        await bench.phone.advance(by: 60_000)

        #expect(bench.phone.requests.count == 2)
        #expect(bench.bodies.map { $0.ids("geofence_events").count } == [1, 5])
    }

    @Test func `BKN-143 a pending event older than 7 days is not sent`() async throws {
        let bench = try await bench(SyncConfig(url: upload.url, intervalSeconds: 100_000))
        try await bench.beekon.addGeofences([home])
        bench.phone.serve { _ in .unreachable }
        await bench.enter()
        let old = await bench.events.map(\.id)
        await bench.phone.advance(by: 7 * 86_400_000 + 1000)
        bench.phone.serve { _ in .status(200) }

        await bench.leave()
        await bench.phone.advance(by: 900_000)

        #expect(bench.bodies.last?.ids("geofence_events").isEmpty == false)
        #expect(bench.bodies.last?.ids("geofence_events").contains { old.contains($0) } == false)
    }

    @Test func `BKN-144 killed between the answer and the deletion, the same ids are sent again`() async throws {
        let bench = try await bench()
        try await bench.beekon.addGeofences([home])
        let phone = bench.phone
        phone.serve { [weak phone] _ in
            phone?.killApp()
            return .lostAfterReceipt()
        }
        await phone.move(to: BeekonBench.inside)
        await phone.advance(by: 1000)
        phone.serve { _ in .status(200) }

        await phone.launchApp()
        await phone.advance(by: 60_000)

        let sent = bench.bodies.map { $0.ids("geofence_events") }
        #expect(sent.count == 2)
        #expect(Set(sent).count == 1)
    }
}
