import GeofenceEngine
import LocationCore
import Testing

@Suite struct `Geometry of rings` {
    private let wide = [[0.0, 0], [0, 10], [10, 10], [10, 0]]

    private func error(
        _ rings: [[[Double]]], touching: TouchingRule = .allowed, leftovers: LeftoverRule = .dropped
    ) throws -> ShapeError? {
        let rings = try rings.map(ring)
        do {
            _ = try Polygon(
                shell: rings[0], holes: Array(rings.dropFirst()), touching: touching, leftovers: leftovers)
            return nil
        } catch {
            return error
        }
    }

    @Test func `a vertex is counted in the ring as it was given`() throws {
        // Repeats stand before the edge from vertex 4 to 5, which crosses a later one.
        let crossing = [[0.0, 0], [0, 0], [0, 10], [0, 10], [10, 10], [5, -5], [5, -5], [12, 5]]

        #expect(try error([crossing]) == ShapeError(fault: .selfCrossing, ring: 0, vertex: 4))
    }

    @Test(arguments: [
        ([[0.0, 0], [0, 10], [0, 5], [10, 5]], [[0.0, 0], [0, 5], [10, 5]]),
        ([[0, 0], [0, 10], [10, 10], [20, 10], [10, 10]], [[0, 0], [0, 10], [10, 10]]),
    ])
    func `AMD-12 an edge that leads back the way it came is left out, or refused by who asks for that`(
        _ given: [[Double]], _ left: [[Double]]
    ) throws {
        #expect(try polygon([given]) == polygon([left]))
        #expect(try error([given], leftovers: .refused)?.fault == .selfCrossing)
    }

    @Test func `edges that cover one another are refused`() throws {
        #expect(
            try error([[[0, 0], [0, 10], [5, 10], [5, 6], [0, 6], [0, 4], [5, 4], [5, 0]]])?.fault == .selfCrossing)
    }

    @Test func `a ring that crosses itself in a vertex is refused, one that only touches is not`() throws {
        // Both pass through 5, 5: the first from south to north across the way from west to east.
        let crossing = [[5.0, 0], [5, 5], [5, 10], [8, 12], [10, 5], [5, 5], [0, 5], [2, 2]]
        let touching = [[0.0, 0], [0, 10], [5, 5], [10, 10], [10, 0], [5, 5]]

        #expect(try error([crossing])?.fault == .selfCrossing)
        #expect(try error([touching]) == nil)
        #expect(try error([touching], touching: .refused)?.fault == .touching)
    }

    @Test func `holes must lie in the outer ring`() throws {
        let outside = [[20.0, 20], [20, 21], [21, 21]]
        let across = [[5.0, 5], [5, 15], [6, 5]]

        #expect(try error([wide, outside]) == ShapeError(fault: .holeOutsideShell, ring: 1, vertex: 0))
        #expect(try error([wide, across])?.fault == .holeOutsideShell)
        #expect(try error([wide, wide])?.fault == .holeOutsideShell)
        #expect(try error([outside, wide])?.fault == .holeOutsideShell)
    }

    @Test func `holes must lie apart, and may touch`() throws {
        let first = [[1.0, 1], [1, 4], [4, 4], [4, 1]]
        let inFirst = [[2.0, 2], [2, 3], [3, 3]]
        let acrossFirst = [[3.0, 3], [3, 6], [6, 6]]
        let touchingFirst = [[4.0, 4], [4, 6], [6, 6]]
        let touchingShell = [[10.0, 5], [8, 4], [8, 6]]

        #expect(try error([wide, first, inFirst]) == ShapeError(fault: .holesOverlap, ring: 2, vertex: 0))
        #expect(try error([wide, inFirst, first])?.fault == .holesOverlap)
        #expect(try error([wide, first, acrossFirst])?.fault == .holesOverlap)
        #expect(try error([wide, first, first])?.fault == .holesOverlap)
        #expect(try error([wide, first, touchingFirst]) == nil)
        #expect(try error([wide, touchingShell]) == nil)
        #expect(try error([wide, touchingShell], touching: .refused)?.fault == .touching)
    }

    @Test func `a hole all of whose vertices touch the outer ring is in it or not`() throws {
        let inscribed = [[0.0, 5], [5, 10], [10, 5], [5, 0]]

        #expect(try error([wide, inscribed]) == nil)
        // The arms of a U touch the ends of the triangle between them.
        #expect(
            try error([
                [[0, 0], [0, 9], [9, 9], [9, 6], [3, 6], [3, 3], [9, 3], [9, 0]], [[9, 6], [9, 3], [5, 4]],
            ])?.fault
                == .holeOutsideShell)
    }

    @Test func `a multipolygon has members, and an error names the one`() throws {
        #expect(throws: ShapeError(fault: .noMembers, ring: 0, vertex: 0)) { try MultiPolygon([]) }
        #expect(ShapeError(fault: .zeroArea, ring: 1, vertex: 2).inMember(3).member == 3)
        #expect(
            ShapeError(fault: .zeroArea, member: 3, ring: 1, vertex: 2).description
                == "polygon 3, ring 1, vertex 2: the vertices lie on one line; a ring encloses an area")
    }

    @Test func `a ring around the Earth encloses the nearer pole`() throws {
        let north = try polygon([stride(from: -180.0, to: 180, by: 10).map { [80, $0] }])
        let south = try polygon([stride(from: 180.0, to: -180, by: -10).map { [-70, $0] }])

        for (latitude, longitude, inNorth, inSouth) in [
            (90.0, 0.0, true, false), (89.9, 0, true, false), (85, 123, true, false), (85, -180, true, false),
            (79, 45, false, false), (-90, 77, false, true), (-75, 180, false, true), (-60, 0, false, false),
        ] {
            let place = try Coordinate(latitude: latitude, longitude: longitude)
            #expect(north.contains(place) == inNorth)
            #expect(south.contains(place) == inSouth)
        }
    }

    @Test func `a hole around a pole is cut out of a cap`() throws {
        let cap = stride(from: -180.0, to: 180, by: 10).map { [80, $0] }
        let hole = stride(from: 170.0, through: -180, by: -10).map { [88, $0] }
        let shape = try polygon([cap, hole])

        #expect(try !shape.contains(Coordinate(latitude: 90, longitude: 0)))
        #expect(try !shape.contains(Coordinate(latitude: 89, longitude: 180)))
        #expect(try shape.contains(Coordinate(latitude: 85, longitude: 180)))
        #expect(try error([cap, hole.map { [-$0[0], $0[1]] }])?.fault == .holeOutsideShell)
    }

    @Test func `an edge of exactly half a turn runs as it was written, a longer one the other way`() throws {
        func box(_ west: Double, _ east: Double) throws -> FenceShape {
            try polygon([[[-10, west], [-10, east], [10, east], [10, west]]])
        }
        let front = try Coordinate(latitude: 0, longitude: 45)
        let back = try Coordinate(latitude: 0, longitude: -135)

        let half = try box(-90, 90)
        #expect(half.contains(front) && !half.contains(back))
        let more = try box(-90, 90.nextUp)
        #expect(!more.contains(front) && more.contains(back))
        // 180 and −1e-20 differ by more than 180, though their difference rounds to it.
        let hardlyMore = try box(-1e-20, 180)
        #expect(!hardlyMore.contains(front) && hardlyMore.contains(back))
        let hardlyLess = try box(1e-20, 180)
        #expect(hardlyLess.contains(front) && !hardlyLess.contains(back))
    }

    @Test func `a ring that runs twice around the Earth is refused`() throws {
        let spiral = (0..<72).map { [50 + Double($0) / 10, (Double($0) * 10).remainder(dividingBy: 360)] }

        #expect(try error([spiral])?.fault == .selfCrossing)
    }

    @Test func `the seam of a map drawn in a rectangle is no edge`() throws {
        let map = [
            [-60.0, -180], [-65, -90], [-62, 0], [-66, 90], [-60, 180], [-75, 180], [-90, 180], [-90, 0], [-90, -180],
            [-80, -180],
        ]
        let shape = try polygon([map])

        #expect(try shape.contains(Coordinate(latitude: -90, longitude: 12)))
        #expect(try shape.contains(Coordinate(latitude: -70, longitude: 180)))
        #expect(try !shape.contains(Coordinate(latitude: -59, longitude: 180)))
        // 85 degrees south is far from the coast, though on the seam.
        #expect(try shape.signedDistance(to: Coordinate(latitude: -85, longitude: 180)) < -2_000_000)
    }

    @Test func `10,000 vertices are checked without comparing each edge with each`() throws {
        var numbers = SeededNumbers(seed: 10)
        let center = try Coordinate(latitude: 48.2, longitude: 16.4)
        let star = numbers.star(10_000, around: center, from: 0.0499, to: 0.05)

        let elapsed = try ContinuousClock().measure {
            _ = try Polygon(shell: star)
        }

        // 50 million pairs take minutes in a debug build; this takes under a second.
        #expect(elapsed < .seconds(20))
        #expect(star.count == 10_000)
    }
}
