import Foundation
package import GeofenceEngine
package import LocationCore

/// Beekon's way to a server under one configuration: batches, requests, answers. (BKN 7)
package struct BeekonTransport: Sendable {
    /// What it follows from.
    private let config: BeekonConfig
    /// Where requests go.
    private let url: String
    private let context: @Sendable () -> UploadContext
    private let now: @Sendable () -> Timestamp

    /// The way of a configuration; `nil` where nothing leaves the device.
    ///
    /// - Parameters:
    ///   - cloudURL: Where cloud syncs go. There is no address built in. (BKN 3)
    ///   - context: What requests tell beside their records.
    ///   - now: The time, for a `Retry-After` that is a date and for tokens that end.
    package init?(
        _ config: BeekonConfig, cloudURL: String?, context: @escaping @Sendable () -> UploadContext,
        now: @escaping @Sendable () -> Timestamp
    ) {
        guard let url = config.isCloud ? cloudURL : config.settings.sync?.url.absoluteString else { return nil }
        self.config = config
        self.url = url
        self.context = context
        self.now = now
    }

    /// Credentials that can be exchanged.
    private var auth: AuthConfig? { config.isCloud ? nil : config.settings.sync?.auth }

    /// The records of the next request: one at a time, or one batch.
    package func batches(from records: [Record], limit: Int?, singly: Bool) -> [[Record]] {
        let limits = UploadBatch.Limits(
            locations: config.settings.sync?.batchSize ?? 100, records: singly ? 1 : limit)
        return UploadBatch.next(of: records, within: limits).map { [$0.records] } ?? []
    }

    /// The request that carries some records.
    package func request(for batch: [Record], id: String, fence: (FenceID) -> Fence?) -> HTTPRequest? {
        let own = config.isCloud ? [:] : config.settings.sync?.headers ?? [:]
        let headers = UploadRequest.headers(own, bearer: config.projectKey ?? auth?.accessToken)
        return UploadRequest.make(id: id, url: url, headers: headers, UploadBatch(carrying: batch), context())
    }

    /// What an answer means.
    package func outcome(of result: HTTPResult) -> DeliveryOutcome { UploadAnswer(result, now: now()).outcome }

    /// The request that exchanges a refused token; `nil` where there is nothing to exchange.
    package func refresh(id: String) -> HTTPRequest? { auth.flatMap { TokenRefresh.request($0, id: id) } }

    /// Whether the token is known to have ended, so that it is exchanged before it is used.
    package var needsRefresh: Bool { auth.map { TokenRefresh.isDue($0, now: now()) } ?? false }

    /// The same way with new credentials, and what to keep of them; `nil` when an answer holds none.
    package func renewed(by result: HTTPResult) -> (transport: BeekonTransport, values: [String: JSONValue?])? {
        guard let auth, let renewed = TokenRefresh.renewed(auth, by: result, now: now()) else { return nil }
        let config = config.with(renewed)
        let transport = BeekonTransport(config, cloudURL: nil, context: context, now: now)
        return transport.map { ($0, [BeekonConfig.storedKey: config.json]) }
    }
}
