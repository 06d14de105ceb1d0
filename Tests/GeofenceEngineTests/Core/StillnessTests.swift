import GeofenceEngine
import LocationCore
import Testing

/// The pause of tracking while the device is still.
@Suite struct `Stillness` {
    static let id = "plain.still"

    static func bench(reports: RegionReports = .crossings) -> CoreBench {
        var policy = Policy.plain
        policy.fixes.tracking = TrackingRate(accuracy: 10, distance: 10)
        policy.fixes.stationary = StationaryRules(radius: 30, after: 180_000)
        var bench = CoreBench.launched(policy, reports: reports)
        bench.take(.tracking(true))
        bench.fix(0)
        return bench
    }

    /// A bench that has been still for three minutes, and whose question was answered from the same place.
    static func paused() throws -> CoreBench {
        var bench = bench()
        bench.clear()
        bench.wait(180_000)
        try bench.answer(4)
        return bench
    }

    @Test func `silence is no proof: one fix is asked for`() throws {
        var bench = Self.bench()
        #expect(bench.wake == 180_000)
        bench.clear()

        bench.wait(180_000)

        #expect(bench.askedFixes.count == 1)
        #expect(bench.registered == [])
        #expect(bench.isWatching == nil)
    }

    @Test func `a fix from the same place pauses, once the system watches for the exit`() throws {
        var bench = Self.bench()
        bench.confirms = false
        bench.clear()
        bench.wait(180_000)
        try bench.answer(4)

        let region = try #require(bench.held[Self.id])
        #expect(region.circle.radius == 30)
        #expect(region.circle.center == CoreBench.origin)
        #expect(region.edges == .exit)
        #expect(bench.isWatching == nil)

        bench.take(.device(.regionTaken(id: Self.id, radius: 30)))

        #expect(bench.isWatching == false)
        #expect(bench.codes.contains(.tracking))
        #expect(bench.records == [])
    }

    @Test func `fixes that flow pause without a question`() {
        var bench = Self.bench()
        bench.clear()
        for second in 1...179 {
            bench.pass(1000)
            bench.fix(Double(second % 7))
        }
        #expect(bench.registered == [])

        bench.pass(1000)
        bench.fix(3)

        #expect(bench.registered == [Self.id])
        #expect(bench.askedFixes == [])
        #expect(bench.isWatching == false)
    }

    @Test func `who moves begins anew`() {
        var bench = Self.bench()
        bench.pass(179_000)
        bench.fix(40)
        bench.clear()

        bench.pass(2000)
        bench.fix(41)

        #expect(bench.registered == [])
    }

    @Test func `an inaccurate fix far away does not count as still`() {
        var bench = Self.bench()
        bench.pass(180_000)
        bench.fix(500, accuracy: 1000)
        #expect(bench.held[Self.id] == nil)
    }

    @Test func `a question that fails is asked again after the same time`() throws {
        var bench = Self.bench()
        bench.wait(180_000)
        let request = try #require(bench.askedFixes.last)
        bench.clear()

        bench.take(.device(.fixFailed(request: request.id, .timedOut)))

        #expect(bench.wake == 180_000)
        bench.wait(180_000)
        #expect(bench.askedFixes.count == 1)
        #expect(bench.isWatching == nil)
    }

    enum WayOut: CaseIterable, Sendable { case exit, state, fix, lost, forgotten }

    @Test(arguments: WayOut.allCases)
    func `fixes flow again`(_ way: WayOut) throws {
        var bench = try Self.paused()
        bench.clear()
        bench.pass(60_000)
        switch way {
        case .exit:
            bench.take(.device(.regionCrossed(RegionCrossing(id: Self.id, direction: .exit, at: nil, position: nil))))
        case .state:
            bench.take(.device(.regionState(RegionState(id: Self.id, side: .outside, at: nil, isAnswer: false))))
        case .fix: bench.fix(90)
        case .lost: bench.take(.device(.regionLost(id: Self.id, .failed)))
        case .forgotten:
            bench.forget(Self.id)
            bench.set()
        }

        #expect(bench.isWatching == true)
        #expect(bench.held[Self.id] == nil)
        #expect(bench.codes.contains(.tracking))
    }

    @Test func `a report from inside ends nothing`() throws {
        var bench = try Self.paused()
        bench.clear()
        bench.take(.device(.regionState(RegionState(id: Self.id, side: .inside, at: nil, isAnswer: false))))
        #expect(bench.isWatching == nil)
        #expect(bench.unregistered == [])
    }

    enum End: CaseIterable, Sendable { case stop, policy, permission }

    @Test(arguments: End.allCases)
    func `the region goes with what it serves`(_ end: End) throws {
        var bench = try Self.paused()
        switch end {
        case .stop: bench.take(.tracking(false))
        case .policy:
            var policy = bench.core.policy
            policy.fixes.stationary = nil
            bench.take(.policy(policy))
        case .permission: bench.take(.device(.authorization(Authorization(tier: .denied))))
        }
        #expect(bench.held[Self.id] == nil)
    }

    @Test func `a new process gives back the region of the last`() throws {
        var bench = try Self.paused()
        bench.clear()
        bench.relaunch()
        #expect(bench.unregistered == [Self.id])
        #expect(bench.held[Self.id] == nil)
    }

    @Test func `it is none of the host's regions, and fences keep theirs`() throws {
        var bench = try Self.paused()
        bench.put(CoreBench.fence("home", 0, radius: 100))
        bench.set()
        #expect(bench.slice == ["home"])
        bench.clear()
        bench.cross("home", .exit)
        #expect(bench.isWatching == nil)
    }

    @Test func `never where the core itself watches circles`() {
        var bench = Self.bench(reports: .nothing)
        bench.pass(200_000)
        bench.fix(0)
        #expect(bench.registered == [])
    }
}

extension CoreBench {
    /// The answer to the last question for a fix.
    fileprivate mutating func answer(_ east: Double) throws {
        fix(east, request: try #require(askedFixes.last).id)
    }

    /// What was last said about the flow of fixes since the last ``clear()``.
    fileprivate var isWatching: Bool? {
        effects.compactMap { effect -> Bool? in
            switch effect {
            case .watchFixes: true
            case .stopWatching: false
            default: nil
            }
        }.last
    }
}
