package import AppleLocation
package import AppleStandIn
package import LocationCore
package import LocationSimulator

/// AppleLocation between a simulated phone and the code under test, with the stand-in for Apple's frameworks below.
package final class AppleBench: Sendable {
    /// The frameworks of the process.
    package let standIn: StandIn
    /// The device of the process.
    package let machine: AppleMachine
    /// Its monitors.
    package let monitors = MonitorRegistry()

    /// Where a device learns how the network is reached.
    package enum NetworkSource: Sendable {
        /// From the simulated phone.
        case phone
        /// From the system's path monitor, as it ships.
        case paths
    }

    /// Puts a device into a process of a phone; call it while the process starts.
    ///
    /// From then on the phone waits, before each of its steps, until the device and the frameworks are at rest, so that a
    /// run repeats.
    package init(
        _ process: AppProcess, version: StandIn.Version, monitor: RegionMonitor = .automatic,
        allowsBackgroundUpdates: Bool = true, network source: NetworkSource = .phone,
        unkindness: Unkindness = .phone, prepare: (StandIn) -> Void = { _ in }
    ) {
        let standIn = StandIn(process, version: version, unkindness: unkindness)
        prepare(standIn)
        let modes = standIn.infoKeys.filter { $0.hasPrefix("UIBackgroundModes.") }.map { String($0.dropFirst(18)) }
        let system = AppleSystem(
            version: (version.major, version.minor), monitors: monitors, backgroundModes: Set(modes),
            isApp: true)
        let below = process.device
        let (network, power) = (PhoneNetwork(process.phone), PhonePower(below.status))
        let made = Locked<AppleMachine?>(nil)
        // What awaits a monitor's answer waits for simulated time, and the phone does not wait for it.
        let waiting = StandIn.Waiting(
            block: { made.withLock { $0 }?.block() }, unblock: { made.withLock { $0 }?.unblock() },
            resumed: { await made.withLock { $0 }?.resumed() })
        // Held until the machine is there: it begins while it is being made.
        let machine = made.withLock { made in
            let machine = StandIn.$current.withValue(standIn) {
                StandIn.$waiting.withValue(waiting) {
                    AppleDevice.device(
                        AppleOptions(
                            name: "bench", monitor: monitor, allowsBackgroundUpdates: allowsBackgroundUpdates),
                        in: Surroundings(
                            system: system, clock: below.clock, random: below.random, wakeUps: { _ in below.wakeUps },
                            http: { _ in below.http },
                            network: { source == .paths ? PathWatch() as any NetworkWatch : network },
                            power: { power }, isLockstep: true, settle: { await below.events.settle() }))
                }
            }
            made = machine
            return machine
        }
        self.standIn = standIn
        self.machine = machine
        // The simulated timers and answers come as events of the phone, and so do its network and power.
        standIn.attach { event in
            switch event {
            case .network(let state): network.change(state)
            case .powerSave(let isOn): power.change(isOn)
            default: machine.pass(event)
            }
        }
        process.phone.whenQuiet {
            // Each may give work to the other, so both are at rest only if neither began anything while they were awaited:
            // asked one after the other whether they are, work that changes over in between would be missed.
            var begun: (Int, Int)
            repeat {
                begun = (machine.begun, standIn.begun)
                await machine.drained()
                await standIn.quiet()
            } while begun != (machine.begun, standIn.begun)
        }
    }

    /// The device of a process, for a suite that cares about nothing else.
    package static func device(
        of process: AppProcess, monitor: RegionMonitor, version: StandIn.Version, isSlow: Bool = false
    ) async -> Device {
        AppleBench(process, version: version, monitor: monitor, unkindness: isSlow ? .slowPhone : .phone)
            .machine.device
    }
}
