// The values of A12.

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
