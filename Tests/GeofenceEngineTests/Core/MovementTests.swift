import GeofenceEngine
import LocationCore
import Testing

/// Finding the device again once it has left the helper region. (AMD-05)
@Suite struct `Movement` {
    static let helperID = "plain.trigger"

    /// A helper of 1000 m round the origin, ranked by the host alone.
    static func bench(reports: RegionReports = .crossings, answers: Bool = true) -> CoreBench {
        var policy = Policy.plain
        policy.places.helper = HelperRules(
            regionID: helperID, arming: .always, radius: .fixed(1000), edges: .exit, recentreBeyond: 0)
        policy.slice.reranking = .onRefreshOnly
        policy.fixes.maximumAge = 30_000
        policy.fixes.unproven = .mayRank
        policy.fixes.requestOldest = 30_000
        var bench = CoreBench.launched(policy, reports: reports, answers: answers)
        bench.put(CoreBench.fence("home"))
        bench.take(.rank(RankRequest(anchor: CoreBench.origin)))
        bench.pass(60_000)
        bench.clear()
        return bench
    }

    static func exit(_ bench: inout CoreBench, age: Int64 = 0) {
        bench.take(
            .device(
                .regionCrossed(
                    RegionCrossing(
                        id: helperID, direction: .exit, at: bench.moment.wall.adding(milliseconds: -age)))))
    }

    /// What was told of looking: the metres east of each fix, or `nil` for none.
    static func looks(_ bench: CoreBench) -> [Fix?] {
        bench.news.compactMap { if case .looked(let fix) = $0 { .some(fix) } else { nil } }
    }

    @Test(arguments: [(0, 0), (10_000, 10_000), (60_000, 30_000)] as [(Int64, Int64)])
    func `AMD-05 no remembered fix older than the exit will do`(_ late: Int64, _ oldest: Int64) {
        var bench = Self.bench()

        Self.exit(&bench, age: late)

        #expect(bench.askedFixes.map(\.oldestAcceptable) == [oldest])
    }

    struct Answer: Sendable, CustomTestStringConvertible {
        let metres: Double
        var age: Int64 = 0
        let counts: Bool
        var testDescription: String { "\(metres) m, \(age) ms old" }
    }

    @Test(arguments: [
        Answer(metres: 1500, counts: true), Answer(metres: 990, counts: false),
        Answer(metres: 1500, age: 1000, counts: false), Answer(metres: 1500, age: 40_000, counts: false),
    ])
    func `AMD-05 a fix older than the exit or inside the circle is no answer`(_ answer: Answer) throws {
        var bench = Self.bench()
        Self.exit(&bench)
        let request = try #require(bench.askedFixes.last)
        let fix = bench.reading(answer.metres, age: answer.age)

        bench.take(.device(.fix(fix, request: request.id)))

        #expect(Self.looks(bench) == [answer.counts ? fix : nil])
        bench.wait(10_000)
        #expect(bench.askedFixes.count == (answer.counts ? 1 : 2))
    }

    @Test func `AMD-05 it is asked for again after ten seconds, doubling, six times`() throws {
        var bench = Self.bench()
        Self.exit(&bench)
        var pauses: [Int64] = []
        for _ in 0..<7 {
            let request = try #require(bench.askedFixes.last)
            let count = bench.askedFixes.count
            bench.take(.device(.fixFailed(request: request.id, .timedOut)))
            var waited: Int64 = 0
            while bench.askedFixes.count == count, waited < 3_600_000 {
                bench.wait(10_000)
                waited += 10_000
            }
            pauses.append(waited)
        }

        #expect(pauses == [10_000, 20_000, 40_000, 80_000, 160_000, 320_000, 3_600_000])
        // It was told once that nothing came.
        #expect(Self.looks(bench) == [nil])
    }

    @Test(arguments: [
        DeviceEvent.app(.becameActive), .app(.woken(.backgroundTask)), .network(.unmetered),
    ])
    func `AMD-05 afterwards a wake, coming to the front or the network asks once more`(_ event: DeviceEvent) throws {
        var bench = Self.bench()
        bench.take(.device(.network(.none)))
        Self.exit(&bench)
        for _ in 0..<7 {
            let request = try #require(bench.askedFixes.last)
            bench.take(.device(.fixFailed(request: request.id, .timedOut)))
            bench.wait(600_000)
        }
        let count = bench.askedFixes.count

        bench.take(.device(event))

        #expect(bench.askedFixes.count == count + 1)
        let fix = bench.reading(5000)
        bench.take(.device(.fix(fix, request: bench.askedFixes.last?.id)))
        #expect(Self.looks(bench).last == fix)
    }

    @Test func `AMD-05 a believed fix outside the circle moves the helper without any exit`() {
        var bench = Self.bench()

        bench.fix(999)
        #expect(Self.looks(bench) == [])
        bench.fix(1001)

        #expect(Self.looks(bench).count == 1)
        #expect(bench.news.contains { if case .helperLeft = $0 { true } else { false } })
    }

    @Test func `AMD-05 whoever is found outside the helper has left it`() {
        var bench = Self.bench()

        bench.take(.device(.regionState(RegionState(id: Self.helperID, side: .outside, isAnswer: true))))

        #expect(bench.askedFixes.count == 1)
    }

    @Test func `AMD-05 an old belief about a helper that was just moved is settled by a fix inside`() throws {
        var bench = Self.bench(reports: .states, answers: false)
        bench.take(.rank(RankRequest(anchor: CoreBench.at(5000))))
        bench.clear()
        bench.pass(1000)
        bench.take(.device(.regionState(RegionState(id: Self.helperID, side: .outside, isAnswer: false))))
        #expect(!bench.news.contains { if case .helperLeft = $0 { true } else { false } })
        let request = try #require(bench.askedFixes.last)

        bench.take(.device(.fix(bench.reading(5010), request: request.id)))
        bench.wait(600_000)

        #expect(bench.askedFixes.count == 1)
        #expect(!bench.news.contains { if case .helperLeft = $0 { true } else { false } })
    }

    @Test(arguments: [RegionReports.states, .crossings], [(2500.0, true), (990.0, false)])
    func `AMD-05 a process that ends between the exit and the fix leaves the question to the next`(
        _ reports: RegionReports, _ place: (metres: Double, isLeft: Bool)
    ) throws {
        var bench = Self.bench(reports: reports, answers: false)
        Self.exit(&bench)
        bench.clear()
        bench.relaunch()
        let request = try #require(bench.askedFixes.last)
        bench.take(.device(.fixFailed(request: request.id, .timedOut)))
        bench.wait(10_000)
        let again = try #require(bench.askedFixes.last)

        bench.take(.device(.fix(bench.reading(place.metres), request: again.id)))

        #expect(bench.news.contains { if case .helperLeft = $0 { true } else { false } } == place.isLeft)
        #expect(bench.core.process.movement == nil)
    }

    @Test func `AMD-05 nothing is asked while the permission is gone`() {
        var bench = Self.bench()
        bench.take(.device(.authorization(Authorization(tier: .denied))))
        bench.clear()

        Self.exit(&bench)
        bench.wait(600_000)

        #expect(bench.askedFixes.isEmpty)
    }
}

/// Registrations that find no place. (AMD-06)
@Suite struct `Refusals` {
    /// Nineteen fences, of which the last five found no place.
    static func bench() -> CoreBench {
        var bench = CoreBench.launched()
        bench.confirms = false
        bench.put((0..<19).map { CoreBench.fence(FenceID("f\($0)"), Double($0) * 300) })
        for index in 0..<19 {
            let id = "plain.f\(index + 1).0"
            bench.take(.device(index < 14 ? .regionTaken(id: id, radius: 100) : .regionLost(id: id, .overLimit)))
        }
        bench.clear()
        return bench
    }

    @Test func `AMD-06 what was refused is not asked for again by the next ranking`() {
        var bench = Self.bench()

        bench.fix(0)
        bench.set()
        bench.fix(100)

        #expect(bench.registered == [])
        #expect(bench.slice.count == 14)
    }

    @Test func `AMD-06 a nearer fence takes the place of a farther one`() {
        var bench = Self.bench()

        bench.fix(18 * 300)

        #expect(bench.registered.count == 5)
        #expect(bench.unregistered.count == 5)
        #expect(bench.slice.count == 14)
    }

    @Test func `AMD-06 after an hour it is asked for once more`() {
        var bench = Self.bench()
        bench.fix(0)
        bench.wait(3_599_000)
        #expect(bench.registered == [])

        bench.wait(1000)

        #expect(Set(bench.registered).count == 5)
        #expect(bench.registered.count == 5)
    }

    @Test func `AMD-06 a region that is given back frees a place`() {
        var bench = Self.bench()
        bench.fix(0)

        bench.remove("f0")
        // Its place is taken by the next.
        #expect(bench.registered.count == 1)
        bench.clear()
        bench.remove((1...18).map { FenceID("f\($0)") })
        bench.put((0..<19).map { CoreBench.fence(FenceID("g\($0)"), Double($0) * 300) })

        #expect(bench.registered.count == 19)
    }

    @Test func `AMD-06 a message without news ranks nothing`() {
        var bench = CoreBench.launched()
        bench.put(CoreBench.fence("home"))
        bench.take(.device(.regionLost(id: "plain.f1.0", .failed)))
        bench.clear()

        bench.set()
        #expect(bench.registered == [])
        bench.set(limit: 10)
        #expect(bench.registered == ["plain.f1.0"])
    }
}

/// Sides that nobody watched for a while. (AMD-07)
@Suite struct `Permission that comes back` {
    static func inside(_ fall: AuthorizationTier) -> CoreBench {
        var bench = CoreBench.launched()
        bench.put(CoreBench.fence("home", reports: [.enter, .exit]))
        bench.cross("home", .enter)
        bench.take(.device(.authorization(Authorization(tier: fall))))
        bench.pass(3_600_000)
        bench.clear()
        bench.take(.device(.authorization(Authorization(tier: .always))))
        return bench
    }

    @Test(arguments: [AuthorizationTier.denied, .whenInUse])
    func `AMD-07 regions are renewed, and sides asked for`(_ fall: AuthorizationTier) {
        let bench = Self.inside(fall)

        #expect(bench.registered == ["plain.f1.0"])
        #expect(bench.askedStates.contains("plain.f1.0"))
        #expect(bench.askedFixes.count == 1)
        #expect(bench.side("home") == .inside)
        #expect(bench.told == [])
    }

    @Test(arguments: [AuthorizationTier.denied, .whenInUse], [Side.inside, .outside])
    func `AMD-07 the same side is not told, the other is`(_ fall: AuthorizationTier, _ side: Side) {
        var bench = Self.inside(fall)

        bench.state("home", side, isAnswer: true)
        bench.wait(600_000)

        #expect(bench.told == (side == .outside ? ["exit home"] : []))
        #expect(bench.side("home") == side)
    }

    @Test(arguments: [AuthorizationTier.denied, .whenInUse])
    func `AMD-07 whom nobody answers, the side is unknown in the end, silently`(_ fall: AuthorizationTier) {
        var bench = Self.inside(fall)
        for _ in 0..<3 { bench.wait(60_000) }
        #expect(bench.side("home") == .inside)

        bench.wait(60_000)

        #expect(bench.side("home") == .unknown)
        #expect(bench.told == [])
        bench.cross("home", .enter)
        #expect(bench.told == ["enter home"])
    }

    @Test func `AMD-07 fixes answer too, two of them where they contradict`() {
        for (metres, told) in [(0.0, [String]()), (500, ["exit home"])] {
            var bench = Self.inside(.denied)
            bench.fix(metres)
            #expect(bench.told == [])
            bench.pass(5000)
            bench.fix(metres)

            #expect(bench.told == told)
            for _ in 0..<5 { bench.wait(60_000) }
            #expect(bench.side("home") == (metres == 0 ? .inside : .outside))
        }
    }

    @Test func `AMD-07 a dwell waits for the answer`() {
        var bench = CoreBench.launched()
        bench.put(CoreBench.fence("home"))
        bench.cross("home", .enter)
        bench.take(.device(.authorization(Authorization(tier: .denied))))
        bench.pass(3_600_000)
        bench.take(.device(.authorization(Authorization(tier: .always))))
        #expect(!bench.told.contains("dwell home"))

        bench.state("home", .inside, isAnswer: true)

        #expect(bench.told == ["enter home", "dwell home"])
    }
}
