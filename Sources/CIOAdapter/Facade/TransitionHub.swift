import GeofenceEngine
import LocationCore

/// Hands crossings to everybody who listens, in the order in which they happened.
///
/// What happened before anybody ever listened is kept for the first one: a crossing may have started the process.
final class TransitionHub: Sendable {
    /// How far a stream may fall behind, and how much is kept for the first listener.
    static let capacity = 64

    private struct State {
        var early: [CIOTransition] = []
        var wasHeard = false
        var next = 0
        var listeners: [Int: @Sendable (CIOTransition) -> Void] = [:]
    }

    private let state = Locked(State())

    /// Takes a crossing. Called for one after the other.
    func send(_ transition: CIOTransition) {
        let listeners = state.withLock { state in
            if !state.wasHeard {
                state.early.append(transition)
                if state.early.count > Self.capacity { state.early.removeFirst() }
            }
            return state.listeners.sorted { $0.key < $1.key }.map(\.value)
        }
        for listener in listeners { listener(transition) }
    }

    /// Adds a listener; the very first one gets what is kept.
    func add(_ listener: @escaping @Sendable (CIOTransition) -> Void) -> Int {
        let (id, early) = state.withLock { state in
            state.next += 1
            state.listeners[state.next] = listener
            defer { (state.early, state.wasHeard) = ([], true) }
            return (state.next, state.early)
        }
        for transition in early { listener(transition) }
        return id
    }

    func remove(_ id: Int) { state.withLock { _ = $0.listeners.removeValue(forKey: id) } }

    /// A stream of the caller's own, from now on.
    func stream() -> AsyncStream<CIOTransition> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: CIOTransition.self, bufferingPolicy: .bufferingNewest(Self.capacity))
        let id = add { continuation.yield($0) }
        continuation.onTermination = { [weak self] _ in self?.remove(id) }
        return stream
    }
}

extension CIOTransition {
    init(_ transition: Transition) {
        let kind: GeofenceTransition =
            switch transition.kind {
            case .enter: .enter
            case .exit: .exit
            case .dwell: .dwell
            }
        self.init(
            id: transition.id, geofenceId: transition.fence.id.text,
            geofenceName: FenceAttributes(of: transition.fence).name, transition: kind,
            timestamp: transition.at.date)
    }
}
