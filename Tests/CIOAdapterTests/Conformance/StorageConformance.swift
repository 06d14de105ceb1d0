import CIOAdapter
import Foundation
import GeofenceEngine
import LocationCore
import LocationSimulator
import Testing

@Suite struct `CIO location module and storage on a phone` {
    @Test(arguments: ["queue", "state"])
    func `CIO-108 CIO-137 a damaged store is kept aside and everything starts anew`(_: String) async throws {
        let bench = CIOBench(fences: circle("a", 500))
        await bench.started()
        await bench.phone.setNetwork(.none)
        await bench.move(500)
        bench.phone.killApp()
        let file = bench.folder.appending(path: CustomerIO.databaseName)
        let wal = bench.folder.appending(path: CustomerIO.databaseName + "-wal")
        try? FileManager.default.removeItem(at: wal)
        try Data(repeating: 0x5a, count: 8192).write(to: file)
        await bench.launch()
        #expect(try await bench.engine.recordCount() == 0)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: bench.folder.path).contains {
                $0.contains("corrupt") || $0.contains("foreign")
            })
        #expect(bench.log.contains { $0.level == .error && $0.message.contains("kept as") })
        await bench.phone.setNetwork(.unmetered)
        await bench.phone.move(to: CIOBench.origin)
        await bench.identify()
        #expect(bench.downloads.count == 2)
        await bench.wait(seconds: 10)
        await bench.move(500)
        #expect(bench.told == ["enter a"])
    }

    @Test func `A store that takes nothing for a while loses neither a crossing nor what the host said`() async throws {
        let bench = CIOBench(fences: circle("a", 500))
        await bench.started()
        bench.phone.killApp()
        bench.fail(.fail(.notReadableYet))
        await bench.launch()
        await bench.move(500)
        #expect(bench.told.isEmpty)
        bench.fail(.proceed)
        await bench.wait(seconds: 60)
        await bench.phone.backgroundApp()
        await bench.phone.foregroundApp()
        await bench.settle()
        #expect(bench.told == ["enter a"])
        #expect(await bench.engine.person == "u1")
    }

    @Test(arguments: [StoreFaults.Failure.io, .notReadableYet, .busy])
    func `a store that opens late gives back who is identified and what waits, and takes what was said`(
        _ failure: StoreFaults.Failure
    ) async throws {
        let bench = CIOBench(fences: circle("a", 500))
        await bench.started()
        await bench.flush()
        await bench.phone.setNetwork(.none)
        await bench.app { CustomerIO.shared.track(name: "kept") }
        let anonymous = await bench.engine.value("cio.anonymous")
        bench.phone.killApp()
        bench.failOpening(failure)
        await bench.launch()
        await bench.app { CustomerIO.shared.track(name: "said") }
        #expect(await bench.engine.opening == nil)
        bench.failOpening(nil)

        // Nobody calls: the engine tries again by itself.
        await bench.wait(seconds: 60)

        #expect(await bench.app { CustomerIO.shared.userId } == "u1")
        #expect(await bench.engine.person == "u1")
        #expect(await bench.engine.value("cio.anonymous") == anonymous)
        await bench.phone.setNetwork(.unmetered)
        await bench.flush()
        await bench.wait(seconds: 60)
        #expect(bench.pipelineNames.suffix(2) == ["kept", "said"])
        await bench.move(500)
        #expect(bench.told == ["enter a"])
    }

    @Test func `CIO-124 events that come before the store can be read are all handled, in their order`() async throws {
        let bench = CIOBench(fences: circle("a", 500))
        await bench.started()
        bench.scripted()
        await bench.wait(seconds: 100)
        let id = try #require(await bench.engine.regionID(of: "a"))
        bench.fail(.fail(.notReadableYet))
        for index in 0..<65 {
            let date = bench.phone.now.wall.adding(milliseconds: Int64(index) - 100)
            if index.isMultiple(of: 2) {
                await bench.phone.os.enter(id, at: date)
            } else {
                await bench.phone.os.exit(id, at: date)
            }
        }
        bench.fail(.proceed)
        await bench.phone.backgroundApp()
        await bench.settle()
        let lines = try await bench.engine.journal(about: "a", limit: 200).reversed()
            .filter { $0.code == .transition || $0.code == .suppressed }.map { $0.text.prefix(5) }
        #expect(lines == (0..<65).map { $0.isMultiple(of: 2) ? "enter" : "exit " })
        #expect(bench.told.sorted() == ["enter a", "exit a"])
    }

    @Test func `A sign-out that could not be stored is stored later`() async throws {
        let bench = CIOBench(fences: circle("a", 500))
        await bench.started()
        bench.fail(.fail(.full))
        await bench.signOut()
        #expect(await bench.app { CustomerIO.shared.userId } == nil)
        bench.fail(.proceed)
        await bench.phone.backgroundApp()
        await bench.settle()
        #expect(await bench.engine.person == nil)
        #expect(bench.regionCount == 0)
    }

    @Test func `CIO-135 a silent fix is neither told nor kept`() async {
        let bench = CIOBench(setup: .init(tracking: .manual))
        await bench.started()
        await bench.app { CustomerIO.shared.identify(userId: "u1", traits: [:]) }
        await bench.flush()
        #expect(bench.downloads.count == 1)
        #expect(bench.pipelineNames == ["identify", "identify"])
        #expect(!bench.batches.map(\.text).joined().contains("location_latitude"))
        #expect(await bench.engine.value("cio.location")?["cachedLocation"] == nil)
    }

    @Test(arguments: [(25.0, 900.0, 1), (23.0, 2000.0, 1), (25.0, 1100.0, 2)])
    func `CIO-136 a tracked fix is news after a day and a kilometre`(
        _ hours: Double, _ metres: Double, _ told: Int
    ) async {
        let bench = CIOBench(setup: .init(tracking: .manual))
        await bench.started()
        await bench.app { CustomerIO.location.requestLocationUpdate() }
        await bench.wait(seconds: hours * 3600)
        await bench.move(metres)
        await bench.app { CustomerIO.location.requestLocationUpdate() }
        await bench.flush()
        #expect(bench.pipelineNames.count { $0 == "CIO Location Update" } == told)
    }

    @Test func `CIO-139 a sign-out clears what belongs to the person and nothing else`() async throws {
        let bench = CIOBench(
            setup: .init(tracking: .manual, allowsBackgroundDelivery: true), fences: circle("a", 500, dwell: 300))
        await bench.started()
        await bench.app { CustomerIO.location.requestLocationUpdate() }
        await bench.phone.setNetwork(.none)
        await bench.move(500)
        await bench.signOut()
        let engine = bench.engine
        #expect(await engine.value("cio.sync") == nil)
        #expect(await engine.value("cio.location")?["cachedLocation"] == nil)
        #expect(await engine.rankingAnchor == nil)
        #expect(await engine.watchedFences.isEmpty)
        #expect(await engine.state(of: "a")?.side == .unknown)
        #expect(await engine.person == nil)
        #expect(bench.regionCount == 0)
        #expect(try await engine.fences().count == 1)
        #expect(try await engine.recordCount() == 1)
        let context = await engine.value("cio.context")
        #expect(context?["userId"] == nil)
        #expect(context?["apiHost"] == "cdp.customer.io/v1")
        #expect(context?["cdpApiKey"] == "sk_test_abc")
        #expect(await engine.value("cio.config") != nil)
        #expect(await bench.app { await CustomerIO.location.getLastKnownLocation() } == nil)
    }

    @Test func `CIO-144 an emptied folder knows nobody`() async throws {
        let bench = CIOBench(fences: circle("a", 500))
        await bench.started()
        bench.phone.killApp()
        try FileManager.default.removeItem(at: bench.folder)
        let requests = bench.phone.requests.count
        let asked = bench.phone.transcript.components(separatedBy: "asked of").count
        await bench.launch()
        #expect(await bench.app { CustomerIO.shared.userId } == nil)
        #expect(bench.phone.requests.count == requests)
        #expect(bench.phone.transcript.components(separatedBy: "asked of").count == asked)
    }

    @Test func `The anonymous id and waiting events survive a relaunch, and a sign-out makes another id`() async {
        let bench = CIOBench()
        await bench.launch()
        let first = await bench.app { CustomerIO.shared.anonymousId }
        await bench.app { CustomerIO.shared.track(name: "before") }
        await bench.relaunch()
        #expect(await bench.app { CustomerIO.shared.anonymousId } == first)
        await bench.flush()
        #expect(bench.pipelineNames == ["before"])
        await bench.signOut()
        #expect(await bench.app { CustomerIO.shared.anonymousId } != first)
    }

    @Test func `Waiting events go after the interval, after twenty, and in the background`() async {
        let bench = CIOBench()
        await bench.launch()
        await bench.app { CustomerIO.shared.track(name: "one") }
        await bench.wait(seconds: 29)
        #expect(bench.batches.isEmpty)
        await bench.wait(seconds: 1)
        #expect(bench.pipelineNames == ["one"])
        await bench.app { for _ in 0..<20 { CustomerIO.shared.track(name: "many") } }
        #expect(bench.pipelineNames.count == 21)
        await bench.app { CustomerIO.shared.screen(title: "last") }
        await bench.phone.backgroundApp()
        await bench.settle()
        #expect(bench.pipelineNames.count == 22)
    }
}
