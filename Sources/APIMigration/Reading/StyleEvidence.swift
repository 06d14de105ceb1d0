import LocationCore

/// Which style an entry looks like, by the members that only one of them has.
enum StyleEvidence {
    /// The style that more speaks for than for any other; `nil` when nothing decides.
    static func style(of entry: JSONValue) -> APIStyle? {
        guard let members = entry.objectValue else { return nil }
        var points: [APIStyle: Int] = [:]
        for (style, words) in telling {
            points[style] = words.reduce(0) { $0 + (members[$1.member] == nil ? 0 : $1.weight) }
        }
        // Both words are in other styles too; only together they are Customer.io's.
        if members["id"] != nil, members["radius"] != nil { points[.customerio, default: 0] += 2 }
        let ranked = points.sorted { $0.value > $1.value }
        guard let best = ranked.first, best.value > 0, ranked.dropFirst().allSatisfy({ $0.value < best.value })
        else { return nil }
        return best.key
    }

    /// Refuses a list whose entries look like another style, or like several.
    static func check(_ entries: [JSONValue], are style: APIStyle) throws(MigrationError) {
        var found: [APIStyle: [Int]] = [:]
        for (index, entry) in entries.enumerated() {
            if let looks = self.style(of: entry) { found[looks, default: []].append(index) }
        }
        let others = found.keys.filter { $0 != style }
        guard let other = others.first else { return }
        if found[style] == nil, others.count == 1 { throw .wrongStyle(given: style, looksLike: other) }
        throw .mixed(found)
    }

    private static let telling: [(style: APIStyle, words: [(member: String, weight: Int)])] = [
        (
            .bgeo,
            [("identifier", 3), ("loiteringDelay", 2), ("notifyOnDwell", 2), ("extras", 1)]
        ),
        (
            .beekon,
            [("radiusMeters", 3), ("notification", 1), ("notify_on_entry", 2), ("notify_on_exit", 2)]
        ),
        (
            .customerio,
            [
                ("transition_types", 2), ("transitionTypes", 2), ("geoset_ids", 2), ("geosetIds", 2),
                ("dwell_threshold_seconds", 2), ("dwellThresholdSeconds", 2), ("enclosing_circle", 2),
                ("enclosingCircle", 2), ("metadata", 1), ("shape", 1), ("last_updated", 1), ("external_id", 1),
            ]
        ),
    ]
}
