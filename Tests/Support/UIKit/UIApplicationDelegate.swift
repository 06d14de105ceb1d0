public import Foundation

/// What an app hears of its life. (A12) Here with an answer for who has none: `@objc optional` exists on Apple systems only.
@MainActor public protocol UIApplicationDelegate: NSObjectProtocol {
    /// The app has been started.
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool
}

extension UIApplicationDelegate {
    /// Everything is in order.
    public func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool { true }
}

extension UIApplication {
    /// The address of the app's page in Settings.
    public class var openSettingsURLString: String { "app-settings:" }
}

/// Which keys a keyboard has.
public enum UIKeyboardType: Int, Sendable {
    /// The usual ones.
    case `default` = 0
    /// Digits and a decimal point.
    case decimalPad = 8
}
