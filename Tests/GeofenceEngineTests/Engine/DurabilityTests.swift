import Foundation
import GeofenceEngine
import LocationCore
import LocationSimulator
import Testing

/// The durability contract, with a disk that fails and processes that end around a commit.
@Suite struct `Durability contract` {
    static let fences = [
        CoreBench.fence("home", delay: 300_000), CoreBench.fence("work", 0, 5000, reports: [.enter, .exit]),
    ]

    /// A morning: in at home, a dwell, out, to work and out again, everything uploaded.
    static let expected = ["enter home", "dwell home", "exit home", "enter work", "exit work"]

    static func prepared(_ policy: Policy = .plain, profile: PhoneProfile = .iOSClassic) async throws -> EngineBench {
        let bench = try EngineBench(policy, profile: profile, at: CoreBench.at(0, 2000))
        try await bench.engine().put(fences)
        await bench.phone.settle()
        return bench
    }

    /// Whenever the app has ended, the person opens it before they go on.
    static func live(_ bench: EngineBench) async {
        for (metres, stay) in [(0.0, Int64(1000)), (0, 310_000), (2000, 1000), (5000, 1000), (2000, 1000)] {
            await bench.go(metres, then: stay)
            if bench.phone.app == nil { await bench.phone.launchApp() }
            await bench.phone.advance(by: 1000)
        }
    }

    /// The process that a crash has ended is started again by the person, and all settles.
    static func settle(_ bench: EngineBench) async {
        bench.setFaults { _ in .proceed }
        await bench.phone.launchApp()
        await bench.phone.foregroundApp()
        await bench.phone.advance(by: 600_000)
    }

    @Test func `a life without faults is told and delivered once, in order`() async throws {
        let bench = try await Self.prepared()

        await Self.live(bench)
        await Self.settle(bench)

        #expect(bench.told == Self.expected)
        #expect(bench.arrived == Self.expected)
        #expect(try await bench.engine().recordCount() == 0)
    }

    /// A crossing whose commit the crash prevented is found again by asking, which a monitor of states does not answer.
    @Test(
        arguments: [StoreFaults.Verdict.crashBeforeCommit, .crashAfterCommit], [PhoneProfile.iOSClassic, .iOSMonitor])
    func `a crash around any commit loses nothing and doubles nothing`(
        _ verdict: StoreFaults.Verdict, _ profile: PhoneProfile
    ) async throws {
        let whole = try await Self.prepared(profile: profile)
        let first = whole.commits
        await Self.live(whole)
        await Self.settle(whole)
        let last = whole.commits
        #expect(last - first > 10)

        for number in (first + 1)...last {
            let bench = try await Self.prepared(profile: profile)
            bench.setFaults { $0 == number ? verdict : .proceed }
            await Self.live(bench)
            await Self.settle(bench)

            let crash = "\(verdict) at commit \(number)"
            // Told at least once and recognisable by its identifier; at the server exactly once.
            var ids: [String: String] = [:]
            for transition in bench.transitions {
                let name = "\(transition.kind.rawValue) \(transition.fence.id)"
                #expect(ids.updateValue(name, forKey: transition.id) ?? name == name, "\(crash)")
            }
            #expect(Set(ids.keys) == Set(bench.arrivedIDs), "\(crash)")
            Self.checkOrder(bench.arrived, crash)
            #expect(Set(bench.arrivedIDs).count == bench.arrived.count, "\(crash)")
            if profile == .iOSClassic || verdict == .crashAfterCommit {
                #expect(bench.arrived == Self.expected, "\(crash)")
            } else {
                #expect(Set(bench.arrived).isSubset(of: Self.expected), "\(crash)")
            }
        }
    }

    static func checkOrder(_ arrived: [String], _ what: String) {
        var isInside: [Substring: Bool] = [:]
        for one in arrived {
            let parts = one.split(separator: " ")
            switch parts[0] {
            case "enter": #expect(isInside.updateValue(true, forKey: parts[1]) != true, "\(what)")
            case "exit": #expect(isInside.updateValue(false, forKey: parts[1]) == true, "\(what)")
            default: #expect(isInside[parts[1]] == true, "\(what)")
            }
        }
    }

    @Test(arguments: [StoreFaults.Failure.full, .busy, .io, .readOnly])
    func `a commit that fails leaves memory where the disk is, and the crossing is taken again`(
        _ failure: StoreFaults.Failure
    ) async throws {
        let bench = try await Self.prepared()
        await bench.phone.advance(by: 1000)
        let before = bench.commits
        bench.setFaults { _ in .fail(failure) }

        await bench.go(0)
        let state = await (try bench.engine()).state(of: "home")
        #expect(state?.side != .inside)
        #expect(bench.told == [])
        #expect(bench.commits > before)
        bench.setFaults { _ in .proceed }
        await bench.phone.advance(by: 1000)
        await bench.phone.foregroundApp()
        await bench.phone.deliver(at: bench.north(0))

        #expect(bench.told == ["enter home"])
        #expect(bench.arrived == ["enter home"])
    }

    @Test func `events that could not be committed are taken in their order and with their dates`() async throws {
        let bench = try await Self.prepared()
        await bench.go(0)
        bench.setFaults { _ in .fail(.full) }
        await bench.go(2000)
        let left = bench.phone.now.wall.adding(milliseconds: -1000)
        await bench.go(0, then: 5000)
        bench.setFaults { _ in .proceed }

        await bench.phone.deliver(at: bench.north(0))

        #expect(bench.told == ["enter home", "exit home", "enter home"])
        #expect(bench.transitions.dropFirst().first?.at == left)
    }

    @Test func `a call that cannot be stored throws and changes nothing`() async throws {
        let bench = try await Self.prepared()
        let engine = try await bench.engine()
        bench.setFaults { _ in .fail(.full) }

        await #expect(throws: StoreError.self) { try await engine.put([CoreBench.fence("third")]) }

        #expect(try await engine.fences().map(\.id) == ["home", "work"])
        #expect(bench.phone.monitoredRegions.count == 2)
    }

    @Test func `damage met twice in a row in use is set aside, and the engine goes on with an empty file`() async throws
    {
        let bench = try await Self.prepared()
        let left = Locked(2)
        bench.setFaults { _ in
            left.withLock { left in
                defer { left -= 1 }
                return left > 0 ? .fail(.corrupt) : .proceed
            }
        }
        await bench.go(0)

        let engine = try await bench.engine()
        #expect(try await engine.fences() == [])
        let aside = bench.storeNews.contains {
            if case .opened(.startedOver(reason: .corrupt, _)) = $0 { true } else { false }
        }
        #expect(aside)
        #expect(bench.phone.monitoredRegions == [])
        try await engine.put(Self.fences)
        await bench.phone.settle()

        #expect(bench.told == ["enter home"])
        let names = try FileManager.default.contentsOfDirectory(
            atPath: URL(filePath: bench.path).deletingLastPathComponent().path)
        #expect(names.contains { $0.contains("corrupt") })
    }

    @Test func `a transition that was not told is told after the relaunch, under its identifier, and only once more`()
        async throws
    {
        let bench = try await Self.prepared()
        // The commit of the enter lasts; the process ends before anybody hears of it.
        let next = bench.commits + 1
        bench.setFaults { $0 == next ? .crashAfterCommit : .proceed }
        await bench.go(0)
        #expect(bench.told == [])

        await Self.settle(bench)
        #expect(bench.told.prefix(1) == ["enter home"])
        let count = bench.told.count
        bench.phone.killApp()
        await Self.settle(bench)

        #expect(bench.told.count == count)
        #expect(bench.arrivedIDs.first == bench.transitions.first?.id)
    }

    @Test func `before the first unlock events wait, and nothing is started over`() async throws {
        let bench = try await Self.prepared()
        await bench.phone.advance(by: 1000)
        await bench.phone.reboot(unlocked: false)
        await bench.phone.launchApp()
        await bench.phone.move(to: bench.north(0))
        await bench.phone.os.enter(try #require(bench.phone.monitoredRegions.first).id)
        let entered = bench.phone.now.wall
        await bench.phone.advance(by: 60_000)
        #expect(bench.told == [])

        await bench.phone.unlock()
        await bench.phone.advance(by: 1000)

        #expect(bench.told == ["enter home"])
        #expect(bench.transitions.map(\.at) == [entered])
        #expect(try await bench.engine().fences().map(\.id) == ["home", "work"])
    }

    @Test func `BGEO-027 rows that cannot be read cost themselves and are named`() async throws {
        let bench = try await Self.prepared()
        await bench.go(0)
        bench.phone.killApp()
        let database = try Database(path: bench.path)
        try database.execute("UPDATE geofences SET latitude = 400 WHERE identifier = 'work'")
        try database.execute("UPDATE geofence_state SET body = 'not json'")
        try database.execute("INSERT INTO announcements (id, body) VALUES ('x', '{}')")
        try database.execute("INSERT INTO kv (key, value) VALUES ('odd', '{')")
        database.close()

        await bench.phone.launchApp()

        #expect(try await bench.engine().fences().map(\.id) == ["home"])
        let losses = bench.storeNews.compactMap { if case .lostRows(let rows) = $0 { rows } else { nil } }.flatMap {
            $0
        }
        #expect(losses == ["value odd", "fence in row 2", "state of fence 1", "state of fence 2", "announcement x"])
    }
}
