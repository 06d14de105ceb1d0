import LocationCore

/// Polygons drawn on squared paper, with a bit for each cell: which cells an edge may touch, and which lie inside.
///
/// An edge is drawn a millionth of a cell thicker than it is, which is a thousand times what the arithmetic rounds. So what
/// is not touched lies on one side of all edges, and a line along the middles of a row tells which: it is inside after an
/// odd number of edges. The cell in which the line meets an edge is touched, and so it does not matter where in it.
struct CellDrawing {
    typealias Plane = UnsafeMutableBufferPointer<UInt64>

    /// Words to a row.
    let width: Int
    /// Row by row, the western columns in the lower bits.
    let touched: Plane
    /// No cell that is touched.
    let inside: Plane
    private let side: Int
    private let memberTouched: Plane
    private let memberCrossed: Plane

    private static let thickness = 1e-6

    /// Calls `body` with a drawing, which is gone thereafter.
    static func with<Result>(_ polygons: [Polygon], in frame: CellFrame, _ body: (CellDrawing) -> Result) -> Result {
        let width = (frame.side + 63) / 64
        let count = frame.side * width
        return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 4 * count) { room in
            room.initialize(repeating: 0)
            func plane(_ number: Int) -> Plane { Plane(rebasing: room[number * count..<(number + 1) * count]) }
            let drawing = CellDrawing(
                width: width, touched: plane(0), inside: plane(1), side: frame.side, memberTouched: plane(2),
                memberCrossed: plane(3))
            for (number, polygon) in polygons.enumerated() {
                if number > 0 {
                    drawing.memberTouched.update(repeating: 0)
                    drawing.memberCrossed.update(repeating: 0)
                }
                drawing.draw(polygon.shell, in: frame)
                for hole in polygon.holes { drawing.draw(hole, in: frame) }
                drawing.addMember()
            }
            // Inside one of them is inside, whatever edges of others are there.
            for word in 0..<count { drawing.touched[word] &= ~drawing.inside[word] }
            return body(drawing)
        }
    }

    /// A vertex in cells, with the cells that it may be in.
    private struct Corner {
        let x: Double
        let y: Double
        let columns: (first: Int, last: Int)
        let rows: (first: Int, last: Int)

        @inline(__always)
        init(_ vertex: Coordinate, _ frame: CellFrame) {
            (x, y) = (frame.column(vertex.longitude), frame.row(vertex.latitude))
            columns = (cell(x - thickness, of: frame.side), cell(x + thickness, of: frame.side))
            rows = (cell(y - thickness, of: frame.side), cell(y + thickness, of: frame.side))
        }
    }

    @inline(__always)
    private static func cell(_ place: Double, of side: Int) -> Int { min(side - 1, Int(max(0, place))) }

    private func draw(_ ring: Ring, in frame: CellFrame) {
        ring.vertices.withUnsafeBufferPointer { vertices in
            var last = Corner(vertices[vertices.count - 1], frame)
            for vertex in vertices {
                let next = Corner(vertex, frame)
                draw(last, next)
                last = next
            }
        }
    }

    @inline(__always)
    private func draw(_ start: Corner, _ end: Corner) {
        let (first, last) = (min(start.rows.first, end.rows.first), max(start.rows.last, end.rows.last))
        let west = min(start.columns.first, end.columns.first)
        let east = max(start.columns.last, end.columns.last)
        if first == last || west == east {
            for row in first...last {
                touch(row, west, east)
                if crosses(row, start, end) { cross(row, west == east ? west : meeting(row, start, end)) }
            }
        } else {
            drawSlanted(start, end, first...last)
        }
    }

    @inline(never)
    private func drawSlanted(_ start: Corner, _ end: Corner, _ rows: ClosedRange<Int>) {
        let (slope, run) = (end.y - start.y, end.x - start.x)
        for row in rows {
            var (from, to) = (start.x, end.x)
            if slope != 0 {
                let bottom = (Double(row) - Self.thickness - start.y) / slope
                let top = (Double(row + 1) + Self.thickness - start.y) / slope
                from = start.x + min(1, max(0, min(bottom, top))) * run
                to = start.x + min(1, max(0, max(bottom, top))) * run
            }
            touch(
                row, Self.cell(min(from, to) - Self.thickness, of: side),
                Self.cell(max(from, to) + Self.thickness, of: side))
            if crosses(row, start, end) { cross(row, meeting(row, start, end)) }
        }
    }

    /// Whether an edge meets the line along a row's middles. Each vertex counts as below the line or above it, never as on
    /// it, so that a line through a vertex meets the ring there once, twice or not at all, as it should.
    @inline(__always)
    private func crosses(_ row: Int, _ start: Corner, _ end: Corner) -> Bool {
        let middle = Double(row) + 0.5
        return (start.y <= middle) != (end.y <= middle)
    }

    /// The column in which an edge meets the line along a row's middles.
    @inline(__always)
    private func meeting(_ row: Int, _ start: Corner, _ end: Corner) -> Int {
        let part = (Double(row) + 0.5 - start.y) / (end.y - start.y)
        return Self.cell(start.x + part * (end.x - start.x), of: side)
    }

    @inline(__always)
    private func touch(_ row: Int, _ west: Int, _ east: Int) {
        let start = row * width
        if west >> 6 == east >> 6 {
            memberTouched[start + west >> 6] |= (~0 >> UInt64(63 - (east - west))) << UInt64(west & 63)
            return
        }
        memberTouched[start + west >> 6] |= ~0 << UInt64(west & 63)
        for word in (west >> 6) + 1..<east >> 6 { memberTouched[start + word] = ~0 }
        memberTouched[start + east >> 6] |= ~0 >> UInt64(63 - (east & 63))
    }

    @inline(__always)
    private func cross(_ row: Int, _ column: Int) {
        memberCrossed[row * width + column >> 6] ^= 1 << UInt64(column & 63)
    }

    private func addMember() {
        for row in 0..<side {
            var before: UInt64 = 0
            for word in row * width..<(row + 1) * width {
                // Each bit becomes the parity of itself and of all bits west of it.
                var odd = memberCrossed[word]
                for distance: UInt64 in [1, 2, 4, 8, 16, 32] { odd ^= odd << distance }
                odd ^= before
                before = odd >> 63 == 1 ? ~0 : 0
                inside[word] |= odd & ~memberTouched[word]
                touched[word] |= memberTouched[word]
            }
        }
    }
}
