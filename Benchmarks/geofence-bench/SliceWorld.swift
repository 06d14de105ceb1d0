import BenchSupport
import GeofenceEngine
import LocationCore

/// Many fences, and ways through them.
struct SliceWorld {
    let name: String
    var set: FenceSet
    let circles: PeerData.Columns
    let walk: [Coordinate]
    let jumps: [Coordinate]
    /// The yardstick over the same fences, and its fixes.
    let scan: PeerScan?
    let walkColumns: PeerData.Columns
    let jumpColumns: PeerData.Columns
    let source: String

    /// - Parameter isPoints: Whether radii are left out, as other engines rank points.
    init(_ data: PeerData, _ distribution: String, _ count: Int, isPoints: Bool) throws(BenchError) {
        name = "\(distribution)-\(count)"
        source = "fences_\(distribution)_\(count).gfc"
        circles = try data.columns(source)
        walkColumns = try data.columns("walk.gfx")
        jumpColumns = try data.columns("jump_\(distribution).gfx")
        walk = walkColumns.coordinates
        jumps = jumpColumns.coordinates
        scan = data.scan(circles)
        set = FenceSet(Self.fences(circles, isPoints))
    }

    /// Made up: clusters like towns, and a walk in the first of them.
    init(seed: UInt64, count: Int) {
        var bits = SeededBits(seed: seed)
        var latitudes: [Double] = []
        var longitudes: [Double] = []
        var radii: [Double] = []
        let towns = (0..<200).map { _ in (bits.unit() * 130 - 65, bits.unit() * 350 - 175) }
        for number in 0..<count {
            let town = towns[Int(Double(towns.count) * bits.unit() * bits.unit())]
            let isOutside = number % 20 == 0
            latitudes.append(isOutside ? bits.unit() * 170 - 85 : town.0 + (bits.unit() + bits.unit() - 1) * 0.2)
            longitudes.append(isOutside ? bits.unit() * 360 - 180 : town.1 + (bits.unit() + bits.unit() - 1) * 0.2)
            radii.append(50 + bits.unit() * bits.unit() * 950)
        }
        circles = PeerData.Columns(latitude: latitudes, longitude: longitudes, other: radii)
        var at = Coordinate(checkedLatitude: towns[0].0, longitude: towns[0].1)
        walk = (0..<2000).map { step in
            at = Geodesic.destination(from: at, bearing: Double(step) * 0.7 + bits.unit() * 40, distance: 50)
            return at
        }
        jumps = (0..<2000).map { _ in
            let fence = Int(bits.next() % UInt64(count))
            return Coordinate(checkedLatitude: latitudes[fence], longitude: longitudes[fence])
        }
        walkColumns = PeerData.Columns(latitude: [], longitude: [], other: [])
        jumpColumns = walkColumns
        scan = nil
        name = "synthetic-\(count)"
        source = "synthetic, seed \(seed)"
        set = FenceSet(Self.fences(circles, false))
    }

    private static func fences(_ circles: PeerData.Columns, _ isPoints: Bool) -> [StoredFence] {
        circles.coordinates.enumerated().map { number, center in
            StoredFence(
                fence: Fence(
                    id: FenceID("f\(number)"),
                    shape: .circle(Circle(center: center, checkedRadius: isPoints ? 0.001 : circles.other[number])),
                    reports: [.enter, .exit]),
                ordinal: Int64(number + 1), revision: 0, shapeRevision: 0)
        }
    }
}
