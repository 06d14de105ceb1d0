package import GeofenceEngine
package import LocationCore

/// What answers mean. (CIO 2.2, 6.2, 6.3)
package enum CIOAnswers {
    /// The body of a download's answer.
    ///
    /// - Throws: ``DownloadError/http(statusCode:)`` for a status outside 200–299, ``DownloadError/transport(_:)`` when
    ///   nobody answered, ``DownloadError/decoding(_:)`` for no body.
    package static func body(of result: HTTPResult) throws(DownloadError) -> [UInt8] {
        switch result {
        case .failure(let failure):
            throw .transport(failure.rawValue)
        case .response(let status, _, let body):
            guard (200...299).contains(status) else { throw .http(statusCode: status) }
            guard !body.isEmpty else { throw .decoding("there is no body") }
            return body
        }
    }

    /// What becomes of a row that was sent by itself. (CIO-111)
    ///
    /// There is no back-off: what is to be sent later waits for the next reason to send.
    package static func outcome(ofTrack result: HTTPResult) -> DeliveryOutcome {
        switch result {
        case .failure: .later(after: nil)
        case .response(200...299, _, _): .accepted
        case .response(401, _, _), .response(403, _, _): .unauthorised
        // A 3xx says where somebody else is, and nothing of the row. (AMD-01)
        case .response(300...399, _, _), .response(408, _, _), .response(425, _, _), .response(429, _, _),
            .response(500...599, _, _):
            .later(after: nil)
        case .response: .refused
        }
    }

    /// What becomes of a batch. Refused rows are sent singly then; refused events of the host are given up. (CIO-114)
    package static func outcome(ofBatch result: HTTPResult) -> DeliveryOutcome {
        switch result {
        case .response(100...299, _, _): .accepted
        case .response(400, _, _): .refused
        case .failure, .response: .later(after: nil)
        }
    }
}

/// How waiting rows are sent. (CIO 5.4)
package enum RowRoute: Hashable, Sendable {
    /// Together, as the pipeline of this process sends its events.
    case batch
    /// One by one, with the kept key.
    case direct
    /// Not at all: they wait for the next start.
    case none

    /// Chooses the way. (CIO-113)
    package init(isPipelineAlive: Bool, hasStoredKey: Bool) {
        self = isPipelineAlive ? .batch : hasStoredKey ? .direct : .none
    }
}
