import GeofenceEngine
import LocationCore
import Testing

@Suite struct `Dwell` {
    static func bench(_ dwell: DwellRules = DwellRules(), detectsDwell: Bool = false) -> CoreBench {
        var policy = Policy.plain
        policy.dwell = dwell
        var bench = CoreBench.launched(policy, detectsDwell: detectsDwell)
        bench.put(CoreBench.fence("home"))
        bench.pass(10_000)
        bench.cross("home", .enter)
        bench.clear()
        return bench
    }

    @Test func `time proves it at the delay and not before`() {
        var bench = Self.bench()

        bench.wait(299_999)
        #expect(bench.told == [])
        #expect(bench.wake == 1)
        bench.wait(1)
        #expect(bench.told == ["dwell home"])
        #expect(bench.transitions.first?.evidence == .elapsedTime)
        bench.wait(3_000_000)
        #expect(bench.told == ["dwell home"])
    }

    @Test func `the engine asks to be called at the delay`() {
        var bench = CoreBench.launched()
        bench.put(CoreBench.fence("home"))
        bench.cross("home", .enter)

        #expect(bench.wake == 300_000)
    }

    @Test func `an exit strikes it, also one that comes with the deadline`() {
        var bench = Self.bench()
        bench.pass(400_000)

        bench.cross("home", .exit)

        #expect(bench.told == ["exit home"])
    }

    @Test func `it counts from the date of the entry`() {
        var bench = CoreBench.launched()
        bench.put(CoreBench.fence("home"))
        bench.pass(400_000)
        bench.cross("home", .enter, age: 300_000)

        #expect(bench.told == ["enter home", "dwell home"])
    }

    @Test func `neither a clock set forward nor one set back moves it`() {
        for step: Int64 in [3_600_000, -3_600_000] {
            var bench = Self.bench()
            bench.pass(100_000)
            bench.setWall(by: step)
            bench.take(.device(.wakeUp(key: "wake")))
            #expect(bench.told == [])
            bench.wait(199_999)
            #expect(bench.told == [])
            bench.wait(1)
            #expect(bench.told == ["dwell home"])
        }
    }

    @Test func `a newest fix outside contradicts it until one inside comes`() {
        var bench = Self.bench()
        bench.pass(200_000)
        bench.fix(500)
        bench.wait(100_000)
        #expect(bench.told == [])
        #expect(bench.codes.contains(.dwell))
        bench.pass(1000)

        bench.fix(0)

        #expect(bench.told == ["dwell home"])
    }

    @Test func `a fix from before the entry contradicts nothing`() {
        var bench = CoreBench.launched()
        bench.put(CoreBench.fence("home"))
        bench.fix(500)
        bench.pass(10_000)
        bench.cross("home", .enter)
        bench.clear()

        bench.wait(300_000)

        #expect(bench.told == ["dwell home"])
    }

    @Test func `a new delay counts from the same entry`() {
        var bench = Self.bench()
        bench.pass(100_000)

        bench.put(CoreBench.fence("home", delay: 100_000))

        #expect(bench.told == ["dwell home"])
    }

    @Test func `no proof, no dwell`() {
        var bench = Self.bench(DwellRules(proof: .none))

        bench.wait(10_000_000)

        #expect(bench.told == [])
    }

    @Test func `CASE-036 after a launch by a region the check waits for that region's event`() {
        var bench = Self.bench()
        bench.pass(400_000)
        bench.relaunch(.region)
        #expect(bench.told == [])

        bench.cross("home", .exit)

        #expect(bench.told == ["exit home"])
    }

    @Test func `after a launch by a region whose event never comes the check is made ten seconds later`() {
        var bench = Self.bench()
        bench.pass(400_000)
        bench.relaunch(.region)
        bench.wait(9_999)
        #expect(bench.told == [])

        bench.wait(1)

        #expect(bench.told == ["dwell home"])
    }

    @Test func `a relaunch and a reboot keep the entry`() {
        var bench = Self.bench()
        bench.pass(100_000)
        bench.end()
        bench.reboot(after: 100_000)
        bench.launch()
        bench.wait(99_999)
        #expect(bench.told == [])

        bench.wait(1)

        #expect(bench.told == ["dwell home"])
    }

    @Test func `a reboot ends the stay where the policy says so, and keeps the side`() {
        var policy = Policy.plain
        policy.endings.stayGoesOnAcrossReboot = false
        var bench = CoreBench.launched(policy)
        bench.put(CoreBench.fence("home"))
        bench.cross("home", .enter)
        bench.clear()
        bench.end()
        bench.reboot(after: 1000)
        bench.launch()

        bench.wait(1_000_000)

        #expect(bench.told == [])
        #expect(bench.side("home") == .inside)
    }

    @Test func `a wall clock that a reboot set back voids the date of the entry`() {
        var bench = Self.bench()
        bench.end()
        bench.setWall(by: -7_200_000)
        bench.reboot(after: 1000)
        bench.launch()

        bench.wait(1_000_000)

        #expect(bench.told == ["dwell home"])
        #expect(bench.transitions.last?.stay != nil)
        #expect(bench.transitions.last?.stay?.enteredAt == nil)
    }

    @Test func `the system's own dwell is left to it where the policy says so`() {
        var bench = Self.bench(DwellRules(usesNative: true), detectsDwell: true)
        #expect(bench.core.durable.places.first.map { bench.core.policy.dwell.usesNative && $0.isHeld } == true)
        bench.wait(1_000_000)
        #expect(bench.told == [])

        bench.take(.device(.nativeDwell(id: bench.regionID("home"), at: bench.moment.wall, position: nil)))

        #expect(bench.told == ["dwell home"])
        #expect(bench.transitions.first?.evidence == .nativeDwell)
    }

    @Test func `a stay that is older than its region's registration is timed, since no system has seen it begin`() {
        var bench = Self.bench(DwellRules(usesNative: true), detectsDwell: true)
        bench.pass(60_000)
        bench.take(.renew)
        #expect(bench.wake != nil)

        bench.wait(240_000)

        #expect(bench.told == ["dwell home"])
        #expect(bench.transitions.first?.evidence == .elapsedTime)
        bench.take(.device(.nativeDwell(id: bench.regionID("home"), at: bench.moment.wall, position: nil)))
        #expect(bench.told == ["dwell home"])
    }

    @Test func `a system's dwell that nobody asked for is presence and no more`() {
        var bench = Self.bench()

        bench.take(.device(.nativeDwell(id: bench.regionID("home"), at: bench.moment.wall, position: nil)))

        #expect(bench.told == [])
        #expect(bench.side("home") == .inside)
    }
}

/// Where only evidence proves presence. (CIO 4.4)
@Suite struct `Dwell by evidence` {
    static func bench() -> CoreBench {
        var policy = Policy.plain
        policy.dwell = DwellRules(proof: .evidence, retries: 3, retryMilliseconds: 60_000)
        policy.transitions.dwellSharesStayID = true
        var bench = CoreBench.launched(policy)
        bench.put(CoreBench.fence("home"))
        bench.pass(10_000)
        bench.cross("home", .enter)
        bench.clear()
        return bench
    }

    @Test func `the deadline asks, and the answer proves`() {
        var bench = Self.bench()
        bench.wait(300_000)
        #expect(bench.told == [])
        #expect(bench.askedStates == [bench.regionID("home")])
        // The system's own word first; a fix where it has none.
        #expect(bench.askedFixes == [])

        bench.state("home", .inside, isAnswer: true)

        #expect(bench.told == ["dwell home"])
        #expect(bench.transitions.first?.evidence == .regionState)
    }

    @Test func `CIO-091 where the system cannot tell, a fix is asked for`() {
        var bench = Self.bench()
        bench.wait(300_000)
        bench.clear()

        bench.state("home", .unknown, isAnswer: true)

        #expect(bench.askedFixes.count == 1)
    }

    @Test func `evidence a millisecond before the delay does not qualify`() {
        var bench = Self.bench()
        bench.pass(299_999)
        bench.state("home", .inside)
        #expect(bench.told == [])
        bench.pass(1)

        bench.state("home", .inside)

        #expect(bench.told == ["dwell home"])
    }

    @Test func `its time is that of the evidence, its identifier that of the stay`() {
        var bench = Self.bench()
        let stay = bench.stay("home")?.id
        bench.pass(400_000)

        bench.state("home", .inside, age: 50_000)

        #expect(bench.transitions.map(\.at) == [bench.moment.wall.adding(milliseconds: -50_000)])
        #expect(bench.transitions.map { Optional($0.id) } == [stay])
    }

    @Test func `a fix clear inside is evidence, one that cannot tell is not`() {
        var bench = Self.bench()
        bench.pass(300_000)
        bench.fix(0, accuracy: 100.5)
        #expect(bench.told == [])

        bench.fix(0, accuracy: 90)

        #expect(bench.told == ["dwell home"])
    }

    @Test func `CIO-083 missing evidence is asked for three more times, a minute apart`() {
        var bench = Self.bench()
        var asked: [Int] = []
        for _ in 0..<10 {
            bench.clear()
            bench.wait(60_000)
            asked.append(bench.codes.count { $0 == .dwell })
        }
        // At 60, 120 … 600 s: the first at the delay.
        #expect(asked == [0, 0, 0, 0, 1, 1, 1, 1, 0, 0])
        #expect(bench.wake == nil)
    }

    @Test func `coming to the front renews the questions`() {
        var bench = Self.bench()
        for _ in 0..<10 { bench.wait(60_000) }
        bench.clear()

        bench.take(.device(.app(.becameActive)))

        #expect(bench.askedStates.contains(bench.regionID("home")))
        #expect(bench.stay("home")?.retriesLeft == 3)
    }

    @Test func `a clock set forward does not make a stay longer`() {
        var bench = Self.bench()
        bench.pass(10_000)
        bench.setWall(by: 3_600_000)

        bench.state("home", .inside)

        #expect(bench.told == [])
    }

    @Test func `a clock set back does not make it shorter`() {
        var bench = Self.bench()
        bench.pass(10_000)
        bench.setWall(by: -3_600_000)
        bench.pass(300_000)

        bench.state("home", .inside)

        #expect(bench.told == ["dwell home"])
    }
}
