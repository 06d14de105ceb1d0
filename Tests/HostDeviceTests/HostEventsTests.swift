import HostDevice
import LocationCore
import Testing

@Suite struct `HOST events of a machine` {
    private final class Listener: DeviceListener {
        let heard = Locked<[String]>([])
        let onEvent: @Sendable () async -> Void

        init(onEvent: @escaping @Sendable () async -> Void = {}) { self.onEvent = onEvent }

        func receive(_ event: DeviceEvent) async {
            await onEvent()
            if case .wakeUp(let key) = event { heard.withLock { $0.append(key) } }
            if case .network = event { heard.withLock { $0.append("facts") } }
        }

        var words: [String] { heard.withLock { $0 } }
    }

    @Test func `PLAT-070 what comes before the first listener is kept for it, behind the facts`() async {
        let load = Workload(isHeldBack: false)
        let events = HostEvents(load: load) { [.network(.unmetered)] }
        events.tell(.wakeUp(key: "early"))
        let (first, second) = (Listener(), Listener())

        events.attach(first)
        events.tell(.wakeUp(key: "late"))
        events.attach(second)
        await load.finished()

        #expect(first.words == ["facts", "early", "late"])
        #expect(second.words == ["facts"])
    }

    /// Counts how often it is told something, and is slow: it lets events pile up while it hears the first.
    private final class Writer: DeviceListener {
        let heard = Locked<[[String]]>([])
        let onFirst: @Sendable () -> Void

        init(onFirst: @escaping @Sendable () -> Void) { self.onFirst = onFirst }

        func receive(_ event: DeviceEvent) async { await receive([event]) }

        func receive(_ events: [DeviceEvent]) async {
            let isFirst = heard.withLock { heard in
                heard.append(events.map { if case .wakeUp(let key) = $0 { key } else { "facts" } })
                return heard.count == 1
            }
            if isFirst { onFirst() }
        }
    }

    @Test(arguments: [false, true])
    func `events that wait behind one another are told together, unless time stands still for each`(
        _ isLockstep: Bool
    ) async {
        let load = Workload(isHeldBack: isLockstep)
        let events = HostEvents(load: load, isLockstep: isLockstep) { [.network(.unmetered)] }
        let late = Listener()
        let writer = Writer {
            for number in 1...70 { events.tell(.wakeUp(key: "\(number)")) }
            events.attach(late)
            events.tell(.wakeUp(key: "last"))
        }

        events.attach(writer)
        await load.finished()

        let words = writer.heard.withLock { $0 }
        #expect(words.flatMap { $0 } == ["facts"] + (1...70).map { "\($0)" } + ["last"])
        #expect(words.map(\.count) == (isLockstep ? Array(repeating: 1, count: 72) : [1, 64, 6, 1]))
        #expect(late.words == ["facts", "last"])
    }

    @Test func `how things stood before the first listener is not told after how they stand`() async {
        let load = Workload(isHeldBack: false)
        let events = HostEvents(load: load) { [] }
        events.tell(.network(.none))
        let listener = Listener()

        events.attach(listener)
        await load.finished()

        #expect(listener.words.isEmpty)
    }

    @Test func `a listener that has left hears nothing, not even the facts`() async {
        let load = Workload(isHeldBack: true)
        let events = HostEvents(load: load, isLockstep: true) { [.network(.unmetered)] }
        let listener = Listener()
        events.attach(listener)
        events.tell(.wakeUp(key: "a"))

        events.detach(listener)
        await load.finished()

        #expect(listener.words.isEmpty)
    }

    @Test func `in lockstep nothing is told before somebody waits for it`() async {
        let load = Workload(isHeldBack: true)
        let events = HostEvents(load: load, isLockstep: true) { [] }
        let listener = Listener()
        events.attach(listener)
        events.tell(.wakeUp(key: "a"))
        for _ in 0..<100 { await Task.yield() }
        #expect(listener.words.isEmpty)

        await load.finished()

        #expect(listener.words == ["a"])
    }

    @Test func `settling from within a listener returns at once`() async {
        let load = Workload(isHeldBack: false)
        let settled = Locked(0)
        let events = HostEvents(load: load, settle: { settled.withLock { $0 += 1 } }) { [] }
        let listener = Listener { await events.settle() }
        events.attach(listener)
        events.tell(.wakeUp(key: "a"))
        await load.finished()
        #expect(settled.withLock { $0 } == 0)

        await events.settle()

        #expect(settled.withLock { $0 } == 1)
    }
}
