import Foundation
public import LocationCore

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A way out of the simulation, for examples that talk to a real server.
public protocol HTTPBridge: Sendable {
    /// Sends a request and returns how it ended.
    func send(_ request: HTTPRequest) async -> HTTPResult
}

/// Sends requests with the system's own client.
public struct URLSessionBridge: HTTPBridge {
    /// Creates a bridge. Requests go through the shared session; on Linux each has a connection of its own.
    public init() {}

    /// Sends a request and returns how it ended.
    public func send(_ request: HTTPRequest) async -> HTTPResult {
        guard request.hasUsableAddress, let url = URL(string: request.url) else { return .failure(.invalidAddress) }
        var real = URLRequest(url: url, timeoutInterval: max(0.001, Double(request.timeout) / 1000))
        real.httpMethod = request.method
        for (name, value) in request.headers { real.setValue(value, forHTTPHeaderField: name) }
        if !request.body.isEmpty { real.httpBody = Data(request.body) }
        #if canImport(FoundationNetworking)
            // There, a kept connection that the server has cut is opened again without the body: the request then spins
            // for ever, and past its timeout.
            real.setValue("close", forHTTPHeaderField: "Connection")
        #endif
        let outgoing = real
        switch await outcome(within: request.timeout + 1000, of: { try await URLSession.shared.data(for: outgoing) }) {
        case .success((let data, let response))?:
            guard let answer = response as? HTTPURLResponse else { return .failure(.connectionLost) }
            var headers: [String: String] = [:]
            for (name, value) in answer.allHeaderFields { headers["\(name)".lowercased()] = "\(value)" }
            return .response(status: answer.statusCode, headers: headers, body: Array(data))
        case .failure(let error as URLError)?: return .failure(HTTPFailure(error.code))
        case .failure?: return .failure(.unreachable)
        case nil: return .failure(.timedOut)
        }
    }
}

extension HTTPFailure {
    fileprivate init(_ code: URLError.Code) {
        switch code {
        case .timedOut: self = .timedOut
        case .networkConnectionLost, .badServerResponse: self = .connectionLost
        case .badURL, .unsupportedURL: self = .invalidAddress
        default: self = .unreachable
        }
    }
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
