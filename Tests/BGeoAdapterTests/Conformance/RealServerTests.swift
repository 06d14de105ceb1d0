import Foundation
import GeofenceEngine
import LocationCore
import LocationSimulator
import TestSupport
import Testing

@testable import BGeoAdapter

/// Uploads by the system's own client to a server on this machine that sends them elsewhere, or wants to be left alone.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `BGEO real server` {
    private static let home = Geofence(
        identifier: "home", radius: 150, latitude: BGeoBench.p0.latitude, longitude: BGeoBench.p0.longitude,
        notifyOnEntry: true)

    private func entered(_ config: Config) async throws -> BGeoBench {
        let bench = BGeoBench(at: BGeoBench.north(400))
        bench.phone.bridgeHTTP(to: URLSessionBridge())
        try await bench.started(config, with: [Self.home])
        await bench.fix(400)
        await bench.move(0)
        await bench.fix(0)
        return bench
    }

    @Test(arguments: [300, 301, 302, 303, 307, 308], ["POST", "PUT"])
    func `CASE-148 AMD-01 a redirect elsewhere keeps the record and takes no credential along`(
        _ status: Int, _ method: String
    ) async throws {
        let other = try LoopbackServer { _, _ in [.head(200, length: 7), .text("<html/>")] }
        let target = other.url("/landing?token=secret")
        let server = try LoopbackServer { _, _ in [.head(status, ["Location": target], length: 0)] }
        let bench = try await entered(
            Config(
                logLevel: 2, url: server.url("/up"), method: method, headers: ["Authorization": "Bearer t"],
                batchSync: true))

        await bench.wait(1200)

        #expect(other.received.isEmpty)
        #expect(bench.http.allSatisfy { $0.status == status && !$0.success })
        #expect(server.received.count >= 4)
        #expect(server.received.allSatisfy { $0.method == method && !$0.body.isEmpty })
        let waiting = try await bench.app { await bench.service?.engineRecords() ?? [] }
        #expect(!waiting.isEmpty && waiting.allSatisfy { $0.refusals == 0 && !$0.isParked })
    }

    @Test(arguments: [307, 308])
    func `AMD-01 a redirect within the host is followed with method, headers and body`(_ status: Int) async throws {
        let server = try LoopbackServer { request, _ in
            request.path == "/up" ? [.head(status, ["Location": "/up/"], length: 0)] : [.head(200, length: 0)]
        }
        let bench = try await entered(
            Config(url: server.url("/up"), method: "PUT", headers: ["Authorization": "Bearer t"]))

        await bench.wait(60)

        let arrived = server.received.filter { $0.path == "/up/" }
        #expect(!arrived.isEmpty)
        #expect(arrived.allSatisfy { $0.method == "PUT" && $0.headers["authorization"] == "Bearer t" })
        #expect(arrived.map(\.body) == server.received.filter { $0.path == "/up" }.map(\.body))
        #expect(try await bench.app { await bench.service?.engineRecords() ?? [] }.isEmpty)
    }

    @Test func `AMD-01 three times at most`() async throws {
        let server = try LoopbackServer { _, _ in [.head(308, ["Location": "/up"], length: 0)] }
        let bench = try await entered(Config(url: server.url("/up"), autoSync: false))

        _ = try? await bench.app { try await BackgroundGeolocation.sync() }

        #expect(server.received.count == 4)
        #expect(bench.http.map(\.status) == [308])
    }

    @Test(arguments: [429, 503])
    func `CASE-149 AMD-02 nothing is sent before the time asked for, but by the app`(_ status: Int) async throws {
        let server = try LoopbackServer { _, before in
            before < 2 ? [.head(status, ["Retry-After": "600"], length: 0)] : [.head(200, length: 0)]
        }
        let bench = try await entered(Config(url: server.url("/up"), batchSync: true))
        await bench.wait(1)
        let first = server.received.count
        #expect(first == 1)

        for _ in 0..<10 {
            await bench.phone.setNetwork(.none)
            await bench.wait(25)
            await bench.phone.setNetwork(.unmetered)
            await bench.wait(25)
        }
        #expect(server.received.count == 1)
        _ = try? await bench.app { try await BackgroundGeolocation.sync() }
        #expect(server.received.count == 2)
        await bench.wait(590)
        #expect(server.received.count == 2)
        await bench.wait(30)

        #expect(server.received.count == 3)
        #expect(try await bench.app { await bench.service?.engineRecords() ?? [] }.isEmpty)
    }
}

extension BGeoService {
    fileprivate func engineRecords() async -> [Record] { (try? await engine.records(limit: 100)) ?? [] }
}
