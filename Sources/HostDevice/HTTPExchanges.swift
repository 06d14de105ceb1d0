import Foundation
import LocationCore

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What a client's session tells of the requests under way.
final class HTTPExchanges: NSObject, URLSessionDataDelegate {
    private struct Exchange {
        let limit: Int
        let continuation: CheckedContinuation<HTTPResult, any Error>
        var body = Data()
        var hasBegun = false

        /// - Returns: Whether it is too much.
        mutating func take(_ data: Data) -> Bool {
            guard data.count <= limit - body.count else { return true }
            body.append(data)
            return false
        }
    }

    private let underWay = Locked<[Int: Exchange]>([:])

    /// Expects the answer to a task that has not been resumed yet.
    func begin(_ task: Int, limit: Int, _ continuation: CheckedContinuation<HTTPResult, any Error>) {
        underWay.withLock { $0[task] = Exchange(limit: limit, continuation: continuation) }
    }

    /// No redirect is followed: the 3xx itself is the answer. On Linux this form alone is called.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    #if canImport(FoundationNetworking)
        /// Nobody is asked for a password: a 401 is an answer. On Linux none of the dispositions leads to it, so it is
        /// taken out of the challenge. Elsewhere that is what happens without this method.
        func urlSession(
            _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            if let response = challenge.failureResponse as? HTTPURLResponse { answer(task, response) }
            DispatchQueue.global().async { completionHandler(.cancelAuthenticationChallenge, nil) }
        }
    #endif

    /// An answer that says itself that it is too long is not begun.
    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        let isTooLong = underWay.withLock { exchanges -> Bool in
            exchanges[dataTask.taskIdentifier]?.hasBegun = true
            return exchanges[dataTask.taskIdentifier].map { response.expectedContentLength > Int64($0.limit) } ?? true
        }
        completionHandler(isTooLong ? .cancel : .allow)
        if isTooLong { end(dataTask, HTTPFailure.answerTooLarge) }
    }

    /// Bytes of the body, decompressed.
    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isTooLong = underWay.withLock { exchanges in
            // In place: a second holder of the body would make every piece a copy of all before it.
            exchanges[dataTask.taskIdentifier]?.take(data) ?? false
        }
        if isTooLong { end(dataTask, HTTPFailure.answerTooLarge) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        if let error {
            end(task, error)
        } else if let response = task.response as? HTTPURLResponse {
            answer(task, response)
        } else {
            end(task, HTTPFailure.connectionLost)
        }
    }

    private func answer(_ task: URLSessionTask, _ response: HTTPURLResponse) {
        guard let exchange = take(task) else { return }
        var headers: [String: String] = [:]
        for (name, value) in response.allHeaderFields {
            if let name = name as? String, let value = value as? String { headers[name.lowercased()] = value }
        }
        exchange.continuation.resume(
            returning: .response(status: response.statusCode, headers: headers, body: Array(exchange.body)))
    }

    private func end(_ task: URLSessionTask, _ error: any Error) {
        guard let exchange = take(task) else { return }
        // Not from here: on Linux this runs on the queue that a cancellation waits for.
        DispatchQueue.global().async { task.cancel() }
        let failure = HTTPFailure(error)
        // What breaks after the head of an answer is a broken connection, whatever it is called.
        let isBroken = exchange.hasBegun && failure == .unreachable
        exchange.continuation.resume(throwing: isBroken ? .connectionLost : failure)
    }

    /// Each request ends once; what the session tells of it afterwards counts for nothing.
    private func take(_ task: URLSessionTask) -> Exchange? {
        underWay.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    }
}

#if canImport(FoundationNetworking)
    /// Has a session's news told where they arise, while the transfer waits.
    ///
    /// A queue of its own falls behind a fast server, and what waits in it is the whole body: an endless one then takes
    /// all memory before the first byte too many is seen.
    final class ImmediateQueue: OperationQueue, @unchecked Sendable {
        // Sendable as its superclass is: there is no state beside that one's.
        override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
    }
#endif
