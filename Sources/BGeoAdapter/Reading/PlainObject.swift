package import LocationCore

/// A dictionary of plain values, kept as JSON so that it can be shared between threads and stored.
package struct PlainObject: Hashable, Sendable {
    /// What could be kept.
    package let members: JSONObject
    /// Path to the first value, in the order of names, that is no JSON value; its member was not kept.
    package let unrepresentable: String?

    package init(members: JSONObject) {
        self.members = members
        self.unrepresentable = nil
    }

    package init(_ dictionary: [String: Any]) {
        var kept: [JSONObject.Element] = []
        var refused: String?
        for (key, value) in dictionary.sorted(by: { $0.key < $1.key }) {
            do throws(JSONBridgeError) {
                kept.append((key, try JSONValue(any: value)))
            } catch {
                let separator = error.path.isEmpty || error.path.hasPrefix("[") ? "" : "."
                refused = refused ?? key + separator + error.path
            }
        }
        self.members = JSONObject(kept)
        self.unrepresentable = refused
    }

    /// The members as Swift values.
    package var dictionary: [String: Any] { Dictionary(members.map { ($0.key, $0.value.anyValue) }) { $1 } }
}
