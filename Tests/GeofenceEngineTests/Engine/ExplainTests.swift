import GeofenceEngine
import LocationCore
import LocationSimulator
import Testing

/// Why did it not fire? Each reason that the design names, as a sentence.
@Suite struct `Explaining silence` {
    static func sentences(_ bench: EngineBench, _ id: FenceID = "home") async throws -> String {
        try await bench.engine().explain(id).joined(separator: "\n")
    }

    static func policy(_ change: (inout Policy) -> Void) -> Policy {
        var policy = Policy.plain
        change(&policy)
        return policy
    }

    @Test func `not in the slice, with its rank`() async throws {
        let bench = try EngineBench()
        try await bench.engine().put((0..<23).map { CoreBench.fence(FenceID("f\($0)"), 0, Double($0) * 1000) })
        await bench.phone.deliver(at: bench.north(0))

        let text = try await Self.sentences(bench, "f22")
        let monitored = await (try bench.engine()).monitored()

        #expect(text.contains("not in the slice: rank 23 of 19 watched, 21900 m away"))
        #expect(monitored.count { $0.absence == nil } == 19)
        #expect(monitored.first { $0.id == "f3" }?.rank == 4)
        #expect(monitored.first { $0.id == "f3" }?.effectiveRadius == 100)
    }

    @Test func `while-in-use only, and approximate`() async throws {
        let bench = try EngineBench()
        try await bench.engine().put([CoreBench.fence("home")])
        await bench.phone.setAuthorization(Authorization(tier: .whenInUse, isPrecise: false))

        let text = try await Self.sentences(bench)

        #expect(text.contains("the permission is while-in-use only"))
        #expect(text.contains("positions are approximate"))
    }

    @Test func `no permission, no services`() async throws {
        let bench = try EngineBench()
        try await bench.engine().put([CoreBench.fence("home")])
        await bench.phone.setAuthorization(.denied)
        #expect(try await Self.sentences(bench).contains("the location permission is denied"))
        await bench.phone.setLocationServices(false)
        #expect(try await Self.sentences(bench).contains("location services are off"))
    }

    @Test func `an accuracy that cannot tell`() async throws {
        let bench = try EngineBench(profile: .software)
        try await bench.engine().put([CoreBench.fence("home", radius: 150)])

        await bench.phone.deliver(at: bench.north(0), accuracy: 310)

        #expect(
            try await Self.sentences(bench).contains("an accuracy of 310 m cannot tell a fence of radius 150 m"))
    }

    @Test func `a refused fix`() async throws {
        // Adding a fence asks for a fix where the system watches nothing (CASE-151), so the device is elsewhere.
        let bench = try EngineBench(
            Self.policy { $0.fixes.maximumAccuracy = 100 }, profile: .software, at: CoreBench.at(0, 900))
        try await bench.engine().put([CoreBench.fence("home")])

        await bench.phone.deliver(at: bench.north(0), accuracy: 310)

        #expect(
            try await Self.sentences(bench).contains("was refused: its accuracy of 310 m is worse than 100 m"))
    }

    @Test func `suppressed by the window, and for how long`() async throws {
        let bench = try EngineBench(
            Self.policy { $0.transitions.windowMilliseconds = 3_600_000 }, at: CoreBench.at(0, 900))
        try await bench.engine().put([CoreBench.fence("home")])
        for metres in [0.0, 900, 0] { await bench.go(metres, then: 60_000) }

        #expect(try await Self.sentences(bench).contains("enter is a repeat; suppressed for another 3480 s"))
    }

    @Test func `nobody identified, a kind not reported, tracking off`() async throws {
        let bench = try EngineBench(
            Self.policy {
                $0.transitions.person = .required
                $0.activity.condition = .whenTracking
            }, at: CoreBench.at(0, 900))
        try await bench.engine().put([CoreBench.fence("home", reports: [.enter])])
        #expect(try await Self.sentences(bench).contains("it has no region: tracking is off"))
        try await bench.engine().setTracking(true)
        await bench.go(0)
        await bench.go(900)

        let text = try await Self.sentences(bench)

        #expect(text.contains("nobody is identified"))
        #expect(text.contains("is not among what the fence reports"))
    }

    @Test func `a dwell that the exit cancelled`() async throws {
        let bench = try EngineBench(at: CoreBench.at(0, 900))
        try await bench.engine().put([CoreBench.fence("home", delay: 600_000)])
        await bench.go(0, then: 60_000)
        #expect(try await Self.sentences(bench).contains("a stay of 600 s is a dwell; this one began at"))
        await bench.go(900)

        let text = try await Self.sentences(bench)

        #expect(text.contains("the exit at \(bench.phone.now.wall.adding(milliseconds: -1000)) cancelled the dwell"))
    }

    @Test func `waiting for delivery, and until when`() async throws {
        let bench = try EngineBench(at: CoreBench.at(0, 900))
        bench.serve { _ in .status(503) }
        try await bench.engine().put([CoreBench.fence("home")])

        await bench.go(0, then: 100)

        let text = try await Self.sentences(bench)
        #expect(text.contains("1 of its transitions wait for delivery"))
        #expect(text.contains("next try in 1 s"))
    }

    @Test func `a small radius, a clamped one, an unknown name`() async throws {
        var knobs = PhoneKnobs.quick
        knobs.maximumRadius = 1000
        let bench = try EngineBench(knobs: knobs)
        try await bench.engine().put([CoreBench.fence("small", radius: 40), CoreBench.fence("huge", radius: 5000)])

        #expect(try await Self.sentences(bench, "small").contains("its radius of 40 m is small"))
        #expect(
            try await Self.sentences(bench, "huge").contains(
                "a region of 1000 m, the most the system takes, instead of 5000 m"))
        #expect(try await Self.sentences(bench, "nobody") == "no fence is named nobody")
    }

    @Test func `too far to be a candidate, and no position known`() async throws {
        let bench = try EngineBench(
            Self.policy {
                $0.slice.candidates = .centreWithin(1000)
                $0.slice.coldStart = .nothing
            }, at: nil)
        try await bench.engine().put([CoreBench.fence("home", 0, 9000)])
        #expect(try await Self.sentences(bench).contains("no position is known yet"))

        await bench.phone.deliver(at: bench.north(0))

        #expect(try await Self.sentences(bench).contains("too far away to be a candidate"))
    }

    @Test func `a region that the system does not confirm or gives up`() async throws {
        let bench = try EngineBench()
        bench.phone.os.swallow("plain.f1.0")
        try await bench.engine().put([CoreBench.fence("home")])
        #expect(try await Self.sentences(bench).contains("which the system has not confirmed yet"))

        await bench.phone.advance(by: 30_000)

        #expect(try await Self.sentences(bench).contains("the system does not watch its region: failed"))
    }
}
