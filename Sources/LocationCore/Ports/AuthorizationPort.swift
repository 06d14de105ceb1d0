/// The location permission.
public protocol AuthorizationPort: Sendable {
    /// What is allowed now; `notDetermined` while the device has not asked its system yet.
    var current: Authorization { get }
    /// Returns once ``current`` is what the system says. Nobody's answer is waited for. (PLAT-084)
    func known() async
    /// Puts the question to the person, if the system still allows it. A change comes back as
    /// ``DeviceEvent/authorization(_:)``; no event at all means that nothing changed. (PLAT-095)
    func request(_ tier: AuthorizationTier)
    /// Asks for precise positions for a while. (PLAT-100)
    func requestTemporaryPrecision(purpose: String)
}

extension AuthorizationPort {
    /// At once: most devices know from the start.
    public func known() async {}
}
