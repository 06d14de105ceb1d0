/// A box of plain degrees, borders included.
struct DegreeBox {
    var west: Double
    var east: Double
    var south: Double
    var north: Double

    @inline(__always)
    func holds(_ x: Double, _ y: Double) -> Bool { x >= west && x <= east && y >= south && y <= north }

    func union(_ other: DegreeBox) -> DegreeBox {
        DegreeBox(
            west: min(west, other.west), east: max(east, other.east), south: min(south, other.south),
            north: max(north, other.north))
    }
}
