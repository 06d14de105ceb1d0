/// HTTP requests.
public protocol HTTPPort: Sendable {
    /// Sends a request. Answered, now or later, by ``DeviceEvent/http(id:_:)``.
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

    /// Describes a request.
    public init(
        id: String, method: String, url: String, headers: [String: String], body: [UInt8], timeout: Int64
    ) {
        self.id = id
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = timeout
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
}
