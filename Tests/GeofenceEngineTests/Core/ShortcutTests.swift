import GeofenceEngine
import LocationCore
import Testing

/// What saves work against what does all of it.
@Suite struct `Shortcuts` {
    /// Two cores that are told the same. One forgets before each input what it only remembers to be quick.
    struct Pair {
        var quick: CoreBench
        var thorough: CoreBench

        mutating func tell(_ tell: (inout CoreBench) -> Void) {
            quick.clear()
            thorough.clear()
            thorough.forgetShortcuts()
            tell(&quick)
            tell(&thorough)
        }

        static func text(_ bench: CoreBench) -> [String] {
            bench.changes.map(text) + bench.effects.map { "\($0)" } + bench.core.durable.places.map(text)
                + bench.core.durable.standings.ordinals.map { ordinal in
                    "\(ordinal): \(bench.core.durable.standings[ordinal]?.json.text ?? "")"
                } + ["\(bench.core.process.demand ?? -1)"]
        }

        private static func text(_ change: Change) -> String {
            switch change {
            case .places(let places): "\(places.map(text))"
            case .helper(let place): "helper \(place.map(text) ?? "")"
            case .standing(let ordinal, let standing): "\(ordinal): \(standing?.json.text ?? "")"
            case .putFence(_, let stored): "put \(stored.ordinal)"
            case .value(let key, let value): "\(key): \(value?.text ?? "")"
            default: "\(change)"
            }
        }

        private static func text(_ place: Place) -> String {
            "\(place.regionID) \(place.circle) \(place.tellsFirstEnter) \(place.askedAt) \(place.isHeld) "
                + "\(place.owner?.revision ?? -1) \(String(describing: place.firstEvidence)) "
                + "\(String(describing: place.doubted))"
        }
    }

    static func policy(_ random: inout Draw) -> Policy {
        var policy = Policy.plain
        policy.slice.candidates = random.pick([.all, .all, .all, .edgeWithin(800), .centreWithin(1200)])
        policy.slice.ties = random.pick([.storedOrder, .centreThenStoredOrder, .identifier])
        policy.slice.pinOverflow = random.pick([.rank, .smallerRadius])
        policy.slice.includesSilentFences = random.chance(0.7)
        policy.endings.leavingSlice = random.pick([.keepState, .dropSilently, .exitIfProven])
        policy.endings.fixOutsideEndsStay = random.chance(0.3)
        policy.dwell.proof = random.pick([.none, .timeUnlessContradicted, .evidence])
        policy.places.softwareLimit = random.pick([5, 20, 70])
        if random.chance(0.4) {
            policy.places.helper = HelperRules(
                regionID: "helper", arming: random.pick([.always, .whenFencesExceedPlaces]),
                radius: random.pick([.fixed(300), .halfWayToNearestLeftOut(floor: 100)]), recentreBeyond: 0.3)
        }
        return policy
    }

    /// Fences so dense that there are more round the device than there are places.
    static func fence(_ number: Int, _ random: inout Draw) -> Fence {
        CoreBench.fence(
            FenceID("\(random.next() % 1000)-\(number)"), random.unit() * 3000 - 1500, random.unit() * 3000 - 1500,
            radius: random.pick([60, 150, 400]) * (1 + random.unit()),
            reports: random.pick([[.enter, .exit], [.enter, .exit, .dwell], [.enter], []]), delay: 120_000)
    }

    @Test(arguments: 0..<(isOptimised ? 60 : 16))
    func `a step comes to the same whether or not it remembers`(_ seed: Int) throws {
        var random = Draw(seed: UInt64(seed) &* 7919 &+ 5)
        let reports: RegionReports = random.pick([.nothing, .crossings, .states])
        let bench = CoreBench(
            Self.policy(&random), limit: random.pick([6, 20, 40]), maximumRadius: random.pick([nil, nil, 300]),
            reports: reports)
        var pair = Pair(quick: bench, thorough: bench)
        // A copy counts with the same counter; two that are told the same must count for themselves.
        pair.thorough.countAnew()
        pair.quick.countAnew()
        pair.tell { $0.launch() }
        let fences = (0..<(80 + random.below(200))).map { Self.fence($0, &random) }
        pair.tell { $0.put(fences) }
        var (east, north) = (0.0, 0.0)
        var remembered = 0
        for step in 0..<(isOptimised ? 200 : 90) {
            let move = random.chance(0.08) ? 900.0 : 40
            east = max(-1500, min(1500, east + (random.unit() - 0.5) * 2 * move))
            north = max(-1500, min(1500, north + (random.unit() - 0.5) * 2 * move))
            let id = random.pick(fences).id
            let watched = pair.quick.core.durable.places.compactMap { $0.owner?.fence.id }
            let crossed = watched.isEmpty ? id : random.pick(watched)
            let action = random.below(40)
            let other = Self.fence(1000 + step, &random)
            let accuracy: Double? = random.pick([5, 5, 30, 200, nil])
            let direction: CrossingDirection = random.pick([.enter, .enter, .exit])
            let (x, y) = (east, north)
            pair.tell { bench in
                bench.pass(20_000)
                switch action {
                case 0: bench.put(other)
                case 1: bench.remove(id)
                case 2:
                    bench.put(Fence(id: id, shape: other.shape, reports: other.reports))
                case 3: bench.setForeign(1 + step % 3)
                case 4: bench.wait(200_000)
                case 5...11 where reports != .nothing:
                    reports == .crossings ? bench.cross(crossed, direction) : bench.state(crossed, direction.side)
                case 12: bench.relaunch()
                default: bench.fix(x, y, accuracy: accuracy)
                }
            }
            if pair.quick.core.process.knownSlice != nil { remembered += 1 }
            try #require(Pair.text(pair.quick) == Pair.text(pair.thorough), "seed \(seed), step \(step)")
        }
        #expect(remembered > 20)
    }

    @Test(arguments: 0..<200)
    func `what is settled by a chord is what the distance says`(_ seed: Int) {
        var random = Draw(seed: UInt64(seed))
        let position = CoreBench.at(random.unit() * 100, random.unit() * 100)
        let radius = random.pick([50, 500, 20_000, 60_000, 3_000_000]) * (0.5 + random.unit())
        let accuracy: Double? = random.pick([0, 5, 40, nil])
        // Near the edge, where it matters.
        let edges = [radius - (accuracy ?? 0), radius + (accuracy ?? 0)]
        let places = (0..<40).map { number in
            let distance = max(0, random.pick(edges) + random.pick([0, 1e-6, 0.01, 1, 100]) * (random.unit() - 0.5))
            let center = Geodesic.destination(from: position, bearing: random.unit() * 360, distance: distance)
            let fence = Fence(
                id: FenceID("\(number)"), shape: .circle(Circle(center: center, checkedRadius: radius)),
                reports: [.enter])
            return Place(
                regionID: "\(number)",
                owner: StoredFence(fence: fence, ordinal: Int64(number + 1), revision: 0, shapeRevision: 0),
                circle: fence.shape.enclosingCircle, tellsFirstEnter: true, askedAt: 0, isHeld: true)
        }
        var judged = JudgedCircles(places, version: 1, Standings())
        var sides: [Side] = []
        for place in places {
            sides.append(random.pick([.inside, .outside, .unknown]))
            judged.note(sides[sides.count - 1], of: place.ordinal)
        }
        let confirmsStays = random.chance(0.3)
        let point = SurfacePoint(position)

        let unsettled = Set(judged.unsettled(by: point, accuracy: accuracy, confirmsStays: confirmsStays))

        for (index, place) in places.enumerated() where !unsettled.contains(index) {
            let verdict = Verdict(
                distanceToCenter: point.distance(to: place.center), radius: radius, accuracy: accuracy)
            #expect(verdict.side == sides[index])
            #expect(sides[index] == .outside || !confirmsStays)
        }
    }

    @Test func `far circles are settled, and what moved with them is known`() {
        let places = (1...30).map { number in
            let fence = CoreBench.fence(FenceID("\(number)"), Double(number) * 1000)
            return Place(
                regionID: "\(number)",
                owner: StoredFence(fence: fence, ordinal: Int64(number), revision: 0, shapeRevision: 0),
                circle: fence.shape.enclosingCircle, tellsFirstEnter: true, askedAt: 0, isHeld: true)
        }
        var outside = Standing()
        outside.side = .outside
        var standings = Standings()
        for place in places { standings[place.ordinal] = outside }
        let judged = JudgedCircles(Array(places.prefix(20)), version: 1, standings)
        let shifted = JudgedCircles(
            judged, Array(places[10...]), from: (10..<30).map { $0 < 20 ? $0 : nil }, version: 2, standings)

        let point = SurfacePoint(CoreBench.at(12_000))

        #expect(judged.unsettled(by: point, accuracy: 5, confirmsStays: false) == [11])
        #expect(shifted.unsettled(by: point, accuracy: 5, confirmsStays: false) == [1])
    }

    @Test(arguments: [1, 3, 40, 2000])
    func `standings answer like a dictionary`(_ spread: Int) {
        var random = Draw(seed: UInt64(spread))
        var standings = Standings()
        var expected: [Int64: Standing] = [:]
        for step in 0..<3000 {
            let ordinal = Int64(random.below(spread) + 1)
            if random.chance(0.3) {
                standings[ordinal] = nil
                expected[ordinal] = nil
            } else {
                var standing = Standing()
                standing.asOf = Int64(step)
                standing.side = random.pick([.inside, .outside])
                standings[ordinal] = standing
                expected[ordinal] = standing
            }
            #expect(standings.count == expected.count)
            #expect(standings[ordinal] == expected[ordinal])
            #expect(standings.side(of: ordinal) == expected[ordinal]?.side ?? .unknown)
        }
        #expect(standings.ordinals == expected.keys.sorted())
        #expect(Dictionary(uniqueKeysWithValues: standings.map { ($0.key, $0.value) }) == expected)
    }

    @Test(arguments: [0, 1, 5, 19, 99, 300])
    func `places are found by their fences, each once`(_ count: Int) {
        var random = Draw(seed: UInt64(count))
        let ordinals = Array(Set((0..<count).map { _ in Int64(random.below(5000) + 1) }))
        let places = ordinals.map { ordinal in
            let fence = CoreBench.fence(FenceID("\(ordinal)"))
            return Place(
                regionID: "", owner: StoredFence(fence: fence, ordinal: ordinal, revision: 0, shapeRevision: 0),
                circle: fence.shape.enclosingCircle, tellsFirstEnter: true, askedAt: 0, isHeld: true)
        }
        var finder = PlaceFinder(places)
        for ordinal in Int64(1)...5000 {
            #expect(finder.index(of: ordinal) == ordinals.firstIndex(of: ordinal))
        }
        let taken = ordinals.filter { $0 % 3 == 0 }

        for ordinal in taken { #expect(finder.take(ordinal).map { ordinals[$0] } == ordinal) }

        for ordinal in taken { #expect(finder.take(ordinal) == nil) }
        #expect(finder.rest.map { ordinals[$0] } == ordinals.filter { $0 % 3 != 0 }.sorted())
    }
}
