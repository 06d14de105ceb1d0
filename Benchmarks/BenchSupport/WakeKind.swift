/// What a process of geofence-wake does.
package enum WakeKind: String, CaseIterable, Sendable {
    /// Opens the store with its snapshot and ranks.
    case snapshot
    /// The same from the rows.
    case rows
    /// Reads ordinal, place and radius of each row, as another engine would need them.
    case reading
    /// Nothing at all: what a process has in memory before it begins.
    case nothing
}
