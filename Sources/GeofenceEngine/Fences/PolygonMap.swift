import LocationCore

/// The polygons of a list of fences, drawn small and side by side, for finding those that contain a point.
///
/// A drawing has 20 × 20 cells and takes 128 bytes. Most cells lie inside or outside, and there nothing else of the fence is
/// read. Where an edge may be near, whoever asks has to decide.
final class PolygonMap: Sendable {
    /// Whether every fence of the list has a drawing.
    let isWhole: Bool
    /// Handles of the polygons that have none, ascending: those at a pole or at the antimeridian, and those whose circle was
    /// given with them.
    let others: ContiguousArray<UInt32>
    private let grid: BoxGrid
    private let sketches: PackedMemory
    /// Where a drawing does not say, it is the vertices that are read first.
    private let shapes: ContiguousArray<FenceShape>
    private let ordinals: ContiguousArray<Int64>
    private let drawn: ContiguousArray<Bool>

    /// From so many vertices on a shape is asked as it is prepared.
    private static let manyVertices = 256

    /// - Parameters:
    ///   - fences: In stored order.
    ///   - former: What was drawn before some of them changed; its drawings are not made again.
    init(_ fences: [StoredFence], after former: PolygonMap?) {
        let handles = fences.indices.filter { !fences[$0].fence.shape.isCircle }
        let shapes = ContiguousArray(handles.map { fences[$0].fence.shape })
        let ordinals = ContiguousArray(handles.map { fences[$0].ordinal })
        let known = former?.numbers(of: ordinals, shapes)
        // One drawing costs as much as some hundred circles of an index.
        let parts = WorkParts(shapes.count, at: WorkParts.processors(for: shapes.count * 512))
        var boxes = ContiguousArray<DegreeBox?>(repeating: nil, count: shapes.count)
        let byteCount = shapes.count * Sketch.stride
        sketches = PackedMemory(byteCount: byteCount, full: 0) { start in
            boxes.withUnsafeMutableBufferPointer { boxes in
                let boxes = boxes
                parts.forEach { _, numbers in
                    for number in numbers {
                        let polygons = shapes[number].polygons
                        // A circle that was given may leave out a part of the shape, and then that is not looked for.
                        guard fences[handles[number]].fence.watchedCircle == nil,
                            let frame = CellFrame(polygons, side: Sketch.side)
                        else { continue }
                        boxes[number] = frame.box
                        let place = start + number * Sketch.stride
                        if let former, let old = known?[number] {
                            place.copyMemory(
                                from: former.sketches.start + old * Sketch.stride, byteCount: Sketch.stride)
                        } else {
                            CellDrawing.with(polygons, in: frame) { Sketch.write($0, frame, to: place) }
                        }
                        Sketch.write(
                            UInt32(handles[number]), isLarge: shapes[number].vertexCount >= Self.manyVertices, to: place
                        )
                    }
                }
            }
        }
        others = ContiguousArray(zip(handles, boxes).compactMap { $1 == nil ? UInt32($0) : nil })
        isWhole = shapes.count == fences.count && others.isEmpty
        grid = BoxGrid(boxes)
        self.shapes = shapes
        self.ordinals = ordinals
        drawn = ContiguousArray(boxes.map { $0 != nil })
    }

    /// The numbers that fences have here, where they are drawn and have the same shape still.
    private func numbers(of others: ContiguousArray<Int64>, _ shapes: ContiguousArray<FenceShape>) -> ContiguousArray<
        Int?
    > {
        var next = 0
        return ContiguousArray(
            others.indices.map { number in
                while next < ordinals.count, ordinals[next] < others[number] { next += 1 }
                guard next < ordinals.count, ordinals[next] == others[number], drawn[next],
                    self.shapes[next] == shapes[number]
                else { return nil }
                return next
            })
    }

    /// Calls `body` with the handles of all drawn polygons that contain a position, ascending.
    ///
    /// - Parameter contains: Decides about a shape of many vertices where the drawing does not.
    @inline(__always)
    func withHandles<Result>(
        at position: Coordinate, without gone: ContiguousArray<UInt32>, _ contains: (UInt32) -> Bool,
        _ body: (UnsafeBufferPointer<UInt32>) -> Result
    ) -> Result {
        let (x, y) = (position.longitude, position.latitude)
        guard let cell = grid.cell(at: x, y) else { return body(UnsafeBufferPointer(start: nil, count: 0)) }
        return withUnsafeTemporaryAllocation(of: UInt32.self, capacity: cell.count) { room in
            var count = 0
            grid.forEachBox(in: cell) { number in
                let sketch = Sketch(sketches.start + number * Sketch.stride)
                let (isUnsure, isInside) = sketch.look(x, y)
                guard isUnsure || isInside else { return }
                let (handle, isLarge) = sketch.handle
                if !gone.isEmpty, gone.hasSorted(handle) { return }
                if isUnsure {
                    let isFound =
                        isLarge ? contains(handle) : shapes[number].containsByVertices(MapPoint(position))
                    guard isFound else { return }
                }
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

    private static let isLarge: UInt32 = 1 << 31
    private static let rows = 4
    private static let rowStride = 5
    private static let west = 104
    private static let south = 112
    private static let columnsPerDegree = 120
    private static let rowsPerDegree = 124

    private let start: UnsafeRawPointer

    @inline(__always)
    init(_ start: UnsafeRawPointer) { self.start = start }

    /// The fence, and whether its shape has many vertices.
    @inline(__always)
    var handle: (UInt32, isLarge: Bool) {
        let word = start.load(as: UInt32.self)
        return (word & ~Self.isLarge, word & Self.isLarge != 0)
    }

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

    static func write(_ handle: UInt32, isLarge: Bool, to start: UnsafeMutableRawPointer) {
        start.storeBytes(of: isLarge ? handle | Self.isLarge : handle, as: UInt32.self)
    }

    static func write(_ drawing: CellDrawing, _ frame: CellFrame, to start: UnsafeMutableRawPointer) {
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
