public import LocationCore

extension SimulatedPhone {
    /// Every region the system lists, in the order of registration.
    public var monitoredRegions: [MonitoredRegion] {
        world.withLock { world in
            world.daemon.regions.map { watched in
                MonitoredRegion(
                    id: watched.region.id, circle: watched.region.circle, edges: watched.region.edges,
                    owner: watched.owner, isWatched: watched.isWatched, side: watched.side)
            }
        }
    }

    /// Every call that registered or unregistered a region, in order.
    public var registrationLog: [RegistrationCall] { world.withLock { $0.daemon.calls } }

    /// The most regions the system ever held at once, all owners together.
    public var peakRegionCount: Int { world.withLock { $0.daemon.peak } }

    /// What the system does by the test's script, true or not.
    public var os: ScriptedOS { ScriptedOS(phone: self) }

    /// Registers a region for somebody else in the same app. It takes a slot, and every listener in the app hears its
    /// crossings. (PLAT-001, PLAT-011)
    public func occupy(_ region: Region, owner: String) async {
        await happen { world in
            world.noteCall(.register, id: region.id, owner: .foreign(owner))
            world.register(region, owner: .foreign(owner))
        }
    }

    /// Fills slots with regions of somebody else, named `owner-0`, `owner-1` and so on, in the far south where the
    /// phone hardly comes by.
    public func occupy(slots: Int, owner: String) async {
        for slot in 0..<max(0, slots) {
            let center = Coordinate(checkedLatitude: -75, longitude: Double(slot % 180))
            await occupy(
                Region(id: "\(owner)-\(slot)", circle: Circle(center: center, checkedRadius: 100)), owner: owner)
        }
    }

    /// Somebody else gives up all regions that were registered under `owner`.
    public func vacate(owner: String) async {
        await happen { world in
            for watched in world.daemon.regions where watched.owner == .foreign(owner) {
                world.noteCall(.unregister, id: watched.region.id, owner: watched.owner)
                world.unregister(watched.region.id, owner: watched.owner)
            }
        }
    }

    /// Nothing about regions reaches the app for so long; then everything does at once. (PLAT-028)
    public func starve(for milliseconds: Int64) async {
        precondition(milliseconds >= 0, "a time without events has a length")
        await happen { world in
            world.log("starving for \(milliseconds) ms")
            world.daemon.starvedUntil = max(world.daemon.starvedUntil, world.now + milliseconds)
            world.schedule(after: milliseconds) { $0.endStarving() }
        }
    }

    /// One coarse reading puts the phone far away for a while, although it has not moved. (PLAT-027)
    public func coarseJump(to coordinate: Coordinate, for milliseconds: Int64) async {
        await happen { world in
            world.log("coarse jump to \(coordinate.summary)")
            world.daemon.falsePosition = coordinate
            world.lookAtAllRegions()
            world.schedule(after: milliseconds) { world in
                world.endCoarseJump()
            }
        }
    }
}

extension World {
    /// The system finds its mistake at once, without holding back.
    fileprivate mutating func endCoarseJump() {
        guard daemon.falsePosition != nil else { return }
        daemon.falsePosition = truth.coordinate(at: now)
        lookAtAllRegions()
        daemon.falsePosition = nil
        lookAtAllRegions()
    }
}
