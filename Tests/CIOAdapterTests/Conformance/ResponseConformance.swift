import CIOAdapter
import Foundation
import GeofenceEngine
import LocationCore
import LocationSimulator
import TestSupport
import Testing

@Suite struct `CIO responses on a phone` {
    /// A phone on which a response of these fences and options has been taken over.
    private func bench(
        _ fences: String..., config: String? = nil, at position: Coordinate = CIOBench.origin
    ) async -> CIOBench {
        let bench = CIOBench(at: position)
        bench.serve(fences, config: config)
        await bench.started()
        return bench
    }

    private func fixture(_ name: String, at position: Coordinate = CIOBench.origin) async throws -> CIOBench {
        let bench = CIOBench(at: position)
        bench.serve(bytes: try Fixture.bytes(name))
        await bench.started()
        return bench
    }

    @Test(.enabled(if: Shared.isPresent, "needs the specification's fixtures"))
    func `CIO-018 a response's circles are watched, and the wire repeats all 64 bits of a geoset`() async throws {
        let bench = try await fixture("fetch-valid.json")
        #expect(await bench.watched == ["48122", "48123", "48124"])
        for (fence, radius) in [("48122", 120.0), ("48123", 150.5), ("48124", 200)] {
            #expect(await bench.region(of: FenceID(fence))?.circle.radius == radius)
        }
        bench.scripted()
        await bench.os(.enter, "48124")
        await bench.os(.exit, "48124")
        #expect(bench.told == ["exit 48124"])
        #expect(bench.events.first?.geoset == "9007199254740993")
    }

    @Test(.enabled(if: Shared.isPresent, "needs the specification's fixtures"))
    func `CIO-019 a response's options rule the phone`() async throws {
        let bench = try await fixture("fetch-valid.json")
        let fetched = bench.phone.elapsed
        #expect(bench.triggerRegion?.circle.radius == 1500)
        bench.scripted()
        await bench.os(.enter, "48122")
        await bench.os(.exit, "48122")
        for (seconds, enters) in [(1799.0, 1), (1, 2)] {
            await bench.wait(seconds: seconds)
            await bench.os(.enter, "48122")
            await bench.os(.exit, "48122")
            #expect(bench.told.count { $0 == "enter 48122" } == enters, "the window is 1800 s")
        }
        for (seconds, downloads) in [(43_199, 1), (43_200, 2)] as [(Int64, Int)] {
            bench.phone.killApp()
            await bench.phone.advance(by: fetched + seconds * 1000 - bench.phone.elapsed)
            await bench.launch()
            #expect(bench.downloads.count == downloads, "a download is due after 43 200 s")
        }
    }

    @Test(arguments: [(7900.0, 1), (8100, 2)])
    func `CIO-019 the server says how far a download reaches`(_ metres: Double, _ downloads: Int) async {
        let bench = await bench(config: #"{"remote_fetch_refresh_trigger_radius":8000}"#)
        await bench.wait(seconds: 60)
        await bench.move(metres)
        #expect(bench.downloads.count == downloads)
    }

    @Test(.enabled(if: Shared.isPresent, "needs the specification's fixtures"))
    func `CIO-020 options out of range are brought into it on the phone`() async throws {
        let bench = try await fixture("fetch-config-clamp.json")
        #expect(bench.triggerRegion?.circle.radius == 100)
        for (seconds, downloads) in [(59, 1), (1, 2)] {
            bench.phone.killApp()
            await bench.phone.advance(by: Int64(seconds) * 1000)
            await bench.launch()
            #expect(bench.downloads.count == downloads, "a download is due after 60 s")
        }
    }

    @Test func `CIO-021 an empty block of options is the fallbacks`() async {
        let fences = (0..<25).map { circle("f\($0)", 300 + 250 * Double($0)) }
        let bench = CIOBench()
        bench.serve(fences, config: "{}")
        await bench.started()
        #expect(bench.triggerRegion?.circle.radius == 1000)
        #expect(await bench.watched.count == 19)
    }

    struct Cap: Sendable {
        let config: String
        let kilometres: Double
        let isWatched: Bool
    }

    @Test(arguments: [
        Cap(config: #"{"max_monitoring_distance":0}"#, kilometres: 3000, isWatched: true),
        Cap(
            config: #"{"max_monitoring_distance":1000,"local_refresh_trigger_radius":3000}"#, kilometres: 980,
            isWatched: true),
        Cap(
            config: #"{"max_monitoring_distance":1000,"local_refresh_trigger_radius":3000}"#, kilometres: 1020,
            isWatched: false),
        Cap(config: #"{"max_monitoring_distance":10000}"#, kilometres: 9.9, isWatched: true),
        Cap(config: #"{"max_monitoring_distance":10000}"#, kilometres: 10.2, isWatched: false),
    ])
    func `CIO-023 the cap of the distance decides what is watched`(_ row: Cap) async {
        let bench = await bench(circle("far", row.kilometres * 1000), config: row.config)
        #expect(await bench.watched == (row.isWatched ? ["far"] : []))
        #expect(await bench.engine.fenceCount() == 1)
    }

    @Test(arguments: [(19, 19), (20, 19), (-1, 19), (0, 0)])
    func `CIO-024 the number of fences is taken from 0 to 19`(_ wire: Int, _ watched: Int) async {
        let bench = CIOBench()
        bench.serve(
            (0..<25).map { circle("f\($0)", 300 + 250 * Double($0)) },
            config: #"{"ios":{"max_business_geofence":\#(wire)}}"#)
        await bench.started()
        #expect(await bench.watched.count == watched)
        #expect(bench.regionCount == (watched == 0 ? 0 : watched + 1))
    }

    @Test(.enabled(if: Shared.isPresent, "needs the specification's fixtures"))
    func `CIO-025 of the tolerant response ten fences are kept and eight lines logged`() async throws {
        let bench = try await fixture("fetch-tolerant.json")
        #expect(await bench.engine.fenceCount() == 10)
        #expect(bench.log.count { $0.level == .error && $0.message.contains("is left out") } == 8)
    }

    @Test(.enabled(if: Shared.isPresent, "needs the specification's fixtures"))
    func `CIO-026 CIO-027 metadata reaches the workspace with its types, and bad metadata as none`() async throws {
        let bench = try await fixture("fetch-tolerant.json", at: Coordinate(checked: 1.2, 2.2))
        bench.scripted()
        for fence in ["g-meta-mixed", "g-meta-wrong-type"] { await bench.os(.enter, FenceID(fence)) }
        let bodies = try bench.trackRequests.map { try JSONValue(json: $0.body) }
        #expect(
            bodies.map { $0["properties"]?["metadata"]?.text } == [
                #"{"count":3,"good_key":"ok","ratio":1.5,"vip":true}"#, "{}",
            ])
    }

    @Test func `CIO-028 an event carries the 100 lowest keys of metadata`() async throws {
        let names = (0..<105).map { "k" + String(1000 + $0).dropFirst() }
        let members = names.reversed().map { #""\#($0)":1"# }.joined(separator: ",")
        let bench = await bench(circle("a", 500, extra: #","metadata":{\#(members)}"#))
        await bench.move(500)
        let metadata = try #require(bench.events.first?.properties["metadata"]?.objectValue)
        #expect(metadata.keys.sorted() == Array(names.prefix(100)))
    }

    @Test func `CIO-029 metadata ends before it passes 102400 bytes`() async throws {
        let text = String(repeating: "x", count: 51_000)
        let bench = await bench(
            circle("a", 500, extra: #","metadata":{"a":"\#(text)","b":"\#(text)","c":"\#(text)","d":1}"#))
        await bench.move(500)
        let metadata = try #require(bench.events.first?.properties["metadata"]?.objectValue)
        #expect(metadata.keys.sorted() == ["a", "b"])
    }

    @Test(arguments: [
        (nil, ["enter a", "exit a"]), ("[]", ["enter a", "exit a"]), (#"["loiter"]"#, ["enter a", "exit a"]),
        (#"["ENTER","loiter"]"#, ["enter a"]), (#"["exit"]"#, ["exit a"]),
    ])
    func `CIO-030 the words of a fence decide what is told of it`(_ types: String?, _ told: [String]) async {
        let bench = await bench(circle("a", 500, types: types))
        await bench.move(500)
        await bench.wait(seconds: 60)
        await bench.move(0)
        #expect(bench.told == told)
    }

    @Test(arguments: [
        (-1, ["enter a"]), (0, ["enter a"]), (1, ["enter a", "dwell a"]), (2_147_483, ["enter a"]),
        (3_000_000_000, ["enter a"]),
    ])
    func `CIO-031 a threshold decides whether a stay is told, and never costs the fence`(
        _ threshold: Int, _ told: [String]
    ) async {
        let bench = await bench(circle("a", 500, dwell: threshold))
        #expect(await bench.watched == ["a"])
        await bench.move(500)
        await bench.wait(seconds: 600)
        #expect(bench.told == told)
        #expect(bench.says(.error, "fence a: ") == (threshold < 0 || threshold > 2_147_483))
    }

    @Test func `CIO-031 the longest threshold is waited for`() async {
        let bench = await bench(circle("a", 500, dwell: 2_147_483))
        await bench.move(500)
        await bench.wait(seconds: 2_147_482)
        #expect(bench.told == ["enter a"])
        await bench.wait(seconds: 2)
        #expect(bench.told == ["enter a", "dwell a"])
    }

    @Test(arguments: [(90.0, -180.0, true), (90.1, 0, false), (0, -180.1, false)])
    func `CIO-033 a fence at the bounds is watched, one beyond is logged`(
        _ latitude: Double, _ longitude: Double, _ isKept: Bool
    ) async {
        let bench = await bench(
            circle("a", 500), #"{"id":"b","latitude":\#(latitude),"longitude":\#(longitude),"radius":100}"#,
            config: #"{"max_monitoring_distance":0}"#)
        #expect(await bench.watched == (isKept ? ["a", "b"] : ["a"]))
        #expect(bench.says(.error, "fence b") != isKept)
    }

    @Test func `CIO-034 the last change of a fence is kept over a relaunch`() async throws {
        let bench = await bench(circle("a", 500, extra: #","last_updated":1700000000000"#))
        await bench.relaunch()
        let fence = try #require(try await bench.engine.fence("a"))
        #expect(FenceAttributes(of: fence).lastUpdated.wholeSeconds == 1_700_000_000)
    }

    @Test(.enabled(if: Shared.isPresent, "needs the specification's fixtures"))
    func `CIO-035 sound polygons are kept, and each of the others is logged`() async throws {
        let bench = try await fixture("fetch-polygon-dwell.json", at: Coordinate(checked: 0.01, 0.01))
        #expect(try await bench.engine.fences().map(\.id) == ["60001", "60002", "60003"])
        for id in ["60004", "60005", "60006"] { #expect(bench.says(.error, "fence \(id)")) }
    }

    @Test func `CIO-138 a bare fence that was kept is a plain circle`() async {
        let bench = await bench(circle("a", 500))
        await bench.relaunch()
        await bench.move(500)
        await bench.wait(seconds: 3600)
        #expect(bench.told == ["enter a"])
        #expect(bench.events.first?.keys == ["transition", "geofenceId", "transitionId", "metadata"])
        #expect(await bench.region(of: "a")?.circle.radius == 100)
    }
}

@Suite struct `CIO configuration on a phone` {
    @Test func `CIO-001 the documented set-up starts both modules`() async {
        let bench = CIOBench(setup: .init(tracking: .onAppStart, mode: .automatic), fences: circle("a", 500))
        await bench.started()
        await bench.relaunch()
        await bench.flush()
        #expect(bench.downloads.count == 1)
        #expect(await bench.watched == ["a"])
        #expect(bench.pipelineNames.contains("CIO Location Update"), "the Location module has its own fix")
    }

    @Test func `CIO-003 by default 20 events, or 30 seconds, send what waits`() async {
        let bench = CIOBench()
        await bench.started()
        for number in 2..<20 { await bench.app { CustomerIO.shared.track(name: "\(number)") } }
        #expect(bench.batches.isEmpty)
        await bench.app { CustomerIO.shared.track(name: "20") }
        #expect(bench.pipelineNames.count == 20)
        await bench.app { CustomerIO.shared.track(name: "21") }
        await bench.wait(seconds: 29)
        #expect(bench.batches.count == 1)
        await bench.wait(seconds: 1)
        #expect(bench.batches.count == 2)
    }

    @Test(arguments: [
        ("cdp.customer.io/v1", "https://cdp.customer.io/v2/geofences/nearest", "https://cdp.customer.io/v1/track"),
        (
            "cdp-eu.customer.io/v1", "https://cdp-eu.customer.io/v2/geofences/nearest",
            "https://cdp-eu.customer.io/v1/track"
        ),
        (
            "https://proxy.example/edge/v1/", "https://proxy.example/edge/v2/geofences/nearest",
            "https://proxy.example/edge/v1/track"
        ),
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080/v2/geofences/nearest", "http://127.0.0.1:8080/track"),
        ("example.com/venues", "https://example.com/venues/v2/geofences/nearest", "https://example.com/venues/track"),
        ("h.example/v1", "https://h.example/v2/geofences/nearest", "https://h.example/v1/track"),
    ])
    func `CIO-004 CIO-014 requests go to the host's addresses`(
        _ host: String, _ nearest: String, _ track: String
    ) async {
        let bench = CIOBench(setup: .init(host: host), fences: circle("a", 500))
        await bench.started()
        await bench.move(500)
        #expect(bench.downloads.map(\.url) == [nearest])
        #expect(bench.trackRequests.map(\.url) == [track])
    }

    @Test(arguments: [(900.0, false), (1100, true)])
    func `CIO-042 up to a kilometre from where fences were ranked nothing changes, beyond it they are ranked anew`(
        _ metres: Double, _ ranks: Bool
    ) async {
        let bench = CIOBench(fences: circle("a", 5000))
        await bench.started()
        await bench.wait(seconds: 3600)
        let calls = bench.phone.registrationLog.count
        bench.forgetLog()
        await bench.move(metres)
        await bench.app { CustomerIO.shared.identify(userId: "u1", traits: [:]) }
        #expect((bench.phone.registrationLog.count > calls) == ranks)
        #expect(
            bench.triggerRegion.map { Geodesic.distance(from: $0.circle.center, to: CIOBench.north(metres)) < 1 }
                == ranks)
        #expect(bench.says(.debug, "the pass ended: reranked") == ranks)
        #expect(bench.says(.debug, "the pass ended: skipped"), "that of the identify")
        #expect(bench.downloads.count == 1)
    }
}
