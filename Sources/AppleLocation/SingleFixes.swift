#if os(iOS) || os(macOS) || APPLE_STANDIN
    import CoreLocation
    import Foundation

    /// The manager that is asked for single readings. It hears of regions too, as every manager does (PLAT-010), and has
    /// no ears for them.
    @MainActor final class SingleFixes: NSObject, CLLocationManagerDelegate {
        let manager = CLLocationManager()
        weak var desk: FixDesk?
        private let wire: Wire

        init(_ wire: Wire) {
            self.wire = wire
            super.init()
            manager.delegate = self
        }

        nonisolated func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
            wire.onMain { self.desk?.receivedSingle(locations) }
        }

        nonisolated func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
            wire.onMain { self.desk?.failedSingle(error) }
        }
    }
#endif
