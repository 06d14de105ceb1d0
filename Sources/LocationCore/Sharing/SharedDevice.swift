/// One device for several adapters of one app, which share its places for regions and its readings.
///
/// Create it once, while the process begins and before any adapter, and give each adapter its ``device(for:)``. Then
/// - never more regions are registered than the system takes, also while places change hands: one that gives up
///   unregisters before the other registers. Regions that none of them owns are counted and never touched;
/// - each running adapter gets at least the whole part of `places / adapters`, or what it wants if that is less; what one
///   does not want goes to the others. `places` is the system's number less foreign regions and less what adapters hold
///   that do not run. A place that cannot be divided goes to the first by name. See ``shares()``;
/// - an event of a region reaches its owner only, and waits for an owner that attaches late;
/// - requests for a reading that overlap are one request to the device, and continuous subscriptions are one
///   subscription of the finest density, thinned out for those who asked for less.
///
/// An adapter that has places for all its fences is not disturbed by the others' wishes.
public final class SharedDevice: Sendable {
    /// What it shares.
    public let base: Device
    private let desk: SharingDesk

    /// Begins to listen to a device, so that nothing is missed that it has for an adapter that comes later.
    public init(_ base: Device) {
        self.base = base
        desk = SharingDesk(base)
        base.events.attach(SharedEar(desk))
    }

    /// The device as one adapter sees it. The same adapter again has the same share.
    public func device(for adapter: SharingAdapter) -> Device { device(for: adapter.rawValue) }

    /// The device as one who is no adapter of this package sees it. The same name again is the same one.
    ///
    /// - Parameter name: What all the region identifiers of this one begin with, followed by something that is neither a
    ///   letter nor a digit; so no two can have the same one.
    /// - Precondition: `name` is not empty and has nothing but letters and digits of ASCII.
    package func device(for name: String) -> Device {
        precondition(
            !name.isEmpty && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) },
            "the name of one who shares a device consists of letters and digits")
        desk.join(name)
        let ports = SharedPorts(name: name, base: base, desk: desk)
        return Device(
            platform: base.platform, clock: base.clock, random: base.random, regions: ports, fixes: ports,
            authorization: base.authorization, notifications: ports, backgroundTime: ports, wakeUps: ports,
            http: ports, status: base.status, events: ports)
    }

    /// How the places are divided now, by name.
    public func shares() -> [RegionShare] { desk.shares() }

    /// Gives back every region of an adapter that no longer runs, so that the others get its places.
    ///
    /// One that is started again registers them anew. While it runs nothing is given back.
    public func release(_ name: String) { desk.release(name) }
}

/// The places of one adapter.
public struct RegionShare: Hashable, Sendable {
    /// Whose.
    public let name: String
    /// How many it may use.
    public let places: Int
    /// How many it uses: regions and armed notifications.
    public let used: Int
    /// How many it would use if there were places for all; `nil` until it has said so, and where nobody shares.
    public let wanted: Int?
    /// Whether it runs.
    public let isRunning: Bool
}

/// Hears the device for all.
private final class SharedEar: DeviceListener {
    private let desk: SharingDesk

    init(_ desk: SharingDesk) { self.desk = desk }

    func receive(_ event: DeviceEvent) async {
        desk.take(event)
        await desk.drain()
    }
}
