import BeekonAdapter
import Foundation
import GeofenceEngine
import LocationCore
import LocationSimulator
import TestSupport
import Testing

@MainActor @Suite struct `Beekon and a server that wants to be left alone` {
    @Test(arguments: ServerPause.all)
    func `CASE-149 AMD-02 the network's return cuts no pause, and the row arrives`(_ pause: ServerPause) async throws {
        let bench = await BeekonBench(knobs: .scripted)
        let headers = pause.headers(at: bench.phone.now.wall)
        bench.phone.serve { _ in .status(pause.status, headers: headers) }
        try await bench.beekon.configure(
            .selfManaged(sync: SyncConfig(url: upload.url, intervalSeconds: 100_000)))
        try await bench.beekon.addGeofences([home])
        await bench.enter()
        let first = bench.phone.requests.count
        #expect(first == 1)

        for _ in 0..<29 {
            await bench.phone.setNetwork(.none)
            await bench.phone.advance(by: 10_000)
            await bench.phone.setNetwork(.unmetered)
            await bench.phone.advance(by: 10_000)
        }
        // Where nothing was asked for, at most one a minute, and those of the growing pauses.
        #expect(pause.asksForPause ? bench.phone.requests.count == first : bench.phone.requests.count <= first + 17)
        let before = bench.phone.requests.count
        try await bench.beekon.sync()
        #expect(bench.phone.requests.count == before + 1)

        bench.phone.serve { _ in .status(200) }
        await bench.phone.advance(by: 1_000_000)
        #expect(try await bench.status == .idle)
        #expect(try await bench.history().isEmpty)
    }
}
