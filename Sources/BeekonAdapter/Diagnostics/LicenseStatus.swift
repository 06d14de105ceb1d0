/// What is known about the licence. No status ever blocks, degrades or delays anything. (BKN 13)
public enum LicenseStatus: Hashable, Sendable, Codable {
    /// Nothing was looked at yet.
    case notDetermined
    /// There is no key.
    case evaluation
    /// The key is good.
    case licensed(tier: String?, entitlements: [String])
    /// The key is past its end.
    case expired
    /// The key is good for earlier versions only.
    case updateEntitlementLapsed
    /// The key is not good.
    case invalid(reason: String)

    /// Looks at a key. Without one the status is ``evaluation``; a key that nobody can verify is not good, and no
    /// worse off for it. (BKN-172, BKN-173)
    package init(key: String?, verifiedBy verify: (@Sendable (String) -> LicenseStatus)?) {
        guard let key else {
            self = .evaluation
            return
        }
        self = verify?(key) ?? .invalid(reason: "not verified")
    }
}
