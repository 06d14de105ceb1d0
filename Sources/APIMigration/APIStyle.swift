/// The vendor whose API and files a fence definition is written for.
public enum APIStyle: String, Hashable, Sendable, Codable, CaseIterable {
    /// BGeo: a list of fences with `identifier` and `radius`.
    case bgeo
    /// Beekon: a list of fences with `id` and `radiusMeters`, or what its server answers to a sync.
    case beekon
    /// Customer.io: what its server answers to a download, or the list in it.
    case customerio

    /// The vendor's name as people write it.
    public var name: String {
        switch self {
        case .bgeo: "BGeo"
        case .beekon: "Beekon"
        case .customerio: "Customer.io"
        }
    }
}
