import HostDevice
import LocationCore
import Testing

@Suite(.timeLimit(.minutes(1))) struct `HOST timers and random bits of the machine` {
    private let events: AsyncStream<String>
    private let continuation: AsyncStream<String>.Continuation

    init() { (events, continuation) = AsyncStream.makeStream(of: String.self) }

    private func timers() -> HostWakeUps {
        HostWakeUps { [continuation] in if case .wakeUp(let key) = $0 { continuation.yield(key) } }
    }

    @Test func `D8 timers come due in the order of their times, on the real clock`() async {
        let timers = timers()
        let before = HostClock().now().continuous
        timers.arm(key: "second", after: 60)
        timers.arm(key: "first", after: 5)

        var keys = events.makeAsyncIterator()
        #expect(await keys.next() == "first")
        #expect(await keys.next() == "second")
        #expect(HostClock().now().continuous - before >= 60)
    }

    @Test func `D8 the same key again replaces, and one that is taken back stays silent`() async {
        let timers = timers()
        timers.arm(key: "a", after: 1)
        timers.arm(key: "a", after: 50)
        timers.arm(key: "b", after: 10)
        timers.disarm(key: "b")
        timers.disarm(key: "nobody")
        timers.arm(key: "c", after: 120)

        var keys = events.makeAsyncIterator()
        #expect(await keys.next() == "a")
        #expect(await keys.next() == "c")
    }

    @Test func `D8 random bits differ, each of them`() {
        let random = HostRandom()
        let draws = (0..<256).map { _ in random.next() }

        #expect(Set(draws).count == draws.count)
        #expect(draws.reduce(0, |) == .max)
        #expect(draws.reduce(.max, &) == 0)
    }
}
