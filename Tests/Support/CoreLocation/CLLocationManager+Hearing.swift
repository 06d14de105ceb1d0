import AppleStandIn
import Foundation
import LocationCore
import LocationSimulator

/// From the phone's events to the delegate's methods.
extension CLLocationManager {
    @MainActor func hear(_ event: DeviceEvent) {
        switch event {
        case .authorization:
            tellAuthorization()
            updateWatch()
        case .app(.becameActive):
            following.beganInFront = following.isUpdating
            updateWatch()
        case .app(.enteredBackground): updateWatch()
        case .fix(let fix, let id): hear(fix, id)
        case .fixFailed(let id, let failure): hear(failure, id)
        default:
            // A phone that serves conditions tells their states in the same way.
            if standIn.servesConditions { hearForeignRegion(event) } else { hearRegion(event) }
        }
    }

    @MainActor private func hear(_ fix: Fix, _ id: String?) {
        guard id == nil ? wants(fix) : id == following.request else { return }
        if id != nil { following.request = nil }
        delegate?.locationManager(self, didUpdateLocations: [CLLocation(fix)])
    }

    @MainActor private func hear(_ failure: FixFailure, _ id: String) {
        guard id == following.request else { return }
        following.request = nil
        delegate?.locationManager(
            self, didFailWithError: CLError(failure == .timedOut ? .locationUnknown : .denied))
    }

    /// Only a manager that follows positions is told them; a test may hand it some after it has stopped.
    private func wants(_ fix: Fix) -> Bool {
        if following.isUpdating { return !following.isPaused }
        // One that waits for an answer does not take another's reading for it.
        guard following.request == nil else { return false }
        let isFollowed = standIn.process.isFollowingFixes
        guard following.followsSignificantChanges else { return following.hasBegun && !isFollowed }
        if let last = following.significant {
            // At the earliest after half a kilometre, and not more often than every five minutes. (PLAT-115)
            let metres = CLLocation(last.fix).distance(from: CLLocation(fix))
            guard metres >= 500, standIn.phone.elapsed - last.at >= 300_000 else { return false }
        }
        following.significant = (fix, standIn.phone.elapsed)
        return true
    }

    /// Every manager hears of every region, whoever asked for it. (PLAT-010)
    @MainActor private func hearRegion(_ event: DeviceEvent) {
        switch event {
        case .regionTaken(let id, _): delegate?.locationManager(self, didStartMonitoringFor: region(id))
        case .regionLost(let id, let loss):
            let isDenied = loss == .notAuthorized || loss == .unavailable
            delegate?.locationManager(
                self, monitoringDidFailFor: asked[id] ?? region(id),
                withError: CLError(isDenied ? .regionMonitoringDenied : .regionMonitoringFailure))
        case .regionCrossed(let crossing): tell(crossing.direction, region(crossing.id))
        case .regionState(let state): tell(state.side, region(state.id))
        default: break
        }
    }

    /// On a phone of a monitor, the regions of the host and of others are classic ones all the same. (PLAT-011, PLAT-054)
    @MainActor private func hearForeignRegion(_ event: DeviceEvent) {
        guard case .regionState(let state) = event,
            let held = standIn.phone.monitoredRegions.first(where: { $0.id == state.id }), case .foreign = held.owner
        else { return }
        guard !state.isAnswer else { return tell(state.side, region(state.id)) }
        // The phone tells sides; the first is none that was crossed to. (PLAT-023)
        guard ForeignSides.of(standIn).isCrossing(state) else { return }
        let direction: CrossingDirection = state.side == .inside ? .enter : .exit
        guard held.edges.contains(direction == .enter ? .enter : .exit) else { return }
        let order = standIn.phone.knobs.stateWithCrossing
        if order == .before { tell(state.side, region(state.id)) }
        tell(direction, region(state.id))
        if order == .after { tell(state.side, region(state.id)) }
    }

    @MainActor private func tell(_ direction: CrossingDirection, _ region: CLRegion) {
        switch direction {
        case .enter: delegate?.locationManager(self, didEnterRegion: region)
        case .exit: delegate?.locationManager(self, didExitRegion: region)
        }
    }

    @MainActor private func tell(_ side: Side, _ region: CLRegion) {
        delegate?.locationManager(self, didDetermineState: CLRegionState(side), for: region)
    }
}

/// On which sides of others' regions the phone was, on a phone of a monitor.
private final class ForeignSides: Sendable {
    private let phone: SimulatedPhone
    /// The answer to the event that all managers are being asked about.
    private let latest = Locked<(state: RegionState, isCrossing: Bool)?>(nil)

    private init(_ standIn: StandIn) { phone = standIn.phone }

    static func of(_ standIn: StandIn) -> ForeignSides { standIn.singleton("foreign sides") { ForeignSides(standIn) } }

    func isCrossing(_ state: RegionState) -> Bool {
        if let latest = latest.withLock({ $0 }), latest.state == state { return latest.isCrossing }
        let before = phone.keepsake("side.\(state.id)", as: Side.self) ?? .unknown
        phone.keep(state.side, as: "side.\(state.id)", until: .withRegions)
        let isCrossing = before != .unknown && state.side != .unknown && before != state.side
        latest.withLock { $0 = (state, isCrossing) }
        return isCrossing
    }
}

extension CLRegionState {
    init(_ side: Side) {
        switch side {
        case .inside: self = .inside
        case .outside: self = .outside
        case .unknown: self = .unknown
        }
    }
}
