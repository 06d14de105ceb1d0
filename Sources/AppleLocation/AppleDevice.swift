#if os(iOS) || os(macOS) || APPLE_STANDIN
    import HostDevice
    public import LocationCore

    /// The location service of an Apple system.
    ///
    /// Regions are watched by the system's own monitoring, positions come from its location manager, notifications go to
    /// its notification centre. Nothing here asks the person for a permission unless it is told to. (PLAT-057)
    public enum AppleDevice {
        /// The device of this process.
        ///
        /// Make it while the app launches, whatever the launch is for: a region event that started the process is
        /// delivered only to those who are there in time. (PLAT-042, PLAT-070, PLAT-083)
        public static func device(_ options: AppleOptions) -> Device {
            let pass = Locked<(@Sendable (DeviceEvent) -> Void)?>(nil)
            let tell: @Sendable (DeviceEvent) -> Void = { event in pass.withLock { $0 }?(event) }
            let machine = machine(
                options, system: AppleSystem(), clock: HostClock(), random: HostRandom(),
                wakeUps: HostWakeUps(tell: tell), http: HostHTTP(tell: tell), status: HostStatus(), isLockstep: false,
                settle: {})
            let passing = machine.passing
            pass.withLock { $0 = passing }
            return machine.device
        }

        /// A device with parts from elsewhere.
        ///
        /// - Parameters:
        ///   - options: What the app chose.
        ///   - system: What is known of the system.
        ///   - clock: The three clocks.
        ///   - random: Random bits.
        ///   - wakeUps: Timers; what they bring has to be handed to ``AppleMachine/pass(_:)``.
        ///   - http: HTTP; likewise.
        ///   - status: Battery and the like.
        ///   - isLockstep: Whether nothing moves but while ``AppleMachine/drained()`` is awaited.
        ///   - settle: What lets simulated time deliver what is due.
        package static func machine(
            _ options: AppleOptions, system: AppleSystem, clock: any ClockPort, random: any RandomPort,
            wakeUps: any WakeUpPort, http: any HTTPPort, status: any StatusPort, isLockstep: Bool,
            settle: @escaping @Sendable () async -> Void
        ) -> AppleMachine {
            let load = Workload(isHeldBack: isLockstep)
            let commands = Lane(load)
            // On simulated time one lane, so that all commands keep their order.
            let regionCommands = isLockstep ? commands : Lane(load)
            let parts = Locked<Task<AppleParts, Never>?>(nil)
            let events = HostEvents(load: load, isLockstep: isLockstep, settle: settle) {
                await parts.withLock { $0 }?.value.facts() ?? []
            }
            let wire = Wire(
                options: options, system: system, clock: clock, wakeUps: wakeUps, load: load,
                regionCommands: regionCommands.mouth
            ) { [weak events] in events?.tell($0) }
            load.begin()
            let making = Task { @MainActor in
                defer { load.end() }
                return AppleParts(wire)
            }
            parts.withLock { $0 = making }
            if regionCommands !== commands { commands.work(on: making) { _ in } }
            regionCommands.work(on: making) { await $0.regions.start() }
            let ports = ApplePorts(
                commands: commands, regionCommands: regionCommands, mirror: wire.mirror, making: making)
            #if os(macOS)
                let platform = Platform.macOS
            #else
                let platform = Platform.iOS
            #endif
            return AppleMachine(
                device: Device(
                    platform: platform, clock: clock, random: random, regions: ports, fixes: ports,
                    authorization: ports, notifications: ports, backgroundTime: ports, wakeUps: wakeUps, http: http,
                    status: status, events: events),
                events: events, commands: commands.mouth, load: load, keyPrefix: wire.key(""))
        }
    }
#endif
