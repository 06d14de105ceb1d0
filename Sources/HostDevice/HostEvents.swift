package import LocationCore

/// Where a machine's events go: one after another, to every listener.
package final class HostEvents: DeviceEventSource {
    fileprivate enum Delivery: Sendable {
        case all([DeviceEvent])
        /// The first words to one that has just attached.
        case welcome(any DeviceListener)
    }

    private struct Audience {
        var joining: [any DeviceListener] = []
        var listeners: [any DeviceListener] = []

        mutating func welcome(_ listener: any DeviceListener) -> Bool {
            guard let index = joining.firstIndex(where: { $0 === listener }) else { return false }
            listeners.append(joining.remove(at: index))
            return true
        }

        func hears(_ listener: any DeviceListener) -> Bool { listeners.contains { $0 === listener } }
    }

    package let isLockstep: Bool
    private let load: Workload
    private let settleOutside: @Sendable () async -> Void
    private let audience: Locked<Audience>
    private let queue: Locked<[Delivery]>
    private let bell: AsyncStream<Void>.Continuation
    private let pump: Task<Void, Never>

    /// - Parameters:
    ///   - load: Counts what has still to be told.
    ///   - isLockstep: See ``DeviceEventSource/isLockstep``.
    ///   - settle: Lets a simulated device deliver what is due.
    ///   - facts: What a listener is told first, as it is when its turn comes.
    package init(
        load: Workload = Workload(isHeldBack: false), isLockstep: Bool = false,
        settle: @escaping @Sendable () async -> Void = {}, facts: @escaping @Sendable () async -> [DeviceEvent]
    ) {
        self.load = load
        self.isLockstep = isLockstep
        settleOutside = settle
        let (rings, bell) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.bell = bell
        let queue = Locked<[Delivery]>([])
        self.queue = queue
        let audience = Locked(Audience())
        self.audience = audience
        // Where things have to happen in one order in every run, each is told by itself.
        let most = isLockstep ? 1 : Self.mostAtOnce
        pump = Task {
            var early: [DeviceEvent]? = []
            for await _ in rings {
                while let next = queue.withLock({ $0.takeNext(most) }) {
                    await load.turn(.event)
                    switch next {
                    case .all(let events):
                        for event in events { early?.keep(event) }
                        await Self.tell(events, to: audience.withLock { $0.listeners }, audience, load)
                        for _ in events.dropFirst() { load.end(.event) }
                    case .welcome(let listener):
                        if audience.withLock({ $0.welcome(listener) }) {
                            for fact in await facts() { await Self.tell([fact], to: [listener], audience, load) }
                            for event in early ?? [] { await Self.tell([event], to: [listener], audience, load) }
                            early = nil
                        }
                    }
                    load.end(.event)
                }
            }
        }
    }

    /// How many events that wait are told together, so that a listener that writes them down does so once.
    private static let mostAtOnce = 64

    deinit {
        bell.finish()
        pump.cancel()
        load.release()
    }

    package func settle() async {
        // A listener that is being told something would wait for itself.
        guard Self.telling != ObjectIdentifier(load) else { return }
        await settleOutside()
    }

    package func attach(_ listener: any DeviceListener) {
        let isNew = audience.withLock { audience in
            guard !audience.hears(listener), !audience.joining.contains(where: { $0 === listener }) else {
                return false
            }
            audience.joining.append(listener)
            return true
        }
        if isNew { put(.welcome(listener)) }
    }

    package func detach(_ listener: any DeviceListener) {
        audience.withLock { audience in
            audience.joining.removeAll { $0 === listener }
            audience.listeners.removeAll { $0 === listener }
        }
    }

    /// Tells every listener; what comes before the first of them attaches is kept for it, since the system may have
    /// started the process for just that. (PLAT-070)
    package func tell(_ event: DeviceEvent) { put(.all([event])) }

    private func put(_ delivery: Delivery) {
        load.begin(.event)
        queue.withLock { $0.append(delivery) }
        bell.yield()
    }

    private static func tell(
        _ events: [DeviceEvent], to listeners: [any DeviceListener], _ audience: Locked<Audience>, _ load: Workload
    ) async {
        for listener in listeners where audience.withLock({ $0.hears(listener) }) {
            await $telling.withValue(ObjectIdentifier(load)) {
                if let event = events.first, events.count == 1 {
                    await listener.receive(event)
                } else {
                    await listener.receive(events)
                }
            }
        }
    }

    @TaskLocal private static var telling: ObjectIdentifier?
}

extension [HostEvents.Delivery] {
    /// What comes next: one delivery, or up to `most` events that wait behind one another.
    fileprivate mutating func takeNext(_ most: Int) -> HostEvents.Delivery? {
        var events: [DeviceEvent] = []
        for case .all(let more) in prefix(while: \.isForAll).prefix(most) { events += more }
        guard !events.isEmpty else { return isEmpty ? nil : removeFirst() }
        removeFirst(events.count)
        return .all(events)
    }
}

extension HostEvents.Delivery {
    fileprivate var isForAll: Bool { if case .all = self { true } else { false } }
}

extension [DeviceEvent] {
    /// Keeps what happened. How things stand is told to each listener anew, and must not be overtaken by how they stood.
    fileprivate mutating func keep(_ event: DeviceEvent) {
        switch event {
        case .capabilities, .authorization, .network, .notificationPermission, .powerSave, .app: return
        case .fix, .fixFailed, .regionCrossed, .regionState, .regionTaken, .regionLost, .nativeDwell, .wakeUp, .http:
            if count < 256 { append(event) }
        }
    }
}
