/// The location permission.
public protocol AuthorizationPort: Sendable {
    /// What is allowed now.
    var current: Authorization { get }
    /// Puts the question to the person, if the system still allows it. A change comes back as
    /// ``DeviceEvent/authorization(_:)``; no event at all means that nothing changed. (PLAT-095)
    func request(_ tier: AuthorizationTier)
    /// Asks for precise positions for a while. (PLAT-100)
    func requestTemporaryPrecision(purpose: String)
}
