import Foundation
package import LocationCore

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// HTTP by the system's own client.
package final class HostHTTP: HTTPPort {
    private let tell: @Sendable (DeviceEvent) -> Void
    private let session: URLSession
    private let tasks = Locked<[String: Task<Void, Never>]>([:])

    /// - Parameter tell: Where the answers go.
    package init(tell: @escaping @Sendable (DeviceEvent) -> Void) {
        self.tell = tell
        let configuration = URLSessionConfiguration.ephemeral
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        session = URLSession(configuration: configuration)
    }

    package func send(_ request: HTTPRequest) {
        let task = Task { [tell, session, tasks] in
            let result = await Self.result(of: request, session)
            let isWanted = tasks.withLock { $0.removeValue(forKey: request.id) != nil }
            if isWanted, !Task.isCancelled { tell(.http(id: request.id, result)) }
        }
        tasks.withLock { $0[request.id] = task }
    }

    package func cancel(id: String) {
        tasks.withLock { $0.removeValue(forKey: id) }?.cancel()
    }

    private static func result(of request: HTTPRequest, _ session: URLSession) async -> HTTPResult {
        guard let url = URL(string: request.url), let scheme = url.scheme?.lowercased(),
            scheme == "http" || scheme == "https", url.host != nil
        else { return .failure(.invalidAddress) }
        var outgoing = URLRequest(url: url, timeoutInterval: Double(request.timeout) / 1000)
        outgoing.httpMethod = request.method
        for (name, value) in request.headers { outgoing.setValue(value, forHTTPHeaderField: name) }
        if !request.body.isEmpty { outgoing.httpBody = Data(request.body) }
        #if canImport(FoundationNetworking)
            // There, a kept connection that the server has cut is opened again without the body: the request then spins
            // for ever, and past its timeout.
            outgoing.setValue("close", forHTTPHeaderField: "Connection")
        #endif
        let sent = outgoing
        switch await outcome(within: request.timeout + 1000, of: { try await session.data(for: sent) }) {
        case .success((let body, let response))?:
            guard let response = response as? HTTPURLResponse else { return .failure(.connectionLost) }
            var headers: [String: String] = [:]
            for (name, value) in response.allHeaderFields {
                if let name = name as? String, let value = value as? String { headers[name.lowercased()] = value }
            }
            return .response(status: response.statusCode, headers: headers, body: Array(body))
        case .failure(let error)?: return .failure(failure(error))
        case nil: return .failure(.timedOut)
        }
    }

    private static func failure(_ error: any Error) -> HTTPFailure {
        switch (error as? URLError)?.code {
        case .timedOut?: .timedOut
        case .networkConnectionLost?, .badServerResponse?, .cannotParseResponse?: .connectionLost
        case .unsupportedURL?, .badURL?: .invalidAddress
        default: .unreachable
        }
    }
}
