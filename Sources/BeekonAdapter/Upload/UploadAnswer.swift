package import GeofenceEngine
package import LocationCore

/// What an answer to an upload means. (BKN 7.4)
package enum UploadAnswer: Hashable, Sendable {
    /// The server has the whole batch.
    case acknowledged
    /// The credentials are refused: a 401.
    case unauthorized
    /// The credentials do not allow this: a 403.
    case forbidden
    /// Try again after a pause, at least as long as the server asks, in milliseconds.
    case later(status: Int, after: Int64?)
    /// The batch is too large for the server.
    case tooLarge
    /// The server will not take the batch; nothing is sent before the next trigger.
    case rejected(status: Int)
    /// Nobody answered.
    case noAnswer

    /// Reads the end of a request.
    package init(_ result: HTTPResult, now: Timestamp) {
        guard case .response(let status, _, _) = result else {
            self = .noAnswer
            return
        }
        switch status {
        case 200...299: self = .acknowledged
        case 401: self = .unauthorized
        case 403: self = .forbidden
        case 413: self = .tooLarge
        case 429, 503: self = .later(status: status, after: RetryAfter.asked(by: result, now: now))
        // A 3xx says where somebody else is, and nothing of the batch. (AMD-01)
        case 300...399, 408, 425, 500...599: self = .later(status: status, after: nil)
        default: self = .rejected(status: status)
        }
    }

    /// What the engine makes of it.
    package var outcome: DeliveryOutcome {
        switch self {
        case .acknowledged: .accepted
        case .unauthorized, .forbidden: .unauthorised
        case .later(_, let after): .later(after: after)
        case .tooLarge: .tooLarge
        case .rejected: .refused
        case .noAnswer: .later(after: nil)
        }
    }

    /// Why the upload has failed, if it has.
    ///
    /// - Parameter isSmallest: Whether the batch holds one record only: a smaller one is tried before it is a failure.
    package func failure(isSmallest: Bool) -> SyncFailure? {
        switch self {
        case .acknowledged: nil
        case .unauthorized, .forbidden: .unauthorized
        case .later(let status, _): .server(status: status)
        case .tooLarge: isSmallest ? .rejected(status: 413) : nil
        case .rejected(let status): .rejected(status: status)
        case .noAnswer: .network
        }
    }
}
