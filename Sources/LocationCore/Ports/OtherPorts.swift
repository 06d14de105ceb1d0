/// The three clocks.
public protocol ClockPort: Sendable {
    /// The time now.
    func now() -> Moment
}

/// Random bits, for identifiers and jitter. Seeded where runs must repeat.
public protocol RandomPort: Sendable {
    /// The next 64 random bits.
    func next() -> UInt64
}

/// Time to work while in the background. (PLAT-073)
public protocol BackgroundTimePort: Sendable {
    /// Asks for time under a name; asking twice for one name is asking once.
    func hold(_ name: String)
    /// Gives the time back; a name that is not held changes nothing.
    func release(_ name: String)
}

/// Timers. They do not run while the process is suspended, and come due late then. (PLAT-074)
public protocol WakeUpPort: Sendable {
    /// Arms a timer; the same key again replaces it. Comes back as ``DeviceEvent/wakeUp(key:)``.
    func arm(key: String, after milliseconds: Int64)
    /// Takes a timer back; a key that is not armed changes nothing.
    func disarm(key: String)
}

/// Battery, motion and the like.
public protocol StatusPort: Sendable {
    /// What is known now.
    var current: DeviceStatus { get }
}

/// What a device knows of itself besides its position.
public struct DeviceStatus: Hashable, Sendable {
    /// Charge of the battery, 0…1; −1 when unknown.
    public var batteryLevel: Double
    /// Whether the battery is being charged.
    public var isCharging: Bool
    /// What the person seems to be doing: `still`, `on_foot`, `walking`, `running`, `on_bicycle`, `in_vehicle` or
    /// `unknown`.
    public var activity: String
    /// How sure that is, 0…100.
    public var activityConfidence: Int
    /// Whether the system asks for a low-power mode.
    public var isPowerSaving: Bool

    /// Describes a device.
    public init(
        batteryLevel: Double = -1, isCharging: Bool = false, activity: String = "unknown",
        activityConfidence: Int = 0, isPowerSaving: Bool = false
    ) {
        self.batteryLevel = batteryLevel
        self.isCharging = isCharging
        self.activity = activity
        self.activityConfidence = activityConfidence
        self.isPowerSaving = isPowerSaving
    }
}
