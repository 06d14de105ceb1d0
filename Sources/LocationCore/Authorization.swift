/// What the person allows the app to know about the device's position.
public struct Authorization: Hashable, Sendable {
    /// How far the permission reaches.
    public var tier: AuthorizationTier
    /// Whether positions are precise. Region monitoring does not work without it. (PLAT-099)
    public var isPrecise: Bool
    /// Whether location services are on for the whole device. (PLAT-098)
    public var servicesEnabled: Bool

    /// Creates a permission.
    public init(tier: AuthorizationTier, isPrecise: Bool = true, servicesEnabled: Bool = true) {
        self.tier = tier
        self.isPrecise = isPrecise
        self.servicesEnabled = servicesEnabled
    }

    /// Whether regions may be registered at all.
    public var allowsMonitoring: Bool { servicesEnabled && (tier == .always || tier == .whenInUse) }
}

/// How far a location permission reaches.
public enum AuthorizationTier: String, Hashable, Sendable, Codable {
    /// Nobody has been asked yet.
    case notDetermined
    /// Forbidden by a restriction that the person cannot lift.
    case restricted
    /// Refused by the person.
    case denied
    /// Only while the app is in use.
    case whenInUse
    /// Also in the background, and by relaunching the app.
    case always
}
