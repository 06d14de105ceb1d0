import GeofenceEngine
import LocationCore
import Testing

/// What a monitor tells right after a registration may be an old belief. (AMD-08)
@Suite struct `Old beliefs` {
    /// Registered anew in a new process, with a side known from before; a second later the monitor says the opposite.
    static func contradicted(_ known: Side) -> CoreBench {
        var bench = CoreBench.launched(reports: .states, answers: false)
        bench.put(CoreBench.fence("home", reports: [.enter, .exit]))
        bench.pass(20_000)
        bench.state("home", known, age: 0)
        bench.forget("plain.f1.0")
        bench.relaunch()
        bench.pass(1000)
        bench.clear()
        bench.state("home", known == .inside ? .outside : .inside, age: 0)
        return bench
    }

    @Test(arguments: [Side.inside, .outside])
    func `AMD-08 what contradicts waits for a fix, however long that takes`(_ known: Side) {
        var bench = Self.contradicted(known)
        #expect(bench.askedFixes.count == 1)

        bench.wait(600_000)

        #expect(bench.told == [])
        #expect(bench.side("home") == known)
    }

    @Test(arguments: [Side.inside, .outside], [true, false])
    func `AMD-08 a fix that agrees makes it true, one that does not makes it void`(_ known: Side, _ agrees: Bool) {
        var bench = Self.contradicted(known)
        bench.pass(2000)

        bench.fix((known == .inside) == agrees ? 8000 : 0)

        #expect(bench.told == (agrees ? [known == .inside ? "exit home" : "enter home"] : []))
        #expect((bench.side("home") == known) == !agrees)
    }

    @Test(arguments: [Side.inside, .outside])
    func `AMD-08 a second report that agrees makes it true`(_ known: Side) {
        var bench = Self.contradicted(known)
        bench.pass(3000)

        bench.state("home", known == .inside ? .outside : .inside, age: 0)

        #expect(bench.told == [known == .inside ? "exit home" : "enter home"])
    }

    @Test(arguments: [Side.inside, .outside])
    func `AMD-08 where no first enter is told, an old belief is neither a crossing nor the reason for one`(
        _ belief: Side
    ) {
        var policy = Policy.plain
        policy.firstSide.tellsEnter = false
        var bench = CoreBench.launched(policy, reports: .states, answers: false)
        bench.put(CoreBench.fence("home"))
        bench.pass(1000)
        bench.state("home", belief, age: 0)
        bench.pass(1000)

        bench.fix(belief == .inside ? 8000 : 0)

        #expect(bench.told == [])
        #expect(bench.side("home") == (belief == .inside ? .outside : .inside))
        bench.pass(3_600_000)
        bench.state("home", belief, age: 0)
        #expect(bench.told == [belief == .inside ? "enter home" : "exit home"])
    }
}
