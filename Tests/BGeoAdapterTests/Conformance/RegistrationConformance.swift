import Foundation
import LocationCore
import LocationSimulator
import Testing

@testable import BGeoAdapter

/// What a registration tells, and what the system is given.
@MainActor @Suite struct `BGEO conformance, registration` {
    private func inside(_ config: Config = Config(), with fences: [Geofence] = []) async throws -> BGeoBench {
        let bench = BGeoBench(at: BGeoBench.p0)
        try await bench.started(config, with: fences)
        await bench.fix(0)
        return bench
    }

    @Test func `BGEO-066 a fence that contains the device is entered when it is added`() async throws {
        let bench = try await inside()
        try await bench.add(.home)
        #expect(bench.told == ["ENTER home"])
    }

    @Test func `BGEO-067 a fence that slicing brings in is entered`() async throws {
        let bench = BGeoBench(at: BGeoBench.p0)
        try await bench.started(with: Geofence.row(25))
        #expect(try await !bench.registered().contains("n0030"))
        #expect(bench.told == [])
        await bench.fix(0)
        #expect(bench.told == ["ENTER n0030"])
    }

    @Test func `BGEO-068 without the option a stay from before registration is not told`() async throws {
        let bench = try await inside(Config(geofenceInitialTriggerEntry: false))
        try await bench.add(.home(delay: 60_000))
        await bench.wait(600)
        #expect(bench.told == [])
        await bench.move(400)
        #expect(bench.told == ["EXIT home"])
        await bench.move(0)
        #expect(bench.told == ["EXIT home", "ENTER home"])
        await bench.wait(60)
        #expect(bench.told == ["EXIT home", "ENTER home", "DWELL home"])
    }

    @Test func `BGEO-069 outside nothing is told`() async throws {
        let bench = BGeoBench(at: BGeoBench.north(400))
        try await bench.started()
        await bench.fix(400)
        try await bench.add(.home)
        #expect(try await bench.registered() == ["home"])
        #expect(bench.told == [])
    }

    @Test func `BGEO-070 a fence that stays registered is entered once`() async throws {
        let bench = try await inside(with: [.home])
        for metres in [20.0, -30, 10, 0] { await bench.fix(metres) }
        #expect(bench.told == ["ENTER home"])
    }

    @Test func `BGEO-071 without its flag an entry is neither told nor queued`() async throws {
        let bench = try await inside()
        try await bench.add(.home(entry: nil, dwell: nil))
        #expect(bench.told == [])
        #expect(try await bench.transitions().isEmpty)
        await bench.move(400)
        #expect(bench.told == ["EXIT home"])
    }

    @Test func `BGEO-072 the system is given no more than its largest radius`() async throws {
        let bench = BGeoBench { $0.maximumRadius = 400 }
        try await bench.started(with: [.home(radius: 1000)])
        #expect(bench.appRegions.map(\.circle.radius) == [400])
        #expect(try await bench.stored().map(\.radius) == [1000])
    }

    @Test func `BGEO-073 Android is given the radius as it is`() async throws {
        let bench = BGeoBench(.android) { $0.maximumRadius = 400 }
        try await bench.started(with: [.home(radius: 1000)])
        #expect(bench.appRegions.map(\.circle.radius) == [1000])
    }

    @Test func `BGEO-074 stopping and starting tells the entry again`() async throws {
        let bench = try await inside(with: [.home])
        try await bench.app {
            try await BackgroundGeolocation.stop()
            try await BackgroundGeolocation.start()
        }
        #expect(bench.told == ["ENTER home", "ENTER home"])
    }

    @Test func `BGEO-075 a fence that is moved away ends its stay without an exit`() async throws {
        let bench = try await inside(with: [.home])
        try await bench.add(.home(at: 600))
        #expect(bench.appRegions.map(\.circle.center) == [BGeoBench.north(600)])
        #expect(bench.told == ["ENTER home"])
        await bench.fix(200)
        #expect(bench.told == ["ENTER home"])
        await bench.move(550)
        #expect(bench.told == ["ENTER home", "ENTER home"])
    }
}
