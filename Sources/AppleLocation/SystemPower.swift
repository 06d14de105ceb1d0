#if os(iOS) || os(macOS) || APPLE_STANDIN
    package import Foundation
    package import LocationCore

    #if os(iOS) || APPLE_STANDIN
        import UIKit
    #endif

    /// The battery, which belongs to the main actor, and the low-power mode, mirrored for who asks on any thread.
    ///
    /// A Mac tells its low-power mode only. Reading the battery of a phone switches battery monitoring on for the whole
    /// app, and leaves it on.
    package final class SystemPower: PowerWatch {
        private let center: NotificationCenter
        private let mirror = Locked(DeviceStatus())
        private let tell = Locked<(@Sendable (Bool) -> Void)?>(nil)

        /// - Parameter center: Where the system posts.
        package init(_ center: NotificationCenter = .default) { self.center = center }

        /// What was read last.
        package var current: DeviceStatus { mirror.withLock { $0 } }

        /// Begins. The observations are never taken back: they last as long as the process, and hold nothing but a weak
        /// word.
        @MainActor package func begin(_ tell: @escaping @Sendable (Bool) -> Void) {
            #if os(iOS) || APPLE_STANDIN
                UIDevice.current.isBatteryMonitoringEnabled = true
                observe(UIDevice.batteryLevelDidChangeNotification)
                observe(UIDevice.batteryStateDidChangeNotification)
            #endif
            observe(.NSProcessInfoPowerStateDidChange)
            refresh()
            self.tell.withLock { $0 = tell }
        }

        /// Reads anew, and tells a change of the mode.
        @MainActor package func refresh() {
            var now = DeviceStatus()
            now.isPowerSaving = ProcessInfo.processInfo.isLowPowerModeEnabled
            #if os(iOS) || APPLE_STANDIN
                let level = UIDevice.current.batteryLevel
                // Whole percents; a phone whose battery is unknown says −1.
                now.batteryLevel = level < 0 ? -1 : (Double(level) * 100).rounded() / 100
                now.isCharging = isCharging(UIDevice.current.batteryState)
            #endif
            let status = now
            let before = mirror.withLock { mirror in
                defer { mirror = status }
                return mirror.isPowerSaving
            }
            if before != status.isPowerSaving { self.tell.withLock { $0 }?(status.isPowerSaving) }
        }

        /// The low-power notification may come on any thread.
        private func observe(_ name: Notification.Name) {
            _ = center.addObserver(forName: name, object: nil, queue: nil) { @Sendable [weak self] _ in
                Task { @MainActor in self?.refresh() }
            }
        }

        #if os(iOS) || APPLE_STANDIN
            /// Full is still on the charger.
            private func isCharging(_ state: UIDevice.BatteryState) -> Bool {
                switch state {
                case .charging, .full: true
                case .unknown, .unplugged: false
                @unknown default: false
                }
            }
        #endif
    }
#endif
