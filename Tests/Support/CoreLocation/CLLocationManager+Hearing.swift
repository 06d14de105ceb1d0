import AppleStandIn
import Foundation
import LocationCore
import LocationSimulator

/// From the phone's events to the delegate's methods.
extension CLLocationManager {
    @MainActor func hear(_ event: DeviceEvent) {
        switch event {
        case .authorization: delegate?.locationManagerDidChangeAuthorization(self)
        case .app(.becameActive), .app(.enteredBackground): updateWatch()
        case .fix, .fixFailed: hearFix(event)
        default: hearRegion(event)
        }
    }

    private func hearFix(_ event: DeviceEvent) {
        switch event {
        case .fix(let fix, let id):
            if let id {
                guard id == request else { return }
                request = nil
            } else if request != nil, !isUpdating {
                // One that waits for an answer does not take another's reading for it.
                return
            }
            delegate?.locationManager(self, didUpdateLocations: [CLLocation(fix)])
        case .fixFailed(let id, let failure):
            guard id == request else { return }
            request = nil
            let code: CLError.Code = failure == .timedOut ? .locationUnknown : .denied
            delegate?.locationManager(self, didFailWithError: CLError(code))
        default: break
        }
    }

    /// Every manager hears of every region, whoever asked for it. (PLAT-010)
    private func hearRegion(_ event: DeviceEvent) {
        // A phone that serves conditions tells their states in the same way.
        guard !standIn.servesConditions else { return }
        switch event {
        case .regionTaken(let id, _): delegate?.locationManager(self, didStartMonitoringFor: region(id))
        case .regionLost(let id, let loss):
            let isDenied = loss == .notAuthorized || loss == .unavailable
            delegate?.locationManager(
                self, monitoringDidFailFor: asked[id] ?? region(id),
                withError: CLError(isDenied ? .regionMonitoringDenied : .regionMonitoringFailure))
        case .regionCrossed(let crossing) where crossing.direction == .enter:
            delegate?.locationManager(self, didEnterRegion: region(crossing.id))
        case .regionCrossed(let crossing):
            delegate?.locationManager(self, didExitRegion: region(crossing.id))
        case .regionState(let state):
            delegate?.locationManager(
                self, didDetermineState: CLRegionState(state.side), for: region(state.id))
        default: break
        }
    }

    /// A fresh object each time. (PLAT-008)
    private func region(_ id: String) -> CLRegion {
        let held = standIn.phone.monitoredRegions.first { $0.id == id }
        return CLCircularRegion(id, held?.circle, held?.edges ?? [.enter, .exit])
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

extension CLLocation {
    /// A fix in the platform's words, where a negative number means "not measured". (PLAT-110)
    convenience init(_ fix: Fix) {
        self.init(
            coordinate: CLLocationCoordinate2D(latitude: fix.coordinate.latitude, longitude: fix.coordinate.longitude),
            altitude: fix.altitude ?? 0, horizontalAccuracy: fix.accuracy ?? 0,
            verticalAccuracy: fix.altitude == nil ? -1 : fix.verticalAccuracy ?? 0,
            course: fix.course ?? -1, courseAccuracy: fix.course == nil ? -1 : fix.courseAccuracy ?? 0,
            speed: fix.speed ?? -1, speedAccuracy: fix.speed == nil ? -1 : fix.speedAccuracy ?? 0,
            timestamp: fix.timestamp.date,
            sourceInfo: CLLocationSourceInformation(
                softwareSimulationState: fix.isSimulated, andExternalAccessoryState: false))
    }
}
