import Foundation
import LocationCore
import LocationSimulator
import Testing

@testable import BGeoAdapter

/// What is told of the slice.
@MainActor @Suite struct `BGEO conformance, onGeofencesChange` {
    private let three = [Geofence.north(300), .north(600), .north(900)]
    private let names = ["n0300", "n0600", "n0900"]

    @Test func `BGEO-059 a rotation is one event with the difference`() async throws {
        let bench = BGeoBench()
        try await bench.started(with: [0, 700, 1400, 2100, 2800].map { .north($0) })
        await bench.fix(0)
        let before = bench.changes.count
        await bench.fix(1400)
        #expect(Array(bench.rotations.dropFirst(before)) == [[["n1400", "n2100"], ["n0000"]]])
    }

    @Test func `BGEO-060 entries are the fences as they were added, not as they were registered`() async throws {
        let fences: [Geofence] = [.north(0, radius: 1000, "wide"), .north(700), .north(1400), .north(2100)]
        let bench = BGeoBench { $0.maximumRadius = 400 }
        try await bench.started(with: fences)
        for metres in [0.0, 2500, 0] { await bench.fix(metres) }
        try await bench.app { try await BackgroundGeolocation.stop() }
        let told = bench.changes.flatMap { $0.on + $0.off }
        #expect(bench.changes.contains { !$0.off.isEmpty } && told.count > 8)
        for entry in told {
            let added = try #require(fences.first { $0.identifier == entry.identifier })
            #expect(entry.radius == added.radius)
            #expect(entry.latitude == added.latitude && entry.longitude == added.longitude)
        }
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `BGEO-061 the events folded are the system's list, on a random walk over 200 fences`(
        _ seed: UInt64
    ) async throws {
        var walk = RandomWalk(seed: seed)
        let fences = (1...200).map { walk.fence("f\($0)") }
        let bench = BGeoBench()
        try await bench.started(with: fences)
        var names: [Coordinate: String] = [:]
        for fence in fences {
            names[try Coordinate(latitude: fence.latitude, longitude: fence.longitude)] = fence.identifier
        }
        var rotations = 0
        var folded: Set<String> = []
        for step in 0...30 {
            if step > 0 {
                await bench.phone.advance(by: 20_000)
                await bench.phone.deliver(at: walk.step())
            }
            for change in bench.changes.dropFirst(rotations) {
                #expect(!(change.on.isEmpty && change.off.isEmpty))
                let off = Set(change.off.map(\.identifier))
                let on = Set(change.on.map(\.identifier))
                #expect(off.isSubset(of: folded) && on.isDisjoint(with: folded))
                folded.subtract(off)
                folded.formUnion(on)
            }
            rotations = bench.changes.count
            #expect(folded == Set(bench.appRegions.compactMap { names[$0.circle.center] }), "step \(step)")
        }
        #expect(rotations > 10)
    }

    @Test func `BGEO-062 starting and stopping are told`() async throws {
        let bench = BGeoBench()
        try await bench.started(with: three)
        #expect(bench.rotations == [[names, []]])
        try await bench.app { try await BackgroundGeolocation.stop() }
        #expect(bench.rotations == [[names, []], [[], names]])
    }

    @Test func `BGEO-063 removing all tells what was registered`() async throws {
        let bench = BGeoBench()
        try await bench.started(with: three)
        try await bench.app { await BackgroundGeolocation.removeGeofences() }
        #expect(bench.rotations == [[names, []], [[], names]])
        try await bench.app { await BackgroundGeolocation.removeGeofences() }
        #expect(bench.changes.count == 2)
    }

    @Test func `BGEO-064 without tracking nothing is told`() async throws {
        let bench = BGeoBench()
        try await bench.ready()
        try await bench.app {
            try await BackgroundGeolocation.addGeofences(three)
            await BackgroundGeolocation.removeGeofence(identifier: "n0300")
            await BackgroundGeolocation.removeGeofences()
        }
        #expect(bench.changes.isEmpty)
    }

    @Test func `BGEO-065 an overwritten fence is registered anew without an event`() async throws {
        let bench = BGeoBench()
        try await bench.started(with: three)
        await bench.fix(0)
        let changes = bench.changes.count
        let calls = bench.appCalls.count
        try await bench.add(.north(600, radius: 120))
        #expect(bench.changes.count == changes)
        #expect(try await bench.region("n0600")?.circle.radius == 120)
        #expect(bench.appCalls.dropFirst(calls).map(\.kind) == [.unregister, .register])
        #expect(bench.appRegions.count == 3)
    }
}

/// A walk with fences about it, out of a seed (SplitMix64).
private struct RandomWalk {
    private var state: UInt64
    private var east = 0.0
    private var north = 0.0

    init(seed: UInt64) { state = seed }

    private mutating func unit() -> Double {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Double((mixed ^ (mixed >> 31)) >> 11) * 0x1p-53
    }

    /// A fence within 3 km; every tenth or so is wide.
    mutating func fence(_ identifier: String) -> Geofence {
        let center = place(east: unit() * 6000 - 3000, north: unit() * 6000 - 3000)
        let radius = unit() < 0.1 ? 1000 + unit() * 1500 : 40 + unit() * 300
        return Geofence(
            identifier: identifier, radius: radius, latitude: center.latitude, longitude: center.longitude,
            notifyOnEntry: true, notifyOnExit: unit() < 0.5)
    }

    /// Up to 600 m on, and back in where the fences end.
    mutating func step() -> Coordinate {
        east = min(3500, max(-3500, east + unit() * 1200 - 600))
        north = min(3500, max(-3500, north + unit() * 1200 - 600))
        return place(east: east, north: north)
    }

    private func place(east: Double, north: Double) -> Coordinate {
        let across = Geodesic.destination(
            from: BGeoBench.p0, bearing: east < 0 ? 270 : 90, distance: abs(east))
        return Geodesic.destination(from: across, bearing: north < 0 ? 180 : 0, distance: abs(north))
    }
}
