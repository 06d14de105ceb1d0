import Foundation
package import LocationCore

/// Exchanging a refused or expired access token for a new one, once. (BKN 7.4)
package enum TokenRefresh {
    /// Whether the token is known to have ended, so that asking with it is in vain.
    package static func isDue(_ auth: AuthConfig, now: Timestamp) -> Bool {
        guard auth.refreshToken != nil, auth.refreshURL != nil, let expiresAt = auth.expiresAt else { return false }
        return Timestamp(expiresAt) <= now
    }

    /// The request for a new token; `nil` where there is nothing to exchange or nowhere to do so.
    package static func request(_ auth: AuthConfig, id: String) -> HTTPRequest? {
        guard let token = auth.refreshToken, let url = auth.refreshURL else { return nil }
        let body: JSONValue = ["grant_type": "refresh_token", "refresh_token": .string(token)]
        return HTTPRequest(
            id: id, method: "POST", url: url.absoluteString, headers: UploadRequest.headers(bearer: nil),
            body: body.bytes(), timeout: UploadRequest.timeout)
    }

    /// The credentials after an answer with `access_token` and, where they change, `refresh_token` and `expires_in`
    /// (seconds); `nil` if it holds no token.
    package static func renewed(_ auth: AuthConfig, by result: HTTPResult, now: Timestamp) -> AuthConfig? {
        guard case .response(200...299, _, let body) = result, let answer = try? JSONValue(json: body),
            let token = answer["access_token"]?.stringValue, !token.isEmpty
        else { return nil }
        var auth = auth
        auth.accessToken = token
        auth.refreshToken = answer["refresh_token"]?.stringValue ?? auth.refreshToken
        auth.expiresAt = answer["expires_in"]?.doubleValue.map {
            now.adding(milliseconds: Int64(saturating: $0 * 1000)).date
        }
        return auth
    }
}
