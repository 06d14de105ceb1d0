import AppleStandIn
import CoreLocation
public import Foundation
import LocationCore
import LocationSimulator

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
    /// Which.
    public let code: Code
    /// An error of a kind.
    public init(_ code: Code) { self.code = code }
    /// The number.
    public var errorCode: Int { code.rawValue }
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

/// Who is asked about notifications while the app is in front.
public protocol UNUserNotificationCenterDelegate: NSObjectProtocol {}

/// The app's way to notifications. Usable from any thread. (A11)
open class UNUserNotificationCenter: NSObject, @unchecked Sendable {
    // Sendable holds because the delegate is only kept, and the rest is constant or behind a lock.
    /// Who is asked; the stand-in asks nobody.
    open weak var delegate: (any UNUserNotificationCenterDelegate)?
    private let standIn: StandIn
    private let pending = Locked<[String: Pending]>([:])

    private struct Pending: @unchecked Sendable {
        // Sendable holds because a request is constant once it has been added.
        let request: UNNotificationRequest
    }

    private init(_ standIn: StandIn) { self.standIn = standIn }

    /// The one of the running process.
    open class func current() -> UNUserNotificationCenter {
        let standIn = StandIn.ofThisTask
        return standIn.singleton("notifications") { UNUserNotificationCenter(standIn) }
    }

    /// Asks the person, once.
    open func requestAuthorization(
        options: UNAuthorizationOptions = [], completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        let port = standIn.device.notifications
        guard port.permission == .notDetermined else {
            let isGranted = port.permission == .granted
            return standIn.soon { completionHandler(isGranted, nil) }
        }
        let part = Locked(0)
        let id = standIn.join { [standIn] event in
            guard case .notificationPermission(let permission) = event, permission != .notDetermined else { return }
            standIn.leave(part.withLock { $0 })
            completionHandler(permission == .granted, nil)
        }
        part.withLock { $0 = id }
        port.requestPermission()
    }

    /// What the person has set.
    open func getNotificationSettings(completionHandler: @escaping @Sendable (UNNotificationSettings) -> Void) {
        let status = status
        standIn.soon { completionHandler(UNNotificationSettings(status)) }
    }

    /// What the person has set.
    open func notificationSettings() async -> UNNotificationSettings { UNNotificationSettings(status) }

    private var status: UNAuthorizationStatus {
        switch standIn.device.notifications.permission {
        case .notDetermined: .notDetermined
        case .denied: .denied
        case .granted: .authorized
        }
    }

    /// Shows or arms a notification.
    open func add(
        _ request: UNNotificationRequest,
        withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        let isAllowed = standIn.device.notifications.permission == .granted
        if isAllowed, request.trigger != nil {
            let kept = Pending(request: request)
            pending.withLock { $0[request.identifier] = kept }
        }
        standIn.device.notifications.post(LocalNotification(request))
        if let completionHandler {
            standIn.soon { completionHandler(isAllowed ? nil : UNError(.notificationsNotAllowed)) }
        }
    }

    /// What waits to be shown.
    open func getPendingNotificationRequests(
        completionHandler: @escaping @Sendable ([UNNotificationRequest]) -> Void
    ) {
        let kept = pending.withLock { $0 }
        standIn.soon { completionHandler(kept.keys.sorted().compactMap { kept[$0]?.request }) }
    }

    /// Takes back what waits.
    open func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {
        pending.withLock { pending in
            for id in identifiers { pending[id] = nil }
        }
        standIn.device.notifications.withdraw(ids: identifiers)
    }

    /// Takes back all that waits.
    open func removeAllPendingNotificationRequests() {
        removePendingNotificationRequests(withIdentifiers: pending.withLock { $0.keys.sorted() })
    }

    /// Removes what was shown; the stand-in's person has seen it.
    open func removeDeliveredNotifications(withIdentifiers identifiers: [String]) {}

    /// Removes all that was shown.
    open func removeAllDeliveredNotifications() {}
}

extension LocalNotification {
    init(_ request: UNNotificationRequest) {
        let words = request.content.words
        var info: [String: JSONValue] = [:]
        for (key, value) in words.userInfo {
            if let key = key as? String { info[key] = try? JSONValue(any: value) }
        }
        let region = (request.trigger as? UNLocationNotificationTrigger)?.region as? CLCircularRegion
        let trigger = region.flatMap { region -> NotificationTrigger? in
            guard
                let center = try? Coordinate(
                    latitude: region.center.latitude, longitude: region.center.longitude),
                let circle = try? Circle(center: center, radius: region.radius)
            else { return nil }
            return NotificationTrigger(circle: circle, direction: region.notifyOnEntry ? .enter : .exit)
        }
        self.init(
            id: request.identifier, title: words.title, body: words.body,
            isProminent: words.sound != nil && words.level != .passive, userInfo: info, trigger: trigger)
    }
}
