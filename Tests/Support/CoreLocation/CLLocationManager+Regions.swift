import AppleStandIn
import Foundation
import LocationCore
import LocationSimulator

// MARK: Regions.
extension CLLocationManager {
    /// −1 where watching is not supported. (PLAT-013)
    public var maximumRegionMonitoringDistance: CLLocationDistance {
        standIn.hasRegionMonitoring ? standIn.phone.knobs.maximumRadius ?? CLLocationDistanceMax : -1
    }

    /// What all managers of the app watch, in fresh objects; what this process did a moment ago may not show. (PLAT-005)
    /// Conditions of monitors are not among them; on a phone of a
    /// monitor, the regions of others are. (PLAT-008, PLAT-054)
    public var monitoredRegions: Set<CLRegion> {
        checkThread()
        let listed = standIn.lagging("regions", standIn.phone.monitoredRegions) { $0.id }
        return Set(
            listed.compactMap { region in
                switch region.owner {
                case .notification: nil
                case .app where standIn.servesConditions: nil
                case .app, .foreign: CLCircularRegion(region.id, region.circle, region.edges)
                }
            })
    }

    /// Asks for a region; it is watched a turn later. (PLAT-005, PLAT-006)
    public func startMonitoring(for region: CLRegion) {
        checkThread()
        guard let region = region as? CLCircularRegion, let circle = region.circle, standIn.hasRegionMonitoring,
            !standIn.servesConditions, !RestartQuirks.of(standIn).refuses(region.identifier, standIn)
        else { return fail(region, .regionMonitoringFailure) }
        asked[region.identifier] = region
        standIn.lag("regions", region.identifier, showing: listed(region.identifier))
        var edges: RegionEdges = []
        if region.notifyOnEntry { edges.insert(.enter) }
        if region.notifyOnExit { edges.insert(.exit) }
        standIn.device.regions.register(Region(id: region.identifier, circle: circle, edges: edges))
    }

    /// Gives a region up, whoever asked for it. (PLAT-009)
    public func stopMonitoring(for region: CLRegion) {
        checkThread()
        let id = region.identifier
        if standIn.servesConditions {
            guard case .foreign = standIn.phone.monitoredRegions.first(where: { $0.id == id })?.owner else { return }
        }
        RestartQuirks.of(standIn).stopped(id, at: standIn.phone.elapsed)
        standIn.lag("regions", id, showing: listed(id))
        standIn.device.regions.unregister(id: id)
    }

    /// Asks for the remembered side; no answer for what is not watched. (PLAT-025)
    public func requestState(for region: CLRegion) {
        checkThread()
        guard region is CLCircularRegion else { return }
        standIn.device.regions.requestState(id: region.identifier)
    }

    private func listed(_ id: String) -> MonitoredRegion? {
        standIn.lagging("regions", standIn.phone.monitoredRegions) { $0.id }.first { $0.id == id }
    }

    private func fail(_ region: CLRegion, _ code: CLError.Code) {
        let weakly = WeakManager(self)
        let failed = OnMain(region: region)
        standIn.soon {
            guard let manager = weakly.manager else { return }
            manager.delegate?.locationManager(
                manager, monitoringDidFailFor: failed.region, withError: CLError(code))
        }
    }

    /// A fresh object each time. (PLAT-008)
    @MainActor func region(_ id: String) -> CLRegion {
        let held = standIn.phone.monitoredRegions.first { $0.id == id }
        return CLCircularRegion(id, held?.circle, held?.edges ?? [.enter, .exit])
    }
}

/// A region on its way to a delegate.
private struct OnMain: @unchecked Sendable {
    // Sendable holds because a manager is used on the main thread, so the region comes from there and goes there.
    let region: CLRegion
}

/// Old systems that refused a region for no good reason. (PLAT-016, PLAT-017)
private final class RestartQuirks: Sendable {
    private let stops = Locked<[String: Int64]>([:])

    static func of(_ standIn: StandIn) -> RestartQuirks { standIn.singleton("quirks") { RestartQuirks() } }

    func stopped(_ id: String, at elapsed: Int64) { stops.withLock { $0[id] = elapsed } }

    func refuses(_ id: String, _ standIn: StandIn) -> Bool {
        let traits = standIn.traits
        if traits.failsAfterFirstGrant, standIn.beganUndetermined { return true }
        guard traits.failsImmediateRestart, let stop = stops.withLock({ $0[id] }) else { return false }
        return standIn.phone.elapsed - stop < 100
    }
}
