package import LocationCore

/// The circles that the core judges itself, side by side with what is known of each.
///
/// Most of them are far outside, or the device is well within, and it was so before. One comparison of a chord tells that, and
/// then nothing follows.
package struct JudgedCircles: Sendable {
    fileprivate struct Entry {
        let center: SurfacePoint
        let radius: Double
        let ordinal: Int64
        /// Polygons are never settled by their circle.
        let isCircle: Bool
        var side: Side
    }

    /// Of the places that they are.
    let placesVersion: Int
    private var entries: ContiguousArray<Entry>

    package init(_ places: [Place], version: Int, _ standings: Standings) {
        placesVersion = version
        entries = ContiguousArray(places.lazy.map { Self.entry($0, standings) })
    }

    /// The same for other places, of which most were there before.
    ///
    /// - Parameter sources: Where each lay before; `nil` for a new one.
    package init(_ old: JudgedCircles, _ places: [Place], from sources: [Int?], version: Int, _ standings: Standings) {
        placesVersion = version
        entries = ContiguousArray(
            places.indices.lazy.map { index in
                sources[index].map { old.entries[$0] } ?? Self.entry(places[index], standings)
            })
    }

    private static func entry(_ place: Place, _ standings: Standings) -> Entry {
        Entry(
            center: place.center, radius: place.circle.radius, ordinal: place.ordinal, isCircle: place.isCircle,
            side: standings.side(of: place.ordinal))
    }

    /// Takes note of a side.
    package mutating func note(_ side: Side, of ordinal: Int64) {
        guard let index = entries.firstIndex(where: { $0.ordinal == ordinal }), entries[index].side != side else {
            return
        }
        entries[index].side = side
    }

    /// Which of the places a fix may tell something new of, in their order.
    ///
    /// - Parameters:
    ///   - point: Where it lies.
    ///   - confirmsStays: Whether it is of use that the device is still inside.
    package func unsettled(by point: SurfacePoint, accuracy: Double?, confirmsStays: Bool) -> [Int] {
        guard let accuracy else { return Array(entries.indices) }
        var unsettled: [Int] = []
        for index in entries.indices where !entries[index].isSettled(point, accuracy, confirmsStays) {
            unsettled.append(index)
        }
        return unsettled
    }
}

extension JudgedCircles.Entry {
    /// Whether a fix surely says what is known already. What it says near the edge is not decided here.
    @inline(__always)
    fileprivate func isSettled(_ point: SurfacePoint, _ accuracy: Double, _ confirmsStays: Bool) -> Bool {
        let dx = center.x - point.x
        let dy = center.y - point.y
        let dz = center.z - point.z
        let squared = dx * dx + dy * dy + dz * dz
        switch side {
        case .outside:
            // The way is never shorter than the chord.
            let far = (radius + accuracy) * 1.000_001 + 0.01
            return squared > far * far && isCircle
        case .inside:
            // And up to 30 km it is at most 28 mm longer.
            let near = radius - accuracy - 0.05
            return near > 0 && near < 30_000 && squared < near * near && isCircle && !confirmsStays
        case .unknown: return false
        }
    }
}
