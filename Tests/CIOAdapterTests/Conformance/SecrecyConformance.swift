import CIOAdapter
import Foundation
import GeofenceEngine
import LocationCore
import LocationSimulator
import Testing

/// Addresses without encryption, and fences that a server sent in vain.
@Suite struct `CIO refuses plain http where asked, and tells what it left out` {
    private func bench(_ host: String, requires: Bool) async -> CIOBench {
        let bench = CIOBench(
            setup: CIOBench.Setup(allowsBackgroundDelivery: true, host: host, requiresHTTPS: requires),
            fences: circle("a", 500))
        await bench.started()
        return bench
    }

    @Test(arguments: ["http://api.example/v1", "http://127.0.0.1/v1"])
    func `requiresHTTPS sends nothing over plain http, and nothing is lost`(_ host: String) async throws {
        let bench = await bench(host, requires: true)
        await bench.app { CustomerIO.shared.track(name: "opened") }
        await bench.flush()

        #expect(bench.phone.requests.isEmpty)
        #expect(bench.says(.error, "plainHTTP: apiHost: "))
        #expect(await bench.app { CustomerIO.shared.hasUnsentEvents })

        // A process in which the app configures nothing keeps to it.
        bench.change { $0.initializes = false }
        await bench.relaunch()
        #expect(bench.phone.requests.isEmpty)

        bench.change { ($0.initializes, $0.host) = (true, "https://api.example/v1") }
        await bench.relaunch()
        await bench.flush()
        #expect(bench.pipelineNames.contains("opened"))
    }

    @Test func `the typed error of a download names the setting`() throws {
        let requests = CIORequests(apiHost: " HTTP://h.example/v1", cdpApiKey: "k", requiresHTTPS: true)
        let position = Coordinate(checked: 1, 2)

        #expect(
            throws: DownloadError.plainHTTP(
                "apiHost: h.example would be reached over plain http, and requiresHTTPS allows https alone")
        ) { try requests.nearest(to: position, id: "1") }
        #expect(throws: Never.self) {
            try CIORequests(apiHost: "h.example/v1", cdpApiKey: "k", requiresHTTPS: true).nearest(to: position, id: "1")
        }
    }

    @Test(arguments: [("http://api.example/v1", 2), ("http://localhost/v1", 0), ("api.example/v1", 0)])
    func `plain http beyond this machine is in log and journal at each start`(_ host: String, _ expected: Int)
        async throws
    {
        let bench = await bench(host, requires: false)
        await bench.relaunch()

        #expect(bench.downloads.isEmpty == false)
        #expect(
            bench.log.count { $0.level == .error && $0.message.contains("api.example travels unencrypted") } == expected
        )
        #expect(try await bench.engine.journal(limit: 1000).count { $0.code == .plainHTTP } == expected)
    }

    @Test func `a fence of the download that was left out is known by its id, with the reason`() async throws {
        let bench = CIOBench(
            fences: circle("a", 500), circle("bad", 500, radius: -1),
            #"{"id":"bow","shape":"polygon","geometry":{"type":"Polygon","coordinates":"#
                + #"[[[0,0],[0.002,0],[0.002,0.002],[0.003,0.002],[0.002,0.002],[0,0.002]]]},"#
                + #""enclosing_circle":{"latitude":0.001,"longitude":0.001,"base_radius_m":160}}"#)
        await bench.started()

        for _ in 0..<2 {
            let (bad, bow, a, state) = await bench.app {
                let cio = CustomerIO.geofence
                return await (cio.explain("bad"), cio.explain("bow"), cio.explain("a"), cio.state(of: "bad"))
            }
            #expect(
                bad == [
                    "it is not monitored: of the downloaded fences it was left out, as radius -1.0 is not a finite number of "
                        + "metres above 0"
                ])
            #expect(bow.count == 1 && bow[0].contains("Customer.io's rule"))
            #expect(!a[0].contains("left out"))
            #expect(state?.isInside == nil && state?.evidence.hasPrefix("left out: radius") == true)
            #expect(await bench.app { await CustomerIO.geofence.state(of: "nowhere") } == nil)
            await bench.relaunch()
        }

        bench.serve([circle("a", 500)])
        await bench.refresh()
        #expect(await bench.app { await CustomerIO.geofence.explain("bad") } == ["no fence is named bad"])
    }
}
