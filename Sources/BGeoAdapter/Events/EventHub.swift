package import LocationCore

/// Passes every event of the engine to all listeners of its channel.
///
/// Events of a channel that never had a listener are kept, the oldest 64 of them, for its first one. (BGEO-128 to
/// BGEO-130) Each channel delivers in the order of emission, also when a listener causes the next event: that one
/// waits until everybody has had the one before.
@MainActor package final class EventHub {
    /// Called with each payload, on the main thread.
    package typealias Handler = @MainActor (JSONValue) -> Void

    /// How many events wait for the first listener of a channel.
    package static let bufferLimit = 64

    private nonisolated let listeners = ListenerTable()
    private var early: [EventChannel: [JSONValue]] = [:]
    private var everHeard: Set<EventChannel> = []
    private var queues: [EventChannel: [JSONValue]] = [:]

    package nonisolated init() {}

    /// Delivers an event to the listeners that its channel has now, or keeps it for the first one.
    package func emit(channel: EventChannel, payload: JSONValue) {
        guard everHeard.contains(channel) else {
            if early[channel, default: []].count < Self.bufferLimit { early[channel, default: []].append(payload) }
            return
        }
        if queues[channel] != nil {
            queues[channel]?.append(payload)
        } else {
            queues[channel] = [payload]
            drain(channel)
        }
    }

    /// Adds a listener. The first one of a channel gets the kept events before this returns.
    ///
    /// - Parameter onDetach: Called once when the listener is dropped, by its subscription or with all others.
    package func subscribe(
        _ channel: EventChannel, onDetach: (@Sendable () -> Void)? = nil, handler: @escaping Handler
    ) -> Subscription {
        let id = listeners.add(channel, handler: handler, onDetach: onDetach)
        if everHeard.insert(channel).inserted {
            // Marks the channel as busy, so that what the listener causes comes after the kept events.
            queues[channel] = []
            for payload in early.removeValue(forKey: channel) ?? [] { handler(payload) }
            drain(channel)
        }
        return Subscription { [listeners] in listeners.remove(id, from: channel) }
    }

    /// Drops every listener of every channel. Kept events stay, and a channel that was heard keeps none again.
    package func removeListeners() { listeners.removeAll() }

    /// How many listeners a channel has.
    package nonisolated func listenerCount(_ channel: EventChannel) -> Int { listeners.handlers(of: channel).count }

    private func drain(_ channel: EventChannel) {
        while let payload = queues[channel]?.first {
            queues[channel]?.removeFirst()
            for handler in listeners.handlers(of: channel) { handler(payload) }
        }
        queues[channel] = nil
    }
}

/// The listeners of all channels; may be changed on any thread.
private final class ListenerTable: Sendable {
    private struct Entry {
        let id: Int
        let handler: EventHub.Handler
        let onDetach: (@Sendable () -> Void)?
    }

    private struct Table {
        var nextID = 0
        var entries: [EventChannel: [Entry]] = [:]
    }

    private let table = Locked(Table())

    func add(_ channel: EventChannel, handler: @escaping EventHub.Handler, onDetach: (@Sendable () -> Void)?) -> Int {
        table.withLock { table in
            let id = table.nextID
            table.nextID += 1
            table.entries[channel, default: []].append(Entry(id: id, handler: handler, onDetach: onDetach))
            return id
        }
    }

    func handlers(of channel: EventChannel) -> [EventHub.Handler] {
        table.withLock { $0.entries[channel, default: []].map(\.handler) }
    }

    func remove(_ id: Int, from channel: EventChannel) {
        let removed = table.withLock { table -> Entry? in
            guard let index = table.entries[channel]?.firstIndex(where: { $0.id == id }) else { return nil }
            return table.entries[channel]?.remove(at: index)
        }
        removed?.onDetach?()
    }

    func removeAll() {
        let removed = table.withLock { table -> [Entry] in
            defer { table.entries = [:] }
            return EventChannel.allCases.flatMap { table.entries[$0] ?? [] }
        }
        for entry in removed { entry.onDetach?() }
    }
}
