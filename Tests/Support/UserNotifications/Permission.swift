public import Foundation

/// Whether notifications may be shown. (A11)
public enum UNAuthorizationStatus: Int, Sendable {
    /// Nobody was asked.
    case notDetermined = 0
    /// Refused.
    case denied = 1
    /// Granted.
    case authorized = 2
    /// Quietly, without having been asked.
    case provisional = 3
    /// For a while.
    @available(macOS, unavailable)
    case ephemeral = 4
}

/// Whether one way of showing is on.
public enum UNNotificationSetting: Int, Sendable {
    /// There is none.
    case notSupported = 0
    /// Off.
    case disabled = 1
    /// On.
    case enabled = 2
}

/// What may be asked for.
public struct UNAuthorizationOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Takes the bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The number on the icon.
    public static let badge = UNAuthorizationOptions(rawValue: 1)
    /// Sounds.
    public static let sound = UNAuthorizationOptions(rawValue: 2)
    /// Banners.
    public static let alert = UNAuthorizationOptions(rawValue: 4)
    /// In the car.
    public static let carPlay = UNAuthorizationOptions(rawValue: 8)
    /// Critical ones.
    public static let criticalAlert = UNAuthorizationOptions(rawValue: 16)
    /// The app has settings of its own.
    public static let providesAppNotificationSettings = UNAuthorizationOptions(rawValue: 32)
    /// Quietly, without asking.
    public static let provisional = UNAuthorizationOptions(rawValue: 64)
}

/// How one is shown while the app is in front.
public struct UNNotificationPresentationOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Takes the bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The number on the icon.
    public static let badge = UNNotificationPresentationOptions(rawValue: 1)
    /// A sound.
    public static let sound = UNNotificationPresentationOptions(rawValue: 2)
    /// In the list.
    public static let list = UNNotificationPresentationOptions(rawValue: 8)
    /// A banner.
    public static let banner = UNNotificationPresentationOptions(rawValue: 16)
}

/// What went wrong.
public struct UNError: CustomNSError, Hashable, Error {
    /// Which.
    public enum Code: Int, Sendable {
        /// Not permitted. (PLAT-133)
        case notificationsNotAllowed = 1
        /// No date.
        case notificationInvalidNoDate = 1400
        /// Nothing to say.
        case notificationInvalidNoContent = 1401
    }
    // An NSError below, as with the real one, so that what an app may put into it stays Sendable and comparable.
    private let error: NSError

    /// An error of a kind.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        error = NSError(domain: "UNErrorDomain", code: code.rawValue, userInfo: userInfo)
    }

    /// Which.
    public var code: Code { Code(rawValue: error.code) ?? .notificationsNotAllowed }
    /// The domain.
    public static var errorDomain: String { "UNErrorDomain" }
    /// The number.
    public var errorCode: Int { error.code }

    /// Not permitted. (PLAT-133)
    public static var notificationsNotAllowed: Code { .notificationsNotAllowed }
    /// No date.
    public static var notificationInvalidNoDate: Code { .notificationInvalidNoDate }
    /// Nothing to say.
    public static var notificationInvalidNoContent: Code { .notificationInvalidNoContent }
}

/// What the person has set.
open class UNNotificationSettings: NSObject {
    /// Whether notifications may be shown.
    public let authorizationStatus: UNAuthorizationStatus
    /// Banners.
    public var alertSetting: UNNotificationSetting { setting }
    /// Sounds.
    public var soundSetting: UNNotificationSetting { setting }
    /// The number on the icon.
    public var badgeSetting: UNNotificationSetting { setting }
    /// Needs an entitlement.
    public var timeSensitiveSetting: UNNotificationSetting { .notSupported }
    private var setting: UNNotificationSetting { authorizationStatus == .authorized ? .enabled : .disabled }
    init(_ status: UNAuthorizationStatus) { authorizationStatus = status }
}

#if os(Linux)
    // The real ones are not Sendable. Here they are: everything stored is constant, and the stand-in has no subclass.
    extension UNNotificationSettings: @unchecked Sendable {}
#endif
