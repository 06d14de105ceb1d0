public import Foundation

/// Where records are sent, and how often. (BKN 1.5)
public struct SyncConfig: Hashable, Sendable {
    /// The address, used exactly as given; http or https.
    public var url: URL
    /// Header fields of every request.
    public var headers: [String: String]
    /// Seconds between uploads that nothing else starts; on iOS at least 60 count, elsewhere 0 is none.
    public var intervalSeconds: Int
    /// Most locations in a request, 1…1000.
    public var batchSize: Int
    /// How many pending locations start an upload; 0: locations alone never do.
    public var syncThreshold: Int
    /// Credentials, whose `Authorization` beats one of ``headers``.
    public var auth: AuthConfig?

    /// Describes uploads.
    public init(
        url: URL, headers: [String: String] = [:], intervalSeconds: Int = 300, batchSize: Int = 100,
        syncThreshold: Int = 0, auth: AuthConfig? = nil
    ) {
        self.url = url
        self.headers = headers
        self.intervalSeconds = intervalSeconds
        self.batchSize = batchSize
        self.syncThreshold = syncThreshold
        self.auth = auth
    }
}

/// Credentials for uploads.
public struct AuthConfig: Hashable, Sendable {
    /// Sent as `Authorization: Bearer …`.
    public var accessToken: String
    /// Exchanged for a new access token after a 401 or once ``expiresAt`` is past.
    public var refreshToken: String?
    /// Where that happens; http or https.
    public var refreshURL: URL?
    /// When the access token ends, if that is known.
    public var expiresAt: Date?

    /// Describes credentials. Without a refresh token and an address for it, a refused token stays refused.
    public init(
        accessToken: String, refreshToken: String? = nil, refreshURL: URL? = nil, expiresAt: Date? = nil
    ) {
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.refreshURL = refreshURL
        self.expiresAt = expiresAt
    }
}
