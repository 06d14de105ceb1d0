import LocationCore

/// Tells an adapter the engine's news one by one, without the engine waiting.
///
/// A listener that takes its time, or for ever, holds back the news behind it and nothing else. (CASE-143)
final class Announcer: Sendable {
    private struct State {
        var queue: [Announcement] = []
        var isTelling = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Locked(State())
    private let tell: @Sendable (Announcement) async -> Void

    init(tell: @escaping @Sendable (Announcement) async -> Void) { self.tell = tell }

    func post(_ announcement: Announcement) {
        let mustStart = state.withLock { state in
            state.queue.append(announcement)
            defer { state.isTelling = true }
            return !state.isTelling
        }
        if mustStart { Task { await run() } }
    }

    /// Returns when everything posted so far, and what it caused, has been told; at once for the listener that is just
    /// being told, which would wait for itself. (CASE-140)
    func idle() async {
        guard Self.telling != ObjectIdentifier(self) else { return }
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                if state.isTelling { state.waiting.append(continuation) }
                return !state.isTelling
            }
            if isIdle { continuation.resume() }
        }
    }

    private func run() async {
        await Self.$telling.withValue(ObjectIdentifier(self)) {
            while let next = next() { await tell(next) }
        }
    }

    @TaskLocal private static var telling: ObjectIdentifier?

    private func next() -> Announcement? {
        let (next, released) = state.withLock { state -> (Announcement?, [CheckedContinuation<Void, Never>]) in
            if !state.queue.isEmpty { return (state.queue.removeFirst(), []) }
            state.isTelling = false
            defer { state.waiting = [] }
            return (nil, state.waiting)
        }
        for continuation in released { continuation.resume() }
        return next
    }
}
