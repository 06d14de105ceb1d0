#if os(iOS) || os(macOS) || APPLE_STANDIN
    import CoreLocation
    import Foundation
    import LocationCore

    /// Hears the one location manager and hands on to who is concerned.
    @MainActor final class ManagerDelegate: NSObject, CLLocationManagerDelegate {
        private let permissions: Permissions
        private let regions: any RegionDesk
        private let fixes: FixDesk
        private let wire: Wire

        init(permissions: Permissions, regions: any RegionDesk, fixes: FixDesk, wire: Wire) {
            self.permissions = permissions
            self.regions = regions
            self.fixes = fixes
            self.wire = wire
        }

        nonisolated func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
            wire.onMain { self.permissions.changed() }
        }

        nonisolated func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
            wire.onMain {
                self.wire.power.refresh()
                self.fixes.received(locations)
            }
        }

        /// A subscription goes on trying by itself; a permission that is missing is told as such.
        nonisolated func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {}

        nonisolated func locationManagerDidPauseLocationUpdates(_ manager: CLLocationManager) {
            wire.onMain { self.fixes.paused() }
        }

        nonisolated func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion) {
            hear(.started(HeldRegion(region)))
        }

        nonisolated func locationManager(
            _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?, withError error: any Error
        ) {
            hear(.failed(region.map(HeldRegion.init), error))
        }

        nonisolated func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
            hear(.crossed(region.identifier, .enter))
        }

        nonisolated func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
            hear(.crossed(region.identifier, .exit))
        }

        nonisolated func locationManager(
            _ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion
        ) {
            hear(.determined(region.identifier, Side(state)))
        }

        private nonisolated func hear(_ word: RegionWord) {
            wire.onMain {
                self.wire.power.refresh()
                if case .crossed = word { self.fixes.refreshLastKnown() }
                self.regions.hear(word)
            }
        }
    }

    extension Side {
        init(_ state: CLRegionState) {
            switch state {
            case .inside: self = .inside
            case .outside: self = .outside
            case .unknown: self = .unknown
            @unknown default: self = .unknown
            }
        }
    }
#endif
