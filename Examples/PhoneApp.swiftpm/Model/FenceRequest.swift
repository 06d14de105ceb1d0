/// A fence as the form hands it to an adapter.
struct FenceRequest: Hashable, Sendable {
    var identifier: String
    var latitude: Double
    var longitude: Double
    /// Meters.
    var radius: Double
    var reportsEnter: Bool
    var reportsExit: Bool
    var reportsDwell: Bool
    /// Milliseconds until a stay is a dwell; `nil` takes the adapter's default.
    var dwellDelay: Double?
}
