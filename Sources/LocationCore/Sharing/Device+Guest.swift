/// A device for a process that does not watch anything.
extension Device {
    /// The same device for an app extension, which may open the app's store beside the app: it can change fences, read what
    /// is known, record and upload, and leaves the watching to the app.
    ///
    /// The system watches regions for the app alone. An adapter on this device is not told what the system can watch, nor
    /// of any crossing, nor of the permission and of the app's life; it registers nothing and follows no positions. A
    /// position that it asks for is asked for. The app registers what a guest has stored with its own next event.
    public var guest: Device {
        Device(
            platform: platform, clock: clock, random: random, regions: UnwatchedRegions(),
            fixes: RequestedFixes(base: fixes), authorization: authorization, notifications: notifications,
            backgroundTime: backgroundTime, wakeUps: wakeUps, http: http, status: status,
            events: GuestEvents(base: events))
    }
}

/// Nothing is registered, and nothing is given back that is another's.
private struct UnwatchedRegions: RegionPort {
    func register(_ region: Region) {}
    func unregister(id: String) {}
    func requestState(id: String) {}
}

/// Positions on request only.
private struct RequestedFixes: FixPort {
    let base: any FixPort

    func request(_ request: FixRequest) { base.request(request) }
    func cancel(request id: String) { base.cancel(request: id) }
    func watch(owner: String, rate: FixRate) {}
    func stopWatching(owner: String) {}
    var lastKnown: Fix? { base.lastKnown }
}

/// The events that concern whoever asked for something.
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

private final class GuestListener: DeviceListener {
    private weak let target: (any DeviceListener)?

    init(_ target: any DeviceListener) { self.target = target }

    func receive(_ event: DeviceEvent) async {
        switch event {
        case .fix(_, request: .some), .fixFailed, .wakeUp, .http, .network, .notificationPermission, .powerSave,
            .app(.protectedDataAvailable):
            await target?.receive(event)
        case .fix(_, request: nil), .capabilities, .regionCrossed, .regionState, .regionTaken, .regionLost,
            .nativeDwell,
            .authorization, .app:
            break
        }
    }
}
