package import LocationCore

/// The pause that a server asks for. (AMD-02; RFC 9110, 10.2.3)
package struct RetryAfter: Hashable, Sendable {
    /// From now; at least 0.
    package let milliseconds: Int64

    /// The most that is believed.
    package static let longest: Int64 = 3_600_000

    /// What an answer asks for, at most ``longest``; only a 429 and a 503 can ask.
    package static func asked(by result: HTTPResult, now: Timestamp) -> Int64? {
        guard case .response(let status, let headers, _) = result, status == 429 || status == 503 else { return nil }
        return headers["retry-after"].flatMap { RetryAfter($0, now: now) }.map { min($0.milliseconds, longest) }
    }

    /// Whether an answer says that the server has too much to do, or is in trouble.
    package static func isOverloaded(_ result: HTTPResult) -> Bool {
        guard case .response(let status, _, _) = result else { return false }
        return status == 429 || (500...599).contains(status)
    }

    /// Reads seconds, or a date such as `Sun, 06 Nov 1994 08:49:37 GMT`; `nil` for anything else.
    package init?(_ text: String, now: Timestamp) {
        let text = text.filter { $0 != "\t" }.split(separator: " ").joined(separator: " ")
        if !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) {
            // What has more digits than fit is longer than any pause that is kept.
            let (product, overflows) = (Int64(text) ?? .max).multipliedReportingOverflow(by: 1000)
            milliseconds = overflows ? .max : product
            return
        }
        guard let date = Self.date(text) else { return nil }
        milliseconds = max(0, date.milliseconds(since: now))
    }

    private static func date(_ text: String) -> Timestamp? {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT", let month = months.firstIndex(of: String(parts[2])) else {
            return nil
        }
        let number = month + 1 < 10 ? "0\(month + 1)" : "\(month + 1)"
        return Timestamp(iso8601: "\(parts[3])-\(number)-\(parts[1])T\(parts[4])Z")
    }
}
