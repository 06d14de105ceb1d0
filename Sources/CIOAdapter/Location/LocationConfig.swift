/// Whether and when positions are tracked for the workspace. Geofencing does not depend on it. (CIO 1.5)
public enum LocationTrackingMode: Sendable {
    /// Never; tracking calls are ignored.
    case off
    /// When the host asks.
    case manual
    /// Once per process, when the app becomes active.
    case onAppStart
}

/// What the Location module is configured with.
public struct LocationConfig: CustomerIOModuleConfig, Sendable {
    /// Whether and when positions are tracked.
    public let mode: LocationTrackingMode

    /// Creates a configuration.
    public init(mode: LocationTrackingMode = .manual) { self.mode = mode }
}

/// A position without anything else. (CIO 1.5)
public struct LocationData: Codable, Sendable, Equatable {
    /// Degrees north, −90…90.
    public let latitude: Double
    /// Degrees east, −180…180.
    public let longitude: Double

    /// Creates a position.
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }
}
