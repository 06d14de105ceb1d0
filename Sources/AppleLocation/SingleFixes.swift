#if os(iOS) || os(macOS) || APPLE_STANDIN
    import CoreLocation
    import Foundation

    /// The manager that is asked for single readings. It hears of regions too, as every manager does (PLAT-010), and has
    /// no ears for them.
    @MainActor final class SingleFixes: NSObject, @preconcurrency CLLocationManagerDelegate {
        let manager = CLLocationManager()
        weak var desk: FixDesk?

        override init() {
            super.init()
            manager.delegate = self
        }

        func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
            desk?.receivedSingle(locations)
        }

        func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
            desk?.failedSingle(error)
        }
    }
#endif
