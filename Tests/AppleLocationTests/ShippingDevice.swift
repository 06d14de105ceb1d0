import AppleLocation
import AppleStandIn
import LocationCore
import LocationSimulator

/// `AppleDevice.device(_:)` as it ships, with every default, on the stand-in's frameworks and the machine's own clock,
/// timers and HTTP.
final class ShippingDevice: DeviceListener {
    let phone: SimulatedPhone
    private let events: AsyncStream<DeviceEvent>
    private let continuation: AsyncStream<DeviceEvent>.Continuation
    private let state = Locked(State())

    private struct State {
        var standIn: StandIn?
        var device: Device?
        var heard: [DeviceEvent] = []
    }

    init(_ profile: PhoneProfile = .iOSClassic, prepare: @escaping @Sendable (StandIn) -> Void = { _ in }) async {
        phone = SimulatedPhone(profile: profile, knobs: .quick, seed: 1, at: DeviceBench.away)
        (events, continuation) = AsyncStream.makeStream(of: DeviceEvent.self)
        phone.onLaunch { [weak self] process, _ in
            let standIn = StandIn(process, version: .init(18), unkindness: .kind)
            prepare(standIn)
            let monitor: RegionMonitor = profile == .iOSClassic ? .classic : .conditions
            let device = StandIn.$current.withValue(standIn) {
                AppleDevice.device(AppleOptions(name: "shipping", monitor: monitor))
            }
            standIn.attach { _ in }
            guard let self else { return }
            state.withLock { ($0.standIn, $0.device) = (standIn, device) }
            device.events.attach(self)
        }
        await phone.launchApp()
    }

    func receive(_ event: DeviceEvent) async {
        state.withLock { $0.heard.append(event) }
        continuation.yield(event)
    }

    var device: Device {
        guard let device = state.withLock({ $0.device }) else { preconditionFailure("the app was not launched") }
        return device
    }

    var standIn: StandIn {
        guard let standIn = state.withLock({ $0.standIn }) else { preconditionFailure("the app was not launched") }
        return standIn
    }

    var heard: [DeviceEvent] { state.withLock { $0.heard } }

    /// The next event of a kind, however long it takes on the real clock.
    func next(where matches: (DeviceEvent) -> Bool) async -> DeviceEvent? {
        for await event in events where matches(event) { return event }
        return nil
    }
}
