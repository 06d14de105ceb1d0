import CoreLocation
import Foundation

/// A delegate that writes down what it hears, one line a call.
@MainActor final class Ear: NSObject, @preconcurrency CLLocationManagerDelegate {
    private(set) var lines: [String] = []
    private(set) var locations: [CLLocation] = []

    /// The lines since the last call.
    func take() -> [String] {
        defer { lines = [] }
        return lines
    }

    func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
        lines.append("permission \(manager.authorizationStatus)")
    }

    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
        self.locations += locations
        lines.append("fix")
    }

    func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
        lines.append("error \((error as? CLError)?.code.rawValue ?? -1)")
    }

    func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
        lines.append("enter \(region.identifier)")
    }

    func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
        lines.append("exit \(region.identifier)")
    }

    func locationManager(
        _ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion
    ) {
        lines.append("\(state) \(region.identifier)")
    }

    func locationManager(
        _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?, withError error: any Error
    ) {
        lines.append("failed \(region?.identifier ?? "nil") \((error as? CLError)?.code.rawValue ?? -1)")
    }

    func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion) {
        lines.append("started \(region.identifier)")
    }

    func locationManagerDidPauseLocationUpdates(_ manager: CLLocationManager) { lines.append("paused") }

    func locationManager(_ manager: CLLocationManager, didVisit visit: CLVisit) {
        lines.append(visit.departureDate == .distantFuture ? "arrived" : "departed")
    }
}
