/// A shape drawn on squared paper: which cells lie inside, which outside, and which some edge may touch.
///
/// Most points lie in a cell of the first two kinds and need no more than that. In the others the exact predicate decides.
/// An edge is drawn a millionth of a cell thicker than it is, which is a thousand times what the arithmetic rounds.
final class CellMap: Sendable {
    private let west: Double
    private let east: Double
    private let south: Double
    private let north: Double
    private let columnsPerDegree: Double
    private let rowsPerDegree: Double
    private let side: Int
    /// Two bits a cell, four cells a byte, row by row.
    private let cells: ContiguousArray<UInt8>

    private static let outside: UInt8 = 0
    private static let inside: UInt8 = 1
    private static let mixed: UInt8 = 2

    /// `nil` for a shape at a pole or at the antimeridian, where the map is rolled up, and for one without extent.
    ///
    /// - Parameter isInside: Tells a point that lies on no edge.
    init?(_ edges: [Edge], _ isInside: (MapPoint) -> Bool) {
        var (west, east, south, north) = (Double.infinity, -Double.infinity, Double.infinity, -Double.infinity)
        for edge in edges {
            if edge.passesAntimeridian { return nil }
            (west, east) = (min(west, edge.west.x), max(east, edge.east.x))
            (south, north) = (min(south, edge.lowest), max(north, edge.highest))
        }
        guard west >= -179, east <= 179, south >= -89, north <= 89, east > west, north > south else { return nil }
        (self.west, self.east, self.south, self.north) = (west, east, south, north)
        side = min(512, max(64, Int(4 * Double(edges.count).squareRoot())))
        columnsPerDegree = Double(side) / (east - west)
        rowsPerDegree = Double(side) / (north - south)
        guard columnsPerDegree.isFinite, rowsPerDegree.isFinite else { return nil }
        var drawing = Drawing(side: side)
        for edge in edges {
            drawing.mark(
                ((edge.west.x - west) * columnsPerDegree, (edge.west.y - south) * rowsPerDegree),
                ((edge.east.x - west) * columnsPerDegree, (edge.east.y - south) * rowsPerDegree))
        }
        let (columnWidth, rowHeight) = (1 / columnsPerDegree, 1 / rowsPerDegree)
        drawing.fill { column, row in
            isInside(
                MapPoint(
                    x: west + (Double(column) + 0.5) * columnWidth, y: south + (Double(row) + 0.5) * rowHeight))
        }
        cells = drawing.packed
    }

    /// Whether a point lies inside; `nil` where an edge is near.
    @inline(__always)
    func contains(_ point: MapPoint) -> Bool? {
        guard point.x >= west, point.x <= east, point.y >= south, point.y <= north else { return false }
        let column = min(side - 1, Int((point.x - west) * columnsPerDegree))
        let row = min(side - 1, Int((point.y - south) * rowsPerDegree))
        let cell = row * side + column
        let state = (cells[cell >> 2] >> UInt8(2 * (cell & 3))) & 3
        return state == Self.mixed ? nil : state == Self.inside
    }

    private struct Drawing {
        let side: Int
        var states: ContiguousArray<UInt8>

        private static let thickness = 1e-6

        init(side: Int) {
            self.side = side
            states = ContiguousArray(repeating: CellMap.outside, count: side * side)
        }

        /// Marks the cells that an edge touches, row by row.
        mutating func mark(_ start: (x: Double, y: Double), _ end: (x: Double, y: Double)) {
            let (low, high) = (min(start.y, end.y), max(start.y, end.y))
            for row in cell(low - Self.thickness)...cell(high + Self.thickness) {
                var (first, last) = (start.x, end.x)
                if high > low {
                    let slope = end.y - start.y
                    let bottom = (Double(row) - Self.thickness - start.y) / slope
                    let top = (Double(row + 1) + Self.thickness - start.y) / slope
                    let from = min(1, max(0, min(bottom, top)))
                    let to = min(1, max(0, max(bottom, top)))
                    first = start.x + from * (end.x - start.x)
                    last = start.x + to * (end.x - start.x)
                }
                for column in cell(min(first, last) - Self.thickness)...cell(max(first, last) + Self.thickness) {
                    states[row * side + column] = CellMap.mixed
                }
            }
        }

        private func cell(_ place: Double) -> Int { min(side - 1, max(0, Int(place.rounded(.down)))) }

        /// Gives each run of cells without an edge the side of its first.
        mutating func fill(_ isInside: (Int, Int) -> Bool) {
            for row in 0..<side {
                var state: UInt8?
                for column in 0..<side {
                    let cell = row * side + column
                    if states[cell] == CellMap.mixed {
                        state = nil
                        continue
                    }
                    let known = state ?? (isInside(column, row) ? CellMap.inside : CellMap.outside)
                    state = known
                    states[cell] = known
                }
            }
        }

        var packed: ContiguousArray<UInt8> {
            var packed = ContiguousArray<UInt8>(repeating: 0, count: (states.count + 3) / 4)
            for (cell, state) in states.enumerated() { packed[cell >> 2] |= state << UInt8(2 * (cell & 3)) }
            return packed
        }
    }
}
