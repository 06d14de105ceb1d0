package import LocationCore

/// How uploads are authorised, as it was configured.
package struct BGeoAuthorization: Hashable, Sendable {
    /// Tokens to begin with.
    package let tokens: BGeoTokens
    /// Where a new access token is asked for; `nil` if nowhere.
    package let refreshURL: String?
    /// Body of that request; `nil` for the usual one.
    package let refreshPayload: JSONObject?
    /// Header fields of that request.
    package let refreshHeaders: [String: String]

    /// Reads the option `authorization`. A strategy other than `JWT`, in any case, has neither tokens nor refresh.
    package init(_ members: JSONObject) {
        func text(_ key: String) -> String? { members[key]?.stringValue.flatMap { $0.isEmpty ? nil : $0 } }
        let isKnown = text("strategy").map { $0.uppercased() == "JWT" } ?? true
        tokens = BGeoTokens(
            access: isKnown ? text("accessToken") : nil, refresh: isKnown ? text("refreshToken") : nil)
        refreshURL = isKnown ? text("refreshUrl") : nil
        refreshPayload = members["refreshPayload"]?.objectValue
        refreshHeaders = BGeoConfiguration.texts(members["refreshHeaders"])
    }
}

/// The tokens that the uploader holds.
package struct BGeoTokens: Hashable, Sendable {
    /// Sent with each upload.
    package let access: String?
    /// Exchanged for a new access token.
    package let refresh: String?

    package init(access: String?, refresh: String?) {
        self.access = access
        self.refresh = refresh
    }
}
