package import LocationCore

/// The pause that a server asks for. (RFC 9110, 10.2.3)
package struct RetryAfter: Hashable, Sendable {
    /// From now; at least 0.
    package let milliseconds: Int64

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
