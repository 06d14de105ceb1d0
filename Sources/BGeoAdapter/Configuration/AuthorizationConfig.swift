package import LocationCore

/// Bearer token of the uploads, and how it is renewed when the server no longer takes it. (BGEO-115)
public struct AuthorizationConfig: Sendable {
    /// `JWT`, in any case; a token of another strategy is not sent.
    public var strategy: String?
    /// Sent as `Authorization: Bearer …`.
    public var accessToken: String?
    /// Exchanged for a new access token.
    public var refreshToken: String?
    /// Where that happens.
    public var refreshUrl: String?
    /// Body of that request; `{refreshToken}` in any text of it stands for the token. Left out, the body is
    /// `{"refresh_token": <token>}`.
    public var refreshPayload: [String: Any]? {
        get { refreshPayloadObject?.dictionary }
        set { refreshPayloadObject = newValue.map { PlainObject($0) } }
    }
    package private(set) var refreshPayloadObject: PlainObject?
    /// Header fields of that request.
    public var refreshHeaders: [String: String]?

    /// Creates options of which only those given are set.
    public init(
        strategy: String? = nil, accessToken: String? = nil, refreshToken: String? = nil, refreshUrl: String? = nil,
        refreshPayload: [String: Any]? = nil, refreshHeaders: [String: String]? = nil
    ) {
        self.strategy = strategy
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.refreshUrl = refreshUrl
        self.refreshPayloadObject = refreshPayload.map { PlainObject($0) }
        self.refreshHeaders = refreshHeaders
    }

    /// Unsets `authorization`.
    public static let clear = AuthorizationConfig(strategy: Config.clearString)

    /// The options that are set, under their own names.
    public func toDictionary() -> [String: Any] { PlainObject(members: members).dictionary }

    package var members: JSONObject {
        var writer = MemberWriter()
        writer.put("strategy", strategy)
        writer.put("accessToken", accessToken)
        writer.put("refreshToken", refreshToken)
        writer.put("refreshUrl", refreshUrl)
        writer.put("refreshPayload", refreshPayloadObject)
        writer.put("refreshHeaders", refreshHeaders)
        return writer.members
    }
}
