import BeekonAdapter
import Foundation
import GeofenceEngine
import LocationCore
import Testing

@Suite struct `Retention on disk` {
    @Test func `BKN-116 of 100 001 rows the oldest goes`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "beekon-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let location = StoreLocation(path: folder.appending(path: "beekon.db").path, survivesPowerLoss: false)
        let store = try EngineStore(at: location, now: eight)
        let rules = BeekonPolicy.policy(.initial, platform: .iOS, isTracking: true).outbox
        let age = try #require(rules.maximumAge)
        var changes = (0..<100_001).map { index -> Change in
            .append(
                Record(
                    id: "r\(index)", kind: .fix, at: eight.adding(milliseconds: Int64(index)), body: ["n": 1]))
        }
        changes.append(.trimRecords(most: rules.maximumRecords, before: eight.adding(milliseconds: -age)))

        try store.commit(changes, isPrecious: false)

        #expect(try store.count() == 100_000)
        #expect(try store.fixRecords(from: eight, to: eight).isEmpty)
        #expect(try store.records(limit: 1).map(\.id) == ["r1"])
        store.close()
    }
}
