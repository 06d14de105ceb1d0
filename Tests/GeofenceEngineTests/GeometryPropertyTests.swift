import GeofenceEngine
import LocationCore
import Testing

/// A shape made from a seed.
private struct RandomShape {
    let shape: FenceShape
    var numbers: SeededNumbers

    /// A star, with a hole in every other one; its vertices are multiples of 1/64 degree if they are to be moved.
    init(seed: UInt64, onGrid isOnGrid: Bool = false) throws {
        numbers = SeededNumbers(seed: seed)
        let center = try Coordinate(
            latitude: Double.random(in: -70...70, using: &numbers).rounded(),
            longitude: Double.random(in: -180...180, using: &numbers).rounded())
        let count = Int.random(in: 5...20, using: &numbers)
        let grid = { (ring: [Coordinate]) throws -> [Coordinate] in
            guard isOnGrid else { return ring }
            return try ring.map {
                try Coordinate(
                    latitude: ($0.latitude * 64).rounded() / 64, longitude: ($0.longitude * 64).rounded() / 64)
            }
        }
        let shell = try grid(numbers.star(count, around: center, from: 2, to: 4))
        let hole = try grid(numbers.star(5, around: center, from: 0.5, to: 1))
        shape = .polygon(try Polygon(shell: shell, holes: seed.isMultiple(of: 2) ? [hole] : []))
    }

    /// A position in or around the shape.
    mutating func place() throws -> Coordinate {
        let vertices = shape.polygons[0].shell.vertices
        let vertex = vertices[Int.random(in: 0..<vertices.count, using: &numbers)]
        return try Coordinate(
            latitude: min(90, max(-90, vertex.latitude + Double.random(in: -4...4, using: &numbers))),
            longitude: (vertex.longitude + Double.random(in: -4...4, using: &numbers)).wrapped)
    }
}

@Suite struct `Geometry properties` {
    @Test(arguments: UInt64(0)..<40) func `a shape comes back from JSON bit for bit`(_ seed: UInt64) throws {
        let polygon = try RandomShape(seed: seed).shape
        let other = try RandomShape(seed: seed + 1000).shape
        let both = FenceShape.multiPolygon(try MultiPolygon(polygon.polygons + other.polygons))
        let circle = FenceShape.circle(
            try Circle(center: polygon.polygons[0].shell.vertices[0], radius: 1 / Double(seed + 3)))

        for shape in [polygon, both, circle] {
            #expect(try FenceShape(json: JSONValue(json: shape.json.bytes())) == shape)
        }
    }

    @Test(arguments: UInt64(0)..<20) func `turning a shape around the globe changes no answer`(_ seed: UInt64) throws {
        var random = try RandomShape(seed: seed, onGrid: true)
        let places = try (0..<50).map { _ in try random.place() }.map {
            try Coordinate(latitude: $0.latitude, longitude: ($0.longitude * 1024).rounded() / 1024)
        }
        let prepared = PreparedShape(random.shape)
        let circle = random.shape.enclosingCircle

        for turn in [-170.0, -90, -0.5, 13.25, 100, 179] {
            func turned(_ place: Coordinate) throws -> Coordinate {
                try Coordinate(latitude: place.latitude, longitude: (place.longitude + turn).wrapped)
            }
            let polygon = random.shape.polygons[0]
            let moved = FenceShape.polygon(
                try Polygon(
                    shell: polygon.shell.vertices.map(turned), holes: polygon.holes.map { try $0.vertices.map(turned) })
            )
            let movedPrepared = PreparedShape(moved)
            for place in places {
                #expect(try movedPrepared.contains(turned(place)) == prepared.contains(place))
                let (first, second) = (
                    prepared.signedDistance(to: place), try movedPrepared.signedDistance(to: turned(place))
                )
                #expect(abs(first - second) < 0.001)
            }
            #expect(abs(moved.enclosingCircle.radius - circle.radius) < 0.001)
            #expect(abs(moved.area / random.shape.area - 1) < 1e-9)
        }
    }

    @Test(arguments: UInt64(0)..<40)
    func `what a shape holds lies in its enclosing circle, and the distance has the sign of the side`(
        _ seed: UInt64
    ) throws {
        var random = try RandomShape(seed: seed)
        let prepared = PreparedShape(random.shape)
        let circle = random.shape.enclosingCircle

        for _ in 0..<100 {
            let place = try random.place()
            let isInside = prepared.contains(place)
            let distance = prepared.signedDistance(to: place)
            #expect(isInside == (distance <= 0))
            if isInside { #expect(Geodesic.distance(from: circle.center, to: place) <= circle.radius) }
        }
    }

    @Test(arguments: UInt64(0)..<20)
    func `the nearest boundary is not farther than any vertex, and moving changes the distance no more than the way`(
        _ seed: UInt64
    ) throws {
        var random = try RandomShape(seed: seed)
        let prepared = PreparedShape(random.shape)
        let vertices = random.shape.polygons.flatMap(\.rings).flatMap(\.vertices)

        for _ in 0..<20 {
            let place = try random.place()
            let distance = prepared.signedDistance(to: place)
            let toVertices = vertices.map { Geodesic.distance(from: place, to: $0) }.min() ?? 0
            #expect(abs(distance) <= toVertices + 0.001)

            let step = Double.random(in: 1...5000, using: &random.numbers)
            let beside = Geodesic.destination(
                from: place, bearing: Double.random(in: 0..<360, using: &random.numbers), distance: step)
            #expect(abs(prepared.signedDistance(to: beside) - distance) <= step + 0.001)
        }
    }
}

@Suite struct `Geometry verdicts` {
    private func fix(_ coordinate: Coordinate, accuracy: Double?) -> Fix {
        Fix(coordinate: coordinate, accuracy: accuracy, timestamp: Timestamp(milliseconds: 0))
    }

    @Test func `a fix tells while its accuracy circle keeps clear of the boundary`() throws {
        let shape = PreparedShape(try polygon([[[50, 8], [50, 8.1], [50.1, 8.1], [50.1, 8]]]))
        for place in [
            try Coordinate(latitude: 50.05, longitude: 8.03), try Coordinate(latitude: 50.05, longitude: 7.98),
        ] {
            let distance = shape.signedDistance(to: place)
            let (clear, touching, over) = (abs(distance).nextDown, abs(distance), abs(distance).nextUp)

            let side: Verdict = distance < 0 ? .inside : .outside
            #expect(shape.verdict(of: fix(place, accuracy: clear)) == side)
            #expect(shape.verdict(of: fix(place, accuracy: touching)) == (distance < 0 ? .inside : .cannotTell))
            #expect(shape.verdict(of: fix(place, accuracy: over)) == .cannotTell)
            #expect(shape.verdict(of: fix(place, accuracy: 0)) == side)
        }
    }

    @Test func `on the line is inside when the position is exact`() throws {
        let shape = PreparedShape(try polygon([[[50, 8], [50, 8.1], [50.1, 8.1], [50.1, 8]]]))
        let corner = try Coordinate(latitude: 50, longitude: 8)

        #expect(shape.signedDistance(to: corner) == 0)
        #expect(shape.verdict(of: fix(corner, accuracy: 0)) == .inside)
        #expect(shape.verdict(of: fix(corner, accuracy: 1)) == .cannotTell)
    }

    @Test func `a fix of unknown accuracy cannot tell`() throws {
        let shape = PreparedShape(try polygon([[[50, 8], [50, 8.1], [50.1, 8.1], [50.1, 8]]]))

        #expect(try shape.verdict(of: fix(Coordinate(latitude: 50.05, longitude: 8.05), accuracy: nil)) == .cannotTell)
    }

    @Test func `a circle is judged like every shape`() throws {
        let shape = PreparedShape(.circle(try Circle(center: Coordinate(latitude: 50, longitude: 8), radius: 150)))
        let center = try Coordinate(latitude: 50, longitude: 8)

        #expect(shape.verdict(of: fix(center, accuracy: 150)) == .inside)
        #expect(shape.verdict(of: fix(center, accuracy: 310)) == .cannotTell)
    }

    @Test func `a cut at the antimeridian is no boundary`() throws {
        let west = try Polygon(shell: ring([[-17, 179], [-17, 180], [-16, 180], [-16, 179]]))
        let east = try Polygon(shell: ring([[-16.8, -180], [-16.8, -179], [-16.2, -179], [-16.2, -180]]))
        let shape = PreparedShape(.multiPolygon(try MultiPolygon([west, east])))

        let onCut = try Coordinate(latitude: -16.5, longitude: 180)
        let besideCut = try Coordinate(latitude: -16.5, longitude: -179.999)
        let onRest = try Coordinate(latitude: -16.9, longitude: 180)
        // The nearest boundary is 0.3 degrees of latitude away, where the cut ends.
        #expect(abs(shape.signedDistance(to: onCut) + 33_190) < 20)
        #expect(abs(shape.signedDistance(to: besideCut) + 33_190) < 20)
        #expect(shape.signedDistance(to: onRest) == 0)
        #expect(shape.verdict(of: fix(onCut, accuracy: 30_000)) == .inside)
    }

    // iOS starts no other process, so there are no exit tests there.
    #if !os(iOS)
        @Test func `an accuracy that is no number is a programmer's mistake`() async {
            await #expect(processExitsWith: .failure) {
                let shape = PreparedShape(
                    .circle(try Circle(center: Coordinate(latitude: 50, longitude: 8), radius: 150)))
                _ = try shape.verdict(at: Coordinate(latitude: 50, longitude: 8), accuracy: .nan)
            }
        }
    #endif
}
