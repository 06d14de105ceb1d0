import LocationCore

/// How much the SDK says about what it does. (CIO 1.3)
public enum CioLogLevel: String, CaseIterable, Sendable {
    /// Nothing.
    case none
    /// What went wrong.
    case error
    /// Also what a reader of a log should know.
    case info
    /// Also every decision.
    case debug

    /// The level of a name in any letter case; ``error`` for a name that is none.
    public static func getLogLevel(for name: String) -> CioLogLevel {
        CioLogLevel(rawValue: name.lowercased()) ?? .error
    }
}

extension CioLogLevel {
    /// Whether a line of another level is said at this one.
    package func includes(_ level: CioLogLevel) -> Bool { level != .none && level.rank <= rank }

    /// The level in the package's words; `nil` for none.
    var common: GeofencingLog.Level? {
        switch self {
        case .none: nil
        case .error: .error
        case .info: .info
        case .debug: .debug
        }
    }

    private var rank: Int {
        switch self {
        case .none: 0
        case .error: 1
        case .info: 2
        case .debug: 3
        }
    }
}
