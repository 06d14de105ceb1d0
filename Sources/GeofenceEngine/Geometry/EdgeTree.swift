/// Boxes around runs of neighbouring edges, and boxes around those: finds the pairs of edges that may meet.
///
/// Neighbours along a ring are neighbours on the map, so the runs' boxes are small and few pairs of them overlap.
struct EdgeTree {
    private struct Box {
        var west: Double
        var east: Double
        var south: Double
        var north: Double

        func overlaps(_ other: Box) -> Bool {
            west <= other.east && other.west <= east && south <= other.north && other.south <= north
        }

        func union(_ other: Box) -> Box {
            Box(
                west: min(west, other.west), east: max(east, other.east), south: min(south, other.south),
                north: max(north, other.north))
        }
    }

    /// Boxes by level: single edges, pairs of those, and so on up to one.
    private var levels: [[Box]]
    /// The edge of each box of the lowest level; one that passes the antimeridian has two, a part on either side.
    private var owners: [Int32] = []

    init(_ edges: [Edge]) {
        var leaves: [Box] = []
        for (index, edge) in edges.enumerated() {
            let (south, north) = (edge.lowest, edge.highest)
            if edge.passesAntimeridian {
                leaves.append(Box(west: edge.west.x, east: 180, south: south, north: north))
                leaves.append(Box(west: -180, east: edge.east.x, south: south, north: north))
                owners += [Int32(index), Int32(index)]
            } else {
                leaves.append(Box(west: edge.west.x, east: edge.east.x, south: south, north: north))
                owners.append(Int32(index))
            }
        }
        levels = [leaves]
        while let top = levels.last, top.count > 1 {
            levels.append(
                stride(from: 0, to: top.count, by: 2).map { $0 + 1 < top.count ? top[$0].union(top[$0 + 1]) : top[$0] })
        }
    }

    /// Calls `visit` with each pair of different edges whose boxes overlap, in the same order every time; a pair may
    /// come twice.
    func forEachPair<Failure: Error>(_ visit: (Int, Int) throws(Failure) -> Void) throws(Failure) {
        guard let top = levels.last, !top.isEmpty else { return }
        try pairs(within: 0, level: levels.count - 1, visit)
    }

    private func pairs<Failure: Error>(
        within node: Int, level: Int, _ visit: (Int, Int) throws(Failure) -> Void
    ) throws(Failure) {
        guard level > 0 else { return }
        let (first, second) = (2 * node, 2 * node + 1)
        try pairs(within: first, level: level - 1, visit)
        guard second < levels[level - 1].count else { return }
        try pairs(within: second, level: level - 1, visit)
        try pairs(between: first, second, level: level - 1, visit)
    }

    private func pairs<Failure: Error>(
        between first: Int, _ second: Int, level: Int, _ visit: (Int, Int) throws(Failure) -> Void
    ) throws(Failure) {
        guard levels[level][first].overlaps(levels[level][second]) else { return }
        if level == 0 {
            if owners[first] != owners[second] { try visit(Int(owners[first]), Int(owners[second])) }
            return
        }
        let count = levels[level - 1].count
        for a in 2 * first...min(2 * first + 1, count - 1) {
            for b in 2 * second...min(2 * second + 1, count - 1) {
                try pairs(between: a, b, level: level - 1, visit)
            }
        }
    }
}
