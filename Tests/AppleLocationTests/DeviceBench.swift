import AppleBench
import AppleLocation
import AppleStandIn
import LocationCore
import LocationSimulator

/// A phone with a device on it, and somebody who writes down what the device tells. No engine.
final class DeviceBench: DeviceListener {
    static let home = Coordinate(checkedLatitude: 52, longitude: 21)
    static let away = Coordinate(checkedLatitude: 52.1, longitude: 21)

    let phone: SimulatedPhone
    private let state = Locked(State())

    private struct State {
        var apple: AppleBench?
        var heard: [DeviceEvent] = []
        var onEvent: @Sendable (DeviceEvent) async -> Void = { _ in }
    }

    init(
        _ profile: PhoneProfile = .iOSClassic, version: StandIn.Version = .init(18), knobs: PhoneKnobs = .quick,
        tier: AuthorizationTier = .always, at position: Coordinate = away, launches: Bool = true,
        network: AppleBench.NetworkSource = .phone, unkindness: Unkindness = .phone,
        prepare: @escaping @Sendable (StandIn) -> Void = { _ in }
    ) async {
        phone = SimulatedPhone(profile: profile, knobs: knobs, seed: 1, at: position)
        await phone.setAuthorization(tier)
        phone.onLaunch { [weak self] process, _ in
            let apple = AppleBench(
                process, version: version, monitor: profile == .iOSClassic ? .classic : .conditions,
                network: network, unkindness: unkindness, prepare: prepare)
            guard let self else { return }
            state.withLock { $0.apple = apple }
            apple.machine.device.events.attach(self)
            await apple.machine.device.events.settle()
        }
        if launches { await phone.launchApp() }
    }

    func receive(_ event: DeviceEvent) async {
        let onEvent = state.withLock { state in
            state.heard.append(event)
            return state.onEvent
        }
        await onEvent(event)
    }

    func onEvent(_ body: @escaping @Sendable (DeviceEvent) async -> Void) { state.withLock { $0.onEvent = body } }

    var apple: AppleBench {
        guard let apple = state.withLock({ $0.apple }) else { preconditionFailure("the app was not launched") }
        return apple
    }
    var device: Device { apple.machine.device }
    var standIn: StandIn { apple.standIn }

    /// What was told since the last look.
    func heard() -> [DeviceEvent] {
        state.withLock { state in
            defer { state.heard = [] }
            return state.heard
        }
    }

    /// What was told about regions since the last look, in short.
    func words() -> [String] { heard().compactMap(\.regionWord) }

    /// Carries out what was commanded, and lets the phone answer.
    func settle() async { await phone.settle() }

    func register(_ id: String, at center: Coordinate = home, radius: Double = 200, side: Side = .unknown) async {
        device.regions.register(Self.region(id, at: center, radius: radius, side: side))
        await settle()
    }

    static func region(_ id: String, at center: Coordinate = home, radius: Double = 200, side: Side = .unknown)
        -> Region
    {
        Region(id: id, circle: Circle(center: center, checkedRadius: radius), assumedSide: side)
    }

    /// The names of what the device says is held, as it said last.
    func held() -> [String]? { lastHeld()?.map(\.id) }

    /// Those among them that the system still watches.
    func watched() -> [String]? { lastHeld()?.filter(\.isWatched).map(\.id) }

    /// What the device says is held, as it said last.
    func lastHeld() -> [HeldRegion]? {
        heard().compactMap { if case .capabilities(let now) = $0 { now.held } else { nil } }.last
    }
}

extension DeviceEvent {
    /// An event about a region, in short.
    var regionWord: String? {
        switch self {
        case .regionTaken(let id, _): "taken \(id)"
        case .regionLost(let id, let loss): "lost \(id) \(loss.rawValue)"
        case .regionCrossed(let crossing): "\(crossing.direction.rawValue) \(crossing.id)"
        case .regionState(let state): "\(state.side.rawValue) \(state.id)\(state.isAnswer ? " answered" : "")"
        default: nil
        }
    }

    /// An event about positions, in short.
    var fixWord: String? {
        switch self {
        case .fix(let fix, let request): "\(fix.source.rawValue) for \(request ?? "all")"
        case .fixFailed(let request, let failure): "\(request) \(failure.rawValue)"
        default: nil
        }
    }
}
