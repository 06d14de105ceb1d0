public import Foundation

/// Who hears of a manager's events. Every method may be left out, as on Apple's systems; one with a wrong signature is
/// then never called there either. (A5)
public protocol CLLocationManagerDelegate: NSObjectProtocol {
    /// Status or accuracy changed; also once after the manager was made. (PLAT-090)
    func locationManagerDidChangeAuthorization(_ manager: CLLocationManager)
    /// Fixes in order, at least one.
    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation])
    /// No fix.
    func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error)
    /// Came in.
    func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion)
    /// Went out.
    func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion)
    /// A side, asked for or not. (PLAT-024)
    func locationManager(_ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion)
    /// A region is not watched, or late.
    func locationManager(
        _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?, withError error: any Error)
    /// A region is watched. (PLAT-005)
    func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion)
    /// The service stopped by itself. (PLAT-114)
    func locationManagerDidPauseLocationUpdates(_ manager: CLLocationManager)
    /// It goes on.
    func locationManagerDidResumeLocationUpdates(_ manager: CLLocationManager)
    /// A stay. (PLAT-117)
    func locationManager(_ manager: CLLocationManager, didVisit visit: CLVisit)
}

extension CLLocationManagerDelegate {
    /// Nothing.
    public func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {}
    /// Nothing.
    public func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {}
    /// Nothing.
    public func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {}
    /// Nothing.
    public func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {}
    /// Nothing.
    public func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {}
    /// Nothing.
    public func locationManager(
        _ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion
    ) {}
    /// Nothing.
    public func locationManager(
        _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?, withError error: any Error
    ) {}
    /// Nothing.
    public func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion) {}
    /// Nothing.
    public func locationManagerDidPauseLocationUpdates(_ manager: CLLocationManager) {}
    /// Nothing.
    public func locationManagerDidResumeLocationUpdates(_ manager: CLLocationManager) {}
    /// Nothing.
    public func locationManager(_ manager: CLLocationManager, didVisit visit: CLVisit) {}
}
