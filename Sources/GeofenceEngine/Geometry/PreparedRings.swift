import LocationCore

/// Where a point lies with respect to an area.
enum PointLocation: Hashable, Sendable {
    case inside
    /// On an edge or a vertex.
    case boundary
    case outside
}

/// The rings of one polygon, sorted for asking which points lie in it.
///
/// A point is inside if its meridian, followed to a pole that is not inside, crosses an odd number of edges. Edges are
/// kept in buckets by longitude, so that a question looks at those only that its meridian may cross.
struct PreparedRings: Sendable {
    private let south: Double
    private let north: Double
    private let atNorthPole: PointLocation
    private let atSouthPole: PointLocation
    private let countsEdgesBelow: Bool
    private let buckets: Buckets
    /// The edges of bucket b are `items[starts[b]..<starts[b + 1]]`, those first that a meridian meets first on its way
    /// from the pole it is followed to.
    private let starts: ContiguousArray<Int32>
    private let items: ContiguousArray<Edge>

    init(_ rings: [Ring]) {
        let edges = rings.flatMap(\.edges)
        let latitudes = rings.flatMap(\.vertices).map(\.latitude)
        let (south, north) = (latitudes.min() ?? 0, latitudes.max() ?? 0)
        (self.south, self.north) = (south, north)
        func pole(_ pole: Ring.Pole, touched: Bool) -> PointLocation {
            if touched { return .boundary }
            return rings.count { $0.enclosedPole == pole }.isMultiple(of: 2) ? .outside : .inside
        }
        atNorthPole = pole(.north, touched: north == 90)
        atSouthPole = pole(.south, touched: south == -90)
        countsEdgesBelow = rings.first?.enclosedPole != .south
        buckets = Buckets(edges)
        (starts, items) = buckets.sorted(edges, upward: countsEdgesBelow)
    }

    @inline(__always)
    func location(of point: MapPoint) -> PointLocation {
        // All longitudes of a pole are one place.
        if point.y > north || point.y == 90 { return atNorthPole }
        if point.y < south || point.y == -90 { return atSouthPole }
        guard let bucket = buckets.index(of: point.x) else { return .outside }
        let counted = countsEdgesBelow ? 1 : -1
        return items.withUnsafeBufferPointer { items in
            var isInside = false
            for index in Int(starts[bucket])..<Int(starts[bucket + 1]) {
                let edge = items[index]
                // This edge and all that follow lie beyond the point.
                if countsEdgesBelow ? edge.lowest > point.y : edge.highest < point.y { break }
                guard edge.reaches(point.x) else { continue }
                let side = edge.side(of: point)
                if side == 0 { return .boundary }
                // Each edge counts with its western end and without its eastern one, so that a meridian through a
                // vertex crosses the line there once or not at all.
                if side == counted, point.x != edge.east.x { isInside.toggle() }
            }
            return isInside ? .inside : .outside
        }
    }
}

/// Equal stretches of longitude, counted eastward from the western end of an area.
private struct Buckets: Sendable {
    private let start: Double
    private let reach: Double
    private let perDegree: Double
    private let count: Int

    init(_ edges: [Edge]) {
        (start, reach) = Self.extent(edges)
        let widths = edges.reduce(0.0) { $0 + Self.width($1) }
        // An edge is kept in each bucket it reaches. Two buckets per edge are fast, eight copies of an edge are enough.
        let affordable = widths > 0 ? 8 * Double(edges.count) * reach / widths : 1
        count = max(1, Int(min(2 * Double(edges.count), affordable)))
        perDegree = reach > 0 ? Double(count) / reach : 0
    }

    /// Where the area begins in the west, and how many degrees it reaches eastward: all of them if it closes on itself.
    ///
    /// It need not be exact: whatever the start, each edge is found in the buckets between those of its ends.
    private static func extent(_ edges: [Edge]) -> (start: Double, reach: Double) {
        if let (west, east) = plainExtent(edges) { return (west, east - west) }
        var gaps: [(x: Double, change: Int)] = []
        var open = 0
        for edge in edges {
            gaps.append((edge.west.x, 1))
            gaps.append((edge.east.x, -1))
            if edge.passesAntimeridian { open += 1 }
        }
        gaps.sort { $0.x == $1.x ? $0.change > $1.change : $0.x < $1.x }
        // The widest stretch that no edge reaches; the last one runs on across the antimeridian.
        var (best, start) = (0.0, -180.0)
        for (index, event) in gaps.enumerated() {
            open += event.change
            let isLast = index + 1 == gaps.count
            let next = isLast ? gaps[0].x + 360 : gaps[index + 1].x
            if open == 0, next - event.x > best { (best, start) = (next - event.x, gaps[isLast ? 0 : index + 1].x) }
        }
        return (start, 360 - best)
    }

    /// The outermost longitudes, where that is less than half a turn; the widest gap is then the rest of it.
    private static func plainExtent(_ edges: [Edge]) -> (west: Double, east: Double)? {
        var (west, east) = (Double.infinity, -Double.infinity)
        for edge in edges {
            if edge.passesAntimeridian { return nil }
            (west, east) = (min(west, edge.west.x), max(east, edge.east.x))
        }
        return east - west < 180 ? (west, east) : nil
    }

    private static func width(_ edge: Edge) -> Double {
        edge.east.x - edge.west.x + (edge.passesAntimeridian ? 360 : 0)
    }

    /// The bucket of a longitude; `nil` east of all. Never decreases on the way east from the start.
    @inline(__always)
    func index(of x: Double) -> Int? {
        let degrees = (x < start ? x + 360 : x) - start
        // Both sides are rounded: what is refused here is more than a rounding error away from the last edge.
        if degrees > reach + 1e-9 { return nil }
        return min(Int(degrees * perDegree), count - 1)
    }

    /// The edges of each bucket one after the other, and where each bucket begins.
    func sorted(_ edges: [Edge], upward: Bool) -> (starts: ContiguousArray<Int32>, items: ContiguousArray<Edge>) {
        let order = edges.indices.map {
            Key(height: upward ? edges[$0].lowest : -edges[$0].highest, edge: Int32($0))
        }.sorted { $0.height < $1.height }
        var starts = ContiguousArray<Int32>(repeating: 0, count: count + 1)
        for edge in edges { forEachBucket(of: edge) { starts[$0 + 1] += 1 } }
        for bucket in 0..<count { starts[bucket + 1] += starts[bucket] }
        let total = Int(starts[count])
        let items = ContiguousArray<Edge>(unsafeUninitializedCapacity: total) { items, written in
            // In their order each bucket is given its edges, so that it has them in order too.
            var next = starts
            for key in order {
                let edge = edges[Int(key.edge)]
                forEachBucket(of: edge) { bucket in
                    items.initializeElement(at: Int(next[bucket]), to: edge)
                    next[bucket] += 1
                }
            }
            written = total
        }
        return (starts, items)
    }

    private struct Key {
        let height: Double
        let edge: Int32
    }

    /// Visits each bucket that an edge reaches, once.
    @inline(__always)
    private func forEachBucket(of edge: Edge, _ visit: (Int) -> Void) {
        let (first, last) = (index(of: edge.west.x) ?? count - 1, index(of: edge.east.x) ?? count - 1)
        if isEastOfStart(edge.east.x, than: edge.west.x) {
            for bucket in first..<count { visit(bucket) }
            // One bucket may hold both ends.
            for bucket in 0...last where bucket < first { visit(bucket) }
        } else {
            for bucket in first...last { visit(bucket) }
        }
    }

    /// Whether going east from the start one meets the first longitude before the second one.
    private func isEastOfStart(_ first: Double, than second: Double) -> Bool {
        let (a, b) = (first < start, second < start)
        return a == b ? first < second : b
    }
}
