import AppleLocation
import LocationCore
import LocationSimulator

/// A simulated phone's network, as a device watches it.
final class PhoneNetwork: NetworkWatch {
    private let phone: SimulatedPhone
    private let listener = Locked<(@Sendable (NetworkState) -> Void)?>(nil)

    init(_ phone: SimulatedPhone) { self.phone = phone }

    func begin(_ tell: @escaping @Sendable (NetworkState) -> Void) {
        listener.withLock { $0 = tell }
        tell(phone.network)
    }

    func change(_ state: NetworkState) { listener.withLock { $0 }?(state) }
}

/// A simulated phone's battery and what its person does.
final class PhonePower: PowerWatch {
    private let status: any StatusPort
    private let listener = Locked<(@Sendable (Bool) -> Void)?>(nil)

    init(_ status: any StatusPort) { self.status = status }

    var current: DeviceStatus { status.current }

    func begin(_ tell: @escaping @Sendable (Bool) -> Void) { listener.withLock { $0 = tell } }
    func refresh() {}
    func change(_ isOn: Bool) { listener.withLock { $0 }?(isOn) }
}
