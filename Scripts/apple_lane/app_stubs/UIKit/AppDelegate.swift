public import Foundation

/// What an app hears of its life. Here with an answer for who has none: `@objc optional` exists on Apple systems only.
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
    public nonisolated class var openSettingsURLString: String { "app-settings:" }

    /// Opens an address in the app it belongs to. Nothing is opened here.
    public func open(
        _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:],
        completionHandler completion: (@MainActor @Sendable (Bool) -> Void)? = nil
    ) { completion?(false) }

    /// How an address is to be opened.
    public struct OpenExternalURLOptionsKey: RawRepresentable, Hashable, Sendable {
        /// The word.
        public let rawValue: String
        /// Takes a word.
        public init(rawValue: String) { self.rawValue = rawValue }
    }
}

/// Which keys a keyboard has.
public enum UIKeyboardType: Int, Sendable {
    /// The usual ones.
    case `default` = 0
    /// Digits and a decimal point.
    case decimalPad = 8
}
