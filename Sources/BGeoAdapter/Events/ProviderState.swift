/// What the system allows and offers.
public struct ProviderState: Hashable, Sendable {
    /// How far the permission reaches; ``AuthorizationStatus/notDetermined`` when the payload does not say.
    public let status: AuthorizationStatus
    /// Whether location services are on.
    public let enabled: Bool
    /// Whether positions come from satellites.
    public let gps: Bool
    /// Whether positions come from networks.
    public let network: Bool
    /// Whether positions are precise; `nil` where the system does not say.
    public let accuracyAuthorization: AccuracyAuthorization?
    /// Whether the permission reaches less far than the application asks for.
    public let insufficientlyInUse: Bool

    /// Reads a payload of channel `providerchange`. What is missing or mistyped gets its fallback.
    public init(dictionary: [String: Any]) {
        let read = DictionaryReader(dictionary)
        self.status = read.integer("status").flatMap(AuthorizationStatus.init(rawValue:)) ?? .notDetermined
        self.enabled = read.bool("enabled") ?? false
        self.gps = read.bool("gps") ?? false
        self.network = read.bool("network") ?? false
        self.accuracyAuthorization = read.integer("accuracyAuthorization")
            .flatMap(AccuracyAuthorization.init(rawValue:))
        self.insufficientlyInUse = read.bool("insufficientlyInUse") ?? false
    }
}

/// What the system allows and offers has changed to this.
public typealias ProviderChangeEvent = ProviderState
