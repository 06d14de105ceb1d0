import Foundation
import LocationCore
import LocationSimulator
import Testing

@testable import BGeoAdapter

/// Listeners, options and the life cycle, on the phone. What is said of `Config()`, decoding and the kinds of numbers
/// (BGEO-134, BGEO-137, BGEO-138) needs no phone and is proven beside the types.
@MainActor @Suite struct `BGEO conformance, façade` {
    @Test func `BGEO-128 the first listener gets the oldest 64 events and the second none`() async throws {
        let bench = BGeoBench(at: BGeoBench.p0)
        try await bench.app { try await BackgroundGeolocation.start() }
        await bench.fix(0)
        var moving: [Bool] = []
        var second = 0
        try await bench.app {
            for turn in 0..<100 { try await BackgroundGeolocation.changePace(turn % 3 == 0) }
            BackgroundGeolocation.onMotionChange { moving.append($0.isMoving) }
            BackgroundGeolocation.onMotionChange { _ in second += 1 }
        }
        // Of each three paces two are changes.
        let expected = (0..<100).filter { $0 % 3 != 2 }.map { $0 % 3 == 0 }
        #expect(moving == Array(expected.prefix(64)))
        #expect(second == 0)
    }

    @Test func `BGEO-129 a channel that was heard once keeps nothing again`() async throws {
        let bench = BGeoBench(at: BGeoBench.north(400))
        try await bench.app {
            BackgroundGeolocation.onGeofence { _ in }.remove()
            try await BackgroundGeolocation.start()
            try await BackgroundGeolocation.addGeofence(.home)
        }
        await bench.fix(400)
        await bench.move(0)
        try await bench.listen()
        #expect(bench.told == [])
        await bench.move(400)
        #expect(bench.told == ["EXIT home"])
    }

    @Test func `BGEO-130 removing listeners leaves the kept events`() async throws {
        let bench = BGeoBench(at: BGeoBench.p0)
        try await bench.app {
            try await BackgroundGeolocation.addGeofence(.home)
            try await BackgroundGeolocation.start()
        }
        await bench.fix(0)
        try await bench.app { BackgroundGeolocation.removeListeners() }
        try await bench.listen()
        #expect(bench.told == ["ENTER home"])
    }

    @Test func `BGEO-131 removing a subscription twice is removing it once`() async throws {
        let bench = BGeoBench(at: BGeoBench.p0)
        var told = 0
        try await bench.started()
        let subscription = try await bench.app { BackgroundGeolocation.onGeofence { _ in told += 1 } }
        subscription.remove()
        subscription.remove()
        await bench.fix(0)
        try await bench.add(.home)
        #expect(bench.told == ["ENTER home"])
        #expect(told == 0)
    }

    @Test func `BGEO-132 a cancelled consumer leaves its channel`() async throws {
        let bench = BGeoBench(at: BGeoBench.p0)
        let stream = try await bench.app { BackgroundGeolocation.geofenceEvents }
        #expect(bench.hub.listenerCount(.geofence) == 1)
        let consumer = Task {
            var count = 0
            for await _ in stream { count += 1 }
            return count
        }
        consumer.cancel()
        _ = await consumer.value
        #expect(bench.hub.listenerCount(.geofence) == 0)
    }

    @Test func `BGEO-133 a payload that does not decode is told to nobody`() async throws {
        let bench = BGeoBench()
        try await bench.listen()
        bench.hub.emit(channel: .geofence, payload: ["identifier": 1, "action": "ENTER"])
        bench.hub.emit(channel: .geofence, payload: .null)
        #expect(bench.events.isEmpty)
    }

    @Test func `BGEO-135 an unset address sends nothing`() async throws {
        let bench = BGeoBench()
        try await bench.ready(Config(url: "https://example.invalid/l"))
        #expect(Config(url: Config.clearString).toDictionary()["url"] is NSNull)
        try await bench.app {
            try await BackgroundGeolocation.setConfig(Config(url: Config.clearString))
            await BackgroundGeolocation.insertLocation(location("a"))
            _ = try await BackgroundGeolocation.sync()
        }
        #expect(bench.phone.requests.isEmpty)
        #expect(try await bench.count() == 1)
    }

    @Test func `BGEO-136 what is not set keeps its value, also in the next process`() async throws {
        let bench = BGeoBench()
        try await bench.started(
            Config(
                distanceFilter: 50, url: "https://example.invalid/l", headers: ["X-A": "1"], maxMonitoredGeofences: 3),
            with: Geofence.row(5))
        try await bench.app { try await BackgroundGeolocation.setConfig(Config(distanceFilter: 30)) }
        bench.phone.killApp()
        try await bench.app {
            try await BackgroundGeolocation.ready(Config())
            await BackgroundGeolocation.insertLocation(location("a"))
        }
        #expect(bench.phone.watches.values.map(\.distance) == [30])
        #expect(bench.phone.requests.map(\.request.headers["X-A"]) == ["1"])
        #expect(bench.appRegions.count == 3)
    }

    @Test func `BGEO-139 enabled is what start and stop made of it`() async throws {
        let bench = BGeoBench()
        let states = try await bench.app {
            [
                try await BackgroundGeolocation.ready(Config()), try await BackgroundGeolocation.start(),
                try await BackgroundGeolocation.stop(),
            ]
        }
        #expect(states.map(\.enabled) == [false, true, false])
    }

    @Test func `BGEO-140 no licence is asked for`() async throws {
        let bench = BGeoBench()
        let error = try await bench.error {
            try await BackgroundGeolocation.ready(Config())
            try await BackgroundGeolocation.start()
            try await BackgroundGeolocation.addGeofences(Geofence.bulk)
        }
        #expect(error == nil)
    }
}
