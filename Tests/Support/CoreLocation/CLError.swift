public import Foundation

/// What went wrong. (A7)
public struct CLError: CustomNSError, Hashable, Error {
    /// Which.
    public enum Code: Int, Sendable {
        /// No fix at the moment; the service keeps trying.
        case locationUnknown = 0
        /// Refused by the person.
        case denied = 1
        /// Trouble with the network.
        case network = 2
        /// Not used.
        case headingFailure = 3
        /// Watching regions is refused.
        case regionMonitoringDenied = 4
        /// This region cannot be watched.
        case regionMonitoringFailure = 5
        /// Watching begins later; no refusal. (PLAT-018)
        case regionMonitoringSetupDelayed = 6
        /// Watched, but events come late; no refusal. (PLAT-018)
        case regionMonitoringResponseDelayed = 7
        /// Not used.
        case geocodeFoundNoResult = 8
        /// Not used.
        case geocodeFoundPartialResult = 9
        /// Not used.
        case geocodeCanceled = 10
        /// Not used.
        case deferredFailed = 11
        /// Not used.
        case deferredNotUpdatingLocation = 12
        /// Not used.
        case deferredAccuracyTooLow = 13
        /// Not used.
        case deferredDistanceFiltered = 14
        /// Not used.
        case deferredCanceled = 15
        /// Not used.
        case rangingUnavailable = 16
        /// Not used.
        case rangingFailure = 17
        /// A question was not put to the person.
        case promptDeclined = 18
        /// Not used.
        case historicalLocationError = 19
    }

    /// Which.
    public let code: Code
    private let alternate: String?

    /// An error of a kind.
    public init(_ code: Code) {
        self.code = code
        alternate = nil
    }

    /// The domain.
    public static var errorDomain: String { kCLErrorDomain }
    /// The number.
    public var errorCode: Int { code.rawValue }
    /// Nothing.
    public var errorUserInfo: [String: Any] { [:] }
    /// A region that the service can watch better; the stand-in has none.
    public var alternateRegion: CLRegion? { nil }
}
