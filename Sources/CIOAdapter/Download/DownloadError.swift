/// Why fences could not be downloaded. On any of them everything stays as it was. (CIO 2.2)
package enum DownloadError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No host is configured.
    case missingApiHost
    /// No key is configured.
    case missingCdpApiKey
    /// Host and path make no address; carries the host.
    case invalidRequest(String)
    /// The host would be reached over plain http, and https is required; carries why.
    case plainHTTP(String)
    /// The server answered with a status outside 200–299.
    case http(statusCode: Int)
    /// Nobody answered; carries the reason.
    case transport(String)
    /// The answer is not what it should be; carries what is wrong.
    case decoding(String)

    /// What went wrong.
    package var description: String {
        switch self {
        case .missingApiHost: "missingApiHost: no API host is configured"
        case .missingCdpApiKey: "missingCdpApiKey: no API key is configured"
        case .invalidRequest(let host): "invalidRequest: the API host \"\(host)\" makes no address"
        case .plainHTTP(let reason): "plainHTTP: \(reason)"
        case .http(let status): "http(\(status)): the server answered with status \(status)"
        case .transport(let reason): "transport: \(reason)"
        case .decoding(let reason): "decoding: \(reason)"
        }
    }
}
