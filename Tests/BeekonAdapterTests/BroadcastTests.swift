import BeekonAdapter
import LocationCore
import Testing

@Suite struct `Streams` {
    @Test func `BKN-066 two readers both get each value once`() async {
        let hub = Broadcast<Int>(capacity: 64, beginning: .unseen)
        let (one, two) = (hub.stream(), hub.stream())

        for value in 1...5 { hub.send(value) }

        #expect(await first(5, of: one) == [1, 2, 3, 4, 5])
        #expect(await first(5, of: two) == [1, 2, 3, 4, 5])
    }

    @Test func `BKN-067 a later reader does not get what another one has had`() async {
        let hub = Broadcast<Int>(capacity: 64, beginning: .unseen)
        let early = hub.stream()
        hub.send(1)

        let late = hub.stream()
        hub.send(2)

        #expect(await first(1, of: late) == [2])
        #expect(await first(2, of: early) == [1, 2])
    }

    @Test func `BKN-068 what nobody has seen is held for the first reader, once`() async {
        let hub = Broadcast<Int>(capacity: 64, beginning: .unseen)
        hub.send(1)

        let (one, two) = (hub.stream(), hub.stream())
        hub.send(2)

        #expect(await first(2, of: one) == [1, 2])
        #expect(await first(1, of: two) == [2])
    }

    @Test func `BKN-068 of more than 64 unseen values the newest are held`() async {
        let hub = Broadcast<Int>(capacity: 64, beginning: .unseen)

        for value in 1...100 { hub.send(value) }

        #expect(await first(64, of: hub.stream()) == Array(37...100))
    }

    @Test func `BKN-069 the current value comes at once, also late`() async {
        let hub = Broadcast<Int>(capacity: 1, beginning: .latest)
        hub.send(1)
        #expect(await first(1, of: hub.stream()) == [1])

        hub.send(2)

        #expect(await first(1, of: hub.stream()) == [2])
        #expect(await first(1, of: hub.stream()) == [2])
    }

    @Test func `BKN-070 a reader that comes after three values gets the third, then what follows`() async {
        let hub = Broadcast<Int>(capacity: 64, beginning: .latest)
        for value in 1...3 { hub.send(value) }

        let stream = hub.stream()
        hub.send(4)

        #expect(await first(2, of: stream) == [3, 4])
    }

    @Test func `BKN-071 a reader that sleeps through 100 values gets the newest 64, and the loss is told`() async {
        let lost = Locked(0)
        let hub = Broadcast<Int>(capacity: 64, beginning: .latest) { count in lost.withLock { $0 += count } }
        let stream = hub.stream()

        for value in 1...100 { hub.send(value) }

        #expect(await first(64, of: stream) == Array(37...100))
        #expect(lost.withLock { $0 } == 36)
    }

    @Test func `BKN-072 ending one reader does not end another`() async {
        let hub = Broadcast<Int>(capacity: 64, beginning: .next)
        let (cancelled, other) = (hub.stream(), hub.stream())

        await withTaskGroup(of: Void.self) { group in
            group.addTask { #expect(await first(1, of: cancelled).isEmpty) }
            group.cancelAll()
        }
        hub.send(1)

        #expect(await first(1, of: other) == [1])
    }

    @Test func `a reader that waits is woken by the next value`() async {
        let hub = Broadcast<Int>(capacity: 64, beginning: .next)
        let stream = hub.stream()

        async let value = first(1, of: stream)
        hub.send(7)

        #expect(await value == [7])
    }

    @Test func `a hundred readers that keep up see ten thousand values in order`() async {
        let hub = Broadcast<Int>(capacity: 64, beginning: .next)
        let rounds = Broadcast<Int>(capacity: 100, beginning: .next)
        let done = rounds.stream()

        await withTaskGroup(of: Bool.self) { group in
            for stream in (0..<100).map({ _ in hub.stream() }) {
                group.addTask {
                    var expected = 0
                    for await value in stream {
                        guard value == expected else { return false }
                        expected += 1
                        if expected % 50 == 0 { rounds.send(expected) }
                        if expected == 10_000 { return true }
                    }
                    return false
                }
            }
            var acknowledgements = done.makeAsyncIterator()
            for start in stride(from: 0, to: 10_000, by: 50) {
                for value in start..<start + 50 { hub.send(value) }
                for _ in 0..<100 { _ = await acknowledgements.next() }
            }
            for await sawAll in group { #expect(sawAll) }
        }
    }

    @Test func `a sender that does not wait loses order for nobody`() async {
        let hub = Broadcast<Int>(capacity: 64, beginning: .next)

        await withTaskGroup(of: Bool.self) { group in
            for stream in (0..<10).map({ _ in hub.stream() }) {
                group.addTask {
                    var last = -1
                    for await value in stream {
                        guard value > last else { return false }
                        last = value
                        if value == 9999 { return true }
                    }
                    return false
                }
            }
            for value in 0..<10_000 { hub.send(value) }
            for await keptOrder in group { #expect(keptOrder) }
        }
    }

    /// Seconds that a sender of 10,000 values takes while so many tasks read them.
    private func cost(readers: Int) async -> Double {
        let hub = Broadcast<Int>(capacity: 64, beginning: .next)
        return await withTaskGroup(of: Void.self) { group in
            for stream in (0..<readers).map({ _ in hub.stream() }) {
                group.addTask { for await value in stream where value == 9999 { return } }
            }
            let duration = ContinuousClock().measure { for value in 0..<10_000 { hub.send(value) } }
            return Double(duration.components.attoseconds) / 1e18 + Double(duration.components.seconds)
        }
    }

    /// A benchmark: it prints, and fails only where a sender pays for each reader.
    @Test func `a hundred readers cost the sender hardly more than one`() async {
        var one = Double.infinity
        var hundred = Double.infinity
        for _ in 0..<5 {
            one = min(one, await cost(readers: 1))
            hundred = min(hundred, await cost(readers: 100))
        }

        print("10,000 values: \(one * 1000) ms with one reader, \(hundred * 1000) ms with a hundred")
        #expect(hundred < 25 * one)
    }
}
