import BeekonAdapter
import Foundation
import LocationCore
import LocationSimulator
import TestSupport
import Testing

/// Uploads by the system's own client to a server on this machine that sends them elsewhere, or wants to be left alone.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `BKN real server` {
    private func entered(_ url: String) async throws -> BeekonBench {
        let bench = await BeekonBench(knobs: .scripted)
        bench.phone.bridgeHTTP(to: URLSessionBridge())
        let address = try #require(URL(string: url))
        try await bench.beekon.configure(
            .selfManaged(
                minTimeBetweenLocationsSeconds: 0, minDistanceBetweenLocationsMeters: 0,
                sync: SyncConfig(url: address, headers: ["Authorization": "Bearer t"], intervalSeconds: 100_000)))
        try await bench.beekon.addGeofences([home])
        await bench.enter()
        return bench
    }

    @Test(arguments: [300, 301, 302, 303, 307, 308])
    func `CASE-148 AMD-01 a redirect elsewhere keeps the rows and takes no credential along`(
        _ status: Int
    ) async throws {
        let other = try LoopbackServer { _, _ in [.head(200, length: 7), .text("<html/>")] }
        let target = other.url("/landing")
        let server = try LoopbackServer { _, _ in [.head(status, ["Location": target], length: 0)] }
        let bench = try await entered(server.url("/up"))

        await bench.phone.advance(by: 7_200_000)

        #expect(other.received.isEmpty)
        #expect(server.received.count >= 4)
        #expect(server.received.allSatisfy { $0.method == "POST" && !$0.body.isEmpty })
        #expect(try await bench.status == .failed(.server(status: status)))
        #expect(try await !bench.history().isEmpty)
    }

    @Test func `AMD-01 a redirect within the host is followed with headers and body`() async throws {
        let server = try LoopbackServer { request, _ in
            request.path == "/up" ? [.head(308, ["Location": "/up/"], length: 0)] : [.head(200, length: 0)]
        }
        let bench = try await entered(server.url("/up"))

        await bench.phone.advance(by: 60_000)

        let arrived = server.received.filter { $0.path == "/up/" }
        #expect(!arrived.isEmpty && arrived.allSatisfy { $0.headers["authorization"] == "Bearer t" })
        #expect(arrived.map(\.body) == server.received.filter { $0.path == "/up" }.map(\.body))
        #expect(try await bench.history().isEmpty)
    }

    @Test(arguments: [429, 503])
    func `CASE-149 AMD-02 the network's return does not shorten the pause asked for`(_ status: Int) async throws {
        let server = try LoopbackServer { _, before in
            before == 0 ? [.head(status, ["Retry-After": "600"], length: 0)] : [.head(200, length: 0)]
        }
        let bench = try await entered(server.url("/up"))
        await bench.phone.advance(by: 20_000)
        #expect(server.received.count == 1)

        for _ in 0..<10 {
            await bench.phone.setNetwork(.none)
            await bench.phone.advance(by: 25_000)
            await bench.phone.setNetwork(.unmetered)
            await bench.phone.advance(by: 25_000)
        }
        #expect(server.received.count == 1)
        await bench.phone.advance(by: 600_000)

        #expect(server.received.count == 2)
        #expect(try await bench.history().isEmpty)
    }
}
