#if os(iOS) || os(macOS) || APPLE_STANDIN
    import HostDevice
    import LocationCore

    /// What the parts of a device share.
    struct Wire: Sendable {
        let options: AppleOptions
        let system: AppleSystem
        let clock: any ClockPort
        let network: any NetworkWatch
        let power: any PowerWatch
        let wakeUps: any WakeUpPort
        let load: Workload
        let regionCommands: Lane.Mouth
        let mirror = Locked(Mirror())
        let tell: @Sendable (DeviceEvent) -> Void

        init(
            options: AppleOptions, surroundings: Surroundings, power: any PowerWatch, wakeUps: any WakeUpPort,
            load: Workload, regionCommands: Lane.Mouth, tell: @escaping @Sendable (DeviceEvent) -> Void
        ) {
            self.options = options
            system = surroundings.system
            clock = surroundings.clock
            network = surroundings.network()
            self.power = power
            self.wakeUps = wakeUps
            self.load = load
            self.regionCommands = regionCommands
            self.tell = tell
        }

        /// A wake-up of our own, told apart from those of the engine by its prefix.
        func key(_ name: String) -> String { Self.key(name, options) }

        static func key(_ name: String, _ options: AppleOptions) -> String { "apple.\(options.name).\(name)" }

        /// Does something in a while, counted as under way.
        @MainActor func later(_ work: @escaping @MainActor @Sendable () async -> Void) {
            load.begin()
            Task {
                await work()
                load.end()
            }
        }
    }

    /// What ports have to answer at once, on any thread.
    struct Mirror: Sendable {
        var authorization = Authorization(tier: .notDetermined)
        var notifications = NotificationPermission.notDetermined
        var lastKnown: Fix?
    }
#endif
