import Foundation

/// Where requests go, made of the host that was configured. (CIO 2.1)
package struct APIAddress: Hashable, Sendable {
    /// The host as it was configured: with or without scheme, path and version.
    package let host: String

    /// Takes a host; `nil` for one that is blank.
    package init?(host: String) {
        guard !host.isBlank else { return nil }
        self.host = host.trimmed
    }

    /// The address of a download: a version at the end of the host's path gives way to that of the endpoint.
    /// `nil` when the host makes no address.
    package var nearest: String? {
        let whole = withScheme
        guard let schemeEnd = whole.range(of: "://") else { return nil }
        let rest = whole[schemeEnd.upperBound...]
        let pathStart = rest.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? rest.endIndex
        let queryStart = rest[pathStart...].firstIndex { $0 == "?" || $0 == "#" } ?? rest.endIndex
        var segments = rest[pathStart..<queryStart].split(separator: "/", omittingEmptySubsequences: true)
        if let last = segments.last, Self.isVersion(last) { segments.removeLast() }
        segments += ["v2", "geofences", "nearest"]
        // A fragment is never sent.
        let query = rest[queryStart...].prefix { $0 != "#" }
        return checked(
            "\(whole[..<schemeEnd.upperBound])\(rest[..<pathStart])/\(segments.joined(separator: "/"))\(query)")
    }

    /// The address for one event.
    package var track: String? { checked(plain + "/track") }

    /// The address for a batch of events.
    package var batch: String? { checked(plain + "/b") }

    private var withScheme: String { host.contains("://") ? host : "https://" + host }

    private var plain: String {
        let whole = withScheme
        return whole.hasSuffix("/") ? String(whole.dropLast()) : whole
    }

    private static func isVersion(_ segment: Substring) -> Bool {
        segment.count > 1 && segment.first == "v" && segment.dropFirst().utf8.allSatisfy { (48...57).contains($0) }
    }

    /// The text, if it and the bare host are absolute addresses of the same machine. Without the second look a path
    /// would become the machine where there is none: `https://` and `/track`.
    private func checked(_ text: String) -> String? {
        let isClean = text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
        guard isClean, let machine = URL(string: withScheme)?.host(), !machine.isEmpty,
            URL(string: text)?.host() == machine
        else { return nil }
        return text
    }
}
