public import LocationCore

/// Region events that a test makes up: repeated, late, dated in the past, or untrue.
///
/// They reach the app as the system's own do: a suspended app is resumed, one that is not running is started, as far as
/// permissions and knobs allow. Whether the region exists does not matter.
public struct ScriptedOS: Sendable {
    let phone: SimulatedPhone

    /// The system reports that the phone came in.
    ///
    /// - Parameters:
    ///   - id: The region's name.
    ///   - date: The date the system puts on it; `nil` for none.
    ///   - position: The position the system gives with it, if any.
    ///   - isLie: Whether what the system itself believes stays as it was.
    public func enter(
        _ id: String, at date: Timestamp? = nil, position: Fix? = nil, isLie: Bool = false
    ) async {
        await tell(id, .crossing(.enter), at: date, position: position, isLie: isLie)
    }

    /// The system reports that the phone went out. Parameters as for ``enter(_:at:position:isLie:)``.
    public func exit(_ id: String, at date: Timestamp? = nil, position: Fix? = nil, isLie: Bool = false) async {
        await tell(id, .crossing(.exit), at: date, position: position, isLie: isLie)
    }

    /// The system reports a side by itself, as a monitor does; `unknown` is possible. (PLAT-048)
    public func state(_ id: String, _ side: Side, at date: Timestamp? = nil, isLie: Bool = false) async {
        await tell(id, .state(side), at: date, position: nil, isLie: isLie)
    }

    /// The system reports a dwell of its own. (PLAT-154)
    public func dwell(_ id: String, at date: Timestamp? = nil, position: Fix? = nil) async {
        let stamp = date ?? phone.now.wall
        await tell(id, .dwell, at: stamp, position: position, isLie: true)
    }

    /// The system gives a region up and says why. It is no longer watched; a monitor goes on listing it. (PLAT-048)
    public func lose(_ id: String, _ loss: RegionLoss = .unmonitored) async {
        await phone.happen { world in
            if let index = world.daemon.index(of: id) {
                if world.profile == .iOSMonitor {
                    world.daemon.regions[index].isWatched = false
                    world.daemon.regions[index].isZombie = true
                } else {
                    world.daemon.regions.remove(at: index)
                    world.capabilitiesChanged()
                }
            }
            world.tell(.regionLost(id: id, loss))
        }
    }

    /// The system says once more that it watches a region it has; as after a delayed setup. (PLAT-018)
    public func confirm(_ id: String) async {
        await phone.happen { world in
            guard let index = world.daemon.index(of: id) else { return }
            world.tell(.regionTaken(id: id, radius: world.daemon.regions[index].region.circle.radius))
        }
    }

    /// The system never answers the next registration of a region, and does not watch it.
    public func swallow(_ id: String) { phone.world.withLock { _ = $0.daemon.swallowed.insert(id) } }

    /// Hands any event to the app as it is.
    public func raw(_ event: DeviceEvent) async { await phone.happen { $0.tell(event) } }

    private func tell(
        _ id: String, _ kind: RegionReport.Kind, at date: Timestamp?, position: Fix?, isLie: Bool
    ) async {
        await phone.happen { world in
            let report = RegionReport(id: id, registration: nil, kind: kind, at: date, position: position)
            world.log("scripted: \(report.event.summary)\(isLie ? ", untrue" : "")")
            if !isLie, let index = world.daemon.index(of: id) {
                world.daemon.regions[index].side = report.side
                world.daemon.regions[index].toldSide = report.side
            }
            world.arrive(report)
        }
    }
}
