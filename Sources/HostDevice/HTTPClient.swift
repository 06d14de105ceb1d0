import Foundation
package import LocationCore

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The system's own HTTP client, used so that a request means what it says.
///
/// It follows no redirect: a 3xx is an answer like any other. It reads at most ``HTTPRequest/answerLimit`` bytes of a
/// body, counted after decompression, and gives up a request that takes longer than its timeout and a second, however
/// steadily bytes arrive. (AMD-01)
package final class HTTPClient: Sendable {
    private let session: URLSession
    private let exchanges = HTTPExchanges()

    /// Creates a client with a session of its own, which keeps nothing on disk.
    package init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.urlCache = nil
        #if canImport(FoundationNetworking)
            let queue: OperationQueue? = ImmediateQueue()
        #else
            let queue: OperationQueue? = nil
        #endif
        session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: queue)
    }

    // A session keeps its delegate until it is told that there is nothing more to come.
    deinit { session.invalidateAndCancel() }

    /// Sends a request and returns how it ended.
    package func result(of request: HTTPRequest) async -> HTTPResult {
        guard let outgoing = Self.outgoing(request) else { return .failure(.invalidAddress) }
        let limit = max(0, request.answerLimit)
        let patience = request.timeout.addingReportingOverflow(1000)
        let ended = await outcome(within: patience.overflow ? .max : patience.partialValue) { [self] in
            try await answer(to: outgoing, limit: limit)
        }
        switch ended {
        case .success(let result)?: return result
        case .failure(let error)?: return .failure(HTTPFailure(error))
        case nil: return .failure(.timedOut)
        }
    }

    private static func outgoing(_ request: HTTPRequest) -> URLRequest? {
        guard let parts = URLComponents(string: request.url), let scheme = parts.scheme?.lowercased(),
            scheme == "http" || scheme == "https", let host = parts.host, !host.isEmpty,
            let url = URL(string: request.url)
        else { return nil }
        var outgoing = URLRequest(url: url, timeoutInterval: max(0.001, Double(request.timeout) / 1000))
        outgoing.httpMethod = request.method
        for (name, value) in request.headers { outgoing.setValue(value, forHTTPHeaderField: name) }
        if !request.body.isEmpty { outgoing.httpBody = Data(request.body) }
        #if canImport(FoundationNetworking)
            // There, a kept connection that the server has cut is opened again without the body: the request then spins
            // for ever, and past its timeout.
            outgoing.setValue("close", forHTTPHeaderField: "Connection")
        #endif
        return outgoing
    }

    private func answer(to outgoing: URLRequest, limit: Int) async throws -> HTTPResult {
        let task = session.dataTask(with: outgoing)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                exchanges.begin(task.taskIdentifier, limit: limit, continuation)
                task.resume()
            }
        } onCancel: {
            task.cancel()
        }
    }
}

extension HTTPFailure {
    init(_ error: any Error) {
        if let failure = error as? HTTPFailure {
            self = failure
            return
        }
        switch (error as? URLError)?.code {
        case .timedOut?: self = .timedOut
        // The address has been looked at: what is unsupported is the protocol that the other side speaks.
        case .networkConnectionLost?, .badServerResponse?, .cannotParseResponse?, .unsupportedURL?:
            self = .connectionLost
        case .badURL?: self = .invalidAddress
        default: self = .unreachable
        }
    }
}
