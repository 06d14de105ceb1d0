/// How the system's places for regions are divided among several adapters of one app, as one of them sees it.
public struct RegionSharing: Hashable, Sendable {
    /// How many places this one may use.
    public let places: Int
    /// How many places there are for all of them: the system's number less what others in the app hold.
    public let total: Int
    /// What the other adapters may use, by name.
    public let others: [String: Int]

    /// Describes a division.
    public init(places: Int, total: Int, others: [String: Int]) {
        self.places = places
        self.total = total
        self.others = others
    }
}

extension RegionSharing: CustomStringConvertible {
    /// The division in words.
    public var description: String {
        let rest = others.sorted { $0.key < $1.key }.map { "\($0.key) has \($0.value)" }.joined(separator: ", ")
        return "\(places) of \(total) places are for this adapter" + (rest.isEmpty ? "" : ", \(rest)")
    }
}
