package import LocationCore

/// What makes two rows the same one. (CIO 5.3)
///
/// A tuple, never glued text: fence `a_enter` and its neighbours cannot be taken for one another.
package struct RowKey: Hashable, Sendable {
    /// Two persons may cross one boundary in the same second; each crossing is a row of its own.
    package let userId: String
    package let geofenceId: String
    package let transition: String
    package let epochSecond: Int64
    package let geosetId: String?

    package init(userId: String, geofenceId: String, transition: String, at: Timestamp, geosetId: String?) {
        self.userId = userId
        self.geofenceId = geofenceId
        self.transition = transition
        self.epochSecond = at.wholeSeconds
        self.geosetId = geosetId
    }

    /// The tuple as a JSON list, which tells its elements apart whatever they contain.
    package var text: String {
        let elements: [JSONValue] = [
            .string(userId), .string(geofenceId), .string(transition), .integer(epochSecond),
            geosetId.map { .string($0) } ?? .null,
        ]
        return JSONValue.array(elements).text
    }
}
