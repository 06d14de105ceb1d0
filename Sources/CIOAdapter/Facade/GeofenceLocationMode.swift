/// How the fixes that choose the nearest fences come about. The Location module's own mode plays no part. (CIO 3.7)
public enum GeofenceLocationMode: Sendable {
    /// The SDK asks for one when it needs one.
    case automatic
    /// The host calls ``GeofenceServices/refreshFromCurrentLocation()``, or hands fixes over.
    case manual
}

/// What the geofence module is configured with. (CIO 1.6)
public struct GeofenceModuleConfig: CustomerIOModuleConfig, Sendable {
    /// How fixes come about.
    public let locationMode: GeofenceLocationMode

    /// Creates a configuration.
    public init(locationMode: GeofenceLocationMode = .automatic) { self.locationMode = locationMode }
}
