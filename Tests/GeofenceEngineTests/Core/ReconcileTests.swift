import GeofenceEngine
import LocationCore
import Testing

/// What was wanted when the last process ended, against what the system holds.
@Suite struct `Relaunch` {
    static func bench(_ policy: Policy = .plain) -> CoreBench {
        var bench = CoreBench.launched(policy)
        bench.put(Slice.fences([0, 1000, 2000]))
        bench.fix(0)
        bench.cross("0", .enter)
        bench.pass(3_600_000)
        bench.clear()
        return bench
    }

    @Test func `what is there is adopted: nothing registered, nothing told, each side asked`() {
        var bench = Self.bench()

        bench.relaunch()

        #expect(bench.registered == [])
        #expect(bench.unregistered == [])
        #expect(bench.told == [])
        #expect(bench.deltas == [])
        #expect(Set(bench.askedStates) == Set(["0", "1000", "2000"].map { bench.regionID(FenceID($0)) }))
        #expect(bench.side("0") == .inside)
    }

    @Test func `what is missing is registered again, once, without a word`() {
        var bench = Self.bench()
        let lost = bench.regionID("1000")
        bench.end()
        bench.forget(lost)

        bench.launch()

        #expect(bench.registered == [lost])
        #expect(bench.unregistered == [])
        #expect(bench.deltas == [])
        #expect(bench.slice == ["0", "1000", "2000"])
    }

    @Test func `all gone, all registered again, and the sides kept`() {
        var bench = Self.bench()
        bench.end()
        for id in bench.held.keys { bench.forget(id) }

        bench.launch()

        #expect(bench.registered.count == 3)
        #expect(bench.deltas == [])
        #expect(bench.side("0") == .inside)
        #expect(bench.held[bench.regionID("0")]?.assumedSide == .inside)
    }

    @Test func `foreign regions that came meanwhile: only what still fits is registered again`() {
        var bench = CoreBench.launched(limit: 6)
        bench.put(Slice.fences([0, 1000, 2000, 3000, 4000]))
        bench.end()
        for id in bench.held.keys { bench.forget(id) }
        bench.clear()

        bench.setForeign(2)
        bench.take(.device(.authorization(Authorization(tier: .always))))
        bench.take(.device(.app(.launched(.user))))

        #expect(bench.slice == ["0", "1000", "2000", "3000"])
        #expect(bench.registered == bench.slice.map { bench.regionID(FenceID($0)) })
    }

    @Test func `regions that the system loses without a word are registered again when it no longer lists them`() {
        var bench = Self.bench()
        let lost = bench.regionID("1000")
        bench.forget(lost)

        bench.setForeign(0)

        #expect(bench.registered == [lost])
        #expect(bench.deltas == [])
        #expect(bench.told == [])
    }

    @Test func `strangers of our own making are given back, others are not touched`() throws {
        var bench = Self.bench()
        let circle = try Circle(center: CoreBench.origin, radius: 100)
        bench.end()
        for id in ["plain.f99.0", "plain.f1.7", "plane.f1.0", "host"] { bench.hold(Region(id: id, circle: circle)) }

        bench.launch()

        #expect(bench.unregistered == ["plain.f1.7", "plain.f99.0"])
    }

    @Test func `launched by a region: its event first, then the comparison`() {
        var bench = Self.bench()
        let lost = bench.regionID("1000")
        bench.end()
        bench.forget(lost)
        bench.launch(.region)
        #expect(bench.registered == [])

        bench.cross("0", .exit)

        #expect(bench.told == ["exit 0"])
        #expect(bench.registered == [lost])
    }

    @Test func `launched by a region whose event never comes: the comparison is made ten seconds later`() {
        var bench = Self.bench()
        let lost = bench.regionID("1000")
        bench.end()
        bench.forget(lost)
        bench.launch(.region)

        bench.wait(10_000)

        #expect(bench.registered == [lost])
    }

    @Test func `launched by a region while none is wanted: it was somebody else's, and nothing is waited for`() throws {
        var bench = CoreBench()
        bench.hold(Region(id: "plain.f99.0", circle: try Circle(center: CoreBench.origin, radius: 100)))

        bench.launch(.region)

        #expect(bench.unregistered == ["plain.f99.0"])
    }

    @Test func `the order in which the device tells how things stand does not matter`() {
        let authorization = Input.device(.authorization(Authorization(tier: .always)))
        let launched = Input.device(.app(.launched(.user)))
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            var bench = Self.bench()
            let lost = bench.regionID("1000")
            bench.end()
            bench.forget(lost)
            for step in order {
                switch step {
                case 0: bench.setForeign(0)
                case 1: bench.take(authorization)
                default: bench.take(launched)
                }
            }
            #expect(bench.registered == [lost])
            #expect(bench.deltas == [])
        }
    }

    @Test func `without the permission nothing is wanted until it is there`() {
        var bench = Self.bench()
        bench.end()

        bench.launch(.user, tier: .denied)
        #expect(bench.slice == [])
        #expect(bench.held == [:])
        bench.take(.device(.authorization(Authorization(tier: .always))))

        #expect(bench.slice.count == 3)
        #expect(bench.side("0") == .inside)
    }

    @Test func `tracking that does not survive its process gives all back without an exit`() {
        var policy = Policy.plain
        policy.activity = ActivityRules(condition: .whenTracking, survivesTermination: false)
        var bench = CoreBench.launched(policy)
        bench.take(.tracking(true))
        bench.put(Slice.fences([0, 1000]))
        bench.cross("0", .enter)
        bench.clear()

        bench.relaunch()

        #expect(bench.held == [:])
        #expect(bench.told == [])
        #expect(!bench.core.durable.scalars.isTracking)
        #expect(bench.deltas == ["-0 -1000"])
    }

    @Test func `CASE-143 a registration without an answer counts as refused after thirty seconds`() {
        var bench = CoreBench.launched()
        bench.confirms = false
        bench.put(Slice.fences([0]))
        #expect(bench.wake == 30_000)
        bench.wait(29_999)
        #expect(bench.slice == ["0"])
        bench.clear()

        bench.wait(1)

        #expect(bench.slice == [])
        #expect(bench.deltas == ["-0"])
        #expect(bench.core.process.lastRegionError == .failed)
        #expect(bench.codes == [.regionLost])
    }

    @Test func `an answer that comes later than that is for nobody, and the region is given back`() {
        var bench = CoreBench.launched()
        bench.confirms = false
        bench.put(Slice.fences([0]))
        bench.wait(30_000)
        bench.clear()

        bench.take(.device(.regionTaken(id: bench.regionID("0"), radius: 100)))

        #expect(bench.unregistered == [bench.regionID("0")])
    }

    @Test func `a region given up is tried again at the next ranking, its side kept`() {
        var bench = Self.bench()
        bench.take(.device(.regionLost(id: bench.regionID("0"), .unmonitored)))
        #expect(bench.deltas == ["-0"])
        #expect(bench.side("0") == .inside)
        bench.clear()

        bench.fix(0)

        #expect(bench.registered == [bench.regionID("0")])
        #expect(bench.told == [])
    }

    @Test func `somebody else's loss is not ours`() {
        var bench = Self.bench()

        bench.take(.device(.regionLost(id: "host", .failed)))

        #expect(bench.core.process.lastRegionError == nil)
        #expect(bench.codes == [])
    }
}

/// A monitor of states first repeats an old belief. (PLAT-046)
@Suite struct `Doubt` {
    static func bench() -> CoreBench {
        var bench = CoreBench.launched(reports: .states, answers: false)
        bench.put(CoreBench.fence("home"))
        bench.clear()
        return bench
    }

    @Test func `an entry told too soon is asked about, and believed when the time of distrust is over`() {
        var bench = Self.bench()
        bench.pass(1000)
        bench.state("home", .inside, age: 0)
        #expect(bench.told == [])
        #expect(bench.askedFixes.count == 1)
        bench.wait(8_999)
        #expect(bench.told == [])

        bench.wait(1)

        #expect(bench.told == ["enter home"])
    }

    @Test func `an entry that waits while the clock is set is dated by the clock as it is now`() {
        var bench = Self.bench()
        bench.pass(1000)
        bench.state("home", .inside, age: 0)
        bench.setWall(by: -7_200_000)
        let now = bench.moment.wall

        bench.wait(9000)

        #expect(bench.told == ["enter home"])
        #expect(bench.transitions.last?.at == now)
    }

    @Test func `after ten seconds it is believed at once`() {
        var bench = Self.bench()
        bench.pass(10_000)

        bench.state("home", .inside, age: 0)

        #expect(bench.told == ["enter home"])
    }

    @Test func `outside from unknown needs no second word`() {
        var bench = Self.bench()

        bench.state("home", .outside, age: 0)

        #expect(bench.side("home") == .outside)
    }

    @Test func `a fix that agrees confirms, one that disagrees refutes, one that cannot tell does neither`() {
        for (metres, accuracy, told) in [(0.0, 5.0, ["enter home"]), (500, 5, []), (0, 310, [])] {
            var bench = Self.bench()
            bench.pass(1000)
            bench.state("home", .inside, age: 0)
            bench.pass(1000)
            bench.fix(metres, accuracy: accuracy)
            #expect(bench.told == told)
            bench.wait(60_000)
            #expect(bench.told == (metres > 0 ? [] : ["enter home"]))
        }
    }

    @Test func `a fix from before the report says nothing about it`() {
        var bench = Self.bench()
        bench.pass(5000)
        bench.state("home", .inside, age: 0)

        bench.fix(500, age: 3000)
        bench.wait(60_000)

        #expect(bench.told == ["enter home"])
    }

    @Test func `a second, later report is the second word; the same one again is not`() {
        var bench = Self.bench()
        bench.pass(1000)
        bench.state("home", .inside, age: 0)
        bench.state("home", .inside, age: 0)
        #expect(bench.told == [])
        bench.pass(1)

        bench.state("home", .inside, age: 0)

        #expect(bench.told == ["enter home"])
    }

    @Test func `an old belief that is taken back leaves no trace`() {
        var bench = Self.bench()
        bench.state("home", .outside, age: 0)
        bench.pass(1000)
        bench.state("home", .inside, age: 0)
        bench.pass(1000)

        bench.state("home", .outside, age: 0)
        bench.wait(60_000)

        #expect(bench.told == [])
        #expect(bench.side("home") == .outside)
    }

    @Test func `a policy without distrust believes at once`() {
        var policy = Policy.plain
        policy.registration.settleMilliseconds = 0
        var bench = CoreBench.launched(policy, reports: .states, answers: false)
        bench.put(CoreBench.fence("home"))

        bench.state("home", .inside, age: 0)

        #expect(bench.told == ["enter home"])
    }
}
