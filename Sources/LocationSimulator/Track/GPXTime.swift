import LocationCore

/// How GPX files write a time: XML's `dateTime`, and what tools make of it. (LNX-072)
enum GPXTime {
    /// The instant, and whether the text tells its zone; `nil` for what is no time.
    ///
    /// Beyond ISO 8601 in full, the seconds may be missing, the offset may be hours alone (`+01`), and there may be no
    /// zone, which is read as UTC.
    static func read(_ text: some StringProtocol) -> (time: Timestamp, hasZone: Bool)? {
        if let time = Timestamp(iso8601: text) { return (time, true) }
        // The date's hyphens stand in the first ten characters.
        let bytes = Array(text.utf8)
        let zone = bytes.dropFirst(10).firstIndex { Self.zoneStarts.contains($0) } ?? bytes.count
        var local = String(decoding: bytes[..<zone], as: UTF8.self).withoutOuterSpace + ""
        var offset = String(decoding: bytes[zone...], as: UTF8.self)
        if local.utf8.count == "2026-07-06T17:42".utf8.count { local += ":00" }
        if offset.utf8.count == "+01".utf8.count { offset += ":00" }
        return Timestamp(iso8601: local + (offset.isEmpty ? "Z" : offset)).map { ($0, !offset.isEmpty) }
    }

    private static let zoneStarts: Set<UInt8> = [
        UInt8(ascii: "Z"), UInt8(ascii: "z"), UInt8(ascii: "+"), UInt8(ascii: "-"),
    ]
}
