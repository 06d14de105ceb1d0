#if os(iOS) || os(macOS) || APPLE_STANDIN
    import HostDevice
    package import LocationCore

    /// A device made of Apple's frameworks, and the strings it hangs on.
    package final class AppleMachine: Sendable {
        /// What an engine runs on.
        package let device: Device
        /// Takes an event of another source, a timer or an answer over HTTP, into the one order of all events. It does not
        /// keep the device alive.
        package let pass: Surroundings.Tell
        private let load: Workload

        init(device: Device, load: Workload, pass: @escaping Surroundings.Tell) {
            self.device = device
            self.load = load
            self.pass = pass
        }

        /// Returns when every event told so far has been received, every command given so far has been carried out, and
        /// nothing that follows from them is on its way in here.
        package func drained() async { await load.finished() }

        /// A call to the system, made in a command, returns only when simulated time has passed.
        package func block() { load.block() }

        /// It is about to return.
        package func unblock() { load.unblock() }

        /// Waits for the turn in which it does.
        package func resumed() async { await load.resumed() }

        /// How many things ``drained()`` has had to wait for so far.
        package var begun: Int { load.begun }
    }
#endif
