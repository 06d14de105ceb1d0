import GeofenceEngine
import LocationCore
import Testing

/// The engine's own region.
@Suite struct `Helper region` {
    static let id = "plain.helper"

    static func bench(
        arming: HelperRules.Arming = .always, radius: HelperRules.Radius = .fixed(200), recentre: Double = 0.5,
        edges: RegionEdgesChoice = .exit, limit: Int = 20, reserved: Int = 1
    ) -> CoreBench {
        var policy = Policy.plain
        policy.places.reserved = reserved
        policy.places.helper = HelperRules(
            regionID: id, arming: arming, radius: radius, edges: edges, recentreBeyond: recentre)
        return CoreBench.launched(policy, limit: limit)
    }

    @Test func `always armed once a position is known, also with an empty set`() throws {
        var bench = Self.bench()
        #expect(bench.held == [:])

        bench.fix(0)

        let region = try #require(bench.held[Self.id])
        #expect(region.circle.radius == 200)
        #expect(region.circle.center == CoreBench.origin)
        #expect(region.edges == .exit)
        #expect(region.assumedSide == .inside)
    }

    @Test func `both edges where asked for`() {
        var bench = Self.bench(edges: .both)
        bench.fix(0)
        #expect(bench.held[Self.id]?.edges == [.enter, .exit])
    }

    @Test func `it moves when the device is beyond its part of the radius`() {
        var bench = Self.bench()
        bench.fix(0)
        bench.clear()
        bench.fix(99)
        #expect(bench.registered == [])

        bench.fix(101)

        #expect(bench.unregistered == [Self.id])
        #expect(bench.registered == [Self.id])
        #expect(bench.held[Self.id]?.circle.center == CoreBench.at(101))
    }

    @Test func `with 0 it moves at each ranking`() {
        var bench = Self.bench(recentre: 0)
        bench.fix(0)
        bench.clear()

        bench.fix(1)

        #expect(bench.registered == [Self.id])
    }

    @Test func `armed only while fences exceed places, and then it takes one of them`() {
        var bench = Self.bench(
            arming: .whenFencesExceedPlaces, radius: .halfWayToNearestLeftOut(floor: 100), limit: 3, reserved: 0)
        bench.put(Slice.fences([0, 1000, 2000], radius: 50))
        bench.fix(0)
        #expect(bench.held[Self.id] == nil)
        #expect(bench.slice.count == 3)
        bench.put(Slice.fences([3000], radius: 50))

        #expect(bench.slice == ["0", "1000"])
        // Half the way to the edge of the nearest left out, 1950 m.
        #expect(bench.held[Self.id]?.circle.radius == 975)
        #expect(bench.peak == 3)
        bench.remove("3000")

        #expect(bench.held[Self.id] == nil)
        #expect(bench.slice.count == 3)
    }

    @Test func `half the way, but never below the floor`() {
        var bench = Self.bench(
            arming: .whenFencesExceedPlaces, radius: .halfWayToNearestLeftOut(floor: 100), limit: 2, reserved: 0)
        bench.put(Slice.fences([0, 100, 180], radius: 50))
        bench.fix(0)

        #expect(bench.held[Self.id]?.circle.radius == 100)
    }

    @Test func `leaving it asks for a fix and tells nothing; entering it does nothing`() {
        var bench = Self.bench()
        bench.fix(0)
        bench.clear()

        bench.take(.device(.regionCrossed(RegionCrossing(id: Self.id, direction: .enter))))
        #expect(bench.askedFixes == [])
        bench.take(.device(.regionCrossed(RegionCrossing(id: Self.id, direction: .exit))))

        #expect(bench.askedFixes.count == 1)
        #expect(bench.told == [])
        #expect(bench.slices.isEmpty)
    }

    /// Whoever is found outside has left, however that came to be known. (AMD-05)
    @Test(arguments: [true, false]) func `the state outside is an exit, told or answered`(_ isAnswer: Bool) {
        var bench = Self.bench()
        bench.fix(0)
        bench.clear()

        bench.take(.device(.regionState(RegionState(id: Self.id, side: .inside, isAnswer: isAnswer))))
        #expect(bench.askedFixes == [])
        bench.take(.device(.regionState(RegionState(id: Self.id, side: .outside, isAnswer: isAnswer))))

        #expect(bench.askedFixes.count == 1)
    }

    @Test func `the answer ranks, and a failure ranks from what is known`() {
        var bench = Self.bench(recentre: 0)
        bench.fix(0)
        bench.take(.device(.regionCrossed(RegionCrossing(id: Self.id, direction: .exit))))
        let request = bench.askedFixes.last?.id
        bench.clear()

        bench.take(.device(.fixFailed(request: request ?? "", .timedOut)))

        #expect(bench.core.process.requests == [:])
        #expect(bench.held[Self.id] != nil)
    }

    @Test func `lost, it is forgotten on disk too, and armed again at the next ranking`() {
        var bench = Self.bench()
        bench.fix(0)
        bench.clear()

        bench.take(.device(.regionLost(id: Self.id, .failed)))
        #expect(bench.core.durable.helper == nil)
        let isWritten = bench.changes.contains { if case .helper(nil) = $0 { true } else { false } }
        #expect(isWritten)
        bench.fix(0)

        #expect(bench.registered == [Self.id])
    }

    @Test func `unanswered for thirty seconds it counts as refused`() {
        var bench = Self.bench()
        bench.confirms = false
        bench.fix(0)
        #expect(bench.wake == 30_000)
        bench.wait(29_999)
        #expect(bench.core.durable.helper != nil)

        bench.wait(1)

        #expect(bench.core.durable.helper == nil)
    }

    @Test func `at relaunch one that lies elsewhere is put right`() throws {
        var bench = Self.bench()
        bench.fix(0)
        let stale = try #require(bench.held[Self.id])
        // The process ended between the commit and the registration.
        bench.fix(1000)
        bench.end()
        bench.hold(stale)
        bench.clear()

        bench.launch()

        #expect(bench.held[Self.id]?.circle.center == CoreBench.at(1000))
    }

    @Test func `switching off takes it away`() {
        var bench = Self.bench()
        bench.fix(0)
        var policy = bench.core.policy
        policy.places.cap = 0

        bench.take(.policy(policy))

        #expect(bench.held == [:])
    }
}
