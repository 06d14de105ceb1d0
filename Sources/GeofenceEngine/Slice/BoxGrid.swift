/// Finds the boxes that may hold a point: a grid that leads from the point straight to a short list.
///
/// Cells are about as large as the boxes in the mean. Where many boxes crowd in one, because others lie far away or are far
/// larger, it has a grid of its own. An entry takes eight bytes: the box's number, and seven bits for each of its borders.
///
/// A border of a box and a point find their cell, and their place in it, by the same arithmetic. It is monotonic even where
/// it is rounded, so no box is missed; some that are found lie a hundredth of a cell away.
struct BoxGrid: Sendable {
    struct Node {
        let west: Double
        let south: Double
        let columnsPerDegree: Double
        let rowsPerDegree: Double
        let columns: Int
        let rows: Int
        /// Where its cells begin.
        let firstCell: Int
    }

    /// Where an axis of a grid puts a number: the cell, and which of its 128 parts.
    struct Place {
        let cell: Int
        let part: UInt32

        @inline(__always)
        init(_ cells: Double, of count: Int) {
            let inside = min(Double(count), max(0, cells))
            cell = min(count - 1, Int(inside))
            part = UInt32(min(127, (inside - Double(cell)) * 128))
        }
    }

    /// Round all boxes; `nil` if there are none.
    private let region: DegreeBox?
    private(set) var nodes: ContiguousArray<Node> = []
    /// How many entries above, and the first of them below; or the mark and the number of another node.
    private(set) var cells: ContiguousArray<UInt64> = []
    /// The borders above, west, mirrored east, south and mirrored north; the number of the box below.
    private(set) var entries: ContiguousArray<UInt64> = []

    /// Where to look for the boxes that hold a point.
    struct Looking {
        fileprivate let first: Int
        /// At most that many boxes will be found.
        let count: Int
        fileprivate let point: UInt32
    }

    @inline(__always)
    func cell(at x: Double, _ y: Double) -> Looking {
        guard let region, region.holds(x, y) else { return Looking(first: 0, count: 0, point: 0) }
        var node = 0
        while true {
            let (u, v) = nodes[node].cells(x, y)
            let (column, row) = (Place(u, of: nodes[node].columns), Place(v, of: nodes[node].rows))
            let cell = cells[nodes[node].firstCell + row.cell * nodes[node].columns + column.cell]
            if cell & Self.isNode == 0 {
                return Looking(
                    first: Int(cell & 0xffff_ffff), count: Int(cell >> 32),
                    point: Self.borders(column.part, column.part, row.part, row.part) | Self.carries)
            }
            node = Int(cell & 0xffff_ffff)
        }
    }

    /// Visits the numbers of all boxes that hold the point, ascending, and perhaps some more.
    @inline(__always)
    func forEachBox(in cell: Looking, _ visit: (Int) -> Void) {
        entries.withUnsafeBufferPointer { entries in
            for index in cell.first..<cell.first + cell.count {
                let entry = entries[index]
                // Each byte of the point is at least that of the box if none has to borrow.
                if (cell.point &- UInt32(truncatingIfNeeded: entry >> 32)) & Self.carries == Self.carries {
                    visit(Int(entry & 0xffff_ffff))
                }
            }
        }
    }

    private static let isNode: UInt64 = 1 << 63
    private static let carries: UInt32 = 0x8080_8080

    /// Four borders in a word, so that a point is within if each of its bytes is at least that of the box.
    @inline(__always)
    private static func borders(_ west: UInt32, _ east: UInt32, _ south: UInt32, _ north: UInt32) -> UInt32 {
        west | (127 - east) << 8 | south << 16 | (127 - north) << 24
    }
}

extension BoxGrid.Node {
    @inline(__always)
    func cells(_ x: Double, _ y: Double) -> (Double, Double) {
        ((x - west) * columnsPerDegree, (y - south) * rowsPerDegree)
    }
}

extension BoxGrid {
    /// A cell whose boxes are to get a grid of their own.
    private struct Crowd {
        let cell: Int?
        let numbers: [UInt32]
        let region: DegreeBox
        let depth: Int
    }

    private static let mostInCell = 24
    private static let mostDeep = 8
    private static let mostEntries = 16

    /// - Parameter boxes: By their numbers; `nil` for a number without one.
    init(_ boxes: ContiguousArray<DegreeBox?>) {
        var region: DegreeBox?
        var numbers: [UInt32] = []
        for (number, box) in boxes.enumerated() {
            guard let box else { continue }
            numbers.append(UInt32(number))
            region = region?.union(box) ?? box
        }
        self.region = region
        guard let region else { return }
        var waiting = [Crowd(cell: nil, numbers: numbers, region: region, depth: 0)]
        var next = 0
        while next < waiting.count {
            // However the boxes lie, they take no more than so many entries each.
            if next > 0, entries.count > Self.mostEntries * numbers.count { break }
            split(waiting[next], boxes, &waiting)
            next += 1
        }
    }

    private mutating func split(_ crowd: Crowd, _ boxes: ContiguousArray<DegreeBox?>, _ waiting: inout [Crowd]) {
        let held = crowd.numbers.compactMap { boxes[Int($0)] }
        let node = Self.node(held, crowd.region, firstCell: cells.count)
        let count = node.columns * node.rows
        // Each cell's entries lie together, ascending: first how many there are, then they themselves.
        var starts = [Int](repeating: 0, count: count + 1)
        for box in held { node.forEachCell(of: box) { cell, _ in starts[cell + 1] += 1 } }
        let most = starts.max() ?? 0
        // Where all cells are as crowded as this one, the boxes lie upon one another.
        if crowd.cell != nil, 2 * most > crowd.numbers.count { return }
        for cell in 0..<count { starts[cell + 1] += starts[cell] }
        let base = entries.count
        entries += repeatElement(0, count: starts[count])
        var free = starts
        entries.withUnsafeMutableBufferPointer { entries in
            for (number, box) in zip(crowd.numbers, held) {
                node.forEachCell(of: box) { cell, borders in
                    entries[base + free[cell]] = UInt64(borders) << 32 | UInt64(number)
                    free[cell] += 1
                }
            }
        }
        for cell in 0..<count {
            let (first, count) = (base + starts[cell], starts[cell + 1] - starts[cell])
            cells.append(UInt64(count) << 32 | UInt64(first))
            guard count > Self.mostInCell, crowd.depth < Self.mostDeep else { continue }
            waiting.append(
                Crowd(
                    cell: node.firstCell + cell,
                    numbers: entries[first..<first + count].map { UInt32(truncatingIfNeeded: $0) },
                    region: node.region(of: cell), depth: crowd.depth + 1))
        }
        if let cell = crowd.cell { cells[cell] = Self.isNode | UInt64(nodes.count) }
        nodes.append(node)
    }

    /// A grid with two cells for each box, where that does not put a box into too many of them.
    private static func node(_ boxes: [DegreeBox], _ region: DegreeBox, firstCell: Int) -> Node {
        let (width, height) = (region.east - region.west, region.north - region.south)
        var (mean, count) = ((width: 0.0, height: 0.0), Double(boxes.count))
        for box in boxes {
            mean.width += max(0, min(box.east, region.east) - max(box.west, region.west)) / count
            mean.height += max(0, min(box.north, region.north) - max(box.south, region.south)) / count
        }
        /// How many cells of a multiple of the mean an axis has.
        func cells(_ length: Double, _ mean: Double, _ factor: Double) -> Int {
            let cells = length / (mean * factor)
            return cells.isFinite ? max(1, Int(min(cells, 2 * count.squareRoot() * 64))) : 1
        }
        var factor = 0.5
        while true {
            let (columns, rows) = (cells(width, mean.width, factor), cells(height, mean.height, factor))
            let node = Node(
                west: region.west, south: region.south, columnsPerDegree: width > 0 ? Double(columns) / width : 0,
                rowsPerDegree: height > 0 ? Double(rows) / height : 0, columns: columns, rows: rows,
                firstCell: firstCell)
            if columns * rows == 1 { return node }
            if columns * rows <= 2 * boxes.count + 16 {
                let taken = boxes.reduce(0) { $0 + node.cellCount(of: $1) }
                if taken <= 8 * boxes.count { return node }
            }
            factor *= 1.2
        }
    }
}

extension BoxGrid.Node {
    @inline(__always)
    private func places(
        of box: DegreeBox
    ) -> (west: BoxGrid.Place, east: BoxGrid.Place, south: BoxGrid.Place, north: BoxGrid.Place) {
        let ((u0, v0), (u1, v1)) = (cells(box.west, box.south), cells(box.east, box.north))
        return (
            BoxGrid.Place(u0, of: columns), BoxGrid.Place(u1, of: columns), BoxGrid.Place(v0, of: rows),
            BoxGrid.Place(v1, of: rows)
        )
    }

    fileprivate func cellCount(of box: DegreeBox) -> Int {
        let (west, east, south, north) = places(of: box)
        return (east.cell - west.cell + 1) * (north.cell - south.cell + 1)
    }

    /// Visits the cells that a box reaches, with its borders in each.
    @inline(__always)
    fileprivate func forEachCell(of box: DegreeBox, _ visit: (Int, UInt32) -> Void) {
        let (west, east, south, north) = places(of: box)
        for row in south.cell...north.cell {
            let (bottom, top) = (row == south.cell ? south.part : 0, row == north.cell ? north.part : 127)
            for column in west.cell...east.cell {
                let (left, right) = (column == west.cell ? west.part : 0, column == east.cell ? east.part : 127)
                visit(row * columns + column, BoxGrid.borders(left, right, bottom, top))
            }
        }
    }

    fileprivate func region(of cell: Int) -> DegreeBox {
        let (column, row) = (Double(cell % columns), Double(cell / columns))
        let (width, height) = (
            columnsPerDegree > 0 ? 1 / columnsPerDegree : 0, rowsPerDegree > 0 ? 1 / rowsPerDegree : 0
        )
        return DegreeBox(
            west: west + column * width, east: west + (column + 1) * width, south: south + row * height,
            north: south + (row + 1) * height)
    }
}
