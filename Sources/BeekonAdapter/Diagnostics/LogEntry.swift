public import Foundation

/// How much is kept in the log.
public enum LogLevel: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
    /// Nothing.
    case off
    /// What failed.
    case error
    /// What may go wrong.
    case warn
    /// What happens.
    case info
    /// Everything.
    case debug

    /// Orders from least to most.
    public static func < (left: LogLevel, right: LogLevel) -> Bool { left.rank < right.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// A line of the log.
public struct LogEntry: Hashable, Sendable, Codable {
    /// When it was written.
    public let time: Date
    /// How grave it is.
    public let level: LogLevel
    /// What it concerns, such as `geofence` or `sync`.
    public let category: String
    /// What happened.
    public let message: String

    /// Writes a line.
    public init(time: Date, level: LogLevel, category: String, message: String) {
        self.time = time
        self.level = level
        self.category = category
        self.message = message
    }
}
