import Foundation
import HostDevice
public import LocationCore

/// A way out of the simulation, for examples that talk to a real server.
public protocol HTTPBridge: Sendable {
    /// Sends a request and returns how it ended. A redirect is an answer, and is not followed.
    func send(_ request: HTTPRequest) async -> HTTPResult
}

/// Sends requests with the system's own client, as an app on this machine would.
public struct URLSessionBridge: HTTPBridge {
    private let client = HTTPClient()

    /// Creates a bridge with a session of its own; on Linux each request has a connection of its own.
    public init() {}

    /// Sends a request and returns how it ended.
    public func send(_ request: HTTPRequest) async -> HTTPResult { await client.result(of: request) }
}

extension HTTPRequest {
    /// Whether the address is absolute and of a kind that HTTP can reach.
    var hasUsableAddress: Bool {
        guard let parts = URLComponents(string: url), let scheme = parts.scheme?.lowercased(),
            let host = parts.host, !host.isEmpty
        else { return false }
        return scheme == "http" || scheme == "https"
    }
}
