import GeofenceEngine
import LocationCore
import Testing

/// One fix alone ends no stay. (AMD-03)
@Suite struct `Second look` {
    /// Inside `home` by the system's word, under a policy that lets fixes prove an exit.
    static func inside(_ change: (inout Policy) -> Void = { _ in }) -> CoreBench {
        var policy = Policy.plain
        policy.endings.leavingSlice = .exitIfProven
        policy.slice.candidates = .centreWithin(1000)
        change(&policy)
        var bench = CoreBench.launched(policy)
        bench.put(CoreBench.fence("home"))
        bench.fix(0)
        bench.cross("home", .enter)
        bench.pass(60_000)
        bench.clear()
        return bench
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let seconds: Int64
        let isTold: Bool
        var testDescription: String { "\(seconds) s later" }
    }

    @Test(arguments: [
        Row(seconds: 4, isTold: false), Row(seconds: 5, isTold: true), Row(seconds: 121, isTold: true),
        Row(seconds: 3600, isTold: true),
    ])
    func `AMD-03 the second fix is five seconds younger, and the exit bears the time of the first`(_ row: Row) {
        var bench = Self.inside()
        let first = bench.moment.wall
        bench.fix(4000)
        #expect(bench.told == [])
        #expect(bench.slice == ["home"])
        bench.pass(row.seconds * 1000)

        bench.fix(4010)

        #expect(bench.told == (row.isTold ? ["exit home"] : []))
        #expect(bench.slice.isEmpty == row.isTold)
        if row.isTold { #expect(bench.transitions.last?.at == first) }
    }

    @Test(arguments: [(120, true), (121, false)] as [(Int64, Bool)])
    func `AMD-03 the system's exit long after the fix bears its own time`(_ seconds: Int64, _ bearsFirst: Bool) {
        var bench = Self.inside()
        let first = bench.moment.wall
        bench.fix(4000)
        bench.pass(seconds * 1000)

        bench.cross("home", .exit)

        #expect(bench.told == ["exit home"])
        #expect(bench.transitions.last?.at == (bearsFirst ? first : bench.moment.wall))
    }

    @Test func `AMD-03 one fix is asked for, and if none comes nothing changes`() throws {
        var bench = Self.inside()
        bench.fix(4000)
        #expect(bench.askedFixes.isEmpty)

        bench.wait(5000)
        let request = try #require(bench.askedFixes.last)
        bench.take(.device(.fixFailed(request: request.id, .timedOut)))
        bench.wait(600_000)

        #expect(bench.askedFixes.count == 1)
        #expect(bench.told == [])
        #expect(bench.side("home") == .inside)
        #expect(bench.slice == ["home"])
    }

    @Test func `AMD-03 a fix that says inside takes the suspicion away`() {
        var bench = Self.inside()
        bench.fix(4000)
        bench.pass(5000)
        bench.fix(0)
        bench.pass(5000)
        bench.fix(4000)

        #expect(bench.told == [])
        #expect(bench.side("home") == .inside)
    }

    @Test func `AMD-03 the system agrees, and the exit bears the time of the fix`() {
        var bench = Self.inside()
        let first = bench.moment.wall
        bench.fix(4000)
        bench.pass(20_000)

        bench.cross("home", .exit)

        #expect(bench.told == ["exit home"])
        #expect(bench.transitions.last?.at == first)
    }

    @Test func `AMD-03 the system says inside after the fix, and the fix counts for nothing`() {
        var bench = Self.inside()
        bench.fix(4000)
        bench.pass(1000)
        bench.state("home", .inside, isAnswer: true)
        bench.pass(5000)

        bench.fix(4000)

        #expect(bench.told == [])
    }

    @Test func `AMD-03 where places do not suffice the stay ends silently`() {
        var bench = Self.inside()
        bench.fix(4000)

        bench.set(limit: 1)

        #expect(bench.told == [])
        #expect(bench.slice == [])
    }

    @Test(arguments: [(121, false), (120, true)] as [(Int64, Bool)])
    func `AMD-03 without region monitoring a fix after two minutes of silence does not decide alone`(
        _ seconds: Int64, _ isAlone: Bool
    ) {
        for (start, end, told) in [(0.0, 500.0, "exit home"), (500, 0, "enter home")] {
            var bench = CoreBench.launched(reports: .nothing)
            bench.put(CoreBench.fence("home"))
            bench.fix(start)
            bench.clear()
            bench.pass(seconds * 1000)
            let first = bench.moment.wall

            bench.fix(end)

            #expect(bench.told == (isAlone ? [told] : []))
            bench.pass(5000)
            bench.fix(end)
            #expect(bench.told == [told])
            #expect(bench.transitions.last?.at == first)
        }
    }

    @Test func `AMD-03 the first fix of a process decides alone`() {
        var bench = CoreBench.launched(reports: .nothing)
        bench.put(CoreBench.fence("home"))
        bench.fix(0)
        bench.pass(3_600_000)
        bench.relaunch()
        bench.clear()

        bench.fix(500)

        #expect(bench.told == ["exit home"])
    }

    @Test func `AMD-03 a visit does not end silently by one fix, but by two`() {
        var policy = Policy.plain
        policy.dwell.proof = .evidence
        policy.endings.fixOutsideEndsStay = true
        var bench = CoreBench.launched(policy)
        bench.put(CoreBench.fence("home"))
        bench.cross("home", .enter)
        bench.pass(60_000)

        bench.fix(500)
        #expect(bench.stay("home") != nil)
        bench.pass(5000)
        bench.fix(500)

        #expect(bench.stay("home") == nil)
        #expect(bench.side("home") == .inside)
    }
}

/// The filter of implausible speeds measures from somewhere else. (AMD-04)
@Suite struct `New anchor` {
    static func bench(_ speeding: FixRules.Speeding) -> CoreBench {
        var policy = Policy.plain
        policy.fixes.speeding = speeding
        var bench = CoreBench.launched(policy)
        bench.fix(0)
        return bench
    }

    @Test(arguments: [FixRules.Speeding.refused(above: 60), .capped(at: 60)])
    func `AMD-04 after a wrong fix the right one is believed, because it agrees with the one before`(
        _ speeding: FixRules.Speeding
    ) {
        var bench = Self.bench(speeding)
        bench.pass(3_600_000)
        bench.fix(30_000)
        bench.pass(5000)

        bench.fix(10)

        #expect(bench.core.process.lastFix == bench.reading(10))
    }

    @Test(arguments: [FixRules.Speeding.refused(above: 60), .capped(at: 60)])
    func `AMD-04 two fixes that agree with each other are a new anchor`(_ speeding: FixRules.Speeding) {
        var bench = Self.bench(speeding)
        bench.pass(5000)
        bench.fix(30_000)
        #expect(bench.core.process.lastFix?.coordinate != CoreBench.at(30_000))
        bench.pass(5000)

        bench.fix(30_100)

        #expect(bench.core.process.lastFix == bench.reading(30_100))
    }

    @Test func `AMD-04 two fixes that do not agree with each other are refused both`() {
        var bench = Self.bench(.refused(above: 60))
        bench.pass(5000)
        bench.fix(30_000)
        bench.pass(5000)

        bench.fix(-30_000)

        #expect(bench.core.process.lastFix?.coordinate == CoreBench.at(0))
    }

    @Test func `AMD-04 a believed fix between two refused ones parts them`() {
        var bench = Self.bench(.refused(above: 60))
        bench.pass(5000)
        bench.fix(30_000)
        bench.pass(5000)
        bench.fix(10)
        bench.pass(5000)

        bench.fix(30_000)

        #expect(bench.core.process.lastFix?.coordinate == CoreBench.at(10))
    }
}
