public import LocationCore

/// The vendor's way to its server: how records become requests, and what answers mean.
///
/// A plain value with the settings of the moment. The engine takes one for each request, so that a request never mixes
/// two settings. (CASE-146)
public protocol Transport: Sendable {
    /// The requests to send side by side next, each as the records it carries, out of those that wait, oldest first.
    ///
    /// - Parameters:
    ///   - records: What may be sent, at most as many as ``appetite(limit:singly:)`` says.
    ///   - freshAfter: Records whose sequence lies above this were made since the last delivery began.
    ///   - limit: The most records in a request after the server found more too large; `nil` for the vendor's number.
    ///   - singly: Whether each request carries one record, because the server refused some together.
    func batches(from records: [Record], freshAfter: Int64, limit: Int?, singly: Bool) -> [[Record]]

    /// How many records ``batches(from:freshAfter:limit:singly:)`` can make use of at once, so that no more are
    /// read; a thousand unless the vendor says less.
    func appetite(limit: Int?, singly: Bool) -> Int

    /// The request that carries some records; `nil` while the settings allow none (no address, no key).
    ///
    /// - Parameter fence: The fence as it is defined now, for vendors that name it by its present definition.
    func request(for batch: [Record], id: String, fence: (FenceID) -> Fence?) -> HTTPRequest?

    /// The same for vendors that send new records in another way than those that have waited.
    func request(
        for batch: [Record], freshAfter: Int64, singly: Bool, id: String, fence: (FenceID) -> Fence?
    ) -> HTTPRequest?

    /// What an answer means for the records of its request.
    func outcome(of result: HTTPResult, to request: HTTPRequest) -> DeliveryOutcome

    /// Whether a record holds what the vendor's request needs. One that does not is set aside before anything is sent, and
    /// told. (AMD-10)
    func canRead(_ record: Record) -> Bool

    /// Whether the credentials are known to have ended, so that they are renewed before they are used.
    var needsRefresh: Bool { get }

    /// The request that renews refused credentials; `nil` where there is nothing to renew with.
    func refresh(id: String) -> HTTPRequest?

    /// The same way with renewed credentials, and what to keep of them; `nil` when they were not renewed.
    func refreshed(by result: HTTPResult) -> (transport: any Transport, values: [String: JSONValue?])?
}

extension Transport {
    /// Credentials are good until a server refuses them.
    public var needsRefresh: Bool { false }

    /// Every record is what the adapter has written.
    public func canRead(_ record: Record) -> Bool { true }

    /// As many as there are, for a vendor that sends side by side.
    public func appetite(limit: Int?, singly: Bool) -> Int { 1000 }

    /// The request for these records, however long they have waited.
    public func request(
        for batch: [Record], freshAfter: Int64, singly: Bool, id: String, fence: (FenceID) -> Fence?
    ) -> HTTPRequest? {
        request(for: batch, id: id, fence: fence)
    }
}

/// A transport for engines that deliver nothing.
public struct NoTransport: Transport {
    /// Creates it.
    public init() {}
    /// No requests.
    public func batches(from records: [Record], freshAfter: Int64, limit: Int?, singly: Bool) -> [[Record]] { [] }
    /// No request.
    public func request(for batch: [Record], id: String, fence: (FenceID) -> Fence?) -> HTTPRequest? { nil }
    /// Nothing is ever accepted.
    public func outcome(of result: HTTPResult, to request: HTTPRequest) -> DeliveryOutcome { .later(after: nil) }
    /// Nothing to renew.
    public func refresh(id: String) -> HTTPRequest? { nil }
    /// Nothing renewed.
    public func refreshed(by result: HTTPResult) -> (transport: any Transport, values: [String: JSONValue?])? { nil }
}
