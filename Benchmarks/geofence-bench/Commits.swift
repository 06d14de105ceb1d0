import BenchSupport
import GeofenceEngine
import LocationCore

/// What it costs to commit events so that they survive the loss of power, beside the disk's own limit for as many bytes.
enum Commits {
    @Sendable static func run(_ bench: Bench) async throws(BenchError) {
        let raw = try RawLimit(bench.folder)
        for count in [1, 10, 100] {
            try measure("transitions", count, raw, bench) { $0 }
            try measure("records", count, raw, bench) { $0.filter(\.isRecord) }
            // As little as a commit can write that says as much: one row.
            try measure("records-as-one-value", count, raw, bench) { changes in
                let bodies = changes.compactMap { if case .append(let record) = $0 { record.body } else { nil } }
                return [.value("value", .array(bodies))]
            }
        }
    }

    static func measure(
        _ kind: String, _ count: Int, _ raw: RawLimit, _ bench: Bench, _ choose: ([Change]) -> [Change]
    ) throws(BenchError) {
        var events = try CommitEvents(bench)
        let store = try open(bench, "\(kind)-\(count).db", events.initialChanges())
        defer { store.close() }
        var payload = 0
        func batch() throws(BenchError) -> [Change] {
            var changes: [Change] = []
            for _ in 0..<count { changes += try events.changes() }
            changes = choose(changes)
            payload = changes.reduce(0) { $0 + $1.payload }
            return changes
        }
        func commit(_ changes: [Change], isPrecious: Bool = true) throws(BenchError) {
            try BenchError.wrap("committing") { try store.commit(changes, isPrecious: isPrecious) }
        }

        var limit = Samples()
        var commits = Samples()
        var processor = Samples()
        var told = Samples()
        var resting = Samples()
        var pages = 0
        var waiting: [String] = []
        func measureLimit() throws(BenchError) {
            let end = ContinuousClock.now.advanced(by: .milliseconds(150))
            while ContinuousClock.now < end { try limit.measure { () throws(BenchError) in try raw.commit(payload) } }
        }
        // As if delivered: some hundreds of records wait at any time.
        func deliver(_ changes: [Change]) throws(BenchError) {
            waiting += changes.compactMap(\.record)
            try commit(waiting.dropLast(500).map { .removeRecord($0) }, isPrecious: false)
            waiting = waiting.suffix(500)
        }
        for _ in 0..<20 {
            let changes = try batch()
            try commit(changes)
            try commit([.told(changes.compactMap(\.announcement))], isPrecious: false)
            try deliver(changes)
        }
        for _ in 0..<bench.options.rounds {
            try measureLimit()
            let end = ContinuousClock.now.advanced(by: .milliseconds(400))
            while ContinuousClock.now < end {
                let changes = try batch()
                let written = store.database.pagesWritten
                let begin = processorNanoseconds()
                try commits.measure { () throws(BenchError) in try commit(changes) }
                processor.add(nanoseconds: processorNanoseconds() - begin)
                pages += store.database.pagesWritten - written
                let ids = changes.compactMap(\.announcement)
                if !ids.isEmpty {
                    try told.measure { () throws(BenchError) in try commit([.told(ids)], isPrecious: false) }
                }
                try deliver(changes)
                if store.wantsRest { try resting.measure { () throws(BenchError) in store.rest() } }
            }
            try measureLimit()
        }

        var report = Report(
            "commit-\(kind)-\(count)", "a durable commit of \(count) \(kind), \(payload) bytes", unit: "us")
        report.value(commits, per: 1e3)
        report.set("mean", commits.mean / 1e3)
        report.set("p99", commits.p99 / 1e3)
        report.set("most", commits.most / 1e3)
        report.set("processor", processor.median / 1e3)
        report.set("processorMean", processor.mean / 1e3)
        report.set("pages", Double(pages) / Double(commits.count))
        report.set("resting", resting.median / 1e3)
        report.set("rests", resting.count)
        if told.count > 0 { report.set("told", told.median / 1e3) }
        report.reference(
            "as many bytes into space that is there, and a flush", limit.median / 1e3, of: commits.median / 1e3)
        report.set("referenceMean", limit.mean / 1e3)
        report.set("referenceP99", limit.p99 / 1e3)
        report.set("referenceMost", limit.most / 1e3)
        let share = limit.mean / commits.mean
        report.set("share", share)
        report.set("shareOfMedian", limit.median / commits.median)
        let goal = count == 100 ? 0.6 : 0.85
        report.goal(
            "a share of at least \(goal), p99 at most 5 times the limit's",
            isMet: share >= goal && commits.p99 <= 5 * limit.p99)
        report.emit()
    }

    static func open(_ bench: Bench, _ name: String, _ changes: [Change]) throws(BenchError) -> EngineStore {
        try BenchError.wrap("opening a store") {
            let store = try EngineStore(at: StoreLocation(path: bench.folder.file(name)), now: Bench.start.wall)
            try store.commit(changes, isPrecious: true)
            // As an engine does once it has started.
            store.rest()
            return store
        }
    }
}
