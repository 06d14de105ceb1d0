import AppleStandIn
public import Foundation
import LocationCore
import LocationSimulator

/// A task in the background. (A12)
public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
    /// The number.
    public let rawValue: Int
    /// Takes a number.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// No task.
    public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
}

/// Whether the system may start the app in the background. (PLAT-077)
public enum UIBackgroundRefreshStatus: Int, Sendable {
    /// Forbidden.
    case restricted = 0
    /// Switched off.
    case denied = 1
    /// Allowed.
    case available = 2
}

/// Something that responds to events.
@MainActor open class UIResponder: NSObject {}

/// The app. (A12)
@MainActor open class UIApplication: UIResponder {
    /// What the app is doing.
    public enum State: Int, Sendable {
        /// In front.
        case active = 0
        /// In front, but interrupted.
        case inactive = 1
        /// Behind others.
        case background = 2
    }

    /// Why the app was started.
    public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
        /// The word.
        public let rawValue: String
        /// Takes a word.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// A location event is waiting. (PLAT-083)
        public static let location = LaunchOptionsKey(rawValue: "UIApplicationLaunchOptionsLocationKey")
    }

    nonisolated private let standIn: StandIn

    private init(_ standIn: StandIn) {
        self.standIn = standIn
        super.init()
        _ = standIn.join { [weak self] event in self?.hear(event) }
    }

    /// The one of the running process.
    open class var shared: UIApplication {
        let standIn = StandIn.ofThisTask
        return standIn.singleton("application") { UIApplication(standIn) }
    }

    /// What the app is doing.
    open var applicationState: State { standIn.phone.appState == .foreground ? .active : .background }

    /// Whether the system may start the app in the background.
    open var backgroundRefreshStatus: UIBackgroundRefreshStatus { .available }

    /// Whether protected files can be read. (PLAT-053)
    open var isProtectedDataAvailable: Bool { standIn.phone.filesReadable }

    /// Asks for time in the background. (PLAT-073)
    nonisolated open func beginBackgroundTask(
        withName taskName: String?, expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier {
        let id = standIn.nextNumber()
        standIn.addExpiration(id, handler)
        standIn.device.backgroundTime.hold(Self.name(id))
        return UIBackgroundTaskIdentifier(rawValue: id)
    }

    /// Asks for time in the background.
    nonisolated open func beginBackgroundTask(
        expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier {
        beginBackgroundTask(withName: nil, expirationHandler: handler)
    }

    /// Gives it back.
    nonisolated open func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {
        guard standIn.removeExpiration(identifier.rawValue) else { return }
        standIn.device.backgroundTime.release(Self.name(identifier.rawValue))
    }

    nonisolated private static func name(_ id: Int) -> String { "task-\(id)" }

    /// Seconds that are left; the stand-in's phone ends the process without a word.
    nonisolated open var backgroundTimeRemaining: TimeInterval {
        Double(standIn.phone.knobs.backgroundTaskBudget) / 1000
    }

    private func hear(_ event: DeviceEvent) {
        guard case .app(let event) = event else { return }
        switch event {
        case .becameActive:
            post(Self.willEnterForegroundNotification)
            post(Self.didBecomeActiveNotification)
        case .enteredBackground: post(Self.didEnterBackgroundNotification)
        case .terminating: post(Self.willTerminateNotification)
        case .protectedDataAvailable: post(Self.protectedDataDidBecomeAvailableNotification)
        // Nobody tells an app why it runs.
        case .launched, .woken: break
        }
    }

    private func post(_ name: Notification.Name) { NotificationCenter.default.post(name: name, object: self) }
}

extension UIApplication {
    /// The app is behind others.
    nonisolated public class var didEnterBackgroundNotification: Notification.Name {
        Notification.Name("UIApplicationDidEnterBackgroundNotification")
    }
    /// The app comes to the front.
    nonisolated public class var willEnterForegroundNotification: Notification.Name {
        Notification.Name("UIApplicationWillEnterForegroundNotification")
    }
    /// The app is in front.
    nonisolated public class var didBecomeActiveNotification: Notification.Name {
        Notification.Name("UIApplicationDidBecomeActiveNotification")
    }
    /// The app ends.
    nonisolated public class var willTerminateNotification: Notification.Name {
        Notification.Name("UIApplicationWillTerminateNotification")
    }
    /// Protected files can be read.
    nonisolated public class var protectedDataDidBecomeAvailableNotification: Notification.Name {
        Notification.Name("UIApplicationProtectedDataDidBecomeAvailable")
    }
    /// Protected files cannot be read any more.
    nonisolated public class var protectedDataWillBecomeUnavailableNotification: Notification.Name {
        Notification.Name("UIApplicationProtectedDataWillBecomeUnavailable")
    }
    /// The person changed whether the app may be started.
    nonisolated public class var backgroundRefreshStatusDidChangeNotification: Notification.Name {
        Notification.Name("UIApplicationBackgroundRefreshStatusDidChangeNotification")
    }
}
