import AppleStandIn
public import Foundation
import LocationCore
import LocationSimulator

/// Something that responds to events.
@preconcurrency @MainActor open class UIResponder: NSObject {}

/// The app. (A12)
@preconcurrency @MainActor open class UIApplication: UIResponder {
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
    private var wasBehind = false
    private var toldRefreshStatus: UIBackgroundRefreshStatus

    private init(_ standIn: StandIn) {
        self.standIn = standIn
        toldRefreshStatus = standIn.process.allowsBackgroundRefresh ? .available : .denied
        super.init()
        _ = standIn.join { [weak self] event in self?.hear(event) }
    }

    /// The one of the running process.
    open class var shared: UIApplication {
        let standIn = StandIn.ofThisTask
        return standIn.singleton("application") { UIApplication(standIn) }
    }

    /// What the app is doing.
    open var applicationState: State {
        switch standIn.activity {
        case .behind: .background
        case .inactive: .inactive
        case .active: .active
        }
    }

    /// Whether the system may start the app in the background. (PLAT-077)
    open var backgroundRefreshStatus: UIBackgroundRefreshStatus {
        standIn.process.allowsBackgroundRefresh ? .available : .denied
    }

    /// Whether protected files can be read. (PLAT-053)
    open var isProtectedDataAvailable: Bool { standIn.phone.filesReadable }

    /// Asks for time in the background; `invalid` where the system refuses. The handler runs shortly before the time is
    /// up. (PLAT-073)
    nonisolated open func beginBackgroundTask(
        withName taskName: String?, expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier {
        standIn.beginBackgroundTask(handler).map { UIBackgroundTaskIdentifier(rawValue: $0) } ?? .invalid
    }

    /// Asks for time in the background.
    nonisolated open func beginBackgroundTask(
        expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier {
        beginBackgroundTask(withName: nil, expirationHandler: handler)
    }

    /// Gives it back.
    nonisolated open func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {
        standIn.endBackgroundTask(identifier.rawValue)
    }

    /// Seconds that are left; in front, more than anyone needs.
    nonisolated open var backgroundTimeRemaining: TimeInterval {
        standIn.process.timeLeft.map { Double($0) / 1000 } ?? .greatestFiniteMagnitude
    }

    private func hear(_ event: DeviceEvent) {
        guard case .app(let event) = event else { return }
        switch event {
        case .becameActive:
            if wasBehind { post(Self.willEnterForegroundNotification) }
            // The person changes it in Settings, so the app was behind others.
            if toldRefreshStatus != backgroundRefreshStatus { post(Self.backgroundRefreshStatusDidChangeNotification) }
            toldRefreshStatus = backgroundRefreshStatus
            post(Self.didBecomeActiveNotification)
        case .enteredBackground:
            wasBehind = true
            post(Self.didEnterBackgroundNotification)
            standIn.warn()
        case .terminating: post(Self.willTerminateNotification)
        case .protectedDataAvailable: post(Self.protectedDataDidBecomeAvailableNotification)
        // Nobody tells an app why it runs. One that did not begin in front comes there from behind.
        case .launched(let cause): wasBehind = cause != .user
        case .woken: break
        }
    }

    private func post(_ name: Notification.Name) { NotificationCenter.default.post(name: name, object: self) }
}
