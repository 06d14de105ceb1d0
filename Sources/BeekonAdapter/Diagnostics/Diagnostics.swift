import LocationCore

/// The log of one ``Beekon``, from any thread.
final class Diagnostics: Sendable {
    private let buffer: Locked<LogBuffer>
    private let now: @Sendable () -> Timestamp
    let entries = Broadcast<LogEntry>(capacity: 256, beginning: .next)

    init(level: LogLevel, now: @escaping @Sendable () -> Timestamp) {
        buffer = Locked(LogBuffer(level: level))
        self.now = now
    }

    func write(_ level: LogLevel, _ category: String, _ message: String) {
        let entry = LogEntry(time: now().date, level: level, category: category, message: message)
        let isKept = buffer.withLock { $0.write(entry) }
        if isKept { entries.send(entry) }
        if let level = level.common {
            GeofencingLog.write(level, source: "Beekon", category: category, message, isKept: isKept)
        }
    }

    func setLevel(_ level: LogLevel) { buffer.withLock { $0.level = level } }

    func entries(upTo level: LogLevel, limit: Int) -> [LogEntry] {
        buffer.withLock { $0.entries(upTo: level, limit: limit) }
    }

    func export() -> String { buffer.withLock { $0.export() } }
}

extension LogLevel {
    /// The level in the package's words; `nil` for none.
    fileprivate var common: GeofencingLog.Level? {
        switch self {
        case .off: nil
        case .error: .error
        case .warn: .warning
        case .info: .info
        case .debug: .debug
        }
    }
}
