import Foundation
import GeofenceEngine
import LocationCore
import LocationSimulator
import Testing

/// Events that waited together are decided one after another, committed together, and then acted upon.
@Suite struct `Events committed together` {
    static let names: [FenceID] = ["a", "b", "c", "d"]

    /// Four fences round the phone, told as left so far, and what the system says of them one after the other.
    static func prepared() async throws -> (bench: EngineBench, events: [DeviceEvent]) {
        let bench = try EngineBench(.plain, at: CoreBench.at(0, 3000))
        let engine = try await bench.engine()
        try await engine.put(names.map { CoreBench.fence($0, reports: [.enter, .exit]) })
        await bench.phone.settle()
        let regions = bench.phone.monitoredRegions.map(\.id).sorted()
        #expect(regions.count == 4)
        await bench.phone.advance(by: 60_000)
        let enters = regions.map { DeviceEvent.regionCrossed(RegionCrossing(id: $0, direction: .enter)) }
        return (bench, enters + [.regionCrossed(RegionCrossing(id: regions[0], direction: .exit))])
    }

    static let expected = ["enter a", "enter b", "enter c", "enter d", "exit a"]

    @Test func `they share one commit and are told in their order`() async throws {
        let (bench, events) = try await Self.prepared()
        let engine = try await bench.engine()
        let before = bench.commits
        // What is told is committed too, one by one; only what comes before the first of that is of interest here.
        let commitsWhenTold = Locked<[Int]>([])
        bench.setFaults { number in
            commitsWhenTold.withLock { $0.append(bench.told.count) }
            return .proceed
        }

        await engine.receive(events)

        #expect(bench.told == Self.expected)
        #expect(commitsWhenTold.withLock { $0.prefix { $0 == 0 }.count } <= 2)
        #expect(bench.commits > before)
        await bench.phone.advance(by: 60_000)
        #expect(bench.arrived == Self.expected)
    }

    @Test func `they lead to what they lead to one by one`() async throws {
        let (together, events) = try await Self.prepared()
        let (apart, same) = try await Self.prepared()

        await (try together.engine()).receive(events)
        for event in same { await (try apart.engine()).receive(event) }

        #expect(together.transitions.map(\.fence.id) == apart.transitions.map(\.fence.id))
        for name in Self.names {
            let states = try await (together.engine().state(of: name), apart.engine().state(of: name))
            #expect(states.0?.side == states.1?.side)
        }
        await together.phone.advance(by: 60_000)
        await apart.phone.advance(by: 60_000)
        #expect(together.arrived == apart.arrived)
        #expect(together.phone.monitoredRegions == apart.phone.monitoredRegions)
    }

    @Test func `nothing is told before it is committed, and a commit that fails costs no event`() async throws {
        let (bench, events) = try await Self.prepared()
        let engine = try await bench.engine()
        let next = bench.commits + 1
        bench.setFaults { number in
            if number == next { #expect(bench.told == []) }
            return number == next ? .fail(.full) : .proceed
        }

        await engine.receive(events)

        #expect(bench.told == Self.expected)
    }

    @Test func `an event that fails by itself too is taken again before those behind it`() async throws {
        let (bench, events) = try await Self.prepared()
        let engine = try await bench.engine()
        let first = bench.commits + 1
        // Together, then the first event alone and once more.
        bench.setFaults { (first...(first + 2)).contains($0) ? .fail(.full) : .proceed }

        await engine.receive(events)

        #expect(bench.told == Self.expected)
        #expect(Set(bench.transitions.map(\.id)).count == 5)
    }

    @Test(arguments: [StoreFaults.Verdict.crashBeforeCommit, .crashAfterCommit])
    func `a process that ends at the common commit tells all of it afterwards or none`(_ verdict: StoreFaults.Verdict)
        async throws
    {
        let (bench, events) = try await Self.prepared()
        let engine = try await bench.engine()
        let next = bench.commits + 1
        bench.setFaults { $0 == next ? verdict : .proceed }

        await engine.receive(events)
        #expect(bench.told == [])
        bench.setFaults { _ in .proceed }
        await bench.phone.launchApp()
        await bench.phone.advance(by: 60_000)

        // The phone is out of all of them, which the next process finds out by asking.
        let left = ["exit b", "exit c", "exit d"]
        #expect(bench.told == (verdict == .crashAfterCommit ? Self.expected + left : []))
    }

    @Test func `what the shell itself deals with is not grouped, and keeps its place`() async throws {
        let (bench, events) = try await Self.prepared()
        let engine = try await bench.engine()
        let mixed = [events[0], events[1], .app(.becameActive), .wakeUp(key: "other"), events[2], events[3], events[4]]

        await engine.receive(mixed)

        #expect(bench.told == Self.expected)
    }
}
