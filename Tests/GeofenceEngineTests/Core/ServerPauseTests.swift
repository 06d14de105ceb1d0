import GeofenceEngine
import LocationCore
import Testing

/// What a server's pause and its trouble do to automatic deliveries. (AMD-02, CASE-149)
@Suite struct `Server pauses` {
    private static func bench(timer: Bool) -> CoreBench {
        var bench = `Outbox machine`.bench { $0.firstRetry = timer ? 1000 : nil }
        bench.take(.hostRecord(`Outbox machine`.record()))
        bench.clear()
        return bench
    }

    private static func answer(_ outcome: DeliveryOutcome, asked: Int64?, isOverloaded: Bool = true) -> Input {
        .delivered([
            DeliveryResult(
                records: [`Outbox machine`.record()], outcome: outcome, asked: asked, isOverloaded: isOverloaded)
        ])
    }

    private static func flap(_ bench: inout CoreBench) {
        bench.take(.device(.network(.none)))
        bench.take(.device(.network(.unmetered)))
    }

    @Test(arguments: [(true, DeliveryOutcome.later(after: nil)), (false, .kept)])
    func `AMD-02 CASE-149 nothing begins before the time asked for, however often the network returns`(
        _ timer: Bool, _ outcome: DeliveryOutcome
    ) {
        var bench = Self.bench(timer: timer)
        bench.take(Self.answer(outcome, asked: 600_000))

        for _ in 0..<59 {
            bench.wait(10_000)
            Self.flap(&bench)
        }
        bench.take(.hostRecord(`Outbox machine`.record(2)))
        bench.wait(9_999)
        #expect(bench.drains == [])
        bench.wait(1)

        #expect(bench.drains.count == 1)
    }

    @Test func `AMD-02 no more than an hour is believed`() {
        var bench = Self.bench(timer: true)
        bench.take(Self.answer(.later(after: nil), asked: 86_400_000))

        bench.wait(3_599_999)
        #expect(bench.drains == [])
        bench.wait(1)

        #expect(bench.drains.count == 1)
    }

    @Test func `AMD-02 the app may try earlier, and a success ends the pause`() {
        var bench = Self.bench(timer: true)
        bench.take(Self.answer(.later(after: nil), asked: 600_000))

        bench.take(.deliver(.host))
        #expect(bench.drains.count == 1)
        bench.take(Self.answer(.accepted, asked: nil, isOverloaded: false))
        bench.take(.delivered([]))
        bench.clear()
        bench.take(.hostRecord(`Outbox machine`.record(2)))

        #expect(bench.drains.count == 1)
    }

    @Test func `AMD-02 against a server in trouble a flapping network makes one request a minute`() {
        var bench = Self.bench(timer: false)
        bench.take(Self.answer(.kept, asked: nil))
        bench.take(.delivered([]))
        bench.clear()
        var requests = 0

        for _ in 0..<300 {
            bench.wait(1000)
            Self.flap(&bench)
            if !bench.drains.isEmpty {
                requests += 1
                #expect(bench.drains.allSatisfy { $0.isProbe })
                bench.take(Self.answer(.kept, asked: nil))
            }
            bench.clear()
        }

        #expect(requests == 5)
    }

    @Test func `AMD-02 a failure of the network alone is over when the network is back`() {
        var bench = Self.bench(timer: true)
        bench.take(Self.answer(.later(after: nil), asked: nil, isOverloaded: false))

        Self.flap(&bench)

        #expect(bench.drains.count == 1)
    }
}
