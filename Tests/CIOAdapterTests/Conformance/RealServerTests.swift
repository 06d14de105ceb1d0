import Foundation
import GeofenceEngine
import LocationCore
import LocationSimulator
import TestSupport
import Testing

@testable import CIOAdapter

/// Rows and downloads by the system's own client, with a server on this machine that sends them elsewhere, wants to be
/// left alone, or answers with what is no list of fences.
@Suite(.timeLimit(.minutes(2))) struct `CIO real server` {
    /// A phone inside a downloaded fence whose crossing waits for delivery.
    private func entered(_ server: LoopbackServer) async throws -> CIOBench {
        let bench = CIOBench(setup: CIOBench.Setup(allowsBackgroundDelivery: true, host: server.url("/v1")))
        bench.phone.bridgeHTTP(to: URLSessionBridge())
        await bench.launch()
        await bench.app { CustomerIO.shared.identify(userId: "u1", traits: [:]) }
        bench.scripted()
        await bench.os(.enter, "a")
        return bench
    }

    private static let fences: [LoopbackServer.Part] = {
        let body = "{\"geofences\":[\(circle("a", 500))]}"
        return [.head(200, length: body.utf8.count), .text(body)]
    }()

    @Test(arguments: [300, 301, 302, 303, 307, 308])
    func `CASE-148 AMD-01 a redirect elsewhere keeps the rows and takes no credential along`(
        _ status: Int
    ) async throws {
        let other = try LoopbackServer { _, _ in [.head(200, length: 2), .text("{}")] }
        let target = other.url("/landing")
        let server = try LoopbackServer { request, _ in
            request.path.hasSuffix("nearest") ? Self.fences : [.head(status, ["Location": target], length: 0)]
        }
        let bench = try await entered(server)

        await bench.phone.advance(by: 3_600_000)

        #expect(other.received.isEmpty)
        #expect(server.received.contains { $0.path.hasSuffix("/track") })
        #expect(try await bench.engine.records().map(\.refusals) == [0])
    }

    @Test(arguments: [302, 307])
    func `CASE-148 AMD-01 a download that is redirected elsewhere changes nothing`(_ status: Int) async throws {
        let other = try LoopbackServer { _, _ in Self.fences }
        let target = other.url("/landing")
        let server = try LoopbackServer { _, _ in [.head(status, ["Location": target], length: 0)] }
        let bench = CIOBench(setup: CIOBench.Setup(host: server.url("/v1")))
        bench.phone.bridgeHTTP(to: URLSessionBridge())
        await bench.launch()

        await bench.app { CustomerIO.shared.identify(userId: "u1", traits: [:]) }

        #expect(other.received.isEmpty)
        #expect(server.received.contains { $0.path.hasSuffix("nearest") })
        #expect(await bench.engine.fenceCount() == 0)
    }

    @Test(arguments: [429, 503])
    func `CASE-149 AMD-02 a row waits as long as the server asks`(_ status: Int) async throws {
        let server = try LoopbackServer { request, _ in
            request.path.hasSuffix("nearest")
                ? Self.fences : [.head(status, ["Retry-After": "600"], length: 0)]
        }
        let bench = try await entered(server)
        await bench.phone.advance(by: 20_000)
        func rows() -> Int { server.received.count { $0.body.contains("geofence") && !$0.path.hasSuffix("nearest") } }
        let first = rows()
        #expect(first == 1)

        for _ in 0..<10 {
            await bench.phone.setNetwork(.none)
            await bench.phone.advance(by: 25_000)
            await bench.phone.setNetwork(.unmetered)
            await bench.phone.advance(by: 25_000)
        }
        #expect(rows() == 1)
        await bench.phone.advance(by: 120_000)

        #expect(rows() == 2)
    }
}

extension [UInt8] {
    fileprivate func contains(_ word: String) -> Bool {
        String(decoding: self, as: UTF8.self).lowercased().contains(word)
    }
}
