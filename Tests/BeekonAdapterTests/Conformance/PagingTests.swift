import BeekonAdapter
import Foundation
import GeofenceEngine
import LocationCore
import LocationSimulator
import Testing

/// 60 circles of radius 100 m, 350 m apart, on a line to the north. (BKN-166)
@MainActor enum Line {
    static let start = Coordinate(checkedLatitude: 12.9716, longitude: 77.5946)

    static func place(_ metres: Double) -> Coordinate {
        Geodesic.destination(from: start, bearing: 0, distance: metres)
    }

    static let fences = (0..<60).map { index in
        let center = place(1000 + 350 * Double(index))
        return BeekonGeofence(
            id: "f\(index)", latitude: center.latitude, longitude: center.longitude, radiusMeters: 100)
    }

    /// Drives the line from end to end with one fix per 50 m, and checks what was told.
    static func drive(_ bench: BeekonBench) async throws {
        var most = 0
        for step in 0...440 {
            await bench.phone.deliver(at: place(50 * Double(step)))
            await bench.phone.advance(by: 3000)
            most = max(most, bench.phone.monitoredRegions.count)
            if step % 40 == 0 { _ = await bench.events }
        }
        let told = await bench.told
        let expected = (0..<60).flatMap { ["enter f\($0)", "exit f\($0)"] }
        #expect(told == expected)
        #expect(most <= 20)
    }
}

@MainActor @Suite struct `More fences than the system takes` {
    private func bench(_ profile: PhoneProfile = .iOSClassic) async -> BeekonBench {
        await BeekonBench(
            profile, knobs: profile == .android ? .android : .quick, at: Line.start,
            androidAPI: profile == .android ? 33 : nil)
    }

    @Test func `BKN-165 150 on Android, at most 100 with the system`() async throws {
        let bench = await bench(.android)
        let fences = (0..<150).map { index in
            home.with { ($0.id, $0.latitude) = ("f\(index)", 13 + Double(index) / 100) }
        }

        try await bench.beekon.addGeofences(fences)

        #expect(try await bench.beekon.listGeofences().count == 150)
        #expect(bench.phone.peakRegionCount <= 100)
        #expect(bench.fenceRegions.count > 90)
    }

    @Test(arguments: [PhoneProfile.iOSClassic, .iOSMonitor])
    func `BKN-166 BKN-167 60 on a line, driven from end to end`(_ profile: PhoneProfile) async throws {
        let bench = await bench(profile)
        try await bench.beekon.addGeofences(Line.fences)
        #expect(try await bench.beekon.listGeofences().count == 60)
        await bench.phone.advance(by: 20_000)

        try await Line.drive(bench)

        #expect(bench.phone.peakRegionCount <= 20)
    }

    @Test func `BKN-168 the fence that the device is in keeps its place`() async throws {
        let bench = await bench()
        let wide = BeekonGeofence(
            id: "wide", latitude: Line.place(5000).latitude, longitude: 77.5946, radiusMeters: 15_000)
        try await bench.beekon.addGeofences([wide] + Line.fences)
        await bench.phone.deliver(at: Line.start)
        for step in 1...50 {
            await bench.phone.deliver(at: Line.place(200 * Double(step)))
            await bench.phone.advance(by: 3000)
            if step % 20 == 0 { _ = await bench.events }
        }
        #expect(bench.fenceRegions.contains { $0.circle.radius == 15_000 })

        await bench.phone.deliver(at: Line.place(21_000))

        #expect(await bench.told.contains("exit wide"))
    }

    @Test func `BKN-169 a removal lets the next one in, without a fix`() async throws {
        let bench = await bench()
        await bench.phone.deliver(at: Line.start)
        try await bench.beekon.addGeofences(Line.fences)
        let before = bench.fenceRegions
        bench.phone.answerFixRequests(.silence)

        try await bench.beekon.removeGeofences(ids: ["f0"])

        #expect(bench.fenceRegions.count == before.count)
        #expect(Set(bench.fenceRegions.map(\.id)).subtracting(before.map(\.id)).count == 1)
    }

    @Test func `BKN-170 with 20 or fewer there is no refresh region`() async throws {
        let bench = await bench()
        await bench.phone.deliver(at: Line.start)

        try await bench.beekon.addGeofences(Array(Line.fences.prefix(20)))
        #expect(bench.fenceRegions.count == 20)
        #expect(!bench.phone.monitoredRegions.contains { $0.id == "beekon.refresh" })

        try await bench.beekon.addGeofences([Line.fences[20]])
        #expect(bench.fenceRegions.count == 19)
        #expect(bench.phone.monitoredRegions.contains { $0.id == "beekon.refresh" })
    }

    @Test func `BKN-171 woken far away, the nearest ones are with the system`() async throws {
        let bench = await bench()
        await bench.phone.deliver(at: Line.start)
        try await bench.beekon.addGeofences(Line.fences)
        await bench.kill()

        await bench.phone.move(to: Line.place(10_000))
        await bench.phone.advance(by: 10_000)

        #expect(bench.phone.app != nil)
        let distances = Line.fences.map { fence in
            (fence.id, abs(fence.latitude - Line.place(10_000).latitude))
        }.sorted { $0.1 < $1.1 }
        let nearest = Set(distances.prefix(17).map(\.0))
        let held = Set(
            bench.fenceRegions.compactMap { region in
                Line.fences.first { abs($0.latitude - region.circle.center.latitude) < 1e-9 }?.id
            })
        #expect(nearest.isSubset(of: held), "\(nearest.subtracting(held))")
    }
}
