package import LocationCore

/// A dictionary of plain values, kept as JSON so that it can be shared between threads and stored.
package struct PlainObject: Hashable, Sendable {
    /// What could be kept.
    package let members: JSONObject
    /// Path to the first value, in the order of names, that is no JSON value; its member was not kept.
    package let unrepresentable: String?

    /// How deep arrays and objects may be nested, this one included. What is stored and sent has more of them around it,
    /// and the reader's limit, 512, is for the whole: without room for those a fence would be accepted and gone after a
    /// relaunch.
    package static let deepest = 500

    package init(members: JSONObject) {
        self.members = members
        self.unrepresentable = nil
    }

    package init(_ dictionary: [String: Any]) {
        var kept: [JSONObject.Element] = []
        var refused: String?
        for (key, value) in dictionary.sorted(by: { $0.key < $1.key }) {
            do throws(JSONBridgeError) {
                let json = try JSONValue(any: value)
                if json.isNested(deeperThan: Self.deepest - 1) {
                    refused = refused ?? key
                } else {
                    kept.append((key, json))
                }
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

extension PlainObject {
    /// Numbers are compared by their value: a coder of Swift's brings `2.0` back as `2`.
    package static func == (left: PlainObject, right: PlainObject) -> Bool {
        left.unrepresentable == right.unrepresentable
            && JSONValue.object(left.members).withWholeNumbers == JSONValue.object(right.members).withWholeNumbers
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(unrepresentable)
        hasher.combine(JSONValue.object(members).withWholeNumbers)
    }
}

extension JSONValue {
    /// The same value with every whole number that an integer holds as that integer.
    fileprivate var withWholeNumbers: JSONValue {
        switch self {
        case .double(let number): Int64(exactly: number).map { .integer($0) } ?? self
        case .array(let elements): .array(elements.map(\.withWholeNumbers))
        case .object(let members):
            .object(JSONObject(members.map { (key: $0.key, value: $0.value.withWholeNumbers) }))
        case .null, .bool, .integer, .unsigned, .string: self
        }
    }

    /// Whether there are more arrays and objects in one another, this value included.
    fileprivate func isNested(deeperThan limit: Int) -> Bool {
        switch self {
        case .array(let elements): limit < 1 || elements.contains { $0.isNested(deeperThan: limit - 1) }
        case .object(let members): limit < 1 || members.contains { $0.value.isNested(deeperThan: limit - 1) }
        default: false
        }
    }
}
