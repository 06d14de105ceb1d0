import GeofenceEngine
import LocationCore

/// BGeo's way to the application's server. (BGEO 9.3 to 9.6)
struct BGeoTransport: Transport {
    /// Where the tokens are kept.
    static let tokensKey = "bgeo.tokens"

    let configuration: BGeoConfiguration
    let tokens: BGeoTokens

    /// Oldest first, one request at a time.
    func batches(from records: [Record], freshAfter: Int64, limit: Int?, singly: Bool) -> [[Record]] {
        let own = configuration.recordsPerRequest ?? max(1, records.count)
        let size = singly ? 1 : min(own, limit ?? .max)
        return records.isEmpty ? [] : [Array(records.prefix(size))]
    }

    func canRead(_ record: Record) -> Bool { record.body.objectValue != nil }

    func request(for batch: [Record], id: String, fence: (FenceID) -> Fence?) -> HTTPRequest? {
        request(for: batch, freshAfter: .max, singly: false, id: id, fence: fence)
    }

    /// One record of a refused batch goes out as if not batching. (BGEO-116)
    func request(
        for batch: [Record], freshAfter: Int64, singly: Bool, id: String, fence: (FenceID) -> Fence?
    ) -> HTTPRequest? {
        let bodies = batch.compactMap(\.body.objectValue)
        guard !bodies.isEmpty else { return nil }
        return BGeoPayload.upload(id: id, records: bodies, configuration, accessToken: accessToken, isSingle: singly)
    }

    func outcome(of result: HTTPResult, to request: HTTPRequest) -> DeliveryOutcome {
        switch BGeoPayload.outcome(of: result, canRefresh: true) {
        case .delivered: .accepted
        case .refreshToken: .unauthorised
        case .backOff: .later(after: nil)
        case .refused: .refused
        }
    }

    func refresh(id: String) -> HTTPRequest? {
        guard let authorization = configuration.authorization else { return nil }
        return BGeoPayload.tokenRefresh(
            id: id, authorization, refreshToken: tokens.refresh, timeout: configuration.timeoutMilliseconds)
    }

    func refreshed(by result: HTTPResult) -> (transport: any Transport, values: [String: JSONValue?])? {
        guard let renewed = BGeoPayload.refreshedTokens(result, replacing: tokens) else { return nil }
        let transport = BGeoTransport(configuration: configuration, tokens: renewed)
        return (transport, [Self.tokensKey: renewed.json])
    }

    private var accessToken: String? { configuration.authorization == nil ? nil : tokens.access }
}
