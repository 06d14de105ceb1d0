/// Finds the boxes that may hold a point: a grid that leads from the point straight to a short list.
///
/// Cells are about as large as the boxes in the mean. Where many boxes crowd in one, because others lie far away or are far
/// larger, it has a grid of its own. An entry takes eight bytes: the box's number, and seven bits for each of its borders. A
/// cell is a line of cache with eight of them, so that mostly nothing else has to be read.
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
    private let nodes: ContiguousArray<Node>
    /// Eight words to a cell: entries, ascending, and then marks. The last mark says what else there is.
    private let lines: PackedMemory
    /// What does not fit in the lines. The borders are above, west, mirrored east, south and mirrored north.
    private let entries: ContiguousArray<UInt64>

    /// Where to look for the boxes that hold a point.
    struct Looking {
        fileprivate let line: Int
        fileprivate let more: Range<Int>
        fileprivate let point: UInt32

        /// At most that many boxes will be found.
        var count: Int { BoxGrid.lineCount + more.count }
    }

    /// `nil` where there are no boxes.
    @inline(__always)
    func cell(at x: Double, _ y: Double) -> Looking? {
        guard let region, region.holds(x, y) else { return nil }
        var node = 0
        while true {
            let (u, v) = nodes[node].cells(x, y)
            let (column, row) = (Place(u, of: nodes[node].columns), Place(v, of: nodes[node].rows))
            let cell = nodes[node].firstCell + row.cell * nodes[node].columns + column.cell
            let line = cell * Self.lineCount * 8
            let last = lines.start.load(fromByteOffset: line + 56, as: UInt64.self)
            if last & Self.isNode == Self.isNode {
                node = Int(last & 0xffff_ffff)
                continue
            }
            let first = Int(last & 0xffff_ffff)
            let count = last & Self.isMark == 0 ? 0 : Int(last >> 32 & 0x3fff_ffff)
            return Looking(
                line: line, more: first..<first + count,
                point: Self.borders(column.part, column.part, row.part, row.part) | Self.carries)
        }
    }

    /// Visits the numbers of all boxes that hold the point, ascending, and perhaps some more.
    @inline(__always)
    func forEachBox(in cell: Looking, _ visit: (Int) -> Void) {
        for place in 0..<Self.lineCount {
            let entry = lines.start.load(fromByteOffset: cell.line + 8 * place, as: UInt64.self)
            if Self.holds(entry, cell.point) { visit(Int(entry & 0xffff_ffff)) }
        }
        for index in cell.more where Self.holds(entries[index], cell.point) { visit(Int(entries[index] & 0xffff_ffff)) }
    }

    /// Each byte of the point is at least that of the box if none has to borrow. With a mark the uppermost has to.
    @inline(__always)
    private static func holds(_ entry: UInt64, _ point: UInt32) -> Bool {
        (point &- UInt32(truncatingIfNeeded: entry >> 32)) & carries == carries
    }

    private static let lineCount = 8
    /// No entry. The numbers below are how many entries are elsewhere, and which is the first.
    private static let isMark: UInt64 = 1 << 63
    /// No entries but a grid, whose number is below.
    private static let isNode: UInt64 = 3 << 62
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
    /// - Parameter boxes: By their numbers; `nil` for a number without one.
    init(_ boxes: ContiguousArray<DegreeBox?>) {
        var region: DegreeBox?
        var numbers: [UInt32] = []
        for (number, box) in boxes.enumerated() {
            guard let box else { continue }
            numbers.append(UInt32(number))
            region = region?.union(box) ?? box
        }
        var builder = Builder(boxes: boxes)
        if let region { builder.build(numbers, region) }
        self.region = region
        nodes = builder.nodes
        entries = builder.entries
        let byteCount = 8 * builder.words.count
        lines = PackedMemory(byteCount: byteCount, full: byteCount) { start in
            builder.words.withUnsafeBytes {
                start.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(start), byteCount: $0.count)
            }
        }
    }

    private struct Builder {
        let boxes: ContiguousArray<DegreeBox?>
        var nodes: ContiguousArray<Node> = []
        var words: ContiguousArray<UInt64> = []
        var entries: ContiguousArray<UInt64> = []
        private var waiting: [Crowd] = []

        /// Boxes that are to get a grid of their own in the place of a cell.
        private struct Crowd {
            let cell: Int?
            let numbers: [UInt32]
            let region: DegreeBox
            let depth: Int
        }

        private static let mostInCell = 24
        private static let mostDeep = 8
        private static let mostWords = 32

        init(boxes: ContiguousArray<DegreeBox?>) { self.boxes = boxes }

        mutating func build(_ numbers: [UInt32], _ region: DegreeBox) {
            waiting = [Crowd(cell: nil, numbers: numbers, region: region, depth: 0)]
            var next = 0
            while next < waiting.count {
                // However the boxes lie, they take no more than so much each.
                if next > 0, words.count + entries.count > Self.mostWords * numbers.count { break }
                split(waiting[next])
                next += 1
            }
        }

        private mutating func split(_ crowd: Crowd) {
            let held = crowd.numbers.compactMap { boxes[Int($0)] }
            let firstCell = words.count / BoxGrid.lineCount
            let node = BoxGrid.node(held, crowd.region, firstCell: firstCell)
            let count = node.columns * node.rows
            // Each cell's entries come to lie together, ascending.
            var starts = [Int](repeating: 0, count: count + 1)
            for box in held { node.forEachCell(of: box) { cell, _ in starts[cell + 1] += 1 } }
            // Where all cells are as crowded as this one, the boxes lie upon one another.
            if crowd.cell != nil, 2 * (starts.max() ?? 0) > crowd.numbers.count { return }
            for cell in 0..<count { starts[cell + 1] += starts[cell] }
            var free = starts
            let listed = [UInt64](unsafeUninitializedCapacity: starts[count]) { listed, written in
                for (number, box) in zip(crowd.numbers, held) {
                    node.forEachCell(of: box) { cell, borders in
                        listed.initializeElement(at: free[cell], to: UInt64(borders) << 32 | UInt64(number))
                        free[cell] += 1
                    }
                }
                written = starts[count]
            }
            words.reserveCapacity(words.count + BoxGrid.lineCount * count)
            for cell in 0..<count {
                let list = listed[starts[cell]..<starts[cell + 1]]
                addLine(list)
                guard list.count > Self.mostInCell, crowd.depth < Self.mostDeep else { continue }
                waiting.append(
                    Crowd(
                        cell: firstCell + cell, numbers: list.map { UInt32(truncatingIfNeeded: $0) },
                        region: node.region(of: cell), depth: crowd.depth + 1))
            }
            if let cell = crowd.cell {
                words[BoxGrid.lineCount * (cell + 1) - 1] = BoxGrid.isNode | UInt64(nodes.count)
            }
            nodes.append(node)
        }

        private mutating func addLine(_ list: ArraySlice<UInt64>) {
            if list.count <= BoxGrid.lineCount {
                words += list
                words += repeatElement(BoxGrid.isMark, count: BoxGrid.lineCount - list.count)
            } else {
                let rest = list.dropFirst(BoxGrid.lineCount - 1)
                words += list.prefix(BoxGrid.lineCount - 1)
                words.append(BoxGrid.isMark | UInt64(rest.count) << 32 | UInt64(entries.count))
                entries += rest
            }
        }
    }

    /// A grid with a cell for each box, where that does not put a box into too many of them.
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
            if columns * rows <= boxes.count + 16 {
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
