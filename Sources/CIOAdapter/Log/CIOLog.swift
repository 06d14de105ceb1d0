import Foundation
import LocationCore

/// A line of the log. (CIO 9)
package struct CIOLogLine: Hashable, Sendable, CustomStringConvertible {
    /// Which part of the SDK speaks.
    package enum Tag: String, Hashable, Sendable {
        case geofence = "Geofence"
        case location = "Location"
        case start = "Init"
    }

    /// How important it is.
    package let level: CioLogLevel
    /// Who says it.
    package let tag: Tag
    /// What happened, without keys, and without positions above debug.
    package let message: String

    package init(_ level: CioLogLevel, _ tag: Tag, _ message: String) {
        self.level = level
        self.tag = tag
        self.message = message
    }

    /// The line as it is written.
    package var description: String { "[CIO][\(tag.rawValue)] \(level.rawValue): \(message)" }
}

/// Where lines of the log go. Called on whatever thread has something to say, never while a lock is held.
package struct CIOLogSink: Sendable {
    private let take: @Sendable (CIOLogLine) -> Void

    package init(_ take: @escaping @Sendable (CIOLogLine) -> Void) { self.take = take }

    package func callAsFunction(_ line: CIOLogLine) { take(line) }

    /// Writes to standard error, unless lines go to the system's log or to a handler of the app.
    package static let standardError = CIOLogSink { line in
        guard !GeofencingLog.hasHandler else { return }
        FileHandle.standardError.write(Data("\(line)\n".utf8))
    }
}
