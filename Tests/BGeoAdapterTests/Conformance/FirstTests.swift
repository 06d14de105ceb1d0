import LocationCore
import LocationSimulator
import Testing

@testable import BGeoAdapter

@MainActor @Suite struct `BGEO first light` {
    static let home = Geofence(
        identifier: "home", radius: 150, latitude: 52.2297, longitude: 21.0122, notifyOnEntry: true, notifyOnExit: true,
        notifyOnDwell: true, loiteringDelay: 300_000, extras: ["kind": "home", "label": "Home"])

    @Test func `enter dwell exit`() async throws {
        let bench = BGeoBench(at: nil)
        try await bench.started()
        await bench.phone.move(to: bench.north(400))
        await bench.fix(400)
        try await bench.app { try await BackgroundGeolocation.addGeofence(Self.home) }
        #expect(bench.told == [])
        #expect(bench.changes.map(\.on) == [["home"]])
        await bench.phone.move(to: bench.north(0))
        await bench.phone.advance(by: 1000)
        #expect(bench.told == ["ENTER home"])
        await bench.phone.advance(by: 300_000)
        #expect(bench.told == ["ENTER home", "DWELL home"])
        await bench.phone.move(to: bench.north(400))
        await bench.phone.advance(by: 1000)
        #expect(bench.told == ["ENTER home", "DWELL home", "EXIT home"])
        let count = try await bench.app { await BackgroundGeolocation.getCount() }
        #expect(count > 3)
        print(bench.phone.transcript)
    }

    @Test func `killed and relaunched`() async throws {
        let bench = BGeoBench(at: nil)
        try await bench.started(Config(url: "https://example.invalid/x"))
        await bench.fix(400)
        try await bench.app { try await BackgroundGeolocation.addGeofence(Self.home) }
        bench.phone.killApp()
        await bench.phone.move(to: bench.north(0))
        await bench.phone.advance(by: 60_000)
        try await bench.listen()
        #expect(bench.told == ["ENTER home"])
        #expect(bench.phone.requests.count > 0)
    }
}
