import Foundation
import LocationCore
import LocationSimulator
import PhoneBench
import Testing

@testable import BGeoAdapter

/// A location as an application inserts it.
func location(_ uuid: String, _ members: JSONObject = [:], at: String = "2026-07-06T12:00:00.000Z") -> [String: Any] {
    var record: JSONObject = [
        "uuid": .string(uuid), "timestamp": .string(at), "odometer": 0, "is_moving": false,
        "coords": ["latitude": 52.2, "longitude": 21.0, "accuracy": 5],
        "activity": ["type": "still", "confidence": 100], "battery": ["level": 0.5, "is_charging": false],
    ]
    for (key, value) in members { record[key] = value }
    return PlainObject(members: record).dictionary
}

/// What is queued, and for how long.
@MainActor @Suite struct `BGEO conformance, queue` {
    /// Started 400 m from `home`, with a fix; nothing is sent by itself unless the options say so.
    private func outside(_ config: Config = Config()) async throws -> BGeoBench {
        let bench = BGeoBench(at: BGeoBench.north(400))
        try await bench.started(config)
        await bench.fix(400)
        try await bench.add(.home)
        return bench
    }

    @Test(.enabled(if: Backend.current.reportsCrossings, "\(Backend.needsCrossings)"))
    func `BGEO-100 a transition is one record`() async throws {
        let bench = try await outside()
        let before = try await bench.count()
        await bench.move(0)
        #expect(try await bench.count() == before + 1)
        #expect(try await bench.queued().last?.event == "geofence")
        #expect(bench.phone.requests.isEmpty)
    }

    @Test(.enabled(if: Backend.current.reportsCrossings, "\(Backend.needsCrossings)"))
    func `BGEO-101 the record names fence and action and is the one that was told`() async throws {
        let bench = try await outside()
        await bench.move(0)
        let record = try #require(try await bench.queued().last)
        let nested = try #require(record.raw["geofence"] as? [String: Any])
        #expect(nested["identifier"] as? String == "home")
        #expect(nested["action"] as? String == "ENTER")
        #expect(record.uuid == bench.events.last?.location.uuid)
        let told = PlainObject(bench.events.last?.location.raw ?? [:]).members
        #expect(told == PlainObject(record.raw).members)
    }

    @Test(.enabled(if: Backend.current.reportsCrossings, "\(Backend.needsCrossings)"))
    func `BGEO-117 without autoSync only sync sends`() async throws {
        let bench = try await outside(Config(url: "https://example.invalid/l", autoSync: false))
        try await bench.app { _ = await BackgroundGeolocation.destroyLocations() }
        await bench.move(0)
        #expect(bench.phone.requests.isEmpty)
        let uuid = try #require(bench.events.last?.location.uuid)
        let given = try await bench.app { try await BackgroundGeolocation.sync() }
        #expect(given.map(\.uuid) == [uuid])
        #expect(bench.sent == [uuid])
        #expect(try await bench.count() == 0)
    }

    private func ready(_ config: Config) async throws -> BGeoBench {
        let bench = BGeoBench()
        try await bench.ready(config)
        return bench
    }

    private func insert(_ uuids: String..., into bench: BGeoBench) async throws {
        for uuid in uuids { try await bench.app { await BackgroundGeolocation.insertLocation(location(uuid)) } }
    }

    @Test func `BGEO-118 automatic upload waits for the threshold`() async throws {
        let bench = try await ready(Config(url: "https://example.invalid/l", autoSyncThreshold: 3))
        try await insert("a", "b", into: bench)
        #expect(bench.phone.requests.isEmpty)
        try await insert("c", into: bench)
        #expect(bench.sent == ["a", "b", "c"])
    }

    @Test func `BGEO-119 cellular defers what is automatic`() async throws {
        let bench = try await ready(Config(url: "https://example.invalid/l", disableAutoSyncOnCellular: true))
        await bench.phone.setNetwork(.cellular)
        try await insert("a", into: bench)
        #expect(bench.phone.requests.isEmpty)
        _ = try await bench.app { try await BackgroundGeolocation.sync() }
        #expect(bench.sent == ["a"])
        try await insert("b", into: bench)
        #expect(bench.sent == ["a"])
        await bench.phone.setNetwork(.unmetered)
        #expect(bench.sent == ["a", "b"])
    }

    @Test func `BGEO-120 the oldest make room`() async throws {
        let bench = try await ready(Config(maxRecordsToPersist: 3))
        try await insert("a", "b", "c", "d", "e", into: bench)
        #expect(try await bench.queued().map(\.uuid) == ["c", "d", "e"])
    }

    @Test func `a bound of 0 keeps nothing`() async throws {
        let bench = try await ready(Config(maxRecordsToPersist: 0))
        try await insert("a", into: bench)
        #expect(try await bench.count() == 0)
    }

    @Test(arguments: [(1, 0), (0, 1)])
    func `BGEO-121 what is too old is gone at the start of tracking`(_ days: Int, _ left: Int) async throws {
        let bench = try await ready(Config(maxDaysToPersist: days))
        try await insert("a", into: bench)
        await bench.phone.advance(by: 25 * 3_600_000)
        #expect(try await bench.count() == 1)
        try await bench.app { try await BackgroundGeolocation.start() }
        #expect(try await bench.count() == left)
    }

    @Test(arguments: [(1, 0), (0, 1)])
    func `BGEO-121 what is too old is gone at the start of a process`(_ days: Int, _ left: Int) async throws {
        let bench = try await ready(Config(maxDaysToPersist: days))
        try await insert("a", into: bench)
        bench.phone.killApp()
        await bench.phone.advance(by: 25 * 3_600_000)
        #expect(try await bench.count() == left)
    }

    @Test func `BGEO-125 one identifier is queued once`() async throws {
        let bench = try await ready(Config())
        try await insert("a", "a", into: bench)
        #expect(try await bench.count() == 1)
        try await bench.app {
            var nameless = location("x")
            nameless["uuid"] = nil
            await BackgroundGeolocation.insertLocation(nameless)
            await BackgroundGeolocation.insertLocation(nameless)
        }
        #expect(Set(try await bench.queued().map(\.uuid)).count == 3)
    }

    @Test func `BGEO-126 removing what is not queued is an error`() async throws {
        let bench = try await ready(Config())
        try await insert("a", into: bench)
        let error = try await bench.error { try await BackgroundGeolocation.destroyLocation(uuid: "b") }
        #expect(error == .notFound(message: "No queued location with uuid b"))
        #expect(error?.code == "NOT_FOUND")
        #expect(try await bench.error { try await BackgroundGeolocation.destroyLocation(uuid: "a") } == nil)
        #expect(try await bench.count() == 0)
    }

    @Test func `BGEO-127 removing all tells how many`() async throws {
        let bench = try await ready(Config())
        try await insert("a", "b", "c", "d", into: bench)
        #expect(try await bench.app { await BackgroundGeolocation.destroyLocations() } == 4)
        #expect(try await bench.count() == 0)
    }
}
