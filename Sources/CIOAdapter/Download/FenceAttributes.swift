package import GeofenceEngine
package import LocationCore

/// What a fence carries besides its shape and what it reports; kept by the engine as it is.
package struct FenceAttributes: Hashable, Sendable {
    /// The customer's name for it; `nil` for none.
    package let name: String?
    /// The customer's values.
    package let metadata: Metadata
    /// When the workspace changed it last; epoch 0 when unknown.
    package let lastUpdated: Timestamp

    package init(name: String?, metadata: Metadata, lastUpdated: Timestamp) {
        self.name = name
        self.metadata = metadata
        self.lastUpdated = lastUpdated
    }

    /// Reads them back from a fence; what an older version did not keep is absent. (CIO 8.4)
    package init(of fence: Fence) {
        let kept = fence.attributes
        name = kept["name"]?.stringValue
        metadata = Metadata(wire: kept["metadata"])
        lastUpdated = Timestamp(milliseconds: kept["last_updated"]?.int64Value ?? 0)
    }

    package var json: JSONValue {
        var members: [JSONObject.Element] = []
        if lastUpdated.milliseconds != 0 { members.append(("last_updated", .integer(lastUpdated.milliseconds))) }
        if !metadata.values.isEmpty { members.append(("metadata", .object(metadata.values))) }
        if let name { members.append(("name", .string(name))) }
        return .object(JSONObject(members))
    }
}
