import Foundation
package import LocationCore

/// Makes JSON of what a host hands over, without what JSON cannot hold. (CIO 6.3)
package struct Sanitizer {
    /// What was left out, with its place and the reason.
    package private(set) var removed: [String] = []

    package init() {}

    /// The values of a dictionary. NaN, infinite numbers and types that JSON does not have are left out; dates become
    /// text.
    package mutating func object(_ dictionary: [String: Any]) -> JSONObject {
        object(dictionary, path: "", depth: 0)
    }

    private mutating func object(_ dictionary: [String: Any], path: String, depth: Int) -> JSONObject {
        var members: [JSONObject.Element] = []
        for key in dictionary.keys.sorted() {
            guard let value = dictionary[key] else { continue }
            let place = path.isEmpty ? key : "\(path).\(key)"
            if let json = json(value, path: place, depth: depth) { members.append((key, json)) }
        }
        return JSONObject(members)
    }

    private mutating func json(_ value: Any, path: String, depth: Int) -> JSONValue? {
        guard depth < 64 else {
            removed.append("\(path) is nested more than 64 deep")
            return nil
        }
        switch value {
        case let dictionary as [String: Any]: return .object(object(dictionary, path: path, depth: depth + 1))
        case let list as [Any]:
            var elements: [JSONValue] = []
            for (index, element) in list.enumerated() {
                if let json = json(element, path: "\(path)[\(index)]", depth: depth + 1) { elements.append(json) }
            }
            return .array(elements)
        case let date as Date: return .string(Timestamp(date).iso8601)
        case let address as URL: return .string(address.absoluteString)
        default: break
        }
        do {
            return try JSONValue(any: value)
        } catch {
            let reason = JSONBridgeError(path: path, reason: error.reason)
            removed.append("\(reason)")
            return nil
        }
    }
}
