import Foundation
public import LocationCore

/// What a server in trouble says, and whether it asks for ten minutes. (CASE-149 and its neighbors)
public struct ServerPause: Sendable, CustomStringConvertible {
    /// The answer's status.
    public let status: Int
    /// What `Retry-After` says, given the date in ten minutes; `nil` for no such field.
    public let field: @Sendable (_ date: String) -> String?
    /// Whether that asks for 600 s.
    public let asksForPause: Bool
    /// The row's name.
    public let description: String

    /// Every neighbor of the case: both statuses; seconds, a date, a negative number, no header.
    public static let all: [ServerPause] = [429, 503].flatMap { status in
        [
            ServerPause(status: status, field: { _ in "600" }, asksForPause: true, description: "\(status), seconds"),
            ServerPause(status: status, field: { $0 }, asksForPause: true, description: "\(status), a date"),
            ServerPause(
                status: status, field: { _ in "-600" }, asksForPause: false, description: "\(status), a negative number"
            ),
            ServerPause(status: status, field: { _ in nil }, asksForPause: false, description: "\(status), no header"),
        ]
    }

    /// The header fields of an answer given at a time.
    public func headers(at now: Timestamp) -> [String: String] {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(identifier: "GMT")
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return field(format.string(from: now.adding(milliseconds: 600_000).date)).map { ["Retry-After": $0] } ?? [:]
    }
}
