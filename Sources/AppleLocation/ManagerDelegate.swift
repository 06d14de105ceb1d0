#if os(iOS) || os(macOS) || APPLE_STANDIN
    import CoreLocation
    import Foundation
    import LocationCore

    /// Hears the one location manager and hands on to who is concerned.
    @MainActor final class ManagerDelegate: NSObject, @preconcurrency CLLocationManagerDelegate {
        private let permissions: Permissions
        private let regions: any RegionDesk
        private let fixes: FixDesk

        init(permissions: Permissions, regions: any RegionDesk, fixes: FixDesk) {
            self.permissions = permissions
            self.regions = regions
            self.fixes = fixes
        }

        func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) { permissions.changed() }

        func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
            fixes.received(locations)
        }

        /// A subscription goes on trying by itself; a permission that is missing is told as such.
        func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {}

        func locationManagerDidPauseLocationUpdates(_ manager: CLLocationManager) { fixes.paused() }

        func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion) {
            regions.hear(.started(region))
        }

        func locationManager(
            _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?, withError error: any Error
        ) {
            regions.hear(.failed(region, error))
        }

        func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
            fixes.refreshLastKnown()
            regions.hear(.crossed(region, .enter))
        }

        func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
            fixes.refreshLastKnown()
            regions.hear(.crossed(region, .exit))
        }

        func locationManager(
            _ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion
        ) {
            regions.hear(.determined(region, Side(state)))
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
