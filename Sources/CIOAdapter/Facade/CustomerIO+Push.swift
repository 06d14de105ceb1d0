/// Members of the vendor's API that concern push messages. They are here so that sources compile; each says once, at debug, that
/// it has no effect.
extension CustomerIO {
    /// Always `nil`.
    public var registeredDeviceToken: String? {
        CIOContext.current.hasNoEffect("registeredDeviceToken")
        return nil
    }

    /// Always empty.
    public var deviceAttributes: [String: Any] {
        get {
            CIOContext.current.hasNoEffect("deviceAttributes")
            return [:]
        }
        set { CIOContext.current.hasNoEffect("deviceAttributes") }
    }

    /// Has no effect.
    public func setDeviceAttributes(_ attributes: [String: Any]) {
        CIOContext.current.hasNoEffect("setDeviceAttributes")
    }

    /// Has no effect.
    public func registerDeviceToken(_ deviceToken: String) { CIOContext.current.hasNoEffect("registerDeviceToken") }

    /// Has no effect.
    public func deleteDeviceToken() { CIOContext.current.hasNoEffect("deleteDeviceToken") }

    /// Has no effect.
    public func trackMetric(deliveryID: String, event: Metric, deviceToken: String) {
        CIOContext.current.hasNoEffect("trackMetric")
    }
}

/// What became of a push message.
public enum Metric: String, CaseIterable, Codable, Sendable {
    /// It arrived.
    case delivered
    /// It was opened.
    case opened
    /// It led to what it was for.
    case converted
    /// A link in it was followed.
    case clicked
}
