import LocationCore

/// Squared paper laid over some polygons: which cell a point of the map of degrees falls in.
///
/// All there is to compute is monotonic, also once it is rounded: going east a column never decreases, going north no row.
struct CellFrame {
    let box: DegreeBox
    /// Cells on either axis.
    let side: Int
    let columnsPerDegree: Float
    let rowsPerDegree: Float

    /// `nil` for polygons at a pole or at the antimeridian, where the map is rolled up, and for those without extent.
    init?(_ polygons: [Polygon], side: Int) {
        var (west, east, south, north) = (Double.infinity, -Double.infinity, Double.infinity, -Double.infinity)
        // Holes lie within.
        for polygon in polygons {
            for vertex in polygon.shell.vertices {
                (west, east) = (min(west, vertex.longitude), max(east, vertex.longitude))
                (south, north) = (min(south, vertex.latitude), max(north, vertex.latitude))
            }
        }
        guard west >= -179, east <= 179, south >= -89, north <= 89, east > west, north > south else { return nil }
        if east - west > 180, polygons.contains(where: \.passesAntimeridian) { return nil }
        box = DegreeBox(west: west, east: east, south: south, north: north)
        self.side = side
        columnsPerDegree = Float(Double(side) / (east - west))
        rowsPerDegree = Float(Double(side) / (north - south))
        guard columnsPerDegree.isFinite, rowsPerDegree.isFinite else { return nil }
    }

    /// Columns from the western border, as a fraction.
    @inline(__always)
    func column(_ longitude: Double) -> Double { (longitude - box.west) * Double(columnsPerDegree) }

    /// Rows from the southern border, as a fraction.
    @inline(__always)
    func row(_ latitude: Double) -> Double { (latitude - box.south) * Double(rowsPerDegree) }
}

extension Polygon {
    /// Whether an edge is shorter across longitude 180 than as its numbers say.
    fileprivate var passesAntimeridian: Bool {
        rings.contains { ring in
            var last = ring.vertices[ring.vertices.count - 1]
            return ring.vertices.contains { vertex in
                defer { last = vertex }
                return abs(vertex.longitude - last.longitude) > 180
            }
        }
    }
}
