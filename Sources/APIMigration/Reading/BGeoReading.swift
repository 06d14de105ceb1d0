import BGeoAdapter
import GeofenceEngine
import LocationCore

/// Reads a fence as BGeo's SDK does. (BGEO-001 to BGEO-010, BGEO-137, BGEO-138)
enum BGeoReading {
    private static let flags = ["notifyOnEntry", "notifyOnExit", "notifyOnDwell"]
    private static let known = Set(
        flags + ["identifier", "radius", "latitude", "longitude", "loiteringDelay", "extras"])

    static func read(_ entry: JSONValue) throws(FenceFault) -> ReadFence {
        guard let members = entry.objectValue else { throw FenceFault(id: nil, reason: "it is no object") }
        let id = members["identifier"]?.stringValue
        guard let fence = Geofence(stored: entry) else {
            throw FenceFault(id: id, reason: "identifier must be text, radius, latitude and longitude numbers")
        }
        if let rule = fence.brokenRule { throw FenceFault(id: id, reason: "rule \(rule.rawValue), \(rule.allowed)") }
        guard let coordinate = try? Coordinate(latitude: fence.latitude, longitude: fence.longitude),
            let circle = try? Circle(center: coordinate, radius: fence.radius)
        else { throw FenceFault(id: id, reason: "it is no circle on the Earth") }
        var reports: TransitionKinds = []
        if fence.notifyOnEntry == true { reports.insert(.enter) }
        if fence.notifyOnExit == true { reports.insert(.exit) }
        if fence.notifyOnDwell == true { reports.insert(.dwell) }
        return ReadFence(
            definition: FenceDefinition(
                id: FenceID(fence.identifier), shape: .circle(circle), reports: reports,
                dwellDelay: fence.loiteringDelay, data: fence.extrasObject?.members),
            remarks: remarks(members))
    }

    private static func remarks(_ members: JSONObject) -> [String] {
        var mistyped: [String] = []
        for flag in flags where members.holds(flag) && members[flag]?.boolValue == nil {
            mistyped.append("\(flag) is neither true nor false; BGeo takes it as left out")
        }
        if members.holds("loiteringDelay"), members["loiteringDelay"]?.doubleValue == nil {
            mistyped.append("loiteringDelay is no number; BGeo takes it as left out")
        }
        if members.holds("extras"), members["extras"]?.objectValue == nil {
            mistyped.append("extras is no object; BGeo takes it as left out")
        }
        return mistyped + members.unknown(besides: known, to: .bgeo)
    }
}

extension JSONObject {
    /// Whether a member is there and not null.
    func holds(_ member: String) -> Bool { self[member].map { !$0.isNull } ?? false }

    /// Says of each member that a style does not have that it is left behind.
    func unknown(besides known: Set<String>, to style: APIStyle) -> [String] {
        keys.filter { !known.contains($0) }
            .map { "\($0) is no member of a fence in \(style.name), which passes over it; it is left behind" }
    }
}
