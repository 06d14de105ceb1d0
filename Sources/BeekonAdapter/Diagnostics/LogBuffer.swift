import Foundation
import LocationCore

/// The newest lines of the log. (BKN 13)
package struct LogBuffer: Sendable {
    /// How many lines are kept.
    package static let capacity = 2000

    /// What is kept from now on; entries above it are dropped.
    package var level: LogLevel

    private var ring: [LogEntry] = []
    private var written = 0

    package init(level: LogLevel) { self.level = level }

    /// Keeps a line if the level allows it; whether it did.
    package mutating func write(_ entry: LogEntry) -> Bool {
        guard entry.level != .off, entry.level <= level else { return false }
        if ring.count < Self.capacity {
            ring.append(entry)
        } else {
            ring[written % Self.capacity] = entry
        }
        written += 1
        return true
    }

    /// The newest lines up to a level, oldest first.
    package func entries(upTo level: LogLevel = .debug, limit: Int = LogBuffer.capacity) -> [LogEntry] {
        let first = ring.count < Self.capacity ? 0 : written % Self.capacity
        let all = (ring[first...] + ring[..<first]).filter { $0.level <= level }
        return Array(all.suffix(max(0, limit)))
    }

    /// The lines as JSON, one object a line. (BKN-176)
    package func export() -> String {
        entries().map { entry in
            let line: JSONValue = [
                "time": .string(Timestamp(entry.time).iso8601), "level": .string(entry.level.rawValue),
                "category": .string(entry.category), "message": .string(entry.message),
            ]
            return line.text + "\n"
        }.joined()
    }
}
