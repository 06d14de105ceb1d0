/// On which side of a fence's boundary the device is.
public enum Side: String, Hashable, Sendable, Codable {
    /// Nothing has told yet.
    case unknown
    /// Within the boundary, or on it.
    case inside
    /// Beyond the boundary.
    case outside
}

/// The direction in which a boundary was passed.
public enum CrossingDirection: String, Hashable, Sendable, Codable {
    /// From outside to inside.
    case enter
    /// From inside to outside.
    case exit

    /// Where the device is after passing in this direction.
    public var side: Side { self == .enter ? .inside : .outside }
}
