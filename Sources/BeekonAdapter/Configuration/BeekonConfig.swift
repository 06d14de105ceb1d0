import Foundation
package import LocationCore

/// How Beekon works: by the app's own settings, or by the server's. (BKN 1.5)
public struct BeekonConfig: Hashable, Sendable {
    /// Which of the two.
    package enum Arm: Hashable, Sendable {
        case selfManaged(SelfManaged)
        case cloud(projectKey: String)
    }

    /// The settings of the self-managed arm.
    package struct SelfManaged: Hashable, Sendable {
        package var minTimeBetweenLocationsSeconds: Int
        package var minDistanceBetweenLocationsMeters: Double
        package var accuracyMode: AccuracyMode
        package var whenStationary: StationaryMode
        package var stationaryRadiusMeters: Double
        package var detectActivity: Bool
        package var sync: SyncConfig?
        package var notification: NotificationConfig?
        package var licenseKey: String?
        package var logLevel: LogLevel
        package var requiresHTTPS: Bool
    }

    package let arm: Arm

    package init(arm: Arm) { self.arm = arm }

    /// The app owns configuration and fences.
    ///
    /// - Parameters:
    ///   - minTimeBetweenLocationsSeconds: Least time between two recorded positions; 0 for none.
    ///   - minDistanceBetweenLocationsMeters: Least distance between two recorded positions; 0 for none.
    ///   - accuracyMode: Battery against accuracy.
    ///   - whenStationary: What tracking does while the device is still.
    ///   - stationaryRadiusMeters: How far it must move to count as moving again; taken as 5…1000. (BKN-009)
    ///   - detectActivity: Whether positions tell what the person does; needs a permission of its own.
    ///   - sync: Where records are sent; `nil`: nothing leaves the device.
    ///   - notification: Android's foreground-service notice; accepted, and without effect elsewhere.
    ///   - licenseKey: A signed token. No status ever blocks anything.
    ///   - logLevel: Which log entries are kept.
    ///   - requiresHTTPS: Whether addresses of plain http are refused, also on this machine. Beyond the vendor's API.
    public static func selfManaged(
        minTimeBetweenLocationsSeconds: Int = 30, minDistanceBetweenLocationsMeters: Double = 100,
        accuracyMode: AccuracyMode = .balanced, whenStationary: StationaryMode = .pause,
        stationaryRadiusMeters: Double = 5, detectActivity: Bool = false, sync: SyncConfig? = nil,
        notification: NotificationConfig? = nil, licenseKey: String? = nil, logLevel: LogLevel = .info,
        requiresHTTPS: Bool = false
    ) -> BeekonConfig {
        BeekonConfig(
            arm: .selfManaged(
                SelfManaged(
                    minTimeBetweenLocationsSeconds: minTimeBetweenLocationsSeconds,
                    minDistanceBetweenLocationsMeters: minDistanceBetweenLocationsMeters,
                    accuracyMode: accuracyMode, whenStationary: whenStationary,
                    stationaryRadiusMeters: stationaryRadiusMeters, detectActivity: detectActivity, sync: sync,
                    notification: notification, licenseKey: licenseKey, logLevel: logLevel,
                    requiresHTTPS: requiresHTTPS)))
    }

    /// The server owns configuration, fences and licence.
    ///
    /// - Parameter projectKey: Begins with `bkproj_`.
    public static func cloud(projectKey: String) -> BeekonConfig {
        BeekonConfig(arm: .cloud(projectKey: projectKey))
    }

    /// What is in force on a device where nothing was ever configured. (BKN-006)
    package static let initial = BeekonConfig.selfManaged()

    /// The settings in force: in cloud mode, where the server has sent none, those of the beginning.
    package var settings: SelfManaged {
        switch (arm, Self.initial.arm) {
        case (.selfManaged(let settings), _): settings
        case (.cloud, .selfManaged(let settings)): settings
        case (.cloud, .cloud): preconditionFailure("the initial configuration is self-managed")
        }
    }

    /// The project key, in cloud mode.
    package var projectKey: String? {
        if case .cloud(let key) = arm { key } else { nil }
    }

    /// The same configuration with other credentials for uploads.
    package func with(_ auth: AuthConfig) -> BeekonConfig {
        guard case .selfManaged(var settings) = arm else { return self }
        settings.sync?.auth = auth
        return BeekonConfig(arm: .selfManaged(settings))
    }

    /// The settings of plain http.
    package func plainAddresses(cloudURL: String? = nil) -> PlainAddresses {
        guard !isCloud else { return PlainAddresses([("the cloud", cloudURL)]) }
        return PlainAddresses([
            ("sync.url", settings.sync?.url.absoluteString),
            ("sync.auth.refreshURL", settings.sync?.auth?.refreshURL?.absoluteString),
        ])
    }

    /// Whether the server owns the fences.
    package var isCloud: Bool { projectKey != nil }
}

/// Battery against accuracy.
public enum AccuracyMode: String, Hashable, Sendable, Codable, CaseIterable {
    /// Best accuracy.
    case high
    /// The middle.
    case balanced
    /// Least energy.
    case low
}

/// What tracking does while the device is still.
public enum StationaryMode: String, Hashable, Sendable, Codable, CaseIterable {
    /// It takes no positions until the device moves.
    case pause
    /// It goes on.
    case keepTracking
}

/// Android's foreground-service notice; without effect on other systems.
public struct NotificationConfig: Hashable, Sendable, Codable {
    /// First line.
    public var title: String?
    /// Text.
    public var body: String?
    /// The name of a drawable.
    public var icon: String?

    /// Describes the notice.
    public init(title: String? = nil, body: String? = nil, icon: String? = nil) {
        self.title = title
        self.body = body
        self.icon = icon
    }
}
