import LocationCore

/// Values for any number of readers, each with a stream of its own.
///
/// The newest values stand once, in a ring that all readers share, and each reader keeps its own place in it. So a
/// sender does the same work for one reader as for a hundred that are busy, and only wakes those that wait; a reader
/// that falls behind by more than the ring holds goes on with the oldest value that is left. (BKN 1.7)
package final class Broadcast<Element: Sendable>: Sendable {
    /// What a new reader gets of the past.
    package enum Beginning: Sendable {
        /// Nothing.
        case next
        /// The newest value, if there is one.
        case latest
        /// For the very first reader whatever the ring holds, for the others nothing. (BKN-068)
        case unseen
    }

    private struct State {
        var ring: [Element] = []
        /// How many values were ever sent.
        var sent = 0
        var hasHadReader = false
        var nextWaiter = 0
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    private let capacity: Int
    private let beginning: Beginning
    private let onDrop: @Sendable (Int) -> Void
    private let state = Locked(State())

    /// Creates a broadcast.
    ///
    /// - Parameters:
    ///   - capacity: How far a reader may fall behind; at least 1.
    ///   - beginning: What a new reader gets of the past.
    ///   - onDrop: Told how many values a slow reader has lost, when it reads on.
    package init(capacity: Int, beginning: Beginning, onDrop: @escaping @Sendable (Int) -> Void = { _ in }) {
        precondition(capacity >= 1, "a reader can hold at least one value")
        self.capacity = capacity
        self.beginning = beginning
        self.onDrop = onDrop
    }

    /// Hands a value to every reader. Never waits for one.
    package func send(_ element: Element) {
        let waiters = state.withLock { state in
            if state.ring.count < capacity {
                state.ring.append(element)
            } else {
                state.ring[state.sent % capacity] = element
            }
            state.sent += 1
            let waiters = state.waiters
            state.waiters = [:]
            return waiters
        }
        for id in waiters.keys.sorted() { waiters[id]?.resume() }
    }

    /// A stream of the caller's own, from now on. It ends only with the task that reads it.
    package func stream() -> AsyncStream<Element> {
        let place = Locked(firstPlace())
        return AsyncStream { [self] in
            while !Task.isCancelled {
                if let element = next(at: place) { return element }
                await news(after: place)
            }
            return nil
        }
    }

    private func firstPlace() -> Int {
        state.withLock { state in
            defer { state.hasHadReader = true }
            switch beginning {
            case .next: return state.sent
            case .latest: return state.sent - min(1, state.ring.count)
            case .unseen: return state.hasHadReader ? state.sent : state.sent - state.ring.count
            }
        }
    }

    private func next(at place: Locked<Int>) -> Element? {
        let (element, lost): (Element?, Int) = place.withLock { place in
            state.withLock { state in
                let lost = max(0, state.sent - state.ring.count - place)
                place += lost
                guard place < state.sent else { return (nil, lost) }
                defer { place += 1 }
                return (state.ring[place % capacity], lost)
            }
        }
        if lost > 0 { onDrop(lost) }
        return element
    }

    /// Returns when there is a value beyond the place, or the reading task was cancelled.
    private func news(after place: Locked<Int>) async {
        let id = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isThere = place.withLock { place in
                    state.withLock { state in
                        // A cancellation before this point found nobody to wake.
                        if Task.isCancelled || place < state.sent { return true }
                        state.waiters[id] = continuation
                        return false
                    }
                }
                if isThere { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: id) }?.resume()
        }
    }
}
