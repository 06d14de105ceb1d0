#if os(iOS) || os(macOS) || APPLE_STANDIN
    import HostDevice
    public import LocationCore

    /// The location service of an Apple system.
    ///
    /// Regions are watched by the system's own monitoring, positions come from its location manager, notifications go to
    /// its notification center. Nothing here asks the person for a permission unless it is told to. (PLAT-057)
    public enum AppleDevice {
        /// The device of this process.
        ///
        /// Make it while the app launches, whatever the launch is for: a region event that started the process is
        /// delivered only to those who are there in time. (PLAT-042, PLAT-070, PLAT-083)
        public static func device(_ options: AppleOptions) -> Device {
            device(options, in: Surroundings()).device
        }

        /// The same with parts from elsewhere: ``device(_:)`` is this with those that ship.
        package static func device(_ options: AppleOptions, in surroundings: Surroundings) -> AppleMachine {
            #if !APPLE_STANDIN
                SystemLog.install()
            #endif
            let (load, isLockstep) = (Workload(isHeldBack: surroundings.isLockstep), surroundings.isLockstep)
            let commands = Lane(load)
            // On simulated time one lane, so that all commands keep their order.
            let regionCommands = isLockstep ? commands : Lane(load)
            let parts = Locked<Task<AppleParts, Never>?>(nil)
            let events = HostEvents(load: load, isLockstep: isLockstep, settle: surroundings.settle) {
                await parts.withLock { $0 }?.value.facts() ?? []
            }
            let pass = passing(events, commands.mouth, options)
            let wakeUps = surroundings.wakeUps(pass)
            let power = surroundings.power()
            let wire = Wire(
                options: options, surroundings: surroundings, power: power, wakeUps: wakeUps, load: load,
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
            let device = Device(
                platform: platform, clock: surroundings.clock, random: surroundings.random, regions: ports,
                fixes: ports, authorization: ports, notifications: ports, backgroundTime: ports, wakeUps: wakeUps,
                http: surroundings.http(pass), status: power, events: events)
            return AppleMachine(device: device, load: load, pass: pass)
        }

        /// Takes what timers and HTTP bring. Our own timers go to those who armed them. It holds neither the events nor
        /// the lane's worker.
        private static func passing(
            _ events: HostEvents, _ commands: Lane.Mouth, _ options: AppleOptions
        ) -> Surroundings.Tell {
            let prefix = Wire.key("", options)
            return { [weak events] event in
                if case .wakeUp(let key) = event, key.hasPrefix(prefix) {
                    let name = String(key.dropFirst(prefix.count))
                    commands.give { await $0.wake(name) }
                } else {
                    events?.tell(event)
                }
            }
        }

        private static var platform: Platform {
            #if os(macOS)
                .macOS
            #else
                .iOS
            #endif
        }
    }
#endif
