import Foundation
import GeofenceEngine
import LocationCore
import LocationSimulator
import Testing

/// Two engines on one file behave as one that takes their inputs in turns.
@Suite struct `Two engines on one file` {
    private static let home = CoreBench.fence("home", delay: 300_000)

    /// Nothing is delivered by itself.
    private static let quiet: Policy = {
        var policy = Policy.plain
        policy.outbox.isAutomatic = false
        return policy
    }()

    private static func record(_ id: String) -> Record {
        Record(
            id: id, kind: .host, fence: nil, at: noon, body: ["id": .string(id), "kind": "custom", "fence": "none"])
    }

    @Test func `what an extension adds is seen at once by reads and watched from the app's next event on`() async throws
    {
        let bench = try await TwoEnginesBench(isGuest: true)
        let app = try await bench.app.engine()
        try await bench.other.engine().put([Self.home], values: ["a.value": 1])
        #expect(bench.app.phone.monitoredRegions == [])

        await bench.app.openAgain()

        #expect(bench.app.phone.monitoredRegions.count == 1)
        #expect(bench.other.phone.monitoredRegions == [])
        #expect(bench.app.storeNews.contains(.caughtUp))
        try await bench.other.engine().put([CoreBench.fence("work", 0, 5000)], values: ["a.value": 2])
        #expect(try await app.fences().map(\.id) == ["home", "work"])
        #expect(await app.value("a.value") == 2)
        await bench.app.go(0)
        #expect(bench.app.told == ["enter home"])
        #expect(try await bench.other.engine().insideNow() == ["home"])
        #expect(bench.other.told == [])
    }

    @Test func `what an extension removes is no longer watched`() async throws {
        let bench = try await TwoEnginesBench(isGuest: true)
        try await bench.app.engine().put([Self.home])
        await bench.app.phone.settle()
        #expect(bench.app.phone.monitoredRegions.count == 1)

        try await bench.other.engine().remove(["home"])
        await bench.app.openAgain()

        #expect(bench.app.phone.monitoredRegions == [])
        #expect(try await bench.app.engine().fences() == [])
    }

    @Test func `an extension that opens and closes the file changes nothing of what the app watches`() async throws {
        let bench = try await TwoEnginesBench(isGuest: true)
        try await bench.app.engine().put([Self.home])
        await bench.app.phone.settle()
        let before = bench.app.commits

        bench.other.phone.killApp()
        await bench.other.phone.launchApp()
        await bench.other.openAgain()
        await bench.app.openAgain()

        #expect(bench.app.phone.monitoredRegions.count == 1)
        #expect(bench.app.commits == before)
        #expect(!bench.app.storeNews.contains(.caughtUp))
    }

    @Test func `a crossing that one has decided is not doubled by the other`() async throws {
        let bench = try await TwoEnginesBench(isGuest: false)
        try await bench.app.engine().put([Self.home])
        for one in bench.both { await one.openAgain() }
        #expect(bench.both.map { $0.phone.monitoredRegions.count } == [1, 1])

        for metres in [0.0, 2000, 0] {
            for one in bench.both { await one.go(metres) }
        }

        #expect(bench.app.told + bench.other.told == ["enter home", "exit home", "enter home"])
        #expect(Set(bench.app.arrivedIDs + bench.other.arrivedIDs).count == 3)
    }

    @Test func `a step that is overtaken is decided anew on what the other wrote, and nothing of the first is left`()
        async throws
    {
        let bench = try await TwoEnginesBench(Self.quiet, isGuest: true)
        let other = try await bench.other.engine()
        try await other.put([Self.home])
        let app = bench.app
        bench.between.withLock { act in
            act = {
                // One more process has something to deliver.
                try? app.inAnotherProcess { (store) throws(StoreError) in
                    try store.commit([.append(Self.record("between")), .value("a.value", 5)], isPrecious: true)
                }
            }
        }

        try await other.append(Self.record("mine"))

        #expect(bench.between.withLock { $0 == nil })
        #expect(try await other.records().map(\.id) == ["between", "mine"])
        #expect(await other.value("a.value") == 5)
        #expect(bench.other.storeNews.filter { $0 == .caughtUp }.count == 1)
        #expect(!bench.other.storeNews.contains { if case .failed = $0 { true } else { false } })
    }

    @Test func `way that was come and not yet written survives being overtaken`() async throws {
        let bench = try await TwoEnginesBench(isGuest: false)
        let other = try await bench.other.engine()
        try await other.setOdometer(100)
        for metres in [500.0, 1000] {
            await bench.other.phone.advance(by: 60_000)
            try await other.take(
                hostFix: Fix(
                    coordinate: bench.app.north(metres), accuracy: 10, timestamp: bench.other.phone.now.wall))
        }
        let before = await other.odometer

        try await bench.app.engine().keep(["a.value": 1])

        #expect(await other.odometer == before)
    }

    @Test func `what one has delivered the other does not send again`() async throws {
        let bench = try await TwoEnginesBench(isGuest: true)
        bench.app.serve { _ in .status(503) }
        try await bench.app.engine().append(Self.record("one"))
        await bench.app.phone.settle()
        #expect(bench.app.arrivedIDs == [])

        try await bench.other.engine().deliver()
        await bench.other.phone.settle()
        #expect(bench.other.arrivedIDs == ["one"])
        bench.app.serve { _ in .status(200) }
        try await bench.app.engine().deliver()
        await bench.app.phone.settle()

        #expect(bench.app.arrivedIDs == [])
        #expect(try await bench.app.engine().recordCount() == 0)
    }

    @Test func `a file that the other has set aside is left alone, and the new one is gone on with`() async throws {
        let bench = try await TwoEnginesBench(isGuest: true)
        let app = try await bench.app.engine()
        try await app.put([Self.home])
        await bench.app.phone.settle()
        let aside = try StoreFile(path: bench.app.path).setAside(.corrupt(detail: "a test"), at: noon)
        await #expect(throws: StoreError.moved(file: "sample.db")) { try await app.keep(["a.value": 1]) }
        try bench.app.inAnotherProcess { (store) throws(StoreError) in
            try store.commit([.value("a.value", 2)], isPrecious: true)
        }

        try await app.keep(["a.more": 3])

        #expect(try await app.fences() == [])
        #expect(bench.app.phone.monitoredRegions == [])
        #expect(await app.value("a.value") == 2)
        let old = try EngineStore(
            at: StoreLocation(
                path: URL(filePath: bench.app.path).deletingLastPathComponent().appending(path: aside).path,
                survivesPowerLoss: false), now: noon)
        #expect(try old.load().durable.sets["app"]?.count == 1)
        #expect(try old.load().values["a.more"] == nil)
    }

    // iOS starts no other process, so there are no exit tests there.
    #if !os(iOS)
        @Test func `a process of its own adds a fence and is killed, and the app goes on from there`() async throws {
            let bench = try await TwoEnginesBench(isGuest: true)
            let app = try await bench.app.engine()
            try await app.put([Self.home])
            let path = bench.app.path

            await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
                let store = try EngineStore(at: StoreLocation(path: path, survivesPowerLoss: false), now: noon)
                var durable = try store.load().durable
                let stored = StoredFence(
                    fence: CoreBench.fence("work", 0, 5000), ordinal: durable.scalars.nextOrdinal, revision: 0,
                    shapeRevision: 0)
                durable.scalars.nextOrdinal += 1
                try store.commit([.putFence(set: "app", stored)], isPrecious: true)
                try store.commit { (_) throws(StoreError) in
                    kill(getpid(), SIGKILL)
                    return [.removeFences(set: "app")]
                }
            }

            #expect(try await app.fences().map(\.id) == ["home", "work"])
            try await app.put([CoreBench.fence("third")])
            #expect(try await app.fences().map(\.id) == ["home", "work", "third"])
        }
    #endif

    @Test func `side by side on two threads nothing is lost and nothing doubled`() async throws {
        let bench = try await TwoEnginesBench(Self.quiet, isGuest: true)
        let app = try await bench.app.engine()
        let other = try await bench.other.engine()
        let count = 40

        async let first: Void = Self.fill(app, "a", count)
        async let second: Void = Self.fill(other, "b", count)
        _ = try await (first, second)

        let names = ["a", "b"].flatMap { name in (0..<count).map { "\(name)\($0)" } }
        for engine in [app, other] {
            #expect(try await engine.fences().map(\.id.text).sorted() == names.sorted())
            #expect(try await engine.records().map(\.id).sorted() == names.sorted())
        }
        let kept = try EngineStore(at: StoreLocation(path: bench.app.path, survivesPowerLoss: false), now: noon).load()
        #expect(kept.durable.sets["app"]?.fences.map(\.ordinal) == (1...Int64(2 * count)).map { $0 })
        #expect(kept.losses == [])
    }

    private static func fill(_ engine: GeofenceEngine, _ name: String, _ count: Int) async throws {
        for number in 0..<count {
            try await engine.put([CoreBench.fence(FenceID("\(name)\(number)"), Double(number) * 300, 9000)])
            try await engine.append(record("\(name)\(number)"))
        }
    }

    @Test(arguments: [StoreFaults.Verdict.crashBeforeCommit, .crashAfterCommit])
    func `a crash of one around any commit leaves the other a whole state`(_ verdict: StoreFaults.Verdict) async throws
    {
        for number in 1...8 {
            let bench = try await TwoEnginesBench(isGuest: false)
            try await bench.app.engine().put([Self.home])
            for one in bench.both { await one.openAgain() }
            let at = bench.other.commits + number
            bench.other.setFaults { $0 == at ? verdict : .proceed }

            for metres in [0.0, 2000, 0] {
                await bench.other.go(metres)
                await bench.app.go(metres)
                if bench.other.phone.app == nil { await bench.other.phone.launchApp() }
            }
            await bench.app.openAgain()

            let told = bench.app.transitions + bench.other.transitions
            let ids = Set(told.map(\.id))
            let crash = "\(verdict) at \(number)"
            #expect(ids.count == 3, "\(crash)")
            #expect(Set(bench.app.arrivedIDs + bench.other.arrivedIDs) == ids, "\(crash)")
            #expect(try await bench.app.engine().insideNow() == ["home"], "\(crash)")
        }
    }

    /// The golden values are what one engine alone makes of the same calls.
    @Test(arguments: 0..<(isOptimised ? 200 : 12), [true, false])
    func `random calls to either are as the same calls to one`(_ seed: Int, _ isGuest: Bool) async throws {
        let bench = try await TwoEnginesBench(Self.quiet, isGuest: isGuest)
        let alone = try EngineBench(Self.quiet, at: CoreBench.at(0, 2000))
        _ = try await alone.engine()
        var draw = Draw(seed: UInt64(seed) * 2 + (isGuest ? 1 : 0))

        for number in 0..<25 {
            let mine = draw.chance(0.5) ? bench.app : bench.other
            let what = draw.below(8)
            let step = RandomStep(kind: what, number: number, place: draw.below(5), draw: draw.below(3))
            if what == 7 {
                let order = draw.chance(0.5) ? bench.both : bench.both.reversed()
                let metres = Double(draw.below(4)) * 1500
                for one in order + [alone] { await one.go(metres) }
            } else {
                try await step.run(on: mine)
                try await step.run(on: alone)
            }
            // The app's next event: what a guest has changed is watched from then on.
            for one in [bench.app, alone] { await one.openAgain() }
            for one in bench.both + [alone] { await one.phone.settle() }

            let expected = try await alone.summary()
            #expect(try await bench.app.summary() == expected, "seed \(seed), step \(number)")
            #expect(try await bench.other.summary() == expected, "seed \(seed), step \(number)")
        }
        #expect(
            bench.app.phone.monitoredRegions.map(\.id).sorted() == alone.phone.monitoredRegions.map(\.id).sorted())
    }
}

/// One call of a host.
private struct RandomStep {
    let kind: Int
    let number: Int
    let place: Int
    let draw: Int

    func run(on bench: EngineBench) async throws {
        let engine = try await bench.engine()
        let id = FenceID("f\(place)")
        switch kind {
        case 0, 1:
            try await engine.put([
                CoreBench.fence(id, 0, Double(place) * 1000, radius: 150 + Double(draw) * 50, reports: [.enter, .exit])
            ])
        case 2: try await engine.remove([id])
        case 3: try await engine.setPerson(["ann", "bob", nil][draw])
        case 4:
            try await engine.append(
                Record(id: "r\(number)", kind: .host, fence: nil, at: noon, body: ["id": .string("r\(number)")]))
        case 5: _ = try await engine.removeRecords(id: "r\(max(0, number - 3))")
        default: try await engine.keep(["a.value": .integer(Int64(number))])
        }
    }
}
