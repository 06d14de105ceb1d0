package import LocationCore

extension BGeoPayload {
    /// What an answer means for the records of its request.
    package enum Outcome: Hashable, Sendable {
        /// They are delivered and may be deleted. (BGEO-111)
        case delivered
        /// They stay; the access token is to be renewed, and the request repeated once if that works. (BGEO-115)
        case refreshToken
        /// They stay, and nothing is sent until the back-off is over. (BGEO-112)
        case backOff
        /// The server does not want them, now or later. (BGEO-116)
        case refused
    }

    /// Says what an answer means.
    ///
    /// - Parameters:
    ///   - result: How the request ended.
    ///   - canRefresh: Whether there is refresh data that was not tried for this request yet.
    package static func outcome(of result: HTTPResult, canRefresh: Bool) -> Outcome {
        guard case .response(let status, _, _) = result else { return .backOff }
        switch status {
        case 200...299: return .delivered
        case 401, 403: return canRefresh ? .refreshToken : .backOff
        case 408, 425, 429: return .backOff
        // A 3xx says where somebody else is, and a status that no server may send (1xx, 6xx) says nothing: neither proves
        // anything against the record. (AMD-01)
        case 400...499: return .refused
        default: return .backOff
        }
    }

    /// How many refusals of a single record park it. (BGEO-116)
    package static let refusalsToPark = 3

    /// Milliseconds to wait after the n-th failure in a row, counted from 1: 1 s, doubling, at most 300 s. (BGEO-112)
    package static func backOffMilliseconds(afterFailures count: Int) -> Int64 {
        precondition(count >= 1, "there is nothing to wait for before the first failure")
        return count > 9 ? 300_000 : min(300_000, 1000 << Int64(count - 1))
    }

    /// What listeners of channel `http` are told about an upload request. (BGEO-111 to BGEO-114)
    package static func httpEvent(_ result: HTTPResult) -> JSONValue {
        switch result {
        case .response(let status, _, let body):
            let text = String(decoding: body, as: UTF8.self).prefix(responseTextLimit)
            return [
                "success": .bool((200...299).contains(status)), "status": .integer(Int64(status)),
                "responseText": .string(String(text)),
            ]
        case .failure(let failure):
            return ["success": false, "status": 0, "responseText": .string(text(of: failure))]
        }
    }

    /// How many characters of an answer are told.
    package static let responseTextLimit = 1024

    private static func text(of failure: HTTPFailure) -> String {
        switch failure {
        case .invalidAddress: "invalid address"
        case .unreachable: "not connected"
        case .timedOut: "timed out"
        case .connectionLost: "connection lost"
        case .answerTooLarge: "answer too large"
        }
    }
}
