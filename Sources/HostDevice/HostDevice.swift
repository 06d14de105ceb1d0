public import LocationCore

/// The machine as it is, without a location service: clocks, timers, random bits and HTTP.
///
/// It is what an adapter runs on where nothing else was handed to it. Fences can be stored and records uploaded, but no
/// position ever comes, and the permission says that location services are off.
public enum HostDevice {
    /// The device of this process.
    public static func device(platform: Platform = .linux) -> Device {
        let events = HostEvents()
        let absent = AbsentLocation(events: events)
        return Device(
            platform: platform, clock: HostClock(), random: HostRandom(), regions: absent, fixes: absent,
            authorization: absent, notifications: absent, backgroundTime: absent, wakeUps: HostWakeUps(events: events),
            http: HostHTTP(events: events), status: AbsentStatus(), events: events)
    }
}

/// Where a host's events go: one after another, to every listener.
final class HostEvents: DeviceEventSource {
    private let listeners = Locked<[any DeviceListener]>([])
    private let queue: AsyncStream<Delivery>.Continuation
    private let pump: Task<Void, Never>

    private struct Delivery: Sendable {
        let event: DeviceEvent
        /// Only for this listener, which has just attached.
        let only: (any DeviceListener)?
    }

    init() {
        let (stream, continuation) = AsyncStream.makeStream(of: Delivery.self, bufferingPolicy: .unbounded)
        queue = continuation
        let listeners = listeners
        pump = Task {
            for await delivery in stream {
                let all = listeners.withLock { $0 }
                for listener in all where delivery.only.map({ $0 === listener }) ?? true {
                    await listener.receive(delivery.event)
                }
            }
        }
    }

    deinit {
        queue.finish()
        pump.cancel()
    }

    let isLockstep = false

    func settle() async {}

    func attach(_ listener: any DeviceListener) {
        listeners.withLock { $0.append(listener) }
        let capabilities = RegionCapabilities(
            limit: 0, maximumRadius: nil, reports: .nothing, answersStateRequests: false, detectsDwell: false, held: [])
        let facts: [DeviceEvent] = [
            .capabilities(capabilities), .authorization(AbsentLocation.permission), .network(.unmetered),
            .notificationPermission(.denied), .app(.launched(.user)),
        ]
        for fact in facts { queue.yield(Delivery(event: fact, only: listener)) }
    }

    func detach(_ listener: any DeviceListener) {
        listeners.withLock { listeners in listeners.removeAll { $0 === listener } }
    }

    func tell(_ event: DeviceEvent) { queue.yield(Delivery(event: event, only: nil)) }
}

/// No location service, no notifications, no background: the answers of a machine that has none of them.
struct AbsentLocation: RegionPort, FixPort, AuthorizationPort, NotificationPort, BackgroundTimePort {
    static let permission = Authorization(tier: .denied, isPrecise: false, servicesEnabled: false)

    let events: HostEvents

    func register(_ region: Region) { events.tell(.regionLost(id: region.id, .unavailable)) }
    func unregister(id: String) {}
    func requestState(id: String) {}

    func request(_ request: FixRequest) { events.tell(.fixFailed(request: request.id, .unavailable)) }
    func cancel(request id: String) {}
    func watch(owner: String, rate: FixRate) {}
    func stopWatching(owner: String) {}
    var lastKnown: Fix? { nil }

    var current: Authorization { Self.permission }
    func request(_ tier: AuthorizationTier) {}
    func requestTemporaryPrecision(purpose: String) {}

    func post(_ notification: LocalNotification) {}
    func withdraw(ids: [String]) {}
    var permission: NotificationPermission { .denied }
    func requestPermission() { events.tell(.notificationPermission(.denied)) }

    func hold(_ name: String) {}
    func release(_ name: String) {}
}

/// A machine that knows nothing of its battery.
struct AbsentStatus: StatusPort {
    var current: DeviceStatus { DeviceStatus() }
}
