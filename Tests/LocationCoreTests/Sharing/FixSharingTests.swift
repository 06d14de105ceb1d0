import LocationCore
import Testing

@Suite struct `SHARE the wishes for readings` {
    private func wish(_ id: String, _ accuracy: Double = 10, _ timeout: Int64 = 10_000, _ oldest: Int64 = 0)
        -> FixRequest
    { FixRequest(id: id, accuracy: accuracy, timeout: timeout, oldestAcceptable: oldest) }

    private func key(_ name: String, _ id: String) -> FixSharing.Key { FixSharing.Key(name: name, id: id) }

    private func fix(north: Double) throws -> Fix {
        Fix(
            coordinate: try Coordinate(latitude: 52 + north / 111_271.708, longitude: 21), accuracy: 5,
            timestamp: Timestamp(milliseconds: 0))
    }

    @Test func `SHARE-030 a request that overlaps with one as good is answered by it`() {
        var sharing = FixSharing()
        #expect(sharing.request("a", wish("1"), now: 0, isKnown: false) == [.request(wish("shared.1"))])

        let second = sharing.request("b", wish("1", 100, 5_000), now: 2_000, isKnown: false)

        #expect(second == [.arm(key: "shared.fix/b/1", after: 5_000)])
        let answer = sharing.answered("shared.1")
        #expect(answer.keys == [key("a", "1"), key("b", "1")])
        #expect(answer.commands == [.disarm(key: "shared.fix/b/1")])
        #expect(sharing.answered("shared.1").keys.isEmpty)
    }

    @Test func `SHARE-031 a finer one takes the place of the coarser, for both`() {
        var sharing = FixSharing()
        _ = sharing.request("a", wish("1", 100, 10_000, 30_000), now: 0, isKnown: false)

        let second = sharing.request("b", wish("1", 10, 10_000), now: 4_000, isKnown: false)

        #expect(
            second == [
                .cancel("shared.1"), .arm(key: "shared.fix/a/1", after: 6_000), .request(wish("shared.2", 10, 10_000)),
            ])
        #expect(sharing.answered("shared.1").keys.isEmpty)
        #expect(sharing.answered("shared.2").keys == [key("a", "1"), key("b", "1")])
    }

    @Test func `SHARE-032 each ends at its own time, and the last one ends the request below`() {
        var sharing = FixSharing()
        _ = sharing.request("a", wish("1"), now: 0, isKnown: false)
        _ = sharing.request("b", wish("2", 10, 1_000), now: 0, isKnown: false)

        #expect(sharing.timedOut("shared.fix/b/2").key == key("b", "2"))
        #expect(sharing.timedOut("shared.fix/b/2").key == nil)
        #expect(sharing.cancel("a", "1") == [.cancel("shared.1")])
    }

    @Test func `SHARE-033 what a remembered reading answers waits for nobody`() {
        var sharing = FixSharing()
        _ = sharing.request("a", wish("1"), now: 0, isKnown: false)

        let second = sharing.request("b", wish("1", 100, 10_000, 30_000), now: 0, isKnown: true)

        #expect(second == [.request(wish("shared.2", 100, 10_000, 30_000))])
    }

    @Test func `SHARE-034 the finest density is asked for, once`() {
        var sharing = FixSharing()
        let fine = FixRate(accuracy: 10, distance: 50)
        let dense = FixRate(accuracy: 100, distance: 5)
        #expect(sharing.watch("a", owner: "a", fine) == [.watch(fine)])
        #expect(sharing.watch("b", owner: "b", dense) == [.watch(FixRate(accuracy: 10, distance: 5))])
        #expect(sharing.watch("b", owner: "b2", dense).isEmpty)
        #expect(sharing.watch("b", owner: "b2", nil).isEmpty)
        #expect(sharing.watch("b", owner: "b", nil) == [.watch(fine)])
        #expect(sharing.watch("a", owner: "a", nil) == [.stopWatching])
    }

    @Test func `SHARE-035 each hears as many readings as it asked for`() throws {
        var sharing = FixSharing()
        let names = ["a", "b", "c"]
        #expect(try sharing.hearers(of: fix(north: 0), among: names) == names)
        _ = sharing.watch("a", owner: "a", FixRate(accuracy: 10, distance: 0))
        _ = sharing.watch("b", owner: "b", FixRate(accuracy: 10, distance: 50))

        var heard: [[String]] = []
        for north in [0.0, 20, 40, 60, 80, 109, 111] {
            heard.append(sharing.hearers(of: try fix(north: north), among: names))
        }

        #expect(heard == [["a", "b"], ["a"], ["a"], ["a", "b"], ["a"], ["a"], ["a", "b"]])
    }
}
