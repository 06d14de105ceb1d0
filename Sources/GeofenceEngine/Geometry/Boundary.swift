import LocationCore

/// The edges that separate a shape from the rest of the world.
///
/// Polygons that were cut apart along an edge, as RFC 7946 asks for at the antimeridian, are one area: the cut is no
/// boundary.
struct Boundary: Sendable {
    /// The edges of polygons that hang together, cuts left out.
    private(set) var parts: [(members: [Int], edges: [Edge])] = []

    init(_ polygons: [Polygon]) {
        var sides: [Side] = []
        for (member, polygon) in polygons.enumerated() {
            for ring in polygon.rings {
                sides += ring.steps.map { Side(edge: $0.edge, isForward: $0.goesEast, member: member) }
            }
        }
        var groups = Array(polygons.indices)
        if polygons.count > 1 { sides = Self.withoutCuts(sides, &groups) }
        for group in Set(groups).sorted() {
            let members = groups.indices.filter { groups[$0] == group }
            let edges = sides.filter { groups[$0.member] == group }.map(\.edge)
            parts.append((members, edges))
        }
    }

    var edges: [Edge] { parts.flatMap(\.edges) }

    /// An edge with the direction in which its polygon, lying to the left, is walked around.
    private struct Side {
        var edge: Edge
        let isForward: Bool
        let member: Int

        /// What the polygon beyond the edge would have, if there is one.
        struct Key: Hashable {
            let from: MapPoint
            let to: MapPoint
        }

        var key: Key { isForward ? Key(from: edge.west, to: edge.east) : Key(from: edge.east, to: edge.west) }
        var opposite: Key { Key(from: key.to, to: key.from) }
        var isOnAntimeridian: Bool { edge.isVertical && edge.west.x == -180 }
    }

    private static func withoutCuts(_ sides: [Side], _ groups: inout [Int]) -> [Side] {
        let owners = Dictionary(sides.map { ($0.key, $0.member) }, uniquingKeysWith: { first, _ in first })
        var kept: [Side] = []
        for side in sides {
            if let other = owners[side.opposite], other != side.member {
                join(side.member, other, &groups)
            } else {
                kept.append(side)
            }
        }
        let (cut, rest) = (kept.filter(\.isOnAntimeridian), kept.filter { !$0.isOnAntimeridian })
        return rest + cut.flatMap { uncovered($0, by: cut, &groups) }
    }

    /// What is left of an edge on the antimeridian where no other polygon lies beyond it.
    private static func uncovered(_ side: Side, by others: [Side], _ groups: inout [Int]) -> [Side] {
        let isUp = side.key.from.y < side.key.to.y
        var rest = [side]
        for other in others where other.member != side.member && (other.key.from.y < other.key.to.y) != isUp {
            let (low, high) = (other.edge.lowest, other.edge.highest)
            var next: [Side] = []
            for piece in rest {
                let (from, to) = (piece.edge.lowest, piece.edge.highest)
                guard low < to, high > from else {
                    next.append(piece)
                    continue
                }
                join(side.member, other.member, &groups)
                for (start, end) in [(from, low), (high, to)] where start < end {
                    var shorter = piece
                    shorter.edge = Edge(west: MapPoint(x: -180, y: start), east: MapPoint(x: -180, y: end))
                    next.append(shorter)
                }
            }
            rest = next
        }
        return rest
    }

    private static func join(_ first: Int, _ second: Int, _ groups: inout [Int]) {
        let (low, high) = (min(groups[first], groups[second]), max(groups[first], groups[second]))
        if low < high { groups = groups.map { $0 == high ? low : $0 } }
    }
}
