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

    // An NSError below, as with the real one, so that what an app may put into it stays Sendable and comparable.
    private let error: NSError

    /// An error of a kind.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        error = NSError(domain: kCLErrorDomain, code: code.rawValue, userInfo: userInfo)
    }

    /// Which.
    public var code: Code { Code(rawValue: error.code) ?? .locationUnknown }
    /// The domain.
    public static var errorDomain: String { kCLErrorDomain }
    /// The number.
    public var errorCode: Int { error.code }
    /// What comes with it.
    public var userInfo: [String: Any] { error.userInfo }
    /// What comes with it.
    public var errorUserInfo: [String: Any] { error.userInfo }
    /// Words for a person.
    public var localizedDescription: String { error.localizedDescription }
    /// A region that the service can watch better. (PLAT-018)
    public var alternateRegion: CLRegion? { error.userInfo[kCLErrorUserInfoAlternateRegionKey] as? CLRegion }
}

// The codes once more, as the importer repeats them on the error.
extension CLError {
    /// No fix at the moment.
    public static var locationUnknown: Code { .locationUnknown }
    /// Refused by the person.
    public static var denied: Code { .denied }
    /// Trouble with the network.
    public static var network: Code { .network }
    /// Not used.
    public static var headingFailure: Code { .headingFailure }
    /// Watching regions is refused.
    public static var regionMonitoringDenied: Code { .regionMonitoringDenied }
    /// This region cannot be watched.
    public static var regionMonitoringFailure: Code { .regionMonitoringFailure }
    /// Watching begins later.
    public static var regionMonitoringSetupDelayed: Code { .regionMonitoringSetupDelayed }
    /// Events come late.
    public static var regionMonitoringResponseDelayed: Code { .regionMonitoringResponseDelayed }
    /// Not used.
    public static var rangingUnavailable: Code { .rangingUnavailable }
    /// Not used.
    public static var rangingFailure: Code { .rangingFailure }
    /// A question was not put to the person.
    public static var promptDeclined: Code { .promptDeclined }
}
