import BeekonAdapter
import BenchSupport
import LocationCore

/// Listing many fences through Beekon's façade, and what readers of its streams cost who sends.
enum BeekonLists {
    private static let count = 20_000

    @Sendable static func run(_ bench: Bench) async throws(BenchError) {
        try await list(bench)
        try await fanOut(bench)
    }

    private static func list(_ bench: Bench) async throws(BenchError) {
        let folder = try bench.folder.folder("beekon")
        let beekon = Beekon(device: StillDevice().device, folder: folder)
        let fences = bench.fences.places.prefix(count).map { place in
            BeekonGeofence(
                id: place.name, latitude: place.coordinate.latitude, longitude: place.coordinate.longitude,
                radiusMeters: SampleFences.radius)
        }
        try await BenchError.wrap("adding to Beekon") { try await beekon.addGeofences(fences) }
        var ours = Samples()
        var copies = Samples()
        for _ in 0..<(3 * bench.options.rounds) {
            let begin = ContinuousClock.now
            let listed = await beekon.listGeofences()
            ours.add(begin.duration(to: .now))
            guard listed.map(\.id) == fences.map(\.id) else { throw .failed("the list is not what was added") }
            try copies.measure { () throws(BenchError) in
                consume(
                    fences.map { fence in
                        BeekonGeofence(
                            id: fence.id, latitude: fence.latitude, longitude: fence.longitude,
                            radiusMeters: fence.radiusMeters)
                    })
            }
        }
        var report = Report("beekon-list", "listGeofences() of \(count) fences, Beekon", unit: "ms")
        report.value(ours, per: 1e6)
        report.reference(
            "making the same list anew from one in memory", copies.median / 1e6, of: ours.median / 1e6)
        report.goal("at most 50 ms", isMet: ours.median <= 50e6)
        report.emit()
    }

    /// What one event costs who sends it; the readers read between the batches, none falls behind.
    private static func fanOut(_ bench: Bench) async throws(BenchError) {
        let one = await send(to: 1)
        let hundred = await send(to: 100)
        let none = await send(to: 0)
        var report = Report(
            "beekon-streams", "handing an event to 100 readers of a stream, 10 000 events", unit: "us")
        report.value(hundred, per: 1e3)
        report.set("withoutReaders", none.median / 1e3)
        report.reference("handing it to 1 reader", one.median / 1e3, of: hundred.median / 1e3)
        report.emit()
    }

    private static func send(to readers: Int) async -> Samples {
        let broadcast = Broadcast<Int>(capacity: 64, beginning: .next)
        let read = Locked([Int](repeating: 0, count: readers))
        let tasks = (0..<readers).map { reader in
            let stream = broadcast.stream()
            return Task { for await value in stream { read.withLock { $0[reader] = value + 1 } } }
        }
        var samples = Samples()
        var next = 0
        while next < 10_000 {
            let batch = next..<min(next + 50, 10_000)
            let begin = ContinuousClock.now
            for value in batch { broadcast.send(value) }
            samples.add(begin.duration(to: .now) / batch.count)
            next = batch.upperBound
            while read.withLock({ $0.min() ?? next }) < next { await Task.yield() }
        }
        for task in tasks { task.cancel() }
        return samples
    }
}
