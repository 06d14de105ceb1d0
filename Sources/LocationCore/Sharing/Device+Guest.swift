/// A device for a process that does not watch anything.
extension Device {
    /// The same device for an app extension, which may open the app's store beside the app: it can change fences, read what
    /// is known, record and upload, and leaves the watching to the app.
    ///
    /// The system watches regions for the app alone. An adapter on this device is not told what the system can watch, nor
    /// of any crossing, nor of the permission and of the app's life; it registers nothing and follows no positions. A
    /// position that it asks for is asked for. The app registers what a guest has stored with its own next event.
    public var guest: Device {
        let ports = GuestPorts(base: self)
        return Device(
            platform: platform, clock: clock, random: random, regions: ports, fixes: ports,
            authorization: authorization, notifications: notifications, backgroundTime: ports, wakeUps: ports,
            http: ports, status: status, events: GuestEvents(base: events))
    }
}

/// Nothing is registered, nothing is given back that is another's, and names do not meet those of an app in the same
/// process.
private struct GuestPorts: RegionPort, FixPort, BackgroundTimePort, WakeUpPort, HTTPPort {
    static let prefix = "guest."

    let base: Device

    func register(_ region: Region) {}
    func unregister(id: String) {}
    func requestState(id: String) {}

    func request(_ request: FixRequest) {
        base.fixes.request(
            FixRequest(
                id: Self.prefix + request.id, accuracy: request.accuracy, timeout: request.timeout,
                oldestAcceptable: request.oldestAcceptable))
    }
    func cancel(request id: String) { base.fixes.cancel(request: Self.prefix + id) }
    func watch(owner: String, rate: FixRate) {}
    func stopWatching(owner: String) {}
    var lastKnown: Fix? { base.fixes.lastKnown }

    func hold(_ name: String) { base.backgroundTime.hold(Self.prefix + name) }
    func release(_ name: String) { base.backgroundTime.release(Self.prefix + name) }

    func arm(key: String, after milliseconds: Int64) {
        base.wakeUps.arm(key: Self.prefix + key, after: milliseconds)
    }
    func disarm(key: String) { base.wakeUps.disarm(key: Self.prefix + key) }

    func send(_ request: HTTPRequest) {
        base.http.send(
            HTTPRequest(
                id: Self.prefix + request.id, method: request.method, url: request.url, headers: request.headers,
                body: request.body, timeout: request.timeout))
    }
    func cancel(id: String) { base.http.cancel(id: Self.prefix + id) }
}

private final class GuestEvents: DeviceEventSource {
    private let base: any DeviceEventSource
    private let listeners = Locked<[ObjectIdentifier: GuestListener]>([:])

    init(base: any DeviceEventSource) { self.base = base }

    func attach(_ listener: any DeviceListener) {
        let guest = GuestListener(listener)
        listeners.withLock { $0[ObjectIdentifier(listener)] = guest }
        base.attach(guest)
    }

    func detach(_ listener: any DeviceListener) {
        guard let guest = listeners.withLock({ $0.removeValue(forKey: ObjectIdentifier(listener)) }) else { return }
        base.detach(guest)
    }

    func settle() async { await base.settle() }
    var isLockstep: Bool { base.isLockstep }
}

/// Hears what concerns whoever asked for something.
private final class GuestListener: DeviceListener {
    private weak let target: (any DeviceListener)?

    init(_ target: any DeviceListener) { self.target = target }

    func receive(_ event: DeviceEvent) async {
        if let own = own(event) { await target?.receive(own) }
    }

    private func own(_ event: DeviceEvent) -> DeviceEvent? {
        switch event {
        case .fix(let fix, let request): request.flatMap(plain).map { .fix(fix, request: $0) }
        case .fixFailed(let request, let failure): plain(request).map { .fixFailed(request: $0, failure) }
        case .wakeUp(let key): plain(key).map { .wakeUp(key: $0) }
        case .http(let id, let result): plain(id).map { .http(id: $0, result) }
        case .network, .notificationPermission, .powerSave, .app(.protectedDataAvailable): event
        case .capabilities, .regionCrossed, .regionState, .regionTaken, .regionLost, .nativeDwell, .authorization, .app:
            nil
        }
    }

    private func plain(_ name: String) -> String? {
        name.hasPrefix(GuestPorts.prefix) ? String(name.dropFirst(GuestPorts.prefix.count)) : nil
    }
}
