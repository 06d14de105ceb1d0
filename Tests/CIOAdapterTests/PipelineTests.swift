import CIOAdapter
import Foundation
import GeofenceEngine
import LocationCore
import Testing

@Suite struct `The pipeline of the host's events` {
    private func queue(flushAt: Int = 3, interval: Double = 30) -> PipelineQueue {
        PipelineQueue(flushAt: flushAt, flushInterval: interval)
    }

    @Test func `A full batch is sent, and what comes meanwhile follows it`() {
        var queue = queue()

        #expect(queue.step(.event("1"), now: 0) == [])
        #expect(queue.step(.event("2"), now: 1) == [])
        #expect(queue.step(.event("3"), now: 2) == [.upload(["1", "2", "3"])])
        for number in 4...6 { #expect(queue.step(.event(.string("\(number)")), now: 3) == []) }
        #expect(queue.step(.answered(.accepted), now: 4) == [.flushed, .upload(["4", "5", "6"])])
        #expect(queue.step(.answered(.accepted), now: 5) == [.flushed])
        #expect(!queue.hasUnsentEvents)
    }

    @Test func `What waits is sent when the interval is over and not before`() {
        var queue = queue()
        _ = queue.step(.event("1"), now: 100)

        #expect(queue.deadline == 30_100)
        #expect(queue.step(.tick, now: 30_099) == [])
        #expect(queue.step(.tick, now: 30_100) == [.upload(["1"])])
        #expect(queue.step(.tick, now: 60_000) == [])
    }

    @Test func `CIO-114 a batch that is answered by 400 is dropped, and one by 500 kept for the next round`() {
        var dropped = queue()
        var kept = queue()
        for number in 1...3 {
            _ = dropped.step(.event(.string("\(number)")), now: 0)
            _ = kept.step(.event(.string("\(number)")), now: 0)
        }

        let refused = dropped.step(.answered(.refused), now: 1)
        let later = kept.step(.answered(.later(after: nil)), now: 1)

        #expect(refused.first == .flushed)
        #expect(!dropped.hasUnsentEvents)
        #expect(later == [.flushed])
        #expect(kept.deadline == 30_001)
        #expect(kept.step(.tick, now: 30_001) == [.upload(["1", "2", "3"])])
    }

    @Test func `The host and the background send at once, one round at a time`() {
        var queue = queue()

        #expect(queue.step(.flushAsked, now: 0) == [.flushed], "there is nothing to wait for")
        _ = queue.step(.event("1"), now: 0)
        #expect(queue.step(.enteredBackground, now: 1) == [.upload(["1"])])
        _ = queue.step(.event("2"), now: 2)
        #expect(queue.step(.flushAsked, now: 3) == [])
        #expect(queue.step(.answered(.accepted), now: 4) == [.flushed, .upload(["2"])])
    }

    @Test func `What waits survives the process`() throws {
        var queue = queue()
        _ = queue.step(.event(["a": 1]), now: 0)
        let kept = try JSONValue(json: queue.json.bytes())

        var next = PipelineQueue(flushAt: 3, flushInterval: 30, kept: kept, now: 5)

        #expect(next.deadline == 30_005)
        #expect(next.step(.flushAsked, now: 6) == [.upload([["a": 1]])])
    }

    @Test func `Without bound nothing waits: the oldest goes, but never what is under way`() {
        var queue = queue(flushAt: 1)
        _ = queue.step(.event("sent"), now: 0)
        for number in 0...PipelineQueue.capacity { _ = queue.step(.event(.integer(Int64(number))), now: 1) }

        let outputs = queue.step(.answered(.accepted), now: 2)

        guard case .upload(let events) = outputs.last else {
            Issue.record("expected another round")
            return
        }
        #expect(events.count == PipelineQueue.capacity)
        #expect(events.first == 1)
    }

    @Test(arguments: [0.0, -1, .nan])
    func `An interval that is none arms no timer`(_ interval: Double) {
        var queue = queue(flushAt: 0, interval: interval)

        #expect(queue.step(.event("1"), now: 0) == [.upload(["1"])], "a number below 1 counts as 1")
        #expect(queue.deadline == nil)
    }

    @Test func `Events carry what is listed and nothing else`() {
        let at = Timestamp(milliseconds: 1)
        let track = PipelineEvent(
            .track(name: "n", properties: ["a": 1]), userId: "u1", anonymousId: "x", messageId: "m", timestamp: at)
        let identify = PipelineEvent(
            .identify(traits: [:]), userId: "u1", anonymousId: "x", messageId: "m", timestamp: at,
            location: ["location_latitude": 1.5])

        #expect(
            track.json.objectValue?.keys == [
                "anonymousId", "context", "event", "messageId", "properties", "timestamp", "type", "userId",
            ])
        #expect(
            identify.json.objectValue?.keys == [
                "anonymousId", "context", "messageId", "timestamp", "traits", "type", "userId",
            ])
        #expect(identify.json["context"]?["location_latitude"] == 1.5)
        #expect(identify.json["context"]?["library"]?["version"] == .string(CustomerIO.version))
    }

    @Test func `What JSON cannot hold is removed from dictionaries and named`() {
        var sanitizer = Sanitizer()
        let object = sanitizer.object([
            "fine": 1, "nan": Double.nan, "deep": ["inf": Float.infinity, "ok": true] as [String: Any],
            "list": [1.5, Double.infinity, "a"] as [Any], "date": Date(timeIntervalSince1970: 0), "type": Thread.self,
            "none": NSNull(),
        ])

        #expect(
            object == [
                "fine": 1, "deep": ["ok": true], "list": [1.5, "a"], "date": "1970-01-01T00:00:00.000Z", "none": .null,
            ])
        #expect(sanitizer.removed.count == 4)
        #expect(sanitizer.removed.contains { $0.hasPrefix("deep.inf is ") })
    }

    @Test func `CIO-010 the same person again says nothing new, unless there are traits`() {
        var identification = Identification()

        #expect(identification.judge(userId: "  ", hasTraits: true) == .blank)
        #expect(identification.judge(userId: "u1", hasTraits: false) == .accepted)
        #expect(identification.judge(userId: "u1", hasTraits: false) == .repeated)
        #expect(identification.judge(userId: "u1", hasTraits: true) == .accepted)
        #expect(identification.judge(userId: "u2", hasTraits: false) == .accepted)
        identification.clear()
        #expect(identification.judge(userId: "u2", hasTraits: false) == .accepted)
    }
}
