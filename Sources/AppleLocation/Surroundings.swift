#if os(iOS) || os(macOS) || APPLE_STANDIN
    import HostDevice
    package import LocationCore

    /// What a device stands on beside Apple's location frameworks. Left out is what ships; a test hands in its own clock,
    /// timers, HTTP, network and power.
    package struct Surroundings: Sendable {
        /// Takes what a timer or an answer over HTTP brings into the one order of all events. It does not keep the device
        /// alive.
        package typealias Tell = @Sendable (DeviceEvent) -> Void

        let system: AppleSystem
        let clock: any ClockPort
        let random: any RandomPort
        let wakeUps: @Sendable (@escaping Tell) -> any WakeUpPort
        let http: @Sendable (@escaping Tell) -> any HTTPPort
        let network: @Sendable () -> any NetworkWatch
        let power: @Sendable () -> any PowerWatch
        let isLockstep: Bool
        let settle: @Sendable () async -> Void

        /// Chooses.
        ///
        /// - Parameters:
        ///   - system: What is known of the system.
        ///   - clock: The three clocks.
        ///   - random: Random bits.
        ///   - wakeUps: Makes the timers.
        ///   - http: Makes the client.
        ///   - network: Makes what knows how the network is reached.
        ///   - power: Makes what knows the battery and the low-power mode.
        ///   - isLockstep: Whether nothing moves but while ``AppleMachine/drained()`` is awaited.
        ///   - settle: What lets simulated time deliver what is due.
        package init(
            system: AppleSystem = AppleSystem(), clock: any ClockPort = HostClock(),
            random: any RandomPort = HostRandom(),
            wakeUps: @escaping @Sendable (@escaping Tell) -> any WakeUpPort = { HostWakeUps(tell: $0) },
            http: @escaping @Sendable (@escaping Tell) -> any HTTPPort = { HostHTTP(tell: $0) },
            network: @escaping @Sendable () -> any NetworkWatch = { PathWatch() },
            power: @escaping @Sendable () -> any PowerWatch = { SystemPower() }, isLockstep: Bool = false,
            settle: @escaping @Sendable () async -> Void = {}
        ) {
            self.system = system
            self.clock = clock
            self.random = random
            self.wakeUps = wakeUps
            self.http = http
            self.network = network
            self.power = power
            self.isLockstep = isLockstep
            self.settle = settle
        }
    }

    /// How the device reaches the network.
    package protocol NetworkWatch: Sendable {
        /// Begins, once: `tell` is called on any thread with what is so now, soon, and with each change.
        func begin(_ tell: @escaping @Sendable (NetworkState) -> Void)
    }

    /// The battery and the low-power mode.
    package protocol PowerWatch: StatusPort {
        /// Begins, once: `tell` is called on any thread when the low-power mode begins or ends.
        @MainActor func begin(_ tell: @escaping @Sendable (Bool) -> Void)
        /// The process runs again, perhaps after hours: what is known may be old.
        @MainActor func refresh()
    }
#endif
