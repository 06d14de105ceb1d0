import GeofenceEngine
import LocationCore
import Testing

/// A prepared shape answers from cells where no edge is near; a shape that is not prepared never does.
@Suite struct `Cells of shapes` {
    static func ring(_ random: inout Draw, _ center: Coordinate, _ count: Int, _ size: Double) throws -> [Coordinate] {
        try (0..<count).map { vertex in
            let angle = 360 * (Double(vertex) + 0.7 * random.unit()) / Double(count)
            let length = size * (0.3 + 0.7 * random.unit())
            // Multiples of a 1024th degree are shared by vertices and points, so that points lie on edges too.
            let place = Geodesic.destination(from: center, bearing: angle, distance: length)
            return try Coordinate(
                latitude: (place.latitude * 1024).rounded() / 1024, longitude: (place.longitude * 1024).rounded() / 1024
            )
        }
    }

    @Test(arguments: UInt64(0)..<(isOptimised ? 60 : 15)) func `the answer is that of the exact predicate`(
        _ seed: UInt64
    ) throws {
        var random = Draw(seed: seed)
        let center = try Coordinate(
            latitude: random.pick([0, 48, -33, 70, 88.7, -89.4]),
            longitude: random.pick([0, 16, -120, 178.7, 179.9, -180]))
        let size = random.pick([3000.0, 40_000, 400_000])
        let count = random.pick([4, 12, 60, 300])
        guard let polygon = try? Polygon(shell: Self.ring(&random, center, count, size)) else { return }
        let prepared = PreparedShape(.polygon(polygon))
        let vertices = polygon.shell.vertices
        for number in 0..<600 {
            var place = Geodesic.destination(
                from: center, bearing: random.unit() * 360, distance: size * 1.2 * random.unit().squareRoot())
            switch number % 4 {
            case 0: break
            case 1:
                place = try Coordinate(
                    latitude: (place.latitude * 1024).rounded() / 1024,
                    longitude: (place.longitude * 1024).rounded() / 1024)
            case 2: place = random.pick(vertices)
            default:
                // On an edge, or a rounding away from it.
                let index = random.below(vertices.count)
                let (a, b) = (vertices[index], vertices[(index + 1) % vertices.count])
                guard abs(a.longitude - b.longitude) < 180 else { continue }
                let part = random.unit()
                place = try Coordinate(
                    latitude: a.latitude + part * (b.latitude - a.latitude),
                    longitude: a.longitude + part * (b.longitude - a.longitude))
            }
            #expect(prepared.contains(place) == prepared.shape.contains(place), "seed \(seed), \(place)")
        }
    }
}
