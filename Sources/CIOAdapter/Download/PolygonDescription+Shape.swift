package import GeofenceEngine

extension PolygonDescription {
    /// The shape that the engine watches.
    ///
    /// - Throws: ``EntryError/ring(_:)`` where two edges cross or touch.
    package func shape() throws(EntryError) -> FenceShape {
        do {
            return .polygon(try Polygon(shell: ring, touching: .refused, leftovers: .refused))
        } catch {
            throw .ring("\(error)")
        }
    }
}
