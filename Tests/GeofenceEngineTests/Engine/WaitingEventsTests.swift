import GeofenceEngine
import LocationCore
import LocationSimulator
import Testing

/// Events that waited are decided at their own times, and rows that cannot be read cost themselves.
@Suite struct `Events that waited and rows that cannot be read` {
    /// A phone two kilometers off, and the region of a fence that reports a dwell after a minute.
    static func prepared() async throws -> (bench: EngineBench, region: String) {
        let bench = try EngineBench(.plain, at: CoreBench.at(0, 2000))
        let engine = try await bench.engine()
        try await engine.put([CoreBench.fence("home", delay: 60_000)])
        await bench.phone.settle()
        await bench.phone.advance(by: 60_000)
        return (bench, try #require(await engine.regionID(of: "home")))
    }

    @Test(arguments: [(30, false), (59, false), (61, true)])
    func `an enter and an exit handed over together ten minutes later make a dwell if the time between them was enough`(
        _ secondsInside: Int64, _ dwells: Bool
    ) async throws {
        let (bench, region) = try await Self.prepared()
        await bench.phone.advance(by: 600_000)
        let entered = bench.phone.now.wall.adding(milliseconds: -599_000)

        try await bench.engine().receive([
            .regionCrossed(RegionCrossing(id: region, direction: .enter, at: entered)),
            .regionCrossed(
                RegionCrossing(id: region, direction: .exit, at: entered.adding(milliseconds: secondsInside * 1000))),
        ])
        await bench.phone.settle()

        #expect(bench.told == (dwells ? ["enter home", "dwell home", "exit home"] : ["enter home", "exit home"]))
    }

    @Test func `an enter and an exit that came while nothing could be written make no dwell`() async throws {
        let (bench, region) = try await Self.prepared()
        let engine = try await bench.engine()
        bench.setFaults { _ in .fail(.full) }
        await engine.receive(.regionCrossed(RegionCrossing(id: region, direction: .enter)))
        await bench.phone.advance(by: 30_000)
        await engine.receive(.regionCrossed(RegionCrossing(id: region, direction: .exit)))
        await bench.phone.advance(by: 240_000)
        #expect(bench.told == [])
        bench.setFaults { _ in .proceed }

        // Nothing else happens: the engine tries again by itself.
        await bench.phone.advance(by: 600_000)

        #expect(bench.told == ["enter home", "exit home"])
        #expect(bench.arrived == ["enter home", "exit home"])
    }

    @Test func `AMD-10 one byte that is no UTF-8 in one row of the outbox costs that row, and the journal tells`()
        async throws
    {
        let (bench, _) = try await Self.prepared()
        await bench.phone.setNetwork(.none)
        await bench.go(0)
        await bench.go(2000)
        await bench.go(0)
        #expect(bench.told == ["enter home", "exit home", "enter home"])
        bench.phone.killApp()
        do {
            let database = try Database(path: bench.path, options: Database.Options())
            defer { database.close() }
            try database.execute(
                "UPDATE locations SET body = CAST(x'7bff7d' AS TEXT) WHERE id = (SELECT min(id) FROM locations)")
        }

        await bench.phone.launchApp()
        await bench.phone.setNetwork(.unmetered)
        await bench.phone.advance(by: 600_000)

        #expect(bench.arrived == ["exit home", "enter home", "dwell home"])
        let engine = try await bench.engine()
        #expect(try await engine.recordCount() == 0)
        let losses = bench.storeNews.compactMap { if case .lostRows(let rows) = $0 { rows } else { nil } }
        #expect(losses.count == 1 && losses.first?.count == 1)
        let lines = try await engine.journal(limit: 1000).filter { $0.code == .store }
        #expect(lines.contains { $0.text.contains("set aside (1)") })
        #expect(try await engine.unreadableRowCount() == 1)
    }

    @Test func `what cannot be opened is tried again by itself, and nothing that came meanwhile is lost`() async throws
    {
        let (bench, region) = try await Self.prepared()
        bench.phone.killApp()
        bench.setOpening(.io)
        await bench.phone.launchApp()
        let engine = try await bench.engine()
        await engine.receive(.regionCrossed(RegionCrossing(id: region, direction: .enter)))
        await #expect(throws: StoreError.self) { try await engine.recordCount() }
        bench.setOpening(nil)

        await bench.phone.advance(by: 10_000)

        // The phone is two kilometers off, and says so when it is asked.
        #expect(bench.told == ["enter home", "exit home"])
        #expect(await engine.fenceCount() == 1)
    }
}
