/// The Location module: an app that wants geofencing adds it too. (CIO 1.5)
public final class LocationModule: CustomerIOModule, Sendable {
    package let config: LocationConfig

    /// Creates the module.
    public init(config: LocationConfig) { self.config = config }

    /// `Location`.
    public var moduleName: String { "Location" }

    /// Starts it; once per process, and on the main thread.
    public func initialize() { CIOContext.current.startLocation(config.mode) }
}

/// The geofence module. (CIO 1.6)
public final class GeofenceModule: CustomerIOModule, Sendable {
    package let config: GeofenceModuleConfig

    /// Creates the module.
    public init(config: GeofenceModuleConfig = GeofenceModuleConfig()) { self.config = config }

    /// `Geofence`.
    public var moduleName: String { "Geofence" }

    /// Starts it; once per process.
    public func initialize() { CIOContext.current.startGeofence(config.locationMode) }
}
