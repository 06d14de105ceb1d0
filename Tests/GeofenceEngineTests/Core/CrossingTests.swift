import GeofenceEngine
import LocationCore
import Testing

/// From evidence to sides, and from sides to transitions.
@Suite struct `Crossings` {
    struct Row: Sendable, CustomTestStringConvertible {
        let known: Side
        let evidence: Evidence
        var tellsFirstEnter = true
        let side: Side
        let told: [String]
        var dwell: Stay.Dwell?
        var wasObserved: Bool?

        enum Evidence: String { case enter, exit, stateInside, stateOutside, stateUnknown }
        var testDescription: String { "\(known) \(evidence.rawValue), first enter told: \(tellsFirstEnter)" }
    }

    static func bench(_ tellsFirstEnter: Bool = true, stay: FirstSideRules.Stay = .fromNowIfTold) -> CoreBench {
        var policy = Policy.plain
        policy.firstSide = FirstSideRules(tellsEnter: tellsFirstEnter, stay: stay)
        var bench = CoreBench.launched(policy)
        bench.put(CoreBench.fence("home"))
        bench.pass(10_000)
        return bench
    }

    @Test(arguments: [
        Row(known: .unknown, evidence: .enter, side: .inside, told: ["enter home"], dwell: .awaited, wasObserved: true),
        Row(known: .unknown, evidence: .exit, side: .outside, told: ["exit home"]),
        Row(
            known: .unknown, evidence: .stateInside, side: .inside, told: ["enter home"], dwell: .awaited,
            wasObserved: false),
        Row(known: .unknown, evidence: .stateOutside, side: .outside, told: []),
        Row(known: .unknown, evidence: .stateUnknown, side: .unknown, told: []),
        Row(
            known: .unknown, evidence: .enter, tellsFirstEnter: false, side: .inside, told: ["enter home"],
            dwell: .awaited, wasObserved: true),
        Row(
            known: .unknown, evidence: .stateInside, tellsFirstEnter: false, side: .inside, told: [], dwell: .void,
            wasObserved: false),
        Row(known: .inside, evidence: .enter, side: .inside, told: [], dwell: .awaited, wasObserved: true),
        Row(known: .inside, evidence: .exit, side: .outside, told: ["exit home"]),
        Row(known: .inside, evidence: .stateInside, side: .inside, told: [], dwell: .awaited, wasObserved: true),
        Row(known: .inside, evidence: .stateOutside, side: .outside, told: ["exit home"]),
        Row(known: .inside, evidence: .stateUnknown, side: .inside, told: [], dwell: .awaited, wasObserved: true),
        Row(known: .outside, evidence: .enter, side: .inside, told: ["enter home"], dwell: .awaited, wasObserved: true),
        Row(known: .outside, evidence: .exit, side: .outside, told: []),
        Row(
            known: .outside, evidence: .stateInside, tellsFirstEnter: false, side: .inside, told: ["enter home"],
            dwell: .awaited, wasObserved: true),
        Row(known: .outside, evidence: .stateOutside, side: .outside, told: []),
        Row(known: .outside, evidence: .stateUnknown, side: .outside, told: []),
    ])
    func `a known side changes, a first one is told by its rule`(_ row: Row) {
        var bench = Self.bench(row.tellsFirstEnter)
        if row.known != .unknown { bench.cross("home", row.known == .inside ? .enter : .exit) }
        bench.pass(1000)
        bench.clear()

        switch row.evidence {
        case .enter: bench.cross("home", .enter)
        case .exit: bench.cross("home", .exit)
        case .stateInside: bench.state("home", .inside)
        case .stateOutside: bench.state("home", .outside)
        case .stateUnknown: bench.state("home", .unknown)
        }

        #expect(bench.side("home") == row.side)
        #expect(bench.told == row.told)
        #expect(bench.stay("home")?.dwell == row.dwell)
        #expect(bench.stay("home")?.wasObserved == row.wasObserved)
    }

    @Test func `a stay found silently counts where the policy makes it a candidate`() {
        var bench = Self.bench(false, stay: .candidate)

        bench.state("home", .inside)

        #expect(bench.stay("home")?.dwell == .awaited)
        #expect(bench.stay("home")?.wasObserved == false)
        #expect(bench.told == [])
    }

    @Test func `older evidence changes nothing, whatever brought it`() {
        var bench = Self.bench()
        bench.cross("home", .enter)
        bench.pass(5000)
        bench.clear()

        bench.cross("home", .exit, age: 5001)
        #expect(bench.side("home") == .inside)
        #expect(bench.codes == [.outdated])
        bench.cross("home", .exit, age: 5000)
        #expect(bench.told == ["exit home"])
    }

    @Test func `what the system said again holds against what it saw before and tells later`() {
        var bench = Self.bench()
        bench.state("home", .inside, age: 0)
        bench.pass(20_000)
        bench.state("home", .inside, age: 0)
        bench.clear()

        bench.state("home", .outside, age: 10_000)

        #expect(bench.side("home") == .inside)
        #expect(bench.told == [])
    }

    @Test func `a date ahead counts as now`() {
        var bench = Self.bench()

        bench.cross("home", .enter, age: -60_000)

        #expect(bench.transitions.map(\.at) == [bench.moment.wall])
    }

    @Test func `a crossing keeps its own date`() {
        var bench = Self.bench()

        bench.cross("home", .enter, age: 7000)

        #expect(bench.transitions.map(\.at) == [bench.moment.wall.adding(milliseconds: -7000)])
        #expect(bench.stay("home")?.enteredSteady == bench.steady - 7000)
    }

    @Test func `a late exit dated before the entry leaves the stay open`() {
        var bench = Self.bench()
        bench.cross("home", .enter)
        let stay = bench.stay("home")
        bench.pass(1000)

        bench.cross("home", .exit, age: 60_000)

        #expect(bench.stay("home") == stay)
    }

    @Test func `CASE-106 one fix is exits first, then enters, each in stored order`() {
        var bench = CoreBench.launched(reports: .nothing)
        bench.put(
            CoreBench.fence("new 2", 1000), CoreBench.fence("old 2"), CoreBench.fence("old 1"),
            CoreBench.fence("new 1", 1000))
        bench.fix(0)
        bench.pass(60_000)
        bench.clear()

        bench.fix(1000)

        #expect(bench.told == ["exit old 2", "exit old 1", "enter new 2", "enter new 1"])
    }

    @Test func `a report of an earlier shape, of no fence, or of somebody else's region is nothing`() {
        var bench = Self.bench()
        let old = bench.regionID("home")
        bench.cross("home", .enter)
        bench.put(CoreBench.fence("home", radius: 200))
        bench.clear()

        for id in [old, "plain.f77.0", "host.1"] {
            bench.take(.device(.regionCrossed(RegionCrossing(id: id, direction: .exit))))
        }

        #expect(bench.told == [])
        #expect(bench.side("home") == .unknown)
        #expect(bench.unregistered == [old, "plain.f77.0"])
    }

    @Test func `redefining without a new shape goes on, a new shape ends silently`() {
        var bench = Self.bench()
        bench.cross("home", .enter)
        let stay = bench.stay("home")
        bench.clear()

        bench.put(CoreBench.fence("home", reports: [.exit], delay: 1000))
        #expect(bench.stay("home") == stay)
        #expect(bench.registered == [])
        bench.put(CoreBench.fence("home", radius: 99))
        #expect(bench.side("home") == .unknown)
        #expect(bench.told == [])
        #expect(bench.codes.contains(.stayEnded))
    }

    @Test func `removing is no crossing`() {
        var bench = Self.bench()
        bench.cross("home", .enter)
        bench.clear()

        bench.remove("home")

        #expect(bench.told == [])
        #expect(bench.deltas == ["-home"])
        #expect(bench.core.durable.standings == [:])
    }

    @Test func `what a fence does not report is followed all the same`() {
        var bench = CoreBench.launched()
        bench.put(CoreBench.fence("home", reports: [.exit]))
        bench.clear()

        bench.cross("home", .enter)
        #expect(bench.told == [])
        #expect(bench.codes == [.suppressed])
        bench.cross("home", .exit)
        #expect(bench.told == ["exit home"])
    }

    @Test func `a person is required where the policy says so, and stamped`() {
        var policy = Policy.plain
        policy.transitions.person = .required
        var bench = CoreBench.launched(policy)
        bench.put(CoreBench.fence("home"))
        bench.clear()

        bench.cross("home", .enter)
        #expect(bench.told == [])
        #expect(bench.side("home") == .inside)
        bench.take(.person("ada", values: [:]))
        bench.cross("home", .exit)
        #expect(bench.transitions.map(\.person) == ["ada"])
    }

    @Test func `fan-out is the format's, decided and told once`() {
        var bench = CoreBench.launched()
        bench.put(CoreBench.fence("home", geosets: ["a", "b", "c"]))
        bench.clear()

        bench.cross("home", .enter)

        #expect(bench.told == ["enter home"])
        #expect(bench.records.map { $0.body["group"]?.stringValue } == ["a", "b", "c"])
        #expect(Set(bench.records.map(\.id)).count == 3)
        #expect(Set(bench.records.map(\.transition)).count == 1)
    }

    @Test func `an exit tells of its stay, an enter of none`() throws {
        var bench = Self.bench()
        bench.cross("home", .enter)
        let entered = bench.moment.wall
        bench.pass(60_000)
        bench.cross("home", .exit)

        #expect(bench.transitions.first?.stay == nil)
        let stay = try #require(bench.transitions.last?.stay)
        #expect(stay.enteredAt == entered)
    }

    @Test(arguments: [(2000, true), (2001, false), (-2000, true), (-2001, false)] as [(Int64, Bool)])
    func `a clock set by more than two seconds costs the date of entry`(_ step: Int64, _ isKept: Bool) throws {
        var bench = Self.bench()
        bench.cross("home", .enter)
        bench.pass(60_000)
        bench.setWall(by: step)
        bench.take(.device(.wakeUp(key: "wake")))

        bench.cross("home", .exit)

        #expect((try #require(bench.transitions.last?.stay).enteredAt != nil) == isKept)
    }
}

@Suite struct `Duplicate window` {
    static func bench(_ length: Int64 = 60_000) -> CoreBench {
        var policy = Policy.plain
        policy.transitions = TransitionRules(person: .required, windowMilliseconds: length)
        var bench = CoreBench.launched(policy)
        bench.take(.person("ada", values: [:]))
        bench.put(CoreBench.fence("home", delay: 1000), CoreBench.fence("work", 5000))
        bench.pass(10_000)
        return bench
    }

    @Test func `a repeat within the window is suppressed up to its end`() {
        var bench = Self.bench()
        bench.cross("home", .enter)
        bench.cross("home", .exit)
        bench.pass(59_999)
        bench.cross("home", .enter)
        bench.cross("home", .exit)
        #expect(bench.told == ["enter home", "exit home"])
        #expect(bench.side("home") == .outside)
        bench.pass(1)

        bench.cross("home", .enter)

        #expect(bench.told.count == 3)
    }

    @Test func `a suppressed one does not lengthen it, and it says how long it lasts`() {
        var bench = Self.bench()
        bench.cross("home", .enter)
        bench.cross("home", .exit)
        bench.pass(30_000)
        bench.clear()
        bench.cross("home", .enter)
        bench.cross("home", .exit)
        #expect(bench.journal.first?.text.contains("another 30 s") == true)
        bench.pass(30_000)

        bench.cross("home", .enter)

        #expect(bench.told == ["enter home"])
    }

    @Test func `it is a person's, a fence's and a kind's`() {
        var bench = Self.bench()
        bench.cross("home", .enter)
        bench.cross("work", .enter)
        bench.take(.person("bob", values: [:]))
        bench.cross("home", .exit)
        bench.cross("home", .enter)

        #expect(bench.told == ["enter home", "enter work", "exit home", "enter home"])
    }

    @Test func `signing out forgets it`() {
        var bench = Self.bench()
        bench.cross("home", .enter)
        bench.cross("home", .exit)
        bench.take(.person(nil, values: [:]))
        bench.take(.person("ada", values: [:]))

        bench.cross("home", .enter)

        #expect(bench.told == ["enter home", "exit home", "enter home"])
    }

    @Test func `dwells are exempt`() {
        var bench = Self.bench(10_000_000)
        for _ in 0..<3 {
            bench.cross("home", .enter)
            bench.wait(1000)
            bench.cross("home", .exit)
            bench.pass(1000)
        }

        #expect(bench.told == ["enter home", "dwell home", "exit home", "dwell home", "dwell home"])
    }

    @Test func `it does not follow the wall clock`() {
        var bench = Self.bench()
        bench.cross("home", .enter)
        bench.cross("home", .exit)
        bench.setWall(by: 10_000_000)

        bench.cross("home", .enter)

        #expect(bench.told == ["enter home", "exit home"])
    }

    @Test func `spent windows are forgotten when they are over`() {
        var bench = Self.bench()
        bench.cross("home", .enter)
        bench.pass(60_000)

        bench.cross("work", .enter)

        #expect(bench.core.durable.windows.count == 1)
    }
}
