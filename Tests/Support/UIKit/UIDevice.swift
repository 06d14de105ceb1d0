import AppleStandIn
public import Foundation
import LocationCore
import LocationSimulator

/// The device, for its battery. What it says is what the phone below says, in steps of five percent as on a phone.
@preconcurrency @MainActor open class UIDevice: NSObject {
    /// What the battery is doing.
    public enum BatteryState: Int, Sendable {
        /// Monitoring is off, or nobody knows.
        case unknown = 0
        /// In use.
        case unplugged = 1
        /// On a charger.
        case charging = 2
        /// On a charger, and full.
        case full = 3
        #if os(Linux)
            /// A state of a newer system: the real enumeration is open.
            @available(*, unavailable) case ofNewerSystem = 99
        #endif
    }

    nonisolated private let standIn: StandIn

    private init(_ standIn: StandIn) { self.standIn = standIn }

    /// The one of the running process.
    open class var current: UIDevice {
        let standIn = StandIn.ofThisTask
        return standIn.singleton("device") { UIDevice(standIn) }
    }

    /// Whether the battery is watched.
    open var isBatteryMonitoringEnabled = false

    /// 0…1; −1 while it is not watched.
    open var batteryLevel: Float {
        guard isBatteryMonitoringEnabled, standIn.device.status.current.batteryLevel >= 0 else { return -1 }
        return Float((standIn.device.status.current.batteryLevel * 20).rounded() / 20)
    }

    /// What it is doing; unknown while it is not watched.
    open var batteryState: BatteryState {
        let status = standIn.device.status.current
        guard isBatteryMonitoringEnabled, status.batteryLevel >= 0 else { return .unknown }
        guard status.isCharging else { return .unplugged }
        return status.batteryLevel >= 1 ? .full : .charging
    }

    /// The level changed.
    nonisolated public class var batteryLevelDidChangeNotification: Notification.Name {
        Notification.Name("UIDeviceBatteryLevelDidChangeNotification")
    }
    /// The charger came or went.
    nonisolated public class var batteryStateDidChangeNotification: Notification.Name {
        Notification.Name("UIDeviceBatteryStateDidChangeNotification")
    }
}

#if os(Linux)
    /// What Linux's Foundation lacks.
    extension ProcessInfo {
        /// Whether the person saves power.
        package var isLowPowerModeEnabled: Bool { StandIn.ofThisTask.device.status.current.isPowerSaving }
    }

    extension NSNotification.Name {
        /// The mode began or ended; posted on any thread.
        package static let NSProcessInfoPowerStateDidChange = NSNotification.Name(
            "NSProcessInfoPowerStateDidChangeNotification")
    }
#endif

extension UIDevice.BatteryState {
    /// A value of a newer system.
    package static var ofNewer: Self { OpenEnumeration.newer(than: 4) }

    /// Compares.
    public static func == (left: UIDevice.BatteryState, right: UIDevice.BatteryState) -> Bool {
        OpenEnumeration.areSame(left, right)
    }

    /// Hashes.
    public func hash(into hasher: inout Hasher) { OpenEnumeration.feed(self, &hasher) }
}
