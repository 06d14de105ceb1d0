import BenchSupport
import GeofenceEngine
import LocationCore

/// How long an engine takes for crossings that wait together, told one by one and told as a device that queues tells them.
enum CommitBursts {
    private struct Deaf: EngineListener {
        func hear(_ news: EngineNews) async {}
    }

    private static let crossings = 100

    @Sendable static func run(_ bench: Bench) async throws(BenchError) {
        let raw = try RawLimit(bench.folder)
        var source = try CommitEvents(bench)
        let still = StillDevice()
        let location = StoreLocation(path: bench.folder.file("burst.db"))
        let engine = GeofenceEngine(name: "bgeo", device: still.device, store: location, listener: Deaf()) { _ in
            Bench.bgeo
        }
        let fences = source.fences
        try await BenchError.wrap("starting an engine") {
            try await engine.start()
            try await engine.put(fences)
            try await engine.setTracking(true)
        }
        for event in Bench.facts(reports: .crossings) { await engine.receive(event) }
        still.set(source.moment)
        await engine.receive(
            .fix(Fix(coordinate: source.home, accuracy: 5, timestamp: source.moment.wall), request: nil))
        for region in still.takeAsked() {
            await engine.receive(.regionTaken(id: region.id, radius: region.circle.radius))
        }

        var singly = Samples()
        var together = Samples()
        var limit = Samples()
        for _ in 0..<bench.options.rounds {
            for isTogether in [false, true] {
                let events = (0..<crossings).map { _ in source.next() }
                still.set(source.moment)
                let begin = ContinuousClock.now
                if isTogether {
                    await engine.receive(events[0])
                    await engine.receive(Array(events.dropFirst()))
                } else {
                    for event in events { await engine.receive(event) }
                }
                let passed = begin.duration(to: .now)
                if isTogether { together.add(passed) } else { singly.add(passed) }
                for _ in 0..<20 { try limit.measure { () throws(BenchError) in try raw.commit(2000) } }
                // What is told is noted in the store as well, some time later.
                _ = try await BenchError.wrap("emptying the outbox") { try await engine.removeRecords() }
            }
        }
        await engine.stop()
        var report = Report(
            "commit-burst", "\(crossings) crossings that wait together: the first by itself, the others in one commit",
            unit: "us")
        report.value(together, per: 1e3)
        report.reference(
            "the same one by one, each with its own commit", singly.median / 1e3, of: together.median / 1e3)
        report.set("flush", limit.median / 1e3)
        report.emit()
    }
}
