#if os(iOS) || os(macOS) || APPLE_STANDIN
    import HostDevice
    package import LocationCore

    /// A device made of Apple's frameworks, and the strings it hangs on.
    package final class AppleMachine: Sendable {
        /// What an engine runs on.
        package let device: Device
        private let events: HostEvents
        private let commands: Lane.Mouth
        private let load: Workload
        private let keyPrefix: String

        init(device: Device, events: HostEvents, commands: Lane.Mouth, load: Workload, keyPrefix: String) {
            self.device = device
            self.events = events
            self.commands = commands
            self.load = load
            self.keyPrefix = keyPrefix
        }

        /// Takes an event of another source, a timer or an answer over HTTP, into the one order of all events.
        package func pass(_ event: DeviceEvent) { passing(event) }

        /// The same as ``pass(_:)``, not keeping the device alive.
        var passing: @Sendable (DeviceEvent) -> Void {
            { [commands, keyPrefix, weak events] event in
                if case .wakeUp(let key) = event, key.hasPrefix(keyPrefix) {
                    let name = String(key.dropFirst(keyPrefix.count))
                    commands.give { await $0.wake(name) }
                } else {
                    events?.tell(event)
                }
            }
        }

        /// Returns when every event told so far has been received, every command given so far has been carried out, and
        /// nothing that follows from them is on its way in here.
        package func drained() async { await load.finished() }

        /// How many things ``drained()`` has had to wait for so far.
        package var begun: Int { load.begun }
    }
#endif
