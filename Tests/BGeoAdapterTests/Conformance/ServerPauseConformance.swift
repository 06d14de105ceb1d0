import Foundation
import GeofenceEngine
import LocationCore
import LocationSimulator
import TestSupport
import Testing

@testable import BGeoAdapter

@MainActor @Suite struct `BGeo and a server that wants to be left alone` {
    private static let home = Geofence(
        identifier: "home", radius: 150, latitude: BGeoBench.p0.latitude, longitude: BGeoBench.p0.longitude,
        notifyOnEntry: true)

    @Test(arguments: ServerPause.all)
    func `CASE-149 AMD-02 the network's return cuts no pause, and the record arrives`(_ pause: ServerPause) async throws
    {
        let bench = BGeoBench(at: BGeoBench.north(400))
        let headers = pause.headers(at: bench.phone.now.wall)
        bench.phone.serve { _ in .status(pause.status, headers: headers) }
        try await bench.started(Config(url: "https://api.example/up", batchSync: true), with: [Self.home])
        await bench.move(0)
        await bench.wait(1)
        let first = bench.phone.requests.count
        if pause.asksForPause { #expect(first == 1) }

        for _ in 0..<29 {
            await bench.phone.setNetwork(.none)
            await bench.wait(10)
            await bench.phone.setNetwork(.unmetered)
            await bench.wait(10)
        }
        // Where nothing was asked for, at most one a minute, and those of the growing pauses.
        #expect(pause.asksForPause ? bench.phone.requests.count == first : bench.phone.requests.count <= first + 20)
        let before = bench.phone.requests.count
        _ = try? await bench.app { try await BackgroundGeolocation.sync() }
        #expect(bench.phone.requests.count == before + 1)

        bench.phone.serve { _ in .status(200) }
        await bench.wait(700)
        #expect(try await bench.count() == 0)
    }
}
