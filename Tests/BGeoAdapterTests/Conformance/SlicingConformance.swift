import Foundation
import LocationCore
import LocationSimulator
import Testing

@testable import BGeoAdapter

/// Which fences have a region.
@MainActor @Suite struct `BGEO conformance, slicing` {
    @Test func `BGEO-041 before any fix the first 19 in stored order are watched`() async throws {
        let bench = BGeoBench()
        try await bench.started(with: Geofence.row(25))
        #expect(try await bench.registered() == Geofence.names(7...25))
    }

    @Test func `BGEO-042 the first fix brings the 19 nearest`() async throws {
        let bench = BGeoBench()
        try await bench.started(with: Geofence.row(25))
        await bench.fix(0)
        #expect(try await bench.registered() == Geofence.names(1...19))
    }

    private let scattered = [Geofence.north(200), .north(990), .north(1010), .north(5000)]

    @Test func `BGEO-043 candidates lie within 1000 m`() async throws {
        let bench = BGeoBench()
        try await bench.started(with: scattered)
        await bench.fix(0)
        #expect(try await bench.registered() == ["n0200", "n0990"])
    }

    @Test func `BGEO-044 the proximity radius is an option`() async throws {
        let bench = BGeoBench()
        try await bench.started(Config(geofenceProximityRadius: 6000), with: scattered)
        await bench.fix(0)
        #expect(try await bench.registered() == ["n0200", "n0990", "n1010", "n5000"])
    }

    @Test func `BGEO-045 the application may ask for fewer`() async throws {
        let bench = BGeoBench()
        try await bench.started(Config(maxMonitoredGeofences: 3), with: Geofence.row(25))
        await bench.fix(0)
        #expect(try await bench.registered() == Geofence.names(1...3))
    }

    @Test(arguments: [50, 0, -1])
    func `BGEO-046 more than the budget, or nothing, means the budget`(_ asked: Int) async throws {
        let bench = BGeoBench()
        try await bench.started(Config(maxMonitoredGeofences: asked), with: Geofence.row(25))
        await bench.fix(0)
        #expect(try await bench.registered() == Geofence.names(1...19))
    }

    @Test func `BGEO-047 Android's budget is 99`() async throws {
        let bench = BGeoBench(.android)
        try await bench.started(with: Geofence.row(120, spacing: 8))
        await bench.fix(0)
        #expect(try await bench.registered() == Geofence.names(1...99, spacing: 8))
    }

    @Test func `BGEO-048 the slice follows the fixes`() async throws {
        let bench = try await bench048()
        #expect(try await bench.registered() == ["n0000", "n0700"])
        await bench.fix(1400)
        #expect(try await bench.registered() == ["n0700", "n1400", "n2100"])
    }

    private func bench048() async throws -> BGeoBench {
        let bench = BGeoBench()
        try await bench.started(with: [0, 700, 1400, 2100, 2800].map { .north($0) })
        await bench.fix(0)
        return bench
    }

    @Test func `BGEO-049 the same fix again changes nothing`() async throws {
        let bench = try await bench048()
        await bench.fix(1400)
        let calls = bench.phone.registrationLog
        let changes = bench.changes.count
        let told = bench.told
        await bench.fix(1400)
        #expect(bench.phone.registrationLog == calls)
        #expect(bench.changes.count == changes)
        #expect(bench.told == told)
    }

    @Test func `BGEO-050 a fix that is not accepted does not slice`() async throws {
        let bench = try await bench048()
        await bench.fix(1400, accuracy: 250, isTrue: false)
        #expect(try await bench.registered() == ["n0000", "n0700"])
        // The phone is there, so that a second look agrees where the system knows of a stay at home. (AMD-03)
        await bench.fix(1400, accuracy: 100)
        await bench.phone.advance(by: 20_000)
        #expect(try await bench.registered() == ["n0700", "n1400", "n2100"])
    }

    @Test func `BGEO-051 the system never holds more than 20 regions`() async throws {
        let bench = BGeoBench()
        try await bench.started(with: Geofence.row(30))
        for metres in [0.0, 400, 900, 450, 0] { await bench.fix(metres) }
        try await bench.add(.north(15), .north(45))
        try await bench.app {
            await BackgroundGeolocation.removeGeofence(identifier: "n0015")
            try await BackgroundGeolocation.setConfig(Config(geofenceProximityRadius: 300))
            try await BackgroundGeolocation.stop()
            try await BackgroundGeolocation.start()
        }
        await bench.fix(900)
        #expect(bench.phone.peakRegionCount == 20)
    }

    @Test func `BGEO-052 without a fence in range none is watched`() async throws {
        let bench = BGeoBench()
        try await bench.started(with: [.north(1100), .north(5000)])
        await bench.fix(0)
        #expect(bench.appRegions.isEmpty)
        #expect(bench.wakeRegion != nil)
    }

    @Test(arguments: [[500.0, -500], [-500, 500]])
    func `BGEO-053 of two at one distance the one stored first has the place`(_ order: [Double]) async throws {
        let bench = BGeoBench()
        try await bench.started(
            Config(maxMonitoredGeofences: 2),
            with: [.north(800)] + order.map { .north($0, $0 > 0 ? "north" : "south") } + [.north(200)])
        await bench.fix(0)
        #expect(try await bench.registered() == ["n0200", order[0] > 0 ? "north" : "south"])
    }

    @Test func `BGEO-054 a wide fence is watched before its edge is reached`() async throws {
        let bench = BGeoBench()
        try await bench.started(with: [.north(0, radius: 3000)])
        await bench.fix(3600)
        #expect(try await bench.registered().isEmpty)
        await bench.fix(3400)
        #expect(try await bench.registered() == ["n0000"])
        let calls = bench.appCalls
        await bench.fix(2000)
        #expect(try await bench.registered() == ["n0000"])
        #expect(bench.appCalls == calls)
    }

    private func bench055() async throws -> BGeoBench {
        let bench = BGeoBench()
        try await bench.started(with: Geofence.row(19))
        await bench.fix(0)
        try await bench.add(.north(15))
        return bench
    }

    @Test func `BGEO-055 a nearer fence takes the place of the farthest`() async throws {
        let bench = try await bench055()
        #expect(try await bench.registered() == (["n0015"] + Geofence.names(1...18)))
        #expect(bench.rotations == [[Geofence.names(1...19), []], [["n0015"], ["n0570"]]])
    }

    @Test func `BGEO-056 the displaced fence comes back`() async throws {
        let bench = try await bench055()
        try await bench.app { await BackgroundGeolocation.removeGeofence(identifier: "n0015") }
        #expect(try await bench.registered() == Geofence.names(1...19))
        #expect(bench.rotations.last == [["n0570"], ["n0015"]])
    }

    @Test func `BGEO-057 a smaller cap works at once`() async throws {
        let bench = BGeoBench()
        try await bench.started(with: Geofence.row(5, spacing: 100))
        await bench.fix(0)
        #expect(bench.appRegions.count == 5)
        try await bench.app { try await BackgroundGeolocation.setConfig(Config(maxMonitoredGeofences: 2)) }
        #expect(try await bench.registered() == ["n0100", "n0200"])
        try await bench.app { try await BackgroundGeolocation.setConfig(Config(geofenceProximityRadius: 150)) }
        #expect(try await bench.registered() == ["n0100"])
    }

    @Test(arguments: [(nil, 19), (8, 11)] as [(Int?, Int)])
    func `BGEO-058 regions are kept free only when asked for`(_ ring: Int?, _ budget: Int) async throws {
        let bench = BGeoBench()
        try await bench.started(Config(wakeRegionRingCount: ring), with: Geofence.row(25))
        await bench.fix(0)
        #expect(try await bench.registered() == Geofence.names(1...budget))
    }
}

extension BGeoBench {
    /// The calls about regions other than the internal one.
    var appCalls: [RegistrationCall] {
        phone.registrationLog.filter { $0.owner == .app && $0.id != BGeoConfiguration.wakeRegionID }
    }
}
