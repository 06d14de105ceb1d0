package import LocationCore

extension BGeoPayload {
    /// The request for a new access token; `nil` without the data for it. (BGEO-115)
    ///
    /// - Parameters:
    ///   - id: Comes back with the answer.
    ///   - authorization: The option in force.
    ///   - refreshToken: The token that the uploader holds.
    ///   - timeout: Milliseconds without an answer after which the request fails.
    package static func tokenRefresh(
        id: String, _ authorization: BGeoAuthorization, refreshToken: String?, timeout: Int64
    ) -> HTTPRequest? {
        guard let url = authorization.refreshURL, let refreshToken else { return nil }
        let payload: JSONValue
        if let template = authorization.refreshPayload {
            payload = filled(.object(template), with: refreshToken)
        } else {
            payload = ["refresh_token": .string(refreshToken)]
        }
        return HTTPRequest(
            id: id, method: "POST", url: url, headers: jsonHeaders(authorization.refreshHeaders),
            body: payload.bytes(), timeout: timeout)
    }

    /// The tokens in the answer to a refresh; `nil` if it brings none.
    ///
    /// An answer without a refresh token leaves the one that was used in force.
    package static func refreshedTokens(_ result: HTTPResult, replacing old: BGeoTokens) -> BGeoTokens? {
        guard case .response(200...299, _, let body) = result, let answer = try? JSONValue(json: body) else {
            return nil
        }
        func token(_ names: String...) -> String? {
            names.lazy.compactMap { answer[$0]?.stringValue }.first { !$0.isEmpty }
        }
        guard let access = token("access_token", "accessToken") else { return nil }
        return BGeoTokens(access: access, refresh: token("refresh_token", "refreshToken") ?? old.refresh)
    }

    /// What listeners of channel `authorization` are told about a refresh.
    ///
    /// - Parameter tokens: What the answer brought, if anything.
    package static func authorizationEvent(_ tokens: BGeoTokens?, _ result: HTTPResult) -> JSONValue {
        if let tokens {
            var writer = MemberWriter()
            writer.put("success", true)
            writer.put("accessToken", tokens.access)
            writer.put("refreshToken", tokens.refresh)
            return .object(writer.members)
        }
        guard case .response(let status, _, _) = result else { return ["success": false, "status": 0] }
        return ["success": false, "status": .integer(Int64(status))]
    }

    private static func filled(_ template: JSONValue, with token: String) -> JSONValue {
        switch template {
        case .string(let text):
            .string(
                text.split(separator: "{refreshToken}", omittingEmptySubsequences: false)
                    .joined(separator: token))
        case .array(let elements): .array(elements.map { filled($0, with: token) })
        case .object(let members):
            .object(JSONObject(members.map { (key: $0.key, value: filled($0.value, with: token)) }))
        default: template
        }
    }
}
