/// What an app can ask of the geofence module. (CIO 1.7)
public protocol GeofenceServices: Sendable {
    /// Downloads the fences round the device, whatever is kept and however recent it is.
    ///
    /// A fix is taken first, which is used for geofencing alone; it works with every tracking mode. While nobody is
    /// identified nothing is downloaded, and the call is not made up for later.
    func refreshFromCurrentLocation()
}

struct CIOGeofenceServices: GeofenceServices {
    func refreshFromCurrentLocation() { CIOContext.current.runtime.refreshFromCurrentLocation() }
}
