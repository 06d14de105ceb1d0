import GeofenceEngine
import LocationCore
import Testing

/// Which fences get the regions.
@Suite struct `Slice` {
    static func policy(_ change: (inout Policy) -> Void = { _ in }) -> Policy {
        var policy = Policy.plain
        change(&policy)
        return policy
    }

    /// Fences named by the metres of their centre east of the origin.
    static func fences(_ metres: [Double], radius: Double = 100) -> [Fence] {
        metres.map { CoreBench.fence(FenceID("\(Int($0))"), $0, radius: radius, reports: [.enter, .exit]) }
    }

    @Test func `the nearest nineteen, and no more than asked calls`() {
        var bench = CoreBench.launched()
        bench.put(Self.fences((0..<30).map { Double($0) * 1000 }))
        bench.clear()

        bench.fix(29_000)

        #expect(Set(bench.slice) == Set((11..<30).map { "\($0 * 1000)" }))
        #expect(bench.peak == 19)
        // Eleven left and eleven came; the rest was left alone.
        #expect(bench.registered.count == 11)
        #expect(bench.unregistered.count == 11)
    }

    @Test func `what goes is given back before what comes is asked for`() {
        var bench = CoreBench.launched(limit: 2)
        bench.put(Self.fences([0, 5000]))
        bench.clear()

        bench.fix(5000)

        let order = bench.effects.compactMap { effect -> String? in
            switch effect {
            case .unregister: "unregister"
            case .register: "register"
            case .tell: "tell"
            default: nil
            }
        }
        #expect(order == ["unregister", "register", "tell"])
        #expect(bench.deltas == ["+5000 -0"])
    }

    @Test func `cold start is the first in stored order, and relaunching keeps the slice`() {
        var bench = CoreBench.launched(limit: 3)
        bench.put(Self.fences([0, 1000, 2000, 3000]))
        #expect(bench.slice == ["0", "1000"])
        bench.fix(3000)
        #expect(Set(bench.slice) == ["2000", "3000"])
        let before = bench.slice
        bench.clear()

        bench.relaunch()

        #expect(bench.slice == before)
        #expect(bench.registered == [])
        #expect(bench.unregistered == [])
        #expect(bench.deltas == [])
    }

    @Test func `cold start with nothing waits for a position`() {
        var bench = CoreBench.launched(Self.policy { $0.slice.coldStart = .nothing })
        bench.put(Self.fences([0, 1000]))
        #expect(bench.slice == [])

        bench.fix(0)

        #expect(bench.slice == ["0", "1000"])
    }

    @Test func `once ranked, a cold process fills free places only with what is new`() {
        var bench = CoreBench.launched(Self.policy { $0.slice.candidates = .edgeWithin(10_000) }, limit: 5)
        bench.put(Self.fences([0, 1000, 50_000]))
        bench.fix(0)
        #expect(bench.slice == ["0", "1000"])
        bench.relaunch()
        #expect(bench.slice == ["0", "1000"])

        bench.put(Self.fences([70_000]))

        #expect(bench.slice == ["0", "1000", "70000"])
    }

    struct Candidate: Sendable {
        let rule: SliceRules.Candidates
        let radius: Double
        let distance: Double
        let isWatched: Bool
    }

    @Test(arguments: [
        Candidate(rule: .edgeWithin(1000), radius: 100, distance: 1099.9, isWatched: true),
        Candidate(rule: .edgeWithin(1000), radius: 100, distance: 1100.1, isWatched: false),
        // max(P, R + min(P, 500))
        Candidate(rule: .centreWithin(1000), radius: 100, distance: 999.9, isWatched: true),
        Candidate(rule: .centreWithin(1000), radius: 100, distance: 1000.1, isWatched: false),
        Candidate(rule: .centreWithin(1000), radius: 2000, distance: 2499.9, isWatched: true),
        Candidate(rule: .centreWithin(1000), radius: 2000, distance: 2500.1, isWatched: false),
        Candidate(rule: .centreWithin(200), radius: 300, distance: 499.9, isWatched: true),
        Candidate(rule: .centreWithin(200), radius: 300, distance: 500.1, isWatched: false),
        Candidate(rule: .all, radius: 100, distance: 15_000_000, isWatched: true),
    ])
    func `candidates`(_ row: Candidate) {
        var bench = CoreBench.launched(Self.policy { $0.slice.candidates = row.rule })
        bench.fix(0)

        bench.put(CoreBench.fence("one", row.distance, radius: row.radius))

        #expect(bench.slice.isEmpty != row.isWatched)
    }

    @Test func `a radius registered smaller is the one that counts`() {
        var bench = CoreBench.launched(
            Self.policy { $0.slice.candidates = .centreWithin(1000) }, maximumRadius: 1000)
        bench.fix(0)

        bench.put(CoreBench.fence("huge", 2000, radius: 5000), CoreBench.fence("near", 1400, radius: 5000))

        #expect(bench.slice == ["near"])
        #expect(bench.held.values.map(\.circle.radius) == [1000])
        #expect(bench.codes.contains(.radius))
    }

    @Test func `without clamping the whole radius is asked for`() {
        var bench = CoreBench.launched(
            Self.policy { $0.registration.clampsToMaximum = false }, maximumRadius: 1000)

        bench.put(CoreBench.fence("huge", radius: 5000))

        #expect(bench.held.values.map(\.circle.radius) == [5000])
    }

    @Test func `CASE-016 whole metres: noise changes nothing, ties go by their rule`() {
        let fences = [
            CoreBench.fence("b", 1000.3, radius: 100), CoreBench.fence("c", 1100.1, radius: 200),
            CoreBench.fence("a", 1000.4, radius: 100),
        ]
        let expected: [(SliceRules.Ties, [String])] = [
            (.storedOrder, ["b", "c", "a"]), (.centreThenStoredOrder, ["b", "a", "c"]), (.identifier, ["a", "b", "c"]),
        ]
        for (ties, order) in expected {
            var bench = CoreBench.launched(Self.policy { $0.slice.ties = ties })
            bench.fix(0)
            bench.put(fences)
            #expect(bench.slice == order)
        }
    }

    @Test func `fences that report nothing take part only where the policy says so`() {
        for takesPart in [true, false] {
            var bench = CoreBench.launched(Self.policy { $0.slice.includesSilentFences = takesPart })
            bench.put(CoreBench.fence("silent", reports: []))
            #expect(bench.slice.isEmpty != takesPart)
            bench.fix(0)
            #expect(bench.slice.isEmpty != takesPart)
        }
    }

    @Test func `an occupied fence keeps its place whatever the fix says`() {
        var bench = CoreBench.launched(limit: 2)
        bench.put(Self.fences([0, 5000]))
        bench.fix(0)
        bench.cross("0", .enter)

        bench.fix(5000)
        #expect(bench.slice == ["0"])
        bench.cross("0", .exit)
        bench.fix(5000)

        #expect(bench.slice == ["5000"])
    }

    @Test func `more occupied fences than places: in the order of the ranking, or the smaller first`() {
        let fences = [
            CoreBench.fence("wide", 0, radius: 900), CoreBench.fence("far", 300, radius: 100),
            CoreBench.fence("small", 400, radius: 80),
        ]
        let expected: [(SliceRules.PinOverflow, [String])] = [
            (.rank, ["wide", "far"]), (.smallerRadius, ["small", "far"]),
        ]
        for (rule, kept) in expected {
            var bench = CoreBench.launched(Self.policy { $0.slice.pinOverflow = rule }, limit: 4)
            bench.put(fences)
            for id in ["wide", "far", "small"] { bench.cross(FenceID(id), .enter) }
            bench.set(limit: 3)
            bench.fix(0)
            #expect(bench.slice == kept)
        }
    }

    @Test(
        arguments: [
            (.exitIfProven, Side.unknown, ["exit home"]), (.dropSilently, .unknown, []), (.keepState, .inside, []),
        ] as [(EndingRules.LeavingSlice, Side, [String])])
    func `leaving the slice when a fix lies clear outside`(
        _ rule: EndingRules.LeavingSlice, _ side: Side, _ told: [String]
    ) {
        var bench = CoreBench.launched(
            Self.policy {
                $0.endings.leavingSlice = rule
                $0.slice.candidates = .centreWithin(1000)
            })
        bench.put(CoreBench.fence("home"))
        bench.fix(0)
        bench.cross("home", .enter)
        bench.pass(60_000)
        bench.clear()

        bench.fix(4000)
        #expect(bench.told == [] && bench.slice == ["home"], "AMD-03")
        bench.pass(5000)
        bench.fix(4000)
        // Only where two fixes prove the exit does an occupied fence go while places suffice.
        #expect(bench.told == told && bench.slice.isEmpty == (rule == .exitIfProven))
        bench.set(limit: 1)
        bench.fix(4001)

        #expect(bench.side("home") == side)
        #expect(bench.told == told && bench.slice == [])
    }

    @Test func `a fix that cannot tell does not make it leave`() {
        var bench = CoreBench.launched(
            Self.policy {
                $0.endings.leavingSlice = .exitIfProven
                $0.slice.candidates = .centreWithin(1000)
            })
        bench.put(CoreBench.fence("home"))
        bench.fix(0)
        bench.cross("home", .enter)

        bench.fix(4000, accuracy: 3950)

        #expect(bench.slice == ["home"])
        #expect(bench.side("home") == .inside)
    }

    struct Room: Sendable, CustomTestStringConvertible {
        let limit: Int
        var reserved = 1
        var cap: Int?
        var foreign = 0
        var helper = false
        let fences: Int
        var testDescription: String { "\(limit) \(reserved) \(cap ?? -1) \(foreign) \(helper)" }
    }

    @Test(arguments: [
        Room(limit: 20, fences: 19),
        Room(limit: 20, reserved: 0, fences: 20),
        Room(limit: 20, reserved: 4, fences: 16),
        Room(limit: 20, cap: 5, fences: 5),
        Room(limit: 20, cap: 0, fences: 0),
        Room(limit: 20, cap: 50, fences: 19),
        // What is kept free is where others may be.
        Room(limit: 20, foreign: 1, fences: 19),
        Room(limit: 20, foreign: 5, fences: 15),
        Room(limit: 20, foreign: 20, fences: 0),
        Room(limit: 20, foreign: 40, fences: 0),
        Room(limit: 20, helper: true, fences: 19),
        Room(limit: 20, foreign: 5, helper: true, fences: 14),
        Room(limit: 20, foreign: 19, helper: true, fences: 0),
        Room(limit: 20, foreign: 20, helper: true, fences: 0),
        Room(limit: 20, reserved: 0, helper: true, fences: 19),
        Room(limit: 20, reserved: 0, foreign: 3, helper: true, fences: 16),
        Room(limit: 0, fences: 0),
    ])
    func `places`(_ room: Room) {
        var bench = CoreBench.launched(
            Self.policy {
                $0.places.reserved = room.reserved
                $0.places.cap = room.cap
                if room.helper {
                    $0.places.helper = HelperRules(
                        regionID: "plain.helper", arming: .always, radius: .fixed(200), recentreBeyond: 0.5)
                }
            }, limit: room.limit)
        if room.foreign > 0 { bench.setForeign(room.foreign) }
        bench.put(Self.fences((0..<60).map { Double($0) * 1000 }))

        bench.fix(0)

        #expect(bench.slice.count == room.fences)
        #expect(bench.peak <= max(0, room.limit - room.foreign))
    }

    @Test func `foreign regions that come later take the farthest places, and the helper's when nothing is left`() {
        var bench = CoreBench.launched(
            Self.policy {
                $0.places.helper = HelperRules(
                    regionID: "plain.helper", arming: .always, radius: .fixed(200), recentreBeyond: 0.5)
            })
        bench.put(Self.fences((0..<60).map { Double($0) * 1000 }))
        bench.fix(0)
        bench.setForeign(5)
        #expect(bench.slice == (0..<14).map { "\($0 * 1000)" })
        bench.setForeign(20)

        #expect(bench.held == [:])
    }

    @Test func `permission taken away gives all back and keeps the sides; granted again it is as before`() {
        var bench = CoreBench.launched()
        bench.put(Self.fences([0, 1000]))
        bench.cross("0", .enter)
        bench.clear()

        bench.take(.device(.authorization(Authorization(tier: .denied))))
        #expect(bench.held == [:])
        #expect(bench.deltas == ["-0 -1000"])
        bench.clear()
        bench.take(.device(.authorization(Authorization(tier: .always))))

        #expect(bench.deltas == ["+0 +1000"])
        #expect(bench.told == [])
        #expect(bench.side("0") == .inside)
    }

    @Test func `deltas fold to what is registered, none is empty`() {
        var bench = CoreBench.launched(limit: 6)
        var random = Draw(seed: 3)
        for index in 0..<30 { bench.put(CoreBench.fence(FenceID("f\(index)"), Double(random.below(20_000)))) }
        for _ in 0..<200 {
            if random.chance(0.1) { bench.remove(FenceID("f\(random.below(30))")) }
            if random.chance(0.1) {
                bench.put(CoreBench.fence(FenceID("f\(random.below(30))"), Double(random.below(20_000))))
            }
            bench.pass(1000)
            bench.fix(Double(random.below(20_000)))
        }
        var folded: Set<FenceID> = []
        for change in bench.slices {
            #expect(!change.on.isEmpty || !change.off.isEmpty)
            for fence in change.off { #expect(folded.remove(fence.id) != nil) }
            for fence in change.on { #expect(folded.insert(fence.id).inserted) }
        }
        #expect(folded == Set(bench.slice.map { FenceID($0) }))
        #expect(bench.peak <= 5)
    }

    @Test func `ranked at every fix, beyond a part of the helper, or not at all`() {
        let helper = HelperRules(
            regionID: "plain.helper", arming: .always, radius: .fixed(1000), recentreBeyond: 0)
        for rule in [SliceRules.Reranking.everyFix, .beyondHelper(fraction: 0.5), .onRefreshOnly] {
            var bench = CoreBench.launched(
                Self.policy {
                    $0.slice.reranking = rule
                    $0.places.cap = 1
                    $0.places.helper = helper
                })
            bench.put(Self.fences([0, 600], radius: 10))
            bench.take(.look)
            bench.fix(0, request: bench.askedFixes.first?.id)
            bench.pass(1000)
            bench.fix(499)
            #expect(bench.slice == [rule == .everyFix ? "600" : "0"])
            bench.pass(1000)
            bench.fix(510)
            #expect(bench.slice == [rule == .onRefreshOnly ? "0" : "600"])
        }
    }

    @Test func `another set sleeps with its sides forgotten and without an exit`() {
        var bench = CoreBench.launched()
        bench.put(Self.fences([0]))
        bench.cross("0", .enter)
        bench.clear()

        bench.take(.chooseSet("cloud"))
        bench.put(CoreBench.fence("there"))
        #expect(bench.told == [])
        #expect(bench.slice == ["there"])
        bench.take(.chooseSet("app"))

        #expect(bench.side("0") == .unknown)
        #expect(bench.slice == ["0"])
    }

    @Test func `renewing registers everything anew and keeps the sides`() {
        var bench = CoreBench.launched()
        bench.put(Self.fences([0, 1000]))
        bench.cross("0", .enter)
        bench.clear()

        bench.take(.renew)

        #expect(bench.registered.count == 2)
        #expect(bench.unregistered.count == 2)
        #expect(bench.told == [])
        #expect(bench.side("0") == .inside)
        #expect(bench.deltas == [])
    }
}
