import Foundation
import GeofenceEngine
import LocationCore
import LocationSimulator
import Testing

@testable import BGeoAdapter

/// Positions asked for, permissions, tokens, state and log, on the phone. (BGEO 1.2, 1.4, 9.6)
@MainActor @Suite struct `BGEO conformance, peripheral calls` {
    // MARK: Positions

    @Test func `a position that was asked for is given, and kept only if that is asked too`() async throws {
        let bench = BGeoBench(at: BGeoBench.north(100))
        try await bench.ready(Config(extras: ["fleet": "north"]))
        let given = try await bench.app {
            try await BackgroundGeolocation.getCurrentPosition(CurrentPositionOptions(extras: ["a": 1]))
        }
        #expect(given.coords.latitude == BGeoBench.north(100).latitude)
        #expect(PlainObject(given.extras ?? [:]).members == ["fleet": "north", "a": 1])
        #expect(try await bench.count() == 0)
        let kept = try await bench.app {
            try await BackgroundGeolocation.getCurrentPosition(CurrentPositionOptions(persist: true))
        }
        #expect(try await bench.queued().map(\.uuid) == [kept.uuid])
    }

    @Test(arguments: [(nil, 1), (true, 1), (false, 0)] as [(Bool?, Int)])
    func `while tracking a position that was asked for is one record at most`(
        _ persist: Bool?, _ count: Int
    ) async throws {
        let bench = BGeoBench(at: BGeoBench.p0)
        try await bench.started()
        try await bench.app {
            _ = try await BackgroundGeolocation.getCurrentPosition(CurrentPositionOptions(persist: persist))
        }
        #expect(try await bench.count() == count)
    }

    @Test func `a position that does not come in time is error 408`() async throws {
        let bench = BGeoBench(at: BGeoBench.p0)
        bench.phone.answerFixRequests(.failure(.timedOut))
        try await bench.ready()
        var told: [LocationErrorEvent] = []
        try await bench.app { BackgroundGeolocation.onLocationError { told.append($0) } }
        // An Apple system only stays silent, so the time that may be waited has to pass.
        let isOver = Locked(false)
        let time = Task { while !isOver.withLock({ $0 }) { await bench.wait(1) } }
        let error = try await bench.error { _ = try await BackgroundGeolocation.getCurrentPosition() }
        isOver.withLock { $0 = true }
        await time.value
        #expect(error?.code == "408")
        #expect(told.map(\.code) == ["408"])
    }

    @Test func `without permission a position is error 1`() async throws {
        let bench = BGeoBench(at: BGeoBench.p0, authorization: Authorization(tier: .denied))
        try await bench.ready()
        let error = try await bench.error { _ = try await BackgroundGeolocation.getCurrentPosition() }
        #expect(error?.code == "1")
        let state = try await bench.app { await BackgroundGeolocation.getState() }
        #expect(state["lastLocationError"] is String)
    }

    @Test func `a store that cannot be used is an error and no endless wait`() async throws {
        let bench = BGeoBench(at: BGeoBench.p0)
        try FileManager.default.createDirectory(
            at: bench.folder.appending(path: "bgeo.db"), withIntermediateDirectories: true)
        let error = try await bench.error { _ = try await BackgroundGeolocation.getCurrentPosition() }
        #expect(error?.code == "DATABASE_ERROR")
        #expect(try await bench.error { try await BackgroundGeolocation.start() }?.code == "DATABASE_ERROR")
    }

    @Test func `the first call opens the store, and merges into what is kept there`() async throws {
        let bench = BGeoBench()
        try await bench.started(Config(distanceFilter: 50, url: "https://example.invalid/l"), with: [.home])
        bench.phone.killApp()
        bench.phone.onLaunch { _, _ in }
        let service = BGeoService(
            device: bench.phone.device,
            store: BackgroundGeolocation.location(in: bench.folder, bench.phone.device), hub: bench.hub)
        let state = try await BackgroundGeolocation.$context.withValue(
            BGeoContext(engine: service, hub: bench.hub)
        ) {
            try await BackgroundGeolocation.ready(Config(distanceFilter: 30))
        }
        #expect(state.enabled)
        #expect(service.configuration.url == "https://example.invalid/l")
        #expect(service.configuration.distanceFilterMetres == 30)
        await service.shutDown()
    }

    @Test func `watched positions are location events marked as such`() async throws {
        let bench = BGeoBench(at: BGeoBench.p0)
        try await bench.listen()
        try await bench.app {
            BackgroundGeolocation.watchPosition(WatchPositionOptions(persist: true, extras: ["a": 1]))
        }
        await bench.fix(0)
        #expect(bench.locations.map { PlainObject($0.extras ?? [:]).members } == [["a": 1, "watch": true]])
        #expect(try await bench.queued().map(\.uuid) == bench.locations.map(\.uuid))
        try await bench.app { BackgroundGeolocation.stopWatchPosition() }
        await bench.fix(10)
        #expect(bench.locations.count == 1)
    }

    @Test func `the odometer is set and given back`() async throws {
        let bench = BGeoBench(at: BGeoBench.p0)
        try await bench.started()
        await bench.fix(0)
        await bench.fix(1000)
        #expect(abs(try await bench.app { await BackgroundGeolocation.getOdometer() } - 1000) < 0.01)
        let location = try await bench.app { try await BackgroundGeolocation.setOdometer(250) }
        #expect(location.odometer == 250)
        try await bench.app { try await BackgroundGeolocation.resetOdometer() }
        #expect(try await bench.app { await BackgroundGeolocation.getOdometer() } == 0)
    }

    // MARK: Permissions

    @Test(arguments: [
        (PromptAnswer.allow, AuthorizationStatus.always), (.allowWhenInUse, .whenInUse), (.deny, .denied),
    ])
    func `asking for the permission gives the answer`(
        _ answer: PromptAnswer, _ status: AuthorizationStatus
    ) async throws {
        let bench = BGeoBench(authorization: Authorization(tier: .notDetermined))
        bench.phone.answerPrompts(answer)
        try await bench.ready()
        #expect(try await bench.app { try await BackgroundGeolocation.requestPermission() } == status)
        #expect(try await bench.app { await BackgroundGeolocation.getProviderState() }.status == status)
    }

    @Test func `a change of the permission is told`() async throws {
        let bench = BGeoBench()
        try await bench.ready()
        var told: [AuthorizationStatus] = []
        try await bench.app { BackgroundGeolocation.onProviderChange { told.append($0.status) } }
        await bench.phone.setAuthorization(.whenInUse)
        #expect(told == [.whenInUse])
    }

    // MARK: State

    @Test func `the state has the keys that are promised`() async throws {
        let bench = BGeoBench()
        try await bench.started(with: Geofence.bulk)
        await bench.fix(0)
        await bench.wait(10)
        await bench.phone.deliver(at: BGeoBench.p0, accuracy: 500)
        await bench.wait(2)
        try await bench.app { try await BackgroundGeolocation.changePace(true) }
        let state = try await bench.app { await BackgroundGeolocation.getState() }
        #expect(state["enabled"] as? Bool == true)
        #expect(state["isMoving"] as? Bool == true)
        #expect(state["odometer"] as? Double == 0)
        #expect(state["authorization"] as? Int == AuthorizationStatus.always.rawValue)
        #expect(state["geofenceCount"] as? Int == 3)
        #expect(state["lastGeofenceError"] is NSNull)
        #expect(state["lastAcceptedFixAge"] as? Double == 12)
        #expect(state["lastRawFixAge"] as? Double == 2)
        #expect(state["connected"] as? Bool == true)
        await bench.phone.setNetwork(.none)
        #expect(try await bench.app { await BackgroundGeolocation.getState() }["connected"] as? Bool == false)
    }

    @Test func `the filter policy is read when tracking starts`() async throws {
        let bench = BGeoBench()
        try await bench.started(with: [0, 5000].map { .north($0) })
        await bench.fix(0)
        try await bench.app { try await BackgroundGeolocation.setConfig(Config(locationFilterPolicy: "PassThrough")) }
        await bench.wait(1)
        await bench.phone.deliver(at: BGeoBench.north(5000), movesPhone: false)
        #expect(try await bench.registered() == ["n0000"])
        try await bench.app {
            try await BackgroundGeolocation.stop()
            try await BackgroundGeolocation.start()
        }
        await bench.phone.deliver(at: BGeoBench.north(5000))
        #expect(try await bench.registered() == ["n5000"])
    }

    // MARK: Tokens

    private static let authorization = AuthorizationConfig(
        accessToken: "old", refreshToken: "r1", refreshUrl: "https://example.invalid/token")

    private func uploading(_ token: SimulatedResponse) async throws -> BGeoBench {
        let bench = BGeoBench()
        bench.phone.serve { request in
            if request.url.hasSuffix("token") { return token }
            return request.headers["Authorization"] == "Bearer new" ? .status(200) : .status(401)
        }
        try await bench.ready(Config(url: "https://example.invalid/l", authorization: Self.authorization))
        try await bench.app { await BackgroundGeolocation.insertLocation(location("a")) }
        return bench
    }

    @Test func `BGEO-115 renewed tokens outlive the process, also when it starts with the old options`() async throws {
        let bench = try await uploading(.text(200, #"{"accessToken":"new"}"#))
        #expect(try await bench.count() == 0)
        bench.phone.killApp()
        try await bench.ready(Config(url: "https://example.invalid/l", authorization: Self.authorization))
        let tokens = try await bench.app { await BackgroundGeolocation.getAuthState() }
        #expect(tokens.accessToken == "new" && tokens.refreshToken == "r1")
        let before = bench.phone.requests.count
        try await bench.app { await BackgroundGeolocation.insertLocation(location("b")) }
        #expect(bench.phone.requests.dropFirst(before).map { $0.request.headers["Authorization"] } == ["Bearer new"])
    }

    @Test func `BGEO-115 other tokens that are set win over renewed ones`() async throws {
        let bench = try await uploading(.text(200, #"{"accessToken":"new"}"#))
        try await bench.app {
            try await BackgroundGeolocation.setConfig(
                Config(authorization: AuthorizationConfig(accessToken: "other", refreshToken: "r9")))
        }
        let tokens = try await bench.app { await BackgroundGeolocation.getAuthState() }
        #expect(tokens.accessToken == "other" && tokens.refreshToken == "r9")
        try await bench.app { try await BackgroundGeolocation.setConfig(Config(authorization: .clear)) }
        let none = try await bench.app { await BackgroundGeolocation.getAuthState() }
        #expect(none.accessToken == nil && none.refreshToken == nil)
    }

    @Test func `BGEO-115 a refresh that fails is told and waits`() async throws {
        let bench = try await uploading(.status(400))
        #expect(bench.authorizations == [["success": false, "status": 400]])
        #expect(bench.phone.requests.count == 2)
        #expect(bench.http.map(\.status) == [401])
        #expect(try await bench.count() == 1)
        await bench.phone.advance(by: 999)
        #expect(bench.phone.requests.count == 2)
        await bench.phone.advance(by: 1)
        #expect(bench.phone.requests.count == 4)
    }

    @Test func `BGEO-115 a token is renewed once for a request`() async throws {
        let bench = try await uploading(.text(200, #"{"accessToken":"still wrong"}"#))
        #expect(bench.phone.requests.count == 3)
        #expect(bench.http.map(\.status) == [401, 401])
        #expect(try await bench.count() == 1)
    }

    @Test func `BGEO-115 tokens are renewed without any application code`() async throws {
        let bench = BGeoBench(at: BGeoBench.north(400))
        try await bench.started(Config(url: "https://example.invalid/l", authorization: Self.authorization))
        try await bench.add(.home)
        bench.phone.serve { request in
            if request.url.hasSuffix("token") { return .text(200, #"{"access_token":"new"}"#) }
            return request.headers["Authorization"] == "Bearer new" ? .status(200) : .status(401)
        }
        await bench.fix(400)
        bench.phone.killApp()
        await bench.move(0)
        #expect(bench.phone.requests.last?.request.headers["Authorization"] == "Bearer new")
        #expect(try await bench.count() == 0)
    }

    // MARK: Log

    private func logging(_ url: String? = "https://example.invalid/log") async throws -> BGeoBench {
        let bench = BGeoBench()
        try await bench.ready(Config(logLevel: LogLevel.info.rawValue, logUrl: url))
        try await bench.app {
            _ = await BackgroundGeolocation.destroyLog()
            BackgroundGeolocation.logger.info("one", data: ["a": 1])
            BackgroundGeolocation.logger.debug("not kept")
            BackgroundGeolocation.logger.error("two")
            // Listing waits until what was logged is written.
            #expect(await BackgroundGeolocation.getLog().count == 2)
        }
        return bench
    }

    @Test func `rows are kept by their level and listed newest first`() async throws {
        let bench = try await logging()
        let rows = try await bench.app { await BackgroundGeolocation.getLog() }
        #expect(rows.map(\.message) == ["two", "one"])
        #expect(rows.map(\.level) == [1, 3])
        #expect(rows.allSatisfy { $0.src == "native" && $0.event == "app" })
        #expect(try await bench.app { await BackgroundGeolocation.getLog(limit: 0) }.count == 1)
        #expect(try await bench.app { await BackgroundGeolocation.destroyLog() } == 2)
    }

    @Test func `the log is uploaded oldest first and then gone`() async throws {
        let bench = try await logging()
        #expect(try await bench.app { await BackgroundGeolocation.uploadLog() } == 2)
        #expect(bench.phone.requests.map(\.request.url) == ["https://example.invalid/log"])
        let events = try #require(bench.bodies.first?["events"]?.arrayValue)
        #expect(events.map { $0["message"]?.stringValue } == ["one", "two"])
        #expect(events.first?["data"] == ["a": 1])
        #expect(try await bench.app { await BackgroundGeolocation.getLog() }.isEmpty)
        #expect(bench.http.isEmpty)
    }

    @Test func `a log that could not be uploaded is kept`() async throws {
        let bench = try await logging()
        bench.phone.script(.status(503))
        #expect(try await bench.app { await BackgroundGeolocation.uploadLog() } == 2)
        #expect(try await bench.app { await BackgroundGeolocation.getLog() }.count == 2)
    }

    @Test func `without an address the log stays`() async throws {
        let bench = try await logging(nil)
        #expect(try await bench.app { await BackgroundGeolocation.uploadLog() } == 2)
        #expect(bench.phone.requests.isEmpty)
        #expect(try await bench.app { await BackgroundGeolocation.getLog() }.count == 2)
    }

    @Test func `uploads of the log that overlap take away what each has brought`() async throws {
        let bench = try await logging()
        bench.phone.script(.status(200, after: 1000), .status(503, after: 5000), .status(200, after: 9000))
        try await bench.app {
            _ = await BackgroundGeolocation.uploadLog()
            BackgroundGeolocation.logger.info("three")
            _ = await BackgroundGeolocation.uploadLog()
        }
        await bench.wait(2)
        #expect(try await bench.app { await BackgroundGeolocation.getLog() }.map(\.message) == ["three"])
        try await bench.app {
            BackgroundGeolocation.logger.info("four")
            _ = await BackgroundGeolocation.uploadLog()
        }
        await bench.wait(4)
        #expect(try await bench.app { await BackgroundGeolocation.getLog() }.map(\.message) == ["four", "three"])
        await bench.wait(10)
        #expect(try await bench.app { await BackgroundGeolocation.getLog() }.isEmpty)
    }

    @Test func `more rows than a listing shows are uploaded, not lost`() async throws {
        let bench = try await logging()
        bench.phone.killApp()
        let file = try Database(path: bench.folder.appending(path: BackgroundGeolocation.databaseName).path)
        try file.execute(
            """
            WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 5000)
            INSERT INTO log_entries (ts_ms, level, src, event, message)
            SELECT ?, 3, 'native', 'app', 'row ' || n FROM numbers
            """, [.integer(bench.phone.now.wall.milliseconds)])
        file.close()
        #expect(try await bench.app { await BackgroundGeolocation.uploadLog() } == 5002)
        let events = try #require(bench.bodies.first?["events"]?.arrayValue)
        #expect(events.count == 5002)
        #expect(events.first?["message"] == "one" && events.last?["message"] == "row 5000")
    }
}
