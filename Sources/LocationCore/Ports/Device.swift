/// Everything an engine needs of the machine it runs on, as one value.
///
/// Every port takes commands without waiting and in the order they are given. Whatever a command brings (a region
/// taken, a fix, an answer over HTTP) comes back as a ``DeviceEvent`` to each attached ``DeviceListener``. So an engine
/// never waits in the middle of a decision, and a device made of memory, such as a simulated phone, is as good as a
/// real one. Keys and identifiers in commands are chosen by the caller; two engines on one device use different ones.
public struct Device: Sendable {
    /// What kind of system this is.
    public let platform: Platform
    /// The three clocks.
    public let clock: any ClockPort
    /// Random bits for identifiers and jitter.
    public let random: any RandomPort
    /// The system's region monitoring.
    public let regions: any RegionPort
    /// Position readings.
    public let fixes: any FixPort
    /// Location permission.
    public let authorization: any AuthorizationPort
    /// Notifications shown by the system.
    public let notifications: any NotificationPort
    /// Time to work while in the background.
    public let backgroundTime: any BackgroundTimePort
    /// Timers.
    public let wakeUps: any WakeUpPort
    /// HTTP requests.
    public let http: any HTTPPort
    /// Battery, motion and the like.
    public let status: any StatusPort
    /// Where events come from.
    public let events: any DeviceEventSource

    /// Bundles the ports of one device.
    public init(
        platform: Platform, clock: any ClockPort, random: any RandomPort, regions: any RegionPort,
        fixes: any FixPort, authorization: any AuthorizationPort, notifications: any NotificationPort,
        backgroundTime: any BackgroundTimePort, wakeUps: any WakeUpPort, http: any HTTPPort,
        status: any StatusPort, events: any DeviceEventSource
    ) {
        self.platform = platform
        self.clock = clock
        self.random = random
        self.regions = regions
        self.fixes = fixes
        self.authorization = authorization
        self.notifications = notifications
        self.backgroundTime = backgroundTime
        self.wakeUps = wakeUps
        self.http = http
        self.status = status
        self.events = events
    }
}

/// A kind of system.
public enum Platform: String, Hashable, Sendable, Codable {
    /// An iPhone or iPad.
    case iOS
    /// A Mac.
    case macOS
    /// An Android phone; simulated only.
    case android
    /// A Linux machine.
    case linux
}

/// Someone who is told what happens on a device.
public protocol DeviceListener: AnyObject, Sendable {
    /// Takes one event. Returns when it has been dealt with, so that a device that waits keeps events in order.
    func receive(_ event: DeviceEvent) async

    /// Takes events that came one after another while nobody had time. Does the same as taking each in its turn, unless
    /// the listener can do better.
    func receive(_ events: [DeviceEvent]) async
}

extension DeviceListener {
    /// Takes each event in its turn.
    public func receive(_ events: [DeviceEvent]) async {
        for event in events { await receive(event) }
    }
}

/// The place where listeners attach.
public protocol DeviceEventSource: Sendable {
    /// Adds a listener, which hears every event from now on. The device then tells it, as ordinary events, its
    /// capabilities, authorisation, network and the notification permission.
    func attach(_ listener: any DeviceListener)

    /// Removes a listener; it hears nothing afterwards.
    func detach(_ listener: any DeviceListener)

    /// Lets a device that runs on simulated time deliver what is due at this very instant. A real device returns at
    /// once, and so does a simulated one that is already delivering.
    func settle() async

    /// Whether each event is delivered only after everything that the one before caused has been told to the app.
    /// True for simulated devices, whose runs must repeat exactly.
    var isLockstep: Bool { get }
}
