import LocationCore

/// The polygons of a list of fences, drawn small and side by side, for finding those that contain a point.
///
/// A drawing has 20 × 20 cells and takes 128 bytes. Most cells lie inside or outside, and there nothing else of the fence is
/// read. Where an edge may be near, whoever asks has to decide.
final class PolygonMap: Sendable {
    /// Whether every fence of the list has a drawing.
    let isWhole: Bool
    /// Handles of the polygons that have none, ascending: those at a pole or at the antimeridian.
    let others: ContiguousArray<UInt32>
    private let grid: BoxGrid
    private let sketches: PackedMemory

    init(_ fences: [StoredFence]) {
        let handles = fences.indices.filter { !fences[$0].fence.shape.isCircle }
        // Drawing takes some microseconds.
        let processors = WorkParts.processors(for: handles.count * 512)
        let frames = ContiguousArray<CellFrame?>(unsafeUninitializedCapacity: handles.count) { frames, count in
            let frames = frames
            WorkParts(handles.count, at: processors).forEach { _, numbers in
                for number in numbers {
                    let polygons = fences[handles[number]].fence.shape.polygons
                    frames.initializeElement(at: number, to: CellFrame(polygons, side: Sketch.side))
                }
            }
            count = handles.count
        }
        let drawn = zip(handles, frames).compactMap { handle, frame in frame.map { (handle: handle, frame: $0) } }
        others = ContiguousArray(
            zip(handles, frames).compactMap { handle, frame in frame == nil ? UInt32(handle) : nil })
        isWhole = drawn.count == fences.count
        grid = BoxGrid(drawn.map(\.frame.box))
        let byteCount = drawn.count * Sketch.stride
        sketches = PackedMemory(byteCount: byteCount, full: byteCount) { start in
            WorkParts(drawn.count, at: processors).forEach { _, numbers in
                for number in numbers {
                    let (handle, frame) = drawn[number]
                    CellDrawing.with(fences[handle].fence.shape.polygons, in: frame) { drawing in
                        Sketch.write(drawing, frame, UInt32(handle), to: start + number * Sketch.stride)
                    }
                }
            }
        }
    }

    /// Calls `body` with the handles of all drawn polygons that contain a position, ascending.
    ///
    /// - Parameter contains: Decides where the drawing does not.
    @inline(__always)
    func withHandles<Result>(
        at position: Coordinate, without gone: ContiguousArray<UInt32>, _ contains: (UInt32) -> Bool,
        _ body: (UnsafeBufferPointer<UInt32>) -> Result
    ) -> Result {
        let (x, y) = (position.longitude, position.latitude)
        let cell = grid.cell(at: x, y)
        return withUnsafeTemporaryAllocation(of: UInt32.self, capacity: cell.count) { room in
            var count = 0
            grid.forEachBox(in: cell) { number in
                let sketch = Sketch(sketches.start + number * Sketch.stride)
                let (isUnsure, isInside) = sketch.look(x, y)
                guard isUnsure || isInside else { return }
                let handle = sketch.handle
                if !gone.isEmpty, gone.hasSorted(handle) { return }
                if isUnsure, !contains(handle) { return }
                room.initializeElement(at: count, to: handle)
                count += 1
            }
            return body(UnsafeBufferPointer(rebasing: room[..<count]))
        }
    }
}

/// A drawing in two lines of cache: a handle, twenty rows of five bytes, and where they lie on the map.
private struct Sketch {
    static let side = 20
    static let stride = 128

    private static let rows = 4
    private static let rowStride = 5
    private static let west = 104
    private static let south = 112
    private static let columnsPerDegree = 120
    private static let rowsPerDegree = 124

    private let start: UnsafeRawPointer

    @inline(__always)
    init(_ start: UnsafeRawPointer) { self.start = start }

    @inline(__always)
    var handle: UInt32 { start.load(as: UInt32.self) }

    /// Whether an edge may be near, and whether the point lies inside if none is.
    ///
    /// A point beyond the borders is looked up in a cell at them. That is touched, or outside as what is beyond it.
    @inline(__always)
    func look(_ x: Double, _ y: Double) -> (isUnsure: Bool, isInside: Bool) {
        let column = Self.cell(x, Self.west, Self.columnsPerDegree, start)
        let row = Self.cell(y, Self.south, Self.rowsPerDegree, start)
        let word = start.loadUnaligned(fromByteOffset: Self.rows + Self.rowStride * Int(row), as: UInt64.self)
        let bits = UInt64(littleEndian: word) >> column
        return (bits & 1 == 1, bits >> UInt64(Self.side) & 1 == 1)
    }

    @inline(__always)
    private static func cell(_ place: Double, _ border: Int, _ scale: Int, _ start: UnsafeRawPointer) -> UInt64 {
        let away = place - start.load(fromByteOffset: border, as: Double.self)
        return UInt64(min(Double(side - 1), max(0, away * Double(start.load(fromByteOffset: scale, as: Float.self)))))
    }

    static func write(
        _ drawing: CellDrawing, _ frame: CellFrame, _ handle: UInt32, to start: UnsafeMutableRawPointer
    ) {
        start.storeBytes(of: handle, as: UInt32.self)
        for row in 0..<side {
            // Three bytes more than a row has are written, and those of the last one lie where the border comes.
            let bits = drawing.touched[row] | drawing.inside[row] << UInt64(side)
            start.storeBytes(of: bits.littleEndian, toByteOffset: rows + rowStride * row, as: UInt64.self)
        }
        start.storeBytes(of: frame.box.west, toByteOffset: west, as: Double.self)
        start.storeBytes(of: frame.box.south, toByteOffset: south, as: Double.self)
        start.storeBytes(of: frame.columnsPerDegree, toByteOffset: columnsPerDegree, as: Float.self)
        start.storeBytes(of: frame.rowsPerDegree, toByteOffset: rowsPerDegree, as: Float.self)
    }
}
