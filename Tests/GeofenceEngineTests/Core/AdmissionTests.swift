import GeofenceEngine
import LocationCore
import Testing

/// Which fixes are believed. On a machine without region monitoring, a believed fix in a fence is an enter.
@Suite struct `Admission of fixes` {
    struct Row: Sendable, CustomTestStringConvertible {
        let what: String
        var rules = FixRules()
        var age: Int64 = 0
        var accuracy: Double? = 5
        let isBelieved: Bool
        var testDescription: String { what }
    }

    static func bench(_ rules: FixRules) -> CoreBench {
        var policy = Policy.plain
        policy.fixes = rules
        var bench = CoreBench.launched(policy, reports: .nothing, answers: false)
        bench.put(CoreBench.fence("home", reports: [.enter, .exit]))
        bench.pass(1_000_000)
        bench.clear()
        return bench
    }

    @Test(arguments: [
        Row(what: "300 s old", age: 300_000, isBelieved: true),
        Row(what: "a millisecond older", age: 300_001, isBelieved: false),
        Row(what: "stamped 1 s ahead", age: -1000, isBelieved: true),
        Row(what: "a millisecond further ahead", age: -1001, isBelieved: false),
        Row(what: "no limit of accuracy", accuracy: 80, isBelieved: true),
        Row(
            what: "accuracy at the limit", rules: FixRules(maximumAccuracy: 50), accuracy: 50, isBelieved: true),
        Row(
            what: "accuracy beyond the limit", rules: FixRules(maximumAccuracy: 50), accuracy: 50.001,
            isBelieved: false),
        Row(
            what: "unknown accuracy under a limit", rules: FixRules(maximumAccuracy: 50), accuracy: nil,
            isBelieved: false),
        Row(
            what: "30 s old where 30 s are allowed", rules: FixRules(maximumAge: 30_000), age: 30_000, isBelieved: true),
        Row(
            what: "older where 30 s are allowed", rules: FixRules(maximumAge: 30_000), age: 30_001, isBelieved: false),
        Row(what: "nothing ahead allowed", rules: FixRules(maximumAhead: 0), age: -1, isBelieved: false),
    ])
    func `a fix is believed up to the border`(_ row: Row) {
        var bench = Self.bench(row.rules)

        bench.fix(0, accuracy: row.accuracy, age: row.age)

        #expect(bench.told == (row.isBelieved ? ["enter home"] : []))
        #expect(bench.codes.contains(.fixRefused) == !row.isBelieved)
        #expect((bench.core.process.lastFix != nil) == row.isBelieved)
    }

    @Test func `a fix older than a believed one changes nothing, one of the same time counts`() {
        var bench = Self.bench(FixRules())
        bench.fix(0)
        bench.pass(10_000)
        bench.clear()

        bench.fix(5000, age: 10_001)
        #expect(bench.told == [])
        bench.fix(5000, age: 10_000)
        #expect(bench.told == ["exit home"])
    }

    @Test func `an outdated fix of the future that was refused does not silence later ones`() {
        var bench = Self.bench(FixRules())

        bench.fix(5000, age: -86_400_000)
        bench.fix(0)

        #expect(bench.told == ["enter home"])
    }

    @Test func `an impossible speed is refused, and the position before stays the measure`() {
        var bench = Self.bench(FixRules(speeding: .refused(above: 60)))
        bench.fix(0)
        bench.clear()
        bench.pass(10_000)

        bench.fix(601)
        #expect(bench.told == [])
        #expect(bench.journal.last?.text.contains("60 m/s") == true)
        bench.fix(599)
        #expect(bench.told == ["exit home"])
    }

    @Test func `speed is measured on the steady clock, whatever the wall clock does`() {
        var bench = Self.bench(FixRules(speeding: .refused(above: 60)))
        bench.fix(0)
        bench.clear()
        bench.pass(60_000)
        bench.setWall(by: -3_600_000)

        bench.fix(3000)

        #expect(bench.told == ["exit home"])
    }

    @Test func `an impossible speed is capped on the way`() throws {
        var bench = Self.bench(FixRules(speeding: .capped(at: 60)))
        bench.fix(0)
        bench.pass(10_000)

        bench.fix(10_000)

        let believed = try #require(bench.core.process.lastFix)
        let distance = Geodesic.distance(from: CoreBench.origin, to: believed.coordinate)
        #expect(abs(distance - 600) < 0.001)
    }

    @Test func `two fixes of one stamp count as a second apart`() {
        var bench = Self.bench(FixRules(speeding: .refused(above: 60)))
        bench.fix(0)
        bench.clear()

        bench.fix(61)
        #expect(bench.codes == [.fixRefused])
        bench.fix(59)
        #expect(bench.core.process.lastFix == bench.reading(59))
    }

    @Test(arguments: [FixRules.Unproven.ignored, .mayRank])
    func `an old fix that was asked for may choose what is watched, never what is said`(_ unproven: FixRules.Unproven) {
        var policy = Policy.plain
        policy.fixes = FixRules(maximumAge: 30_000, unproven: unproven)
        policy.places.cap = 1
        var bench = CoreBench.launched(policy)
        bench.put(CoreBench.fence("home"), CoreBench.fence("work", 5000))
        bench.clear()

        bench.take(.look)
        bench.fix(5000, age: 60_000, request: bench.askedFixes.first?.id)

        #expect(bench.slice == (unproven == .mayRank ? ["work"] : ["home"]))
        #expect(bench.told == [])
        #expect(bench.core.process.lastFix == nil)
    }

    @Test func `an answer to a question nobody asked is no fix`() {
        var bench = Self.bench(FixRules())

        bench.fix(0, request: "somebody's")

        #expect(bench.told == [])
    }

    @Test func `a refusal is said once until a fix is believed`() {
        var bench = Self.bench(FixRules(maximumAccuracy: 10))

        for _ in 0..<5 { bench.fix(0, accuracy: 500) }
        bench.fix(0)
        bench.pass(1000)
        bench.fix(0, accuracy: 500)

        let refusals = bench.journal.filter { $0.code == .fixRefused }
        #expect(refusals.count { $0.fence == nil } == 2)
        // And once of the fence in which the refused ones may lie.
        #expect(refusals.count { $0.fence == "home" } == 1)
    }

    @Test func `while nothing is watched a fix means nothing`() {
        var policy = Policy.plain
        policy.activity.condition = .whenTracking
        var bench = CoreBench.launched(policy, reports: .nothing)
        bench.put(CoreBench.fence("home"))

        bench.fix(0)

        #expect(bench.told == [])
        #expect(bench.core.process.lastFix == nil)
    }

    @Test func `a fix of unknown accuracy cannot tell a side`() {
        var bench = Self.bench(FixRules())

        bench.fix(0, accuracy: nil)

        #expect(bench.told == [])
        #expect(bench.codes.contains(.cannotTell))
    }
}

@Suite struct `Verdict of a fix` {
    struct Row: Sendable {
        let distance: Double
        let accuracy: Double?
        let verdict: Verdict
    }

    @Test(arguments: [
        Row(distance: 0, accuracy: 0, verdict: .inside),
        Row(distance: 100, accuracy: 0, verdict: .inside),
        Row(distance: 100.0001, accuracy: 0, verdict: .outside),
        Row(distance: 60, accuracy: 40, verdict: .inside),
        Row(distance: 60, accuracy: 40.0001, verdict: .cannotTell),
        Row(distance: 140, accuracy: 40, verdict: .cannotTell),
        Row(distance: 140.0001, accuracy: 40, verdict: .outside),
        Row(distance: 0, accuracy: 310, verdict: .cannotTell),
        Row(distance: 0, accuracy: nil, verdict: .cannotTell),
        Row(distance: 1e9, accuracy: .infinity, verdict: .cannotTell),
    ])
    func `on the line is inside, over the line cannot tell`(_ row: Row) {
        #expect(
            Verdict(distanceToCenter: row.distance, radius: 100, accuracy: row.accuracy) == row.verdict)
    }
}
