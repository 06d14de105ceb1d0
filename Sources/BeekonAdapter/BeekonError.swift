/// Why a call was refused. (BKN 1.6)
public enum BeekonError: Error, Hashable, Sendable, CustomStringConvertible {
    /// An entry of a list cannot be watched; nothing of the list was added.
    case invalidGeofence(id: String, reason: String)
    /// The server owns the fences: the configuration in force is a cloud one.
    case geofencesManagedByServer
    /// Location permission is missing.
    case permissionDenied
    /// Location services are off for the whole system.
    case locationServicesDisabled
    /// The store could not be read or written.
    case storageFailure(cause: String)
    /// A configuration cannot be used; the one in force stays.
    case invalidConfiguration(reason: String)
    /// No position in time.
    case timeout

    /// What was refused and why.
    public var description: String {
        switch self {
        case .invalidGeofence(let id, let reason): "geofence \"\(id)\": \(reason)"
        case .geofencesManagedByServer: "the server manages the geofences in cloud mode"
        case .permissionDenied: "location permission is missing"
        case .locationServicesDisabled: "location services are off"
        case .storageFailure(let cause): "the store failed: \(cause)"
        case .invalidConfiguration(let reason): "configuration: \(reason)"
        case .timeout: "no position in time"
        }
    }
}
