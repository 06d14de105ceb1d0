package import LocationCore

/// What the Location module keeps across launches; cleared at sign-out. (CIO 8.1, 8.3)
package struct LocationMemory: Hashable, Sendable {
    /// The newest tracked position.
    package var cached: Coordinate?
    /// The position that was last sent to the workspace, and when.
    package var lastSent: Sent?

    /// A position that was sent.
    package struct Sent: Hashable, Sendable {
        package let at: Timestamp
        package let coordinate: Coordinate
    }

    package init() {}

    /// Reads a kept memory; what cannot be read is absent.
    package init(kept: JSONValue?) {
        cached = kept?["cachedLocation"].flatMap(Coordinate.init(kept:))
        guard let sent = kept?["lastSynced"], let at = sent["at"]?.int64Value,
            let coordinate = Coordinate(kept: sent)
        else { return }
        lastSent = Sent(at: Timestamp(milliseconds: at), coordinate: coordinate)
    }

    package var json: JSONValue {
        var members: [JSONObject.Element] = []
        if let cached { members.append(("cachedLocation", .object(cached.members))) }
        if let lastSent {
            var sent = lastSent.coordinate.members
            sent["at"] = .integer(lastSent.at.milliseconds)
            members.append(("lastSynced", .object(sent)))
        }
        return .object(JSONObject(members))
    }

    /// Whether a position is news for the workspace: at least a day and at least a kilometre from the last one. (CIO-136)
    func isNews(_ coordinate: Coordinate, at now: Timestamp) -> Bool {
        guard let lastSent else { return true }
        return now.milliseconds(since: lastSent.at) >= 86_400_000
            && Geodesic.distance(from: lastSent.coordinate, to: coordinate) >= 1000
    }
}

extension Coordinate {
    fileprivate init?(kept: JSONValue) {
        guard let latitude = kept["latitude"]?.doubleValue, let longitude = kept["longitude"]?.doubleValue,
            let coordinate = try? Coordinate(latitude: latitude, longitude: longitude)
        else { return nil }
        self = coordinate
    }

    fileprivate var members: JSONObject { ["latitude": .double(latitude), "longitude": .double(longitude)] }
}
