package import LocationCore

/// Who is identified and where requests go, kept for processes in which the host never configures anything.
/// (CIO 1.2, 8.1)
package struct DeliveryContext: Hashable, Sendable {
    /// The identified person; `nil` for nobody.
    package private(set) var userId: String?
    /// The host of the API; `nil` before the first start.
    package private(set) var apiHost: String?
    /// The key, if it may be kept for background delivery.
    package private(set) var cdpApiKey: String?

    /// Whether plain http is refused.
    package private(set) var requiresHTTPS = false

    package init() {}

    /// Reads a kept context; empty texts count as absent.
    package init(kept: JSONValue?) {
        userId = kept?["userId"]?.stringValue.ifNotBlank
        apiHost = kept?["apiHost"]?.stringValue.ifNotBlank
        cdpApiKey = kept?["cdpApiKey"]?.stringValue.ifNotBlank
        requiresHTTPS = kept?["requiresHTTPS"]?.boolValue ?? false
    }

    /// The form in which it is kept; absent texts are left out.
    package var json: JSONValue {
        var members = JSONObject(
            [("userId", userId), ("apiHost", apiHost), ("cdpApiKey", cdpApiKey)].compactMap { key, text in
                text.map { (key: key, value: .string($0)) }
            })
        if requiresHTTPS { members["requiresHTTPS"] = true }
        return .object(members)
    }

    /// Takes what the host configured: the key stays only where background delivery is allowed. (CIO-012)
    package mutating func start(
        apiHost: String, cdpApiKey: String, allowsBackgroundDelivery: Bool, requiresHTTPS: Bool = false
    ) {
        self.requiresHTTPS = requiresHTTPS
        self.apiHost = apiHost.ifNotBlank
        self.cdpApiKey = allowsBackgroundDelivery ? cdpApiKey.ifNotBlank : nil
    }

    /// Another person, or nobody.
    package mutating func identify(_ userId: String?) { self.userId = userId.ifNotBlank }
}

extension String {
    var ifNotBlank: String? { isBlank ? nil : self }
}

extension String? {
    fileprivate var ifNotBlank: String? { flatMap(\.ifNotBlank) }
}
