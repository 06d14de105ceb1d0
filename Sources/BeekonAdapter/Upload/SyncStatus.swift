/// How uploading goes.
public enum SyncStatus: Hashable, Sendable, Codable {
    /// Nothing is being sent, and the last upload did not fail.
    case idle
    /// A request is under way.
    case syncing
    /// The last upload failed; what it held is kept.
    case failed(SyncFailure)
}

/// Why an upload failed.
public enum SyncFailure: Hashable, Sendable, Codable {
    /// Nobody answered.
    case network
    /// The credentials were refused.
    case unauthorized
    /// The server will not take what was sent.
    case rejected(status: Int)
    /// The server could not take it now.
    case server(status: Int)
}

/// The state machine behind ``Beekon/syncStatus``; no value is told twice.
package struct SyncProgress: Hashable, Sendable {
    /// What is told.
    package private(set) var status: SyncStatus = .idle
    private var failure: SyncFailure?

    package init() {}

    /// A request begins: the new status, or `nil` if that is no news.
    package mutating func began() -> SyncStatus? {
        failure = nil
        return change(to: .syncing)
    }

    /// A request ended. A failure is told at once; after a success the next batch may follow.
    ///
    /// - Parameter isSmallest: Whether the batch held one record only.
    package mutating func answered(_ answer: UploadAnswer, isSmallest: Bool) -> SyncStatus? {
        failure = answer.failure(isSmallest: isSmallest)
        return failure.flatMap { change(to: .failed($0)) }
    }

    /// The drain is over.
    package mutating func ended() -> SyncStatus? {
        failure == nil ? change(to: .idle) : nil
    }

    private mutating func change(to new: SyncStatus) -> SyncStatus? {
        guard new != status else { return nil }
        status = new
        return new
    }
}
