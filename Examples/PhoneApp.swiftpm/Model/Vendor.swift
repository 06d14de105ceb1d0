/// Whose API is on the map.
enum Vendor: String, Codable, CaseIterable, Identifiable, Sendable {
    case bgeo = "BGeo"
    case beekon = "Beekon"
    case customerIO = "Customer.io"

    var id: Self { self }

    /// Whether a fence may report that somebody stayed.
    var reportsDwell: Bool { self != .beekon }

    /// Why fences cannot be added here; `nil` where they can.
    var whyNoForm: String? {
        switch self {
        case .bgeo, .beekon: nil
        case .customerIO: "Customer.io's fences come from the workspace. The map shows those that are monitored."
        }
    }
}
