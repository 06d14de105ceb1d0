public import Foundation

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
