import Foundation
import LocationCore
import LocationSimulator
import PhoneBench
import Testing

@testable import BGeoAdapter

/// Rules of the specification's sections 3 to 10 that have no number of their own.
@MainActor @Suite struct `BGEO conformance, rules without a number` {
    private static let url = "https://example.invalid/l"

    private func outside(_ fences: Geofence..., config: Config = Config()) async throws -> BGeoBench {
        let bench = BGeoBench(at: BGeoBench.north(400))
        try await bench.started(config)
        await bench.fix(400)
        try await bench.app { try await BackgroundGeolocation.addGeofences(fences) }
        return bench
    }

    @Test func `3.1 extras that are not JSON are refused and nothing is stored`() async throws {
        let bench = BGeoBench()
        let error = try await bench.error {
            try await BackgroundGeolocation.addGeofences([
                .north(100), .home(extras: ["when": Date(timeIntervalSince1970: 0)]),
            ])
        }
        #expect(error?.code == "INVALID_EXTRAS")
        #expect(try await bench.stored().isEmpty)
    }

    @Test func `3.2 a new fence out of range is only stored`() async throws {
        let bench = try await outside()
        try await bench.add(.north(5000))
        #expect(try await bench.stored().count == 1)
        #expect(bench.appRegions.isEmpty && bench.changes.isEmpty)
    }

    @Test func `4 the last fix outlives a stop within a process`() async throws {
        let bench = BGeoBench()
        try await bench.started(with: Geofence.row(25))
        await bench.fix(0)
        try await bench.app {
            try await BackgroundGeolocation.stop()
            try await BackgroundGeolocation.start()
        }
        #expect(try await bench.registered() == Geofence.names(1...19))
    }

    @Test func `4 a region that the system gives up is told and tried again`() async throws {
        let bench = try await outside(.home)
        let id = try #require(try await bench.region("home")?.id)
        await bench.phone.os.lose(id, .unmonitored)
        #expect(try await bench.app { await BackgroundGeolocation.getState() }["lastGeofenceError"] is String)
        await bench.fix(410)
        #expect(try await bench.registered() == ["home"])
        #expect(bench.rotations == [[["home"], []], [[], ["home"]], [["home"], []]])
    }

    @Test(.enabled(if: Backend.current.isPlain, "\(Backend.needsPositions)"))
    func `5.1 without a fix a transition takes the position of the system's event`() async throws {
        let bench = BGeoBench(at: BGeoBench.north(400))
        try await bench.started(with: [.home])
        bench.phone.answerFixRequests(.silence)
        bench.phone.adjust { $0.detectsCrossings = false }
        let id = try #require(try await bench.region("home")?.id)
        let seen = Fix(coordinate: BGeoBench.north(20), accuracy: 30, timestamp: bench.phone.now.wall)
        await bench.phone.os.enter(id, position: seen)
        #expect(bench.told == ["ENTER home"])
        #expect(bench.events.last?.location.coords.latitude == seen.coordinate.latitude)
        #expect(bench.events.last?.location.coords.accuracy == 30)
    }

    @Test func `5.1 with neither it waits for a fix that is asked for`() async throws {
        let bench = BGeoBench(at: BGeoBench.north(400)) { $0.fixLatency = 4000 }
        try await bench.started(Config(url: Self.url), with: [.home])
        await bench.move(0)
        #expect(bench.told == [] && bench.phone.requests.isEmpty)
        await bench.wait(4)
        #expect(bench.told == ["ENTER home"])
        #expect(bench.events.last?.location.coords.latitude == BGeoBench.p0.latitude)
        #expect(bench.events.last?.location.coords.accuracy == 5)
        #expect(bench.bodies.contains { $0["location"]?["event"] == "geofence" })
    }

    @Test func `5.1 after ten seconds it makes do with the fence's centre`() async throws {
        let bench = BGeoBench(at: BGeoBench.north(400))
        bench.phone.answerFixRequests(.silence)
        try await bench.started(Config(url: Self.url), with: [.home])
        await bench.move(0)
        await bench.phone.advance(by: 9999)
        #expect(bench.told == [] && bench.phone.requests.isEmpty)
        await bench.phone.advance(by: 1)
        #expect(bench.told == ["ENTER home"])
        #expect(bench.events.last?.location.coords.latitude == BGeoBench.p0.latitude)
        #expect(bench.events.last?.location.coords.accuracy == 150)
        #expect(bench.bodies.last?["location"]?["uuid"]?.stringValue == bench.events.last?.location.uuid)
    }

    @Test func `5.1 the moment of a transition is not that of its fix`() async throws {
        let bench = try await outside(.home)
        let fixed = bench.phone.now.wall
        await bench.wait(60)
        await bench.move(0)
        let location = try #require(bench.events.last?.location)
        #expect(location.timestamp == fixed.iso8601)
        #expect(location.age == 60_000)
        let nested = try #require(location.raw["geofence"] as? [String: Any])
        #expect(nested["timestamp"] as? String == bench.phone.now.wall.iso8601)
    }

    @Test func `5.1 extras are those of the moment`() async throws {
        let bench = try await outside(.home)
        await bench.move(0)
        try await bench.add(.home(extras: ["kind": "other"]))
        let nested = try #require(try await bench.transitions().first?.raw["geofence"] as? [String: Any])
        #expect((nested["extras"] as? [String: Any])?["kind"] as? String == "home")
    }

    @Test(.enabled(if: Backend.current.reportsCrossings, "\(Backend.needsCrossings)"))
    func `5.3 a state that is found at a wake is an entry where the device was outside`() async throws {
        let bench = try await outside(.home, config: Config(geofenceInitialTriggerEntry: false))
        bench.phone.adjust {
            $0.detectsCrossings = false
            $0.answersStateFromTruth = true
        }
        await bench.move(0)
        #expect(bench.told == [])
        await bench.phone.backgroundApp()
        await bench.phone.foregroundApp()
        #expect(bench.told == ["ENTER home"])
    }

    @Test(arguments: [3_600_000, -3_600_000] as [Int64])
    func `5.4 a clock that is set makes no dwell early or late`(_ step: Int64) async throws {
        let bench = try await outside(.home(delay: 60_000))
        await bench.move(0)
        await bench.wait(30)
        await bench.phone.setWallClock(by: step)
        await bench.phone.backgroundApp()
        await bench.phone.foregroundApp()
        await bench.phone.advance(by: 29_999)
        #expect(bench.told == ["ENTER home"])
        await bench.phone.advance(by: 1)
        #expect(bench.told == ["ENTER home", "DWELL home"])
    }

    @Test func `6.1 where occupied fences exceed the places a stay ends without an exit`() async throws {
        let bench = BGeoBench(at: BGeoBench.p0)
        try await bench.started(with: (0..<5).map { .north(Double($0) * 10, radius: 300, "f\($0)", exit: true) })
        await bench.fix(0)
        #expect(bench.told.count == 5)
        try await bench.app { try await BackgroundGeolocation.setConfig(Config(maxMonitoredGeofences: 3)) }
        #expect(try await bench.registered() == ["f0", "f1", "f2"])
        #expect(bench.told.count == 5)
        await bench.move(1000)
        #expect(bench.told.dropFirst(5).sorted() == ["EXIT f0", "EXIT f1", "EXIT f2"])
    }

    @Test func `6.4 a change of the slice is told before the entries that it causes`() async throws {
        let bench = BGeoBench(at: BGeoBench.p0)
        var order: [String] = []
        try await bench.app {
            BackgroundGeolocation.onGeofencesChange { _ in order.append("slice") }
            BackgroundGeolocation.onGeofence { order.append($0.action.rawValue) }
            try await BackgroundGeolocation.start()
        }
        await bench.fix(0)
        try await bench.add(.home)
        #expect(order == ["slice", "ENTER"])
    }

    @Test func `7 the option is read at registration`() async throws {
        let bench = BGeoBench(at: BGeoBench.p0)
        try await bench.started()
        await bench.fix(0)
        try await bench.add(.home)
        try await bench.app {
            try await BackgroundGeolocation.setConfig(Config(geofenceInitialTriggerEntry: false))
            try await BackgroundGeolocation.addGeofence(.north(20, radius: 200, "late"))
        }
        #expect(bench.told == ["ENTER home"])
        await bench.wait(300)
        #expect(bench.told == ["ENTER home", "DWELL home"])
    }

    @Test func `9.4 another address is tried at once, without the threshold`() async throws {
        let bench = BGeoBench()
        bench.phone.serve { $0.url.hasSuffix("new") ? .status(200) : .status(503) }
        try await bench.ready(Config(url: Self.url, autoSyncThreshold: 2))
        try await bench.app {
            await BackgroundGeolocation.insertLocation(location("a"))
            await BackgroundGeolocation.insertLocation(location("b"))
        }
        #expect(bench.phone.requests.count == 1)
        try await bench.app {
            try await BackgroundGeolocation.destroyLocation(uuid: "b")
            try await BackgroundGeolocation.setConfig(Config(url: "https://example.invalid/new"))
        }
        #expect(bench.phone.requests.map(\.request.url) == [Self.url, "https://example.invalid/new"])
        #expect(try await bench.count() == 0)
    }

    @Test func `9.4 sync does not wait for the back-off`() async throws {
        let bench = BGeoBench()
        bench.phone.script(.status(503))
        try await bench.ready(Config(url: Self.url))
        try await bench.app { await BackgroundGeolocation.insertLocation(location("a")) }
        #expect(try await bench.count() == 1)
        _ = try await bench.app { try await BackgroundGeolocation.sync() }
        #expect(try await bench.count() == 0)
    }

    @Test(arguments: [408, 425, 429, 500, 503])
    func `9.5 what may pass is tried again in order`(_ status: Int) async throws {
        let bench = BGeoBench()
        try await bench.ready(Config(url: Self.url))
        bench.phone.script(.status(status), .status(status), .status(status), .status(status))
        try await bench.app {
            await BackgroundGeolocation.insertLocation(location("a"))
            await BackgroundGeolocation.insertLocation(location("b"))
        }
        await bench.wait(16)
        #expect(bench.sent == ["a", "a", "a", "a", "a", "b"])
    }

    @Test func `9.5 a refused batch is tried record by record`() async throws {
        let bench = BGeoBench()
        bench.phone.serve { request in
            let text = String(decoding: request.body, as: UTF8.self)
            return .status(text.contains("bad") ? 400 : 200)
        }
        try await bench.ready(Config(url: Self.url, autoSync: false, batchSync: true))
        try await bench.app {
            for uuid in ["a", "bad", "c"] { await BackgroundGeolocation.insertLocation(location(uuid)) }
            _ = try await BackgroundGeolocation.sync()
        }
        #expect(try await bench.queued().map(\.uuid) == ["bad"])
    }

    @Test(.enabled(if: Backend.current.reportsCrossings, "\(Backend.needsCrossings)"))
    func `10.1 what the system lost meanwhile is registered at the next launch`() async throws {
        let bench = try await outside(.home)
        bench.phone.killApp()
        bench.phone.adjust { $0.eventsStartApp = false }
        for region in bench.appRegions { await bench.phone.os.lose(region.id) }
        #expect(bench.appRegions.isEmpty)
        try await bench.ready()
        #expect(try await bench.registered() == ["home"])
    }

    @Test func `10.1 what was removed while the system kept it is given back at the next launch`() async throws {
        let bench = try await outside(.home, .north(700))
        let id = try #require(try await bench.region("home")?.id)
        try await bench.app { await BackgroundGeolocation.removeGeofence(identifier: "home") }
        bench.phone.killApp()
        await bench.phone.occupy(
            Region(id: "hosts-own", circle: try Circle(center: BGeoBench.p0, radius: 100)), owner: "host")
        #expect(!bench.appRegions.contains { $0.id == id })
        try await bench.ready()
        #expect(try await bench.registered() == ["n0700"])
        #expect(bench.phone.monitoredRegions.contains { $0.id == "hosts-own" })
    }

    @Test(.enabled(if: Backend.current.reportsCrossings, "\(Backend.needsCrossings)"))
    func `10.3 fixes that are old or out of order are refused`() async throws {
        let bench = BGeoBench()
        try await bench.started(with: [0, 1400].map { .north($0) })
        await bench.fix(0)
        await bench.wait(400)
        let now = bench.phone.now.wall
        func deliver(_ age: Int64) async {
            await bench.phone.deliver(
                Fix(coordinate: BGeoBench.north(1400), accuracy: 5, timestamp: now.adding(milliseconds: -age)))
        }
        await deliver(301_000)
        #expect(try await bench.registered() == ["n0000"])
        await deliver(500_000)
        #expect(try await bench.registered() == ["n0000"])
        await deliver(299_000)
        #expect(try await bench.registered() == ["n1400"])
    }

    @Test(arguments: [
        (Config(), ["n0000"]), (Config(locationFilterPolicy: "passthrough"), ["n5000"]),
        (Config(locationFilterPolicy: "ADJUST"), ["n0000"]), (Config(disableLocationFilter: true), ["n5000"]),
        (Config(locationFilterMaxSpeed: 6000), ["n5000"]),
    ])
    func `10.3 the filter decides about jumps`(_ config: Config, _ registered: [String]) async throws {
        let bench = BGeoBench()
        try await bench.started(config, with: [0, 5000].map { .north($0) })
        await bench.fix(0)
        await bench.wait(1)
        // Where the phone really goes there, a second fix agrees with the first. (AMD-04)
        await bench.phone.deliver(at: BGeoBench.north(5000), movesPhone: registered == ["n5000"])
        #expect(try await bench.registered() == registered)
    }
}
