package import LocationCore

/// When and from where fences were downloaded last; both or neither. (CIO 3.1)
package struct LastSync: Hashable, Sendable {
    /// The time of the download.
    package let at: Timestamp
    /// The position it was made from.
    package let anchor: Coordinate

    package init(at: Timestamp, anchor: Coordinate) {
        self.at = at
        self.anchor = anchor
    }

    /// Reads a kept one; one half alone counts as none. (CIO 8.4)
    package init?(kept: JSONValue?) {
        guard let milliseconds = kept?["at"]?.int64Value, let latitude = kept?["latitude"]?.doubleValue,
            let longitude = kept?["longitude"]?.doubleValue,
            let anchor = try? Coordinate(latitude: latitude, longitude: longitude)
        else { return nil }
        self.init(at: Timestamp(milliseconds: milliseconds), anchor: anchor)
    }

    package var json: JSONValue {
        [
            "at": .integer(at.milliseconds), "latitude": .double(anchor.latitude),
            "longitude": .double(anchor.longitude),
        ]
    }
}
