import GeofenceEngine
import LocationCore
import Testing

/// When the outbox is delivered, and what answers do to its records.
@Suite struct `Outbox machine` {
    static func bench(_ change: (inout OutboxRules) -> Void = { _ in }) -> CoreBench {
        var policy = Policy.plain
        policy.outbox.isEnabled = true
        change(&policy.outbox)
        var bench = CoreBench.launched(policy)
        bench.take(.delivered([]))
        bench.clear()
        return bench
    }

    static func record(_ sequence: Int64 = 1, refusals: Int = 0, isParked: Bool = false) -> Record {
        Record(
            id: "r\(sequence)", sequence: sequence, kind: .host, at: noon, body: .null, refusals: refusals,
            isParked: isParked)
    }

    static func result(_ outcome: DeliveryOutcome, _ records: Record...) -> Input {
        .delivered([DeliveryResult(records: records.isEmpty ? [record()] : records, outcome: outcome)])
    }

    /// The pauses after each of so many failures.
    static func pauses(_ bench: inout CoreBench, _ count: Int, after: Int64? = nil) -> [Int64] {
        bench.take(.hostRecord(record()))
        return (0..<count).map { _ in
            bench.take(result(.later(after: after)))
            let pause = (bench.core.process.delivery.pausedUntil ?? bench.steady) - bench.steady
            bench.wait(pause)
            return pause
        }
    }

    @Test func `the pause doubles up to its longest`() {
        var bench = Self.bench()

        let pauses = Self.pauses(&bench, 11)

        #expect(pauses == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300].map { $0 * 1000 })
        #expect(bench.drains.count == 12)
    }

    @Test func `nothing starts before the pause is over`() {
        var bench = Self.bench()
        bench.take(.hostRecord(Self.record()))
        bench.take(Self.result(.later(after: nil)))
        bench.clear()

        bench.wait(999)
        bench.take(.hostRecord(Self.record(2)))
        #expect(bench.drains == [])
        bench.wait(1)

        #expect(bench.drains.count == 1)
    }

    @Test(arguments: [(0.0, 800), (0.5, 1000), (0.999_999, 1200)] as [(Double, Int64)])
    func `jitter stays within its part`(_ chance: Double, _ pause: Int64) {
        var bench = Self.bench { $0.jitter = 0.2 }
        bench.chance = chance

        let first = Self.pauses(&bench, 1)[0]

        #expect(abs(first - pause) <= 1)
    }

    @Test(arguments: [(5000, 5000), (500, 1000), (10_000_000, 3_600_000)] as [(Int64, Int64)])
    func `the server's pause counts when it is the longer one, up to a bound`(_ asked: Int64, _ pause: Int64) {
        var bench = Self.bench()

        #expect(Self.pauses(&bench, 1, after: asked) == [pause])
    }

    @Test func `a thousand failures do not overflow`() {
        var bench = Self.bench { $0.longestRetry = .max / 4 }

        let last = Self.pauses(&bench, 80).last

        #expect(last.map { $0 > 0 && $0 <= .max / 4 } == true)
    }

    @Test func `success ends the doubling`() {
        var bench = Self.bench()
        _ = Self.pauses(&bench, 5)

        bench.take(Self.result(.accepted))
        bench.take(.delivered([]))

        #expect(Self.pauses(&bench, 1) == [1000])
    }

    @Test func `without a pause of its own the next reason tries again`() {
        var bench = Self.bench { $0.firstRetry = nil }
        bench.take(.hostRecord(Self.record()))
        bench.take(Self.result(.later(after: nil)))
        bench.clear()

        bench.wait(3_600_000)
        #expect(bench.drains == [])
        bench.take(.hostRecord(Self.record(2)))

        #expect(bench.drains.count == 1)
    }

    @Test func `one drain at a time, and one more for all that came meanwhile`() {
        var bench = Self.bench()
        bench.take(.hostRecord(Self.record(1)))
        for index in 2...5 { bench.take(.hostRecord(Self.record(Int64(index)))) }
        #expect(bench.drains.count == 1)
        bench.take(Self.result(.accepted))
        #expect(bench.drains.count == 2)
        bench.clear()

        bench.take(.delivered([]))
        #expect(bench.drains.count == 1)
        bench.take(.delivered([]))

        #expect(bench.drains.count == 1)
        #expect(!bench.core.process.delivery.isBusy)
    }

    @Test func `what the server has goes, and the drain goes on`() {
        var bench = Self.bench()
        bench.take(.hostRecord(Self.record()))
        bench.clear()

        bench.take(Self.result(.accepted))

        let removed = bench.changes.compactMap { if case .removeRecord(let id) = $0 { id } else { nil } }
        #expect(removed == ["r1"])
        #expect(bench.drains.count == 1)
    }

    @Test func `refused together they go one by one, refused alone the rest comes first, and the third time parks`() {
        var bench = Self.bench()
        bench.take(.hostRecord(Self.record()))
        bench.clear()

        bench.take(Self.result(.refused, Self.record(1), Self.record(2)))
        #expect(bench.drains.map(\.isSingly) == [true])
        #expect(bench.drains.map(\.after) == [0])
        bench.take(Self.result(.refused, Self.record(1)))
        #expect(bench.drains.last?.after == 1)
        bench.take(Self.result(.accepted, Self.record(2)))
        bench.take(.delivered([]))
        #expect(bench.drains.last?.after == 0)
        bench.take(Self.result(.refused, Self.record(1, refusals: 2)))

        let refusals = bench.changes.compactMap { change -> String? in
            if case .refused(let id, let count, let isParked) = change { "\(id) \(count) \(isParked)" } else { nil }
        }
        #expect(refusals == ["r1 1 false", "r1 3 true"])
        #expect(bench.codes.contains(.delivery))
    }

    @Test func `a drain with a poison record ends`() {
        var bench = Self.bench()
        var record = Self.record()
        bench.take(.hostRecord(record))
        var rounds = 0
        while bench.core.process.delivery.isBusy, rounds < 20 {
            rounds += 1
            if let drain = bench.drains.last, drain.after == 0, !record.isParked || drain.includesParked {
                bench.take(Self.result(.refused, record))
                record = record.changed(refusals: record.refusals + 1, isParked: record.refusals + 1 >= 3)
            } else {
                bench.take(.delivered([]))
            }
        }

        #expect(record.refusals == 3)
        #expect(rounds < 10)
    }

    @Test func `too large halves, and alone it is refused`() {
        var bench = Self.bench()
        bench.take(.hostRecord(Self.record()))
        bench.clear()

        bench.take(Self.result(.tooLarge, Self.record(1), Self.record(2), Self.record(3), Self.record(4)))
        #expect(bench.drains.last?.limit == 2)
        bench.take(Self.result(.tooLarge, Self.record(1), Self.record(2)))
        #expect(bench.drains.last?.limit == 1)
        bench.take(Self.result(.tooLarge, Self.record(1)))

        #expect(bench.drains.last?.after == 1)
    }

    @Test func `parked records are tried once in a delivery that the host asks for`() {
        var bench = Self.bench()

        bench.take(.deliver(.host))
        #expect(bench.drains.map(\.includesParked) == [true])
        bench.take(Self.result(.refused, Self.record(1, refusals: 3, isParked: true)))
        bench.take(.delivered([]))
        #expect(bench.drains.map(\.includesParked) == [true, true, false])
        bench.take(.delivered([]))

        #expect(!bench.core.process.delivery.isBusy)
    }

    @Test func `the host's wish during a drain is not forgotten, whatever the drain does`() {
        var bench = Self.bench { $0.isAutomatic = false }
        bench.take(.deliver(.host))
        bench.take(.deliver(.host))
        bench.take(Self.result(.refused, Self.record()))
        bench.take(.delivered([]))
        bench.clear()

        bench.take(.delivered([]))

        #expect(bench.drains.map(\.includesParked) == [true])
    }

    @Test func `an automatic wish during the host's drain brings no parked records`() {
        var bench = Self.bench()
        bench.take(.deliver(.host))
        bench.take(.hostRecord(Self.record()))
        bench.clear()

        bench.take(.delivered([]))

        #expect(bench.drains.map(\.includesParked) == [false])
    }

    @Test func `the threshold holds automatic deliveries back, not the others`() {
        var bench = Self.bench { $0.threshold = 5 }

        bench.take(.hostRecord(Self.record()))
        #expect(bench.drains.map(\.minimum) == [5])
        bench.take(.delivered([]))
        bench.take(.deliver(.adapter))
        #expect(bench.drains.map(\.minimum) == [5, 1])
        bench.take(.delivered([]))
        bench.take(.deliver(.host))

        #expect(bench.drains.map(\.minimum) == [5, 1, 1])
    }

    @Test func `a metered network is avoided where the policy says so, until a better one comes`() {
        var bench = Self.bench { $0.avoidsCellular = true }
        bench.take(.device(.network(.cellular)))
        bench.take(.hostRecord(Self.record()))
        #expect(bench.drains == [])
        bench.take(.deliver(.host))
        #expect(bench.drains.count == 1)
        bench.take(.delivered([]))

        bench.take(.device(.network(.unmetered)))

        #expect(bench.drains.count == 2)
    }

    @Test func `a network that comes back ends the pause`() {
        var bench = Self.bench()
        bench.take(.hostRecord(Self.record()))
        bench.take(Self.result(.later(after: nil)))
        bench.take(.device(.network(.none)))
        bench.clear()

        bench.take(.device(.network(.cellular)))

        #expect(bench.drains.count == 1)
    }

    @Test func `new settings end the pause`() {
        var bench = Self.bench()
        bench.take(.hostRecord(Self.record()))
        bench.take(Self.result(.unauthorised))
        bench.clear()

        bench.take(.deliver(.settings))

        #expect(bench.drains.count == 1)
    }

    @Test func `the interval starts what nothing else does`() {
        var bench = Self.bench {
            $0.interval = 600_000
            $0.threshold = 100
        }
        bench.wait(0)
        bench.take(.delivered([]))
        bench.clear()
        bench.wait(599_999)
        #expect(bench.drains == [])

        bench.wait(600_001)

        #expect(bench.drains.map(\.minimum) == [1])
    }

    @Test func `nothing is sent where nothing is configured or nothing is automatic`() {
        for change in [{ $0.isEnabled = false }, { $0.isAutomatic = false }] as [(inout OutboxRules) -> Void] {
            var bench = Self.bench(change)
            bench.take(.hostRecord(Self.record()))
            bench.wait(1_000_000)
            #expect(bench.drains == [])
        }
    }

    @Test func `bounds of the outbox go along with each record`() {
        var bench = Self.bench {
            $0.maximumRecords = 7
            $0.maximumAge = 1000
        }

        bench.take(.hostRecord(Self.record()))

        let isTrimmed = bench.changes.contains {
            if case .trimRecords(most: 7, let before) = $0 {
                before == bench.moment.wall.adding(milliseconds: -1000)
            } else {
                false
            }
        }
        #expect(isTrimmed)
    }
}

/// Which tracking fixes are recorded, and what a transition carries.
@Suite struct `Records` {
    static func bench(_ change: (inout Policy) -> Void) -> CoreBench {
        var policy = Policy.plain
        change(&policy)
        var bench = CoreBench.launched(policy)
        bench.put(CoreBench.fence("home"))
        bench.take(.tracking(true))
        bench.pass(10_000)
        bench.clear()
        return bench
    }

    @Test func `a gate lets through what is late enough and far enough`() {
        var bench = Self.bench { $0.outbox.fixes = .gated(milliseconds: 60_000, metres: 50) }
        var kept: [Int] = []
        for (index, metres) in [0.0, 60, 60, 100, 100.5].enumerated() {
            bench.clear()
            bench.fix(metres)
            if !bench.records.isEmpty { kept.append(index) }
            bench.pass(index == 1 ? 60_000 : 30_000)
        }
        // 0: the first. 1: too soon. 2: late and far enough. 3, 4: late enough, too near.
        #expect(kept == [0, 2])
    }

    @Test func `a gate of nothing records each, no gate none, and no tracking none`() {
        for (rule, count) in [(OutboxRules.Fixes.gated(milliseconds: 0, metres: 0), 3), (.none, 0)] {
            var bench = Self.bench { $0.outbox.fixes = rule }
            for _ in 0..<3 { bench.fix(0) }
            #expect(bench.records.count == count)
            bench.take(.tracking(false))
            bench.fix(0)
            #expect(bench.records.count == count)
        }
    }

    @Test func `a position that is known goes along at once`() {
        var bench = Self.bench { $0.transitions.position = .required(waitMilliseconds: 10_000) }
        bench.fix(500)

        bench.cross("home", .enter)

        #expect(bench.transitions.map(\.position?.coordinate) == [CoreBench.at(500)])
        #expect(bench.records.map(\.isWaiting) == [false])
    }

    @Test func `one that is not known is waited for: kept, but neither told nor sent`() throws {
        var bench = Self.bench { $0.transitions.position = .required(waitMilliseconds: 10_000) }
        bench.cross("home", .enter)
        #expect(bench.told == [])
        #expect(bench.records.map(\.isWaiting) == [true])
        let request = try #require(bench.askedFixes.first)
        bench.pass(3000)

        bench.fix(20, request: request.id)

        #expect(bench.told == ["enter home"])
        #expect(bench.transitions.map(\.position?.coordinate) == [CoreBench.at(20)])
        #expect(bench.transitions.map(\.id) == bench.records.filter { $0.kind == .transition }.map(\.id))
    }

    @Test func `after the wait the fence's centre has to do`() {
        var bench = Self.bench { $0.transitions.position = .required(waitMilliseconds: 10_000) }
        bench.cross("home", .enter)
        bench.wait(9_999)
        #expect(bench.told == [])

        bench.wait(1)

        #expect(bench.transitions.map(\.position?.coordinate) == [CoreBench.origin])
        #expect(bench.transitions.map(\.position?.source) == [.region])
    }

    @Test func `a process that ends while waiting loses nothing and doubles nothing`() {
        var bench = Self.bench { $0.transitions.position = .required(waitMilliseconds: 10_000) }
        bench.cross("home", .enter)
        let id = bench.records.first?.id
        bench.end()
        bench.pass(60_000)

        bench.launch()
        bench.wait(60_000)

        #expect(bench.transitions.map { Optional($0.id) } == [id])
    }

    @Test func `beside it, as a record of its own, and told without waiting`() throws {
        var bench = Self.bench { $0.transitions.position = .separate(waitMilliseconds: 10_000) }
        bench.cross("home", .enter)
        #expect(bench.told == ["enter home"])
        #expect(bench.transitions.first?.position == nil)
        let request = try #require(bench.askedFixes.first)

        bench.fix(0, request: request.id)

        let completed = bench.changes.compactMap { if case .complete(let record) = $0 { record } else { nil } }
        #expect(completed.map(\.isWaiting) == [false])
        #expect(completed.first?.companion == bench.records.last?.id)
        #expect(bench.told == ["enter home"])
    }

    @Test func `notices are shown where the policy and the person allow`() {
        let notice = Notice(
            onEnter: NoticeContent(title: "Hello", body: "", isProminent: false, userInfo: [:]), onExit: nil)
        for (shows, permission, count) in [
            (true, NotificationPermission.granted, 1), (true, .denied, 0), (false, .granted, 0),
        ] {
            var bench = Self.bench { $0.transitions.showsNotices = shows }
            bench.take(.device(.notificationPermission(permission)))
            bench.put(CoreBench.fence("home", notice: notice))
            bench.cross("home", .enter)
            bench.cross("home", .exit)
            let posted = bench.effects.count { if case .notify = $0 { true } else { false } }
            #expect(posted == count)
        }
    }

    @Test func `what is not kept until it is told is told by this process alone, and slices where the policy says so`()
    {
        var bench = Self.bench {
            $0.transitions.isTold = false
            $0.transitions.tellsSlice = false
        }
        bench.cross("home", .enter)
        bench.put(CoreBench.fence("work", 1000))

        #expect(bench.told == ["enter home"])
        #expect(bench.records.count == 1)
        #expect(bench.core.durable.announced.isEmpty)
        #expect(bench.slices.isEmpty)
    }
}
