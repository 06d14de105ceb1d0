/// A box of plain degrees, borders included.
struct DegreeBox {
    var west: Double
    var east: Double
    var south: Double
    var north: Double

    @inline(__always)
    func holds(_ x: Double, _ y: Double) -> Bool { x >= west && x <= east && y >= south && y <= north }
}
