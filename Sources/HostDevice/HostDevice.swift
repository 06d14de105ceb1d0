public import LocationCore

/// The machine as it is, without a location service: clocks, timers, random bits and HTTP.
///
/// It is what an adapter runs on where nothing else was handed to it. Fences can be stored and records uploaded, but no
/// position ever comes, and the permission says that location services are off.
public enum HostDevice {
    /// The device of this process.
    public static func device(platform: Platform = .linux) -> Device {
        let events = HostEvents { AbsentLocation.facts }
        let absent = AbsentLocation(events: events)
        return Device(
            platform: platform, clock: HostClock(), random: HostRandom(), regions: absent, fixes: absent,
            authorization: absent, notifications: absent, backgroundTime: absent,
            wakeUps: HostWakeUps { [weak events] in events?.tell($0) },
            http: HostHTTP { [weak events] in events?.tell($0) }, status: HostStatus(), events: events)
    }
}

/// No location service, no notifications, no background: the answers of a machine that has none of them.
struct AbsentLocation: RegionPort, FixPort, AuthorizationPort, NotificationPort, BackgroundTimePort {
    static let authorization = Authorization(tier: .denied, isPrecise: false, servicesEnabled: false)

    static var facts: [DeviceEvent] {
        let capabilities = RegionCapabilities(
            limit: 0, maximumRadius: nil, reports: .nothing, answersStateRequests: false, detectsDwell: false, held: [])
        return [
            .capabilities(capabilities), .authorization(authorization), .network(.unmetered),
            .notificationPermission(.denied), .app(.launched(.user)),
        ]
    }

    let events: HostEvents

    func register(_ region: Region) { events.tell(.regionLost(id: region.id, .unavailable)) }
    func unregister(id: String) {}
    func requestState(id: String) {}

    func request(_ request: FixRequest) { events.tell(.fixFailed(request: request.id, .unavailable)) }
    func cancel(request id: String) {}
    func watch(owner: String, rate: FixRate) {}
    func stopWatching(owner: String) {}
    var lastKnown: Fix? { nil }

    var current: Authorization { Self.authorization }
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
package struct HostStatus: StatusPort {
    package init() {}
    package var current: DeviceStatus { DeviceStatus() }
}
