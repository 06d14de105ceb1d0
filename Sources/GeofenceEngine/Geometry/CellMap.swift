/// A shape drawn on squared paper: which cells lie inside, which outside, and which some edge may touch.
///
/// Most points lie in a cell of the first two kinds and need no more than that. In the others the exact predicate decides.
final class CellMap: Sendable {
    private let frame: CellFrame
    private let width: Int
    /// A word of cells that are touched and one of those inside, by turns.
    private let words: ContiguousArray<UInt64>

    /// `nil` where there is no ``CellFrame``.
    init?(_ shape: FenceShape) {
        let polygons = shape.polygons
        let side = min(512, max(64, Int(4 * Double(shape.vertexCount).squareRoot())))
        guard let frame = CellFrame(polygons, side: side) else { return nil }
        self.frame = frame
        width = (side + 63) / 64
        words = CellDrawing.with(polygons, in: frame) { drawing in
            ContiguousArray(unsafeUninitializedCapacity: 2 * drawing.touched.count) { words, count in
                for word in drawing.touched.indices {
                    words.initializeElement(at: 2 * word, to: drawing.touched[word])
                    words.initializeElement(at: 2 * word + 1, to: drawing.inside[word])
                }
                count = 2 * drawing.touched.count
            }
        }
    }

    /// Whether a point lies inside; `nil` where an edge is near.
    @inline(__always)
    func contains(_ point: MapPoint) -> Bool? {
        guard frame.box.holds(point.x, point.y) else { return false }
        let column = min(frame.side - 1, Int(frame.column(point.x)))
        let row = min(frame.side - 1, Int(frame.row(point.y)))
        let word = 2 * (row * width + column >> 6)
        let bit = UInt64(column & 63)
        return words.withUnsafeBufferPointer { words in
            words[word] >> bit & 1 == 1 ? nil : words[word + 1] >> bit & 1 == 1
        }
    }
}
