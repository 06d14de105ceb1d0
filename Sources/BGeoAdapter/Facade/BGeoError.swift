public import Foundation

/// What a request can fail with.
public enum BGeoError: Error, Equatable, LocalizedError, Sendable {
    /// A fence breaks one of the five rules; nothing of the request was stored. (BGEO-011)
    case invalidGeofence(message: String)
    /// The request needs tracking, which is off. (BGEO-035)
    case disabled(message: String)
    /// There is no such record. (BGEO-126)
    case notFound(message: String)
    /// Deprecated: never thrown, kept so that old switches compile. No licence is needed. (BGEO-140)
    case licenseMissing(message: String)
    /// Deprecated: never thrown, kept so that old switches compile. No licence is needed. (BGEO-140)
    case licenseInvalid(message: String)
    /// Deprecated: never thrown, kept so that old switches compile. No licence is needed. (BGEO-140)
    case licenseExpired(message: String)
    /// Deprecated: never thrown, kept so that old switches compile. No licence is needed. (BGEO-140)
    case licenseAppMismatch(message: String)
    /// Anything else, such as `DECODE_ERROR`, `INVALID_EXTRAS`, `408` for a time-out and `1` for a refused permission.
    case unknown(code: String, message: String)

    /// Creates the case that belongs to a code; ``unknown(code:message:)`` for one that has none.
    public init(code: String, message: String) {
        switch code {
        case "INVALID_GEOFENCE": self = .invalidGeofence(message: message)
        case "DISABLED": self = .disabled(message: message)
        case "NOT_FOUND": self = .notFound(message: message)
        case "LICENSE_MISSING": self = .licenseMissing(message: message)
        case "LICENSE_INVALID": self = .licenseInvalid(message: message)
        case "LICENSE_EXPIRED": self = .licenseExpired(message: message)
        case "LICENSE_APP_MISMATCH": self = .licenseAppMismatch(message: message)
        default: self = .unknown(code: code, message: message)
        }
    }

    /// The code that names the kind of failure.
    public var code: String {
        switch self {
        case .invalidGeofence: "INVALID_GEOFENCE"
        case .disabled: "DISABLED"
        case .notFound: "NOT_FOUND"
        case .licenseMissing: "LICENSE_MISSING"
        case .licenseInvalid: "LICENSE_INVALID"
        case .licenseExpired: "LICENSE_EXPIRED"
        case .licenseAppMismatch: "LICENSE_APP_MISMATCH"
        case .unknown(let code, _): code
        }
    }

    /// What went wrong, in words.
    public var message: String {
        switch self {
        case .invalidGeofence(let message), .disabled(let message), .notFound(let message),
            .licenseMissing(let message), .licenseInvalid(let message), .licenseExpired(let message),
            .licenseAppMismatch(let message), .unknown(_, let message):
            message
        }
    }

    /// Code and message, as `<code>: <message>`.
    public var errorDescription: String? { "\(code): \(message)" }
}

extension BGeoError {
    /// What every rejected fence is answered with; the reason goes to the log. (BGEO-011)
    package static let rejectedGeofence = BGeoError.invalidGeofence(
        message: "geofence request rejected (INVALID_GEOFENCE)")
    /// What `changePace` is answered with while tracking is off. (BGEO-035)
    package static let paceWhileDisabled = BGeoError.disabled(
        message: "Cannot changePace while tracking is disabled")

    /// What options are answered with that name an address of plain http where https is required.
    package static func plainHTTP(_ refusal: String) -> BGeoError {
        .unknown(code: "INSECURE_URL", message: refusal)
    }

    /// What is answered when no queued record has that identifier. (BGEO-126)
    package static func noQueuedLocation(uuid: String) -> BGeoError {
        .notFound(message: "No queued location with uuid \(uuid)")
    }
}
