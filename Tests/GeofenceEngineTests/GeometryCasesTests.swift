import GeofenceEngine
import LocationCore
import Testing

/// A position and whether the shape of the case holds it.
private struct Probe: Sendable, CustomTestStringConvertible {
    let latitude: Double
    let longitude: Double
    let isInside: Bool

    init(_ latitude: Double, _ longitude: Double, _ isInside: Bool) {
        (self.latitude, self.longitude, self.isInside) = (latitude, longitude, isInside)
    }

    var testDescription: String { "\(latitude), \(longitude)" }
}

private func expect(
    _ shape: FenceShape, _ probes: [Probe], sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let prepared = PreparedShape(shape)
    for probe in probes {
        let coordinate = try Coordinate(latitude: probe.latitude, longitude: probe.longitude)
        #expect(
            prepared.contains(coordinate) == probe.isInside, "\(probe.testDescription)",
            sourceLocation: sourceLocation)
    }
}

@Suite struct `Geometry cases` {
    private let square = [[-0.001, -0.001], [-0.001, 0.001], [0.001, 0.001], [0.001, -0.001]]

    @Test func `CASE-078 a point in the second hole is outside`() throws {
        let shape = try polygon([
            [[-0.02, -0.02], [-0.02, 0.02], [0.02, 0.02], [0.02, -0.02]],
            [[0.007, 0.007], [0.007, 0.013], [0.013, 0.013], [0.013, 0.007]],
            [[-0.013, -0.013], [-0.013, -0.007], [-0.007, -0.007], [-0.007, -0.013]],
        ])

        try expect(
            shape,
            [
                Probe(0, 0, true), Probe(0.01, 0.01, false), Probe(-0.01, -0.01, false), Probe(0.015, 0.0, true),
                Probe(0.03, 0, false),
            ])
    }

    @Test func `CASE-079 an island in a hole is inside`() throws {
        let lake = try Polygon(
            shell: ring([[-0.02, -0.02], [-0.02, 0.02], [0.02, 0.02], [0.02, -0.02]]),
            holes: [ring([[-0.01, -0.01], [-0.01, 0.01], [0.01, 0.01], [0.01, -0.01]])])
        let island = try Polygon(shell: ring([[-0.005, -0.005], [-0.005, 0.005], [0.005, 0.005], [0.005, -0.005]]))

        try expect(
            .multiPolygon(MultiPolygon([lake, island])),
            [Probe(0, 0, true), Probe(0.007, 0, false), Probe(0.015, 0, true), Probe(0.03, 0, false)])
    }

    @Test func `CASE-080 a polygon across the antimeridian holds both sides of it`() throws {
        let probes = [
            Probe(0.5, 179.5, true), Probe(-0.5, -179.5, true), Probe(0, 180, true), Probe(0, -180, true),
            Probe(0, 0, false), Probe(0, 178.5, false), Probe(0, -178.5, false),
        ]
        try expect(polygon([[[-1, 179], [-1, -179], [1, -179], [1, 179]]]), probes)

        let written181 = #"{"type":"Polygon","coordinates":[[[179,-1],[181,-1],[181,1],[179,1],[179,-1]]]}"#
        let feature = try #require(try GeoJSON.read(written181.utf8).features.first)
        try expect(feature.shape, probes)
        #expect(feature.wrappedLongitudes == 2)
    }

    @Test func `CASE-082 a ring is the same with its closing vertex in all forms`() throws {
        let (a, b, c, d) = (square[0], square[1], square[2], square[3])
        let open = try polygon([[a, b, c, d]])

        #expect(try polygon([[a, b, c, d, a]]) == open)
        #expect(try polygon([[a, b, c, d, a, a]]) == open)
        #expect(try polygon([[a, a, b, b, c, d, d, a]]) == open)
        #expect(try polygon([[a, d, c, b, a]]) == open)
        try expect(open, [Probe(0, 0, true), Probe(0.0005, 0.0009, true), Probe(0.0011, 0, false)])
    }

    @Test func `CASE-083 the latitude of a vertex is no special one`() throws {
        try expect(
            polygon([[[0, 0], [-0.001, 0.003], [0.001, 0.004], [0.002, 0.001]]]),
            [Probe(0, 0.002, true), Probe(0, 0.006, false), Probe(0, -0.001, false)])
        try expect(
            polygon([[[0, -0.001], [-0.001, 0], [0, 0.001], [0.001, 0]]]),
            [Probe(0, 0, true), Probe(0, 0.0005, true), Probe(0, 0.002, false)])
    }

    @Test func `CASE-084 edges and corners are inside, those of holes and circles too`() throws {
        let border = [
            Probe(0.001, 0.001, true), Probe(0.001, -0.001, true), Probe(-0.001, 0.001, true),
            Probe(-0.001, -0.001, true), Probe(0.001, 0, true), Probe(-0.001, 0, true), Probe(0, 0.001, true),
            Probe(0, -0.001, true),
        ]
        try expect(polygon([square]), border)
        try expect(polygon([[[-0.01, -0.01], [-0.01, 0.01], [0.01, 0.01], [0.01, -0.01]], square]), border)

        let (center, edge) = (try Coordinate(latitude: 0, longitude: 0), try Coordinate(latitude: 0, longitude: 0.001))
        let distance = SurfacePoint(center).distance(to: SurfacePoint(edge))
        #expect(FenceShape.circle(try Circle(center: center, radius: distance)).contains(edge))
        #expect(!FenceShape.circle(try Circle(center: center, radius: distance.nextDown)).contains(edge))
    }

    @Test func `CASE-085 a ring that crosses itself is refused with the vertex`() throws {
        let bowTie = try ring([[0, 0], [0.01, 0.01], [0.01, 0], [0, 0.01]])

        #expect(throws: ShapeError(fault: .selfCrossing, ring: 0, vertex: 0)) { try Polygon(shell: bowTie) }
    }

    @Test func `CASE-085 no ring of 3 to 100 random points crashes`() throws {
        var numbers = SeededNumbers(seed: 85)
        for count in 3...100 {
            // Few different values, so that vertices meet and edges cover one another.
            let range = count.isMultiple(of: 2) ? 180 : 3
            let ring = try (0..<count).map { _ in
                try Coordinate(
                    latitude: Double(Int.random(in: -min(range, 90)...min(range, 90), using: &numbers)),
                    longitude: Double(Int.random(in: -range...range, using: &numbers)))
            }
            if let polygon = try? Polygon(shell: ring) {
                #expect(FenceShape.polygon(polygon).contains(ring[0]))
            }
        }
    }

    @Test func `CASE-086 a ring that touches itself keeps both lobes, unless touching is refused`() throws {
        let lobes = [[0, 0], [0, 0.01], [0.005, 0.005], [0.01, 0.01], [0.01, 0], [0.005, 0.005]]

        try expect(
            polygon([lobes]),
            [
                Probe(0.002, 0.005, true), Probe(0.008, 0.005, true), Probe(0.005, 0.002, false),
                Probe(0.005, 0.008, false),
            ])
        let touches = #expect(throws: ShapeError.self) { try Polygon(shell: ring(lobes), touching: .refused) }
        #expect(touches?.fault == .touching)
        #expect([2, 5].contains(touches?.vertex))
    }

    @Test func `CASE-087 the direction of a ring does not matter`() throws {
        let probes = [Probe(0, 0, true), Probe(0, 0.01, false), Probe(50, 50, false)]
        try expect(polygon([square]), probes)
        try expect(polygon([square.reversed()]), probes)

        let wide = [[-0.1, -0.1], [-0.1, 0.1], [0.1, 0.1], [0.1, -0.1]]
        for (shell, hole) in [(wide, square), (wide, square.reversed()), (wide.reversed(), square)] {
            try expect(polygon([shell, hole]), [Probe(0, 0, false), Probe(0.05, 0, true), Probe(50, 50, false)])
        }
    }

    @Test(arguments: [
        ([[0, 0], [1, 1]], ShapeError.Fault.tooFewVertices(2)),
        ([[0, 0], [0.5, 0.5], [1, 1]], .zeroArea),
        ([[0, 0], [0, 0], [0, 0], [0, 0]], .tooFewVertices(1)),
        ([], .tooFewVertices(0)),
    ])
    func `CASE-091 a degenerate ring is refused`(_ vertices: [[Double]], _ fault: ShapeError.Fault) throws {
        let vertices = try ring(vertices)

        #expect(throws: ShapeError(fault: fault, ring: 0, vertex: 0)) { try Polygon(shell: vertices) }
    }

    @Test func `CASE-091 a position that is no number cannot be given, a ring of two metres can`() throws {
        #expect(throws: CoordinateError.self) { try ring([[0, 0], [.nan, 1], [1, 1]]) }

        let tiny = try polygon([[[50, 8], [50.000018, 8], [50.000018, 8.000028], [50, 8.000028]]])
        #expect(tiny.area > 3.9 && tiny.area < 4.1)
        #expect(tiny.enclosingCircle.radius > 1.4 && tiny.enclosingCircle.radius < 1.43)
    }

    @Test func `CASE-094 a circle across the antimeridian holds both sides of it`() throws {
        let circle = FenceShape.circle(
            try Circle(center: Coordinate(latitude: -16.5, longitude: 179.999), radius: 500))

        try expect(circle, [Probe(-16.5, -179.999, true), Probe(-16.5, -179.98, false)])
        #expect(abs(try circle.signedDistance(to: Coordinate(latitude: -16.5, longitude: -179.999)) + 286.5) < 0.1)
    }

    @Test func `CASE-096 plus and minus 180 are one place, and so are all longitudes of a pole`() throws {
        let line = FenceShape.circle(try Circle(center: Coordinate(latitude: 0, longitude: 180), radius: 100))
        let pole = FenceShape.circle(try Circle(center: Coordinate(latitude: 90, longitude: 0), radius: 100))

        #expect(abs(try line.signedDistance(to: Coordinate(latitude: 0, longitude: -180)) + 100) < 1e-6)
        #expect(abs(try pole.signedDistance(to: Coordinate(latitude: 90, longitude: 77)) + 100) < 1e-6)
    }

    @Test func `CASE-097 a very large circle holds its own centre`() throws {
        let big = FenceShape.circle(
            try Circle(center: Coordinate(latitude: -36.9158, longitude: 174.6922), radius: 1_000_000))

        try expect(big, [Probe(-36.9158, 174.6922, true), Probe(-36.9158, -176.0, true), Probe(-30, -160, false)])
    }
}
