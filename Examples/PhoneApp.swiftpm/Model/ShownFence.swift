/// A fence as the map draws it.
struct ShownFence: Hashable, Identifiable, Sendable {
    let id: String
    let latitude: Double
    let longitude: Double
    /// Meters; of a polygon the smallest circle around it.
    let radius: Double
    var reportsEnter = true
    var reportsExit = true
    var reportsDwell = false
    /// Milliseconds until a stay is a dwell; `nil` for the adapter's default.
    var dwellDelay: Double?
    /// Why the system watches no region for it; `nil` when it does.
    var absence: String?

    var isWatched: Bool { absence == nil }
}
