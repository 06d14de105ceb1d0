import Foundation
package import LocationCore

/// What a 3xx is worth. (AMD-01)
///
/// A redirect is an answer, not a way: whoever follows it by itself sends records and credentials to an address that
/// nobody configured, and takes the page it lands on for the acknowledgment. A 307 or 308 that stays with the host is
/// the exception, because it means the same request once more.
package enum Redirect {
    /// How often one request is sent on.
    package static let most = 3

    /// The same request at its new address, method, headers and body kept; `nil` where the answer counts as it is.
    ///
    /// It stays with the host when host and port are the same, and the scheme the same or https for http; where neither
    /// names a port, http and https each use their own.
    package static func next(_ result: HTTPResult, to request: HTTPRequest) -> HTTPRequest? {
        guard case .response(let status, _, _) = result, status == 307 || status == 308,
            let old = URL(string: request.url)?.absoluteURL, let new = target(result, of: request),
            new.user == nil, new.password == nil, let host = old.host(), let newHost = new.host(),
            host.lowercased() == newHost.lowercased()
        else { return nil }
        let schemes = (old.scheme?.lowercased() ?? "", new.scheme?.lowercased() ?? "")
        switch schemes {
        case ("http", "http"), ("https", "https"):
            guard port(old, schemes.0) == port(new, schemes.1) else { return nil }
        case ("http", "https"):
            guard port(old, "http") == port(new, "https") || (port(old, "http") == 80 && port(new, "https") == 443)
            else { return nil }
        default: return nil
        }
        guard var parts = URLComponents(url: new, resolvingAgainstBaseURL: true) else { return nil }
        parts.fragment = nil
        return parts.string.map { request.changed(url: $0) }
    }

    /// Where a 3xx points, for a log: scheme, host and path, without what may be secret. `nil` for another answer.
    package static func pointer(_ result: HTTPResult, to request: HTTPRequest) -> String? {
        guard case .response(300...399, _, _) = result else { return nil }
        guard let target = target(result, of: request), let host = target.host() else { return "nowhere" }
        let port = target.port.map { ":\($0)" } ?? ""
        return "\(target.scheme?.lowercased() ?? "")://\(host)\(port)\(target.path())"
    }

    private static func target(_ result: HTTPResult, of request: HTTPRequest) -> URL? {
        guard case .response(_, let headers, _) = result, let location = headers["location"], !location.isEmpty
        else { return nil }
        return URL(string: location, relativeTo: URL(string: request.url))?.absoluteURL
    }

    private static func port(_ url: URL, _ scheme: String) -> Int { url.port ?? (scheme == "https" ? 443 : 80) }
}
