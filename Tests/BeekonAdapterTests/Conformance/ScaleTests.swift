import BeekonAdapter
import Foundation
import GeofenceEngine
import LocationCore
import LocationSimulator
import Testing

@MainActor @Suite struct `Many fences and many readers` {
    private func fences(_ range: Range<Int>) -> [BeekonGeofence] {
        range.map { index in
            BeekonGeofence(
                id: "f\(index)", latitude: Double(index % 160) - 80, longitude: Double(index / 160) - 60,
                radiusMeters: 150)
        }
    }

    @Test func `21 000 fences in two commits, and a list with a bad last entry changes nothing`() async throws {
        let bench = await BeekonBench()
        try await bench.beekon.addGeofences(fences(0..<20_000))
        await #expect(throws: BeekonError.self) {
            try await bench.beekon.addGeofences(fences(20_000..<20_999) + [home.with { $0.radiusMeters = 0 }])
        }
        #expect(try await bench.beekon.listGeofences().count == 20_000)

        try await bench.beekon.addGeofences(fences(20_000..<21_000))

        #expect(try await bench.beekon.listGeofences().map(\.id) == (0..<21_000).map { "f\($0)" })
        #expect(bench.phone.peakRegionCount <= 20)
    }

    @Test func `100 readers all see 10 000 events in order`() async throws {
        let broadcast = Broadcast<Int>(capacity: 64, beginning: .next)
        let seen = Locked([Int](repeating: 0, count: 100))
        let tasks = (0..<100).map { reader in
            let stream = broadcast.stream()
            return Task {
                for await value in stream {
                    let isNext = seen.withLock { seen in
                        defer { seen[reader] = value + 1 }
                        return seen[reader] == value
                    }
                    if !isNext || value == 9999 { return isNext }
                }
                return false
            }
        }
        for value in 0..<10_000 {
            broadcast.send(value)
            // As far as the buffer reaches a reader may fall behind, and no further.
            while seen.withLock({ $0.min() ?? 0 }) < value - 60 { await Task.yield() }
        }
        for task in tasks { #expect(await task.value) }
    }
}
