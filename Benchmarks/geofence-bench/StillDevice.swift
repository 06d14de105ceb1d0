import LocationCore

/// A device that grants everything, takes every region and says nothing of its own accord: what is measured on it is the
/// engine alone.
final class StillDevice: RegionPort, FixPort, AuthorizationPort, NotificationPort, BackgroundTimePort, WakeUpPort,
    HTTPPort, ClockPort, RandomPort, DeviceEventSource
{
    private struct Unknown: StatusPort {
        var current: DeviceStatus { DeviceStatus() }
    }

    private struct State {
        var moment = Bench.start
        var bits = SeededBits(seed: 1)
        var asked: [Region] = []
    }

    private let state = Locked(State())

    var device: Device {
        Device(
            platform: .iOS, clock: self, random: self, regions: self, fixes: self, authorization: self,
            notifications: self, backgroundTime: self, wakeUps: self, http: self, status: Unknown(), events: self)
    }

    func set(_ moment: Moment) { state.withLock { $0.moment = moment } }

    /// The regions asked for since the last call.
    func takeAsked() -> [Region] {
        state.withLock { state in
            defer { state.asked = [] }
            return state.asked
        }
    }

    func now() -> Moment { state.withLock { $0.moment } }
    func next() -> UInt64 { state.withLock { $0.bits.next() } }

    func register(_ region: Region) { state.withLock { $0.asked.append(region) } }
    func unregister(id: String) {}
    func requestState(id: String) {}

    func request(_ request: FixRequest) {}
    func cancel(request id: String) {}
    func watch(owner: String, rate: FixRate) {}
    func stopWatching(owner: String) {}
    var lastKnown: Fix? { nil }

    var current: Authorization { Authorization(tier: .always) }
    func request(_ tier: AuthorizationTier) {}
    func requestTemporaryPrecision(purpose: String) {}

    func post(_ notification: LocalNotification) {}
    func withdraw(ids: [String]) {}
    var permission: NotificationPermission { .granted }
    func requestPermission() {}

    func hold(_ name: String) {}
    func release(_ name: String) {}
    func arm(key: String, after milliseconds: Int64) {}
    func disarm(key: String) {}
    func send(_ request: HTTPRequest) {}
    func cancel(id: String) {}

    func attach(_ listener: any DeviceListener) {}
    func detach(_ listener: any DeviceListener) {}
    func settle() async {}
    // Not in lockstep: stores on it are as durable as on a telephone.
    var isLockstep: Bool { false }
}
