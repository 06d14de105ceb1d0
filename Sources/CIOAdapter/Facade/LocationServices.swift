import LocationCore

#if os(iOS) || os(macOS) || os(tvOS) || os(watchOS) || os(visionOS)
    public import CoreLocation
#endif

/// What an app can ask of the Location module. (CIO 1.5)
public protocol LocationServices: AnyObject, Sendable {
    /// Takes a position of the app. Ignored when tracking is off; impossible coordinates are refused and logged.
    func setLastKnownLocation(_ location: CLLocation)

    /// Asks for one tracked position. Ignored when tracking is off.
    func requestLocationUpdate()

    /// The newest position of any source in this process, or else the tracked one that was kept.
    func getLastKnownLocation() async -> LocationData?
}

extension LocationServices {
    /// Asks for one position that is used for geofencing alone, whatever the tracking mode.
    @_spi(Geofence) public func requestLocationUpdateSilently() {
        CIOContext.current.runtime.requestLocationUpdateSilently()
    }
}

final class CIOLocationServices: LocationServices {
    func setLastKnownLocation(_ location: CLLocation) {
        CIOContext.current.runtime.setLastKnownLocation(Fix(location))
    }

    func requestLocationUpdate() { CIOContext.current.runtime.requestLocationUpdate() }

    func getLastKnownLocation() async -> LocationData? { await CIOContext.current.runtime.lastKnownLocation() }
}

extension Fix {
    /// A fix of the app; `nil` when its coordinates are impossible. One made of two numbers alone says nothing about
    /// its accuracy: the platform gives it 0 metres.
    fileprivate init?(_ location: CLLocation) {
        guard
            let coordinate = try? Coordinate(
                latitude: location.coordinate.latitude, longitude: location.coordinate.longitude)
        else { return nil }
        let accuracy = location.horizontalAccuracy
        self.init(
            coordinate: coordinate, accuracy: accuracy > 0 ? accuracy : nil, timestamp: Timestamp(location.timestamp),
            source: .host)
    }
}
