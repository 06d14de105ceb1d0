public import LocationCore

/// Why a file of fences cannot be converted as a whole.
public enum MigrationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Not JSON, or broken off; carries where.
    case notJSON(JSONError)
    /// JSON, but no list of fences of the style.
    case noList
    /// What Customer.io's SDK stores on a device, which is no definition of fences.
    case storedState
    /// Every entry that shows its style is another's.
    case wrongStyle(given: APIStyle, looksLike: APIStyle)
    /// Entries of several styles; carries the places of each, counted from 0.
    case mixed([APIStyle: [Int]])

    /// What is wrong, and what would be right.
    public var description: String {
        switch self {
        case .notJSON(let error): "not JSON, or broken off: \(error)"
        case .noList:
            "no list of fences: BGeo's and Beekon's is a list, Customer.io's an object with a list named geofences"
        case .storedState:
            "this is the state that Customer.io's SDK keeps on a device (cachedGeofences), not a list of fences"
        case .wrongStyle(let given, let looks):
            "the fences look like \(looks.name)'s, not \(given.name)'s: give \(looks.rawValue) as their style"
        case .mixed(let found):
            "entries of several styles; split the file: "
                + found.sorted { $0.key.rawValue < $1.key.rawValue }
                .map { "\($0.key.name) \(Self.places($0.value))" }.joined(separator: ", ")
        }
    }

    /// The first few places as people count them.
    private static func places(_ indices: [Int]) -> String {
        let shown = indices.prefix(5).map { String($0 + 1) }.joined(separator: ", ")
        return "(entries \(shown)\(indices.count > 5 ? " and \(indices.count - 5) more" : ""))"
    }
}
