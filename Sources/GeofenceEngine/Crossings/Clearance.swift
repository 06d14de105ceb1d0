import LocationCore

/// Customer.io's table for polygons: to be outside takes more clearance than to be inside, and a small shape takes a good
/// fix. (CIO 7.8)
enum Clearance: Hashable, Sendable {
    case inside
    case outside
    /// Inside, unless a newer fix that is good enough says outside.
    case insideUnlessContradicted
    case undecided

    /// - Parameters:
    ///   - depth: Metres to the nearest edge, positive inside.
    ///   - accuracy: The fix's accuracy in metres; `nil` or 0 decides nothing.
    ///   - scale: Twice the area by the perimeter, in metres: a fix as coarse as that cannot place anything in the shape.
    init(depth: Double, accuracy: Double?, scale: Double) {
        guard let accuracy, accuracy > 0 else {
            self = .undecided
            return
        }
        if depth < 0, -depth > accuracy {
            self = .outside
        } else if accuracy >= scale {
            self = .undecided
        } else if depth > accuracy {
            self = .inside
        } else {
            self = depth >= 0 ? .insideUnlessContradicted : .undecided
        }
    }
}
