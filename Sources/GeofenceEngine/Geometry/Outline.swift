import LocationCore

/// The vertices of a ring as the map sees them: closed, without repeats and without a seam to a pole.
///
/// A vertex keeps its index in the list that was given, so that a fault can be told in the giver's numbers.
struct Outline {
    struct Vertex {
        let coordinate: Coordinate
        let point: MapPoint
        let index: Int
    }

    private(set) var vertices: [Vertex]

    init(_ coordinates: [Coordinate]) {
        vertices = coordinates.enumerated().map {
            Vertex(coordinate: $0.element, point: MapPoint($0.element), index: $0.offset)
        }
        dropRepeats()
        dropSeam()
    }

    /// How often the ring runs around the Earth, eastward positive.
    ///
    /// The plain differences of longitude around a closed ring add up to nothing, so what remains is 360 times the
    /// number of edges that pass the antimeridian, counted by their direction.
    var winding: Int {
        var sum = 0
        for index in vertices.indices {
            let (edge, goesEast) = edge(at: index)
            if edge.passesAntimeridian { sum += goesEast ? 1 : -1 }
        }
        return sum
    }

    /// The edge from a vertex to the next, the shorter way round, and whether that is eastward.
    ///
    /// If both ways are 180 degrees, it does not pass the antimeridian: it runs as the longitudes were written.
    func edge(at index: Int) -> (Edge, goesEast: Bool) {
        let next = index + 1 == vertices.count ? 0 : index + 1
        return Self.edge(from: vertices[index].coordinate, to: vertices[next].coordinate)
    }

    static func edge(from start: Coordinate, to end: Coordinate) -> (Edge, goesEast: Bool) {
        let (a, b) = (MapPoint(start), MapPoint(end))
        // The rounded difference is compared with 180 only: it is on the same side of it as the exact one, or equal
        // to it where the exact one is within half a unit of it.
        let difference = end.longitude - start.longitude
        if a.x == b.x { return (Edge(west: a, east: b), true) }
        let goesEast: Bool
        if abs(difference) == 180 {
            goesEast = exactlyExceedsHalfTurn(start.longitude, end.longitude) ? difference < 0 : difference > 0
        } else {
            goesEast = abs(difference) > 180 ? difference < 0 : difference > 0
        }
        return goesEast ? (Edge(west: a, east: b), true) : (Edge(west: b, east: a), false)
    }

    private static func exactlyExceedsHalfTurn(_ first: Double, _ second: Double) -> Bool {
        let unit = WideInteger.unitExponent([first, second, 180])
        func whole(_ value: Double) -> WideInteger { WideInteger(value, unitExponent: unit) }
        return (whole(max(first, second)) - whole(min(first, second)) - whole(180)).sign > 0
    }

    /// Drops the ways that lead out and back along themselves. (CASE-163)
    ///
    /// What remains of a ring that is nothing else has fewer than three vertices.
    ///
    /// - Returns: The vertices at which they turned back, in the order of the ring as it was given.
    mutating func dropSpurs() -> [Int] {
        var turned: [Int] = []
        // Each round looks at every vertex; what is dropped may make a neighbor, also across the list's ends, turn back.
        var isDone = false
        while !isDone, vertices.count >= 3 {
            isDone = true
            var position = 0
            while position < vertices.count, vertices.count >= 3 {
                guard turnsBack(position) else {
                    position += 1
                    continue
                }
                isDone = false
                turned.append(vertices.remove(at: position).index)
                // Both neighbors may be one place; the earlier one in the list stays.
                let next = position == vertices.count ? 0 : position
                let previous = position == 0 ? vertices.count - 1 : position - 1
                if vertices[next].point == vertices[previous].point { vertices.remove(at: max(next, previous)) }
                position = max(0, position - 2)
            }
        }
        return turned.sorted()
    }

    /// Whether the ring goes back at a vertex the way it came.
    private func turnsBack(_ position: Int) -> Bool {
        let here = vertex(position).point
        let (before, after) = (vertex(position - 1).point, vertex(position + 1).point)
        let (x1, y1) = (before.x - here.x, before.y - here.y)
        let (x2, y2) = (after.x - here.x, after.y - here.y)
        // Ways that lead apart by more than rounding can explain need no exact answer. Across the antimeridian these
        // differences mean nothing.
        let isPlain = abs(x1) < 180 && abs(x2) < 180
        if isPlain, x1 * x2 + y1 * y2 < -1e-9 * (abs(x1 * x2) + abs(y1 * y2)) { return false }
        if isPlain, abs(x1 * y2 - x2 * y1) > 1e-9 * (abs(x1 * y2) + abs(x2 * y1)) { return false }
        let first = position == 0 ? vertices.count - 1 : position - 1
        if case .overlap = edge(at: first).0.meeting(edge(at: position).0) { return true }
        return false
    }

    private mutating func dropRepeats() {
        var kept: [Vertex] = []
        for vertex in vertices where kept.last?.point != vertex.point { kept.append(vertex) }
        while kept.count > 1, kept.last?.point == kept.first?.point { kept.removeLast() }
        vertices = kept
    }

    /// Drops the way to a pole and back along one meridian.
    ///
    /// Maps drawn in a rectangle close a ring around a pole along the map's edge, by corners at the pole that are one
    /// place. Without that seam the ring runs around the pole, which is what was meant.
    private mutating func dropSeam() {
        guard let start = vertices.indices.first(where: { isAtPole($0) && !isAtPole($0 - 1) }) else { return }
        let count = vertices.count
        var run = 0
        while run + 1 < count, isAtPole(start + run + 1) { run += 1 }
        let meridian = vertex(start).point.x
        guard vertex(start + run).point.x == meridian else { return }
        func isOnSeam(_ position: Int) -> Bool { vertex(position).point.x == meridian }
        var (before, after) = (0, run)
        while before + after + 1 < count, isOnSeam(start - before - 1) { before += 1 }
        while before + after + 1 < count, isOnSeam(start + after + 1) { after += 1 }
        guard before > 0, after > run, before + after + 1 < count else { return }
        let kept = Set((start + after...start - before + count).map { $0 % count })
        var opened = self
        opened.vertices = vertices.indices.filter(kept.contains).map { vertices[$0] }
        // Both sides may leave the seam at one latitude; the point is one vertex then.
        opened.dropRepeats()
        if abs(opened.winding) == 1 { self = opened }
    }

    private func vertex(_ position: Int) -> Vertex { vertices[(position + vertices.count) % vertices.count] }

    private func isAtPole(_ position: Int) -> Bool { abs(vertex(position).point.y) == 90 }
}
