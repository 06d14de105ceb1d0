/// HTTP requests.
public protocol HTTPPort: Sendable {
    /// Sends a request. Answered, now or later, by ``DeviceEvent/http(id:_:)``.
    ///
    /// Nothing is followed: a 3xx is an answer like any other, and no header goes where it points. A body is read up to
    /// ``HTTPRequest/answerLimit``. (AMD-01)
    func send(_ request: HTTPRequest)
    /// Gives a request up; it is not answered afterwards.
    func cancel(id: String)
}

/// A request over HTTP.
public struct HTTPRequest: Hashable, Sendable {
    /// Chosen by the caller; comes back with the answer.
    public let id: String
    /// `GET`, `POST` and so on.
    public let method: String
    /// The absolute address, as text: what cannot be parsed fails as ``HTTPFailure/invalidAddress``.
    public let url: String
    /// Header fields.
    public let headers: [String: String]
    /// The body; empty for none.
    public let body: [UInt8]
    /// Milliseconds without an answer after which the request fails.
    public let timeout: Int64
    /// Bytes of a body, after decompression, beyond which the answer fails as ``HTTPFailure/answerTooLarge``.
    public let answerLimit: Int

    /// The bound of an answer that only says how a request went: 1 MB.
    public static let shortAnswer = 1_000_000
    /// The bound of an answer that brings fences: 16 MB.
    public static let fenceAnswer = 16_000_000

    /// Describes a request.
    public init(
        id: String, method: String, url: String, headers: [String: String], body: [UInt8], timeout: Int64,
        answerLimit: Int = HTTPRequest.shortAnswer
    ) {
        self.id = id
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = timeout
        self.answerLimit = answerLimit
    }

    /// The same request with another identifier or address.
    package func changed(id: String? = nil, url: String? = nil) -> HTTPRequest {
        HTTPRequest(
            id: id ?? self.id, method: method, url: url ?? self.url, headers: headers, body: body, timeout: timeout,
            answerLimit: answerLimit)
    }
}

/// How a request ended.
public enum HTTPResult: Hashable, Sendable {
    /// The server answered, with whatever status. Header names are lower case.
    case response(status: Int, headers: [String: String], body: [UInt8])
    /// Nobody answered.
    case failure(HTTPFailure)
}

/// Why nobody answered.
public enum HTTPFailure: String, Error, Hashable, Sendable, Codable {
    /// The address cannot be used.
    case invalidAddress
    /// There is no network, or no way to the server.
    case unreachable
    /// No answer in time.
    case timedOut
    /// The connection broke before the answer was complete.
    case connectionLost
    /// The answer was longer than the request allows.
    case answerTooLarge
}
