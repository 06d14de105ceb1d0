import GeofenceEngine
import LocationCore
import Testing

/// Which polygons contain a place, by the drawings of all of them, against the exact predicate asked of each.
@Suite struct `Fences that contain a place` {
    enum Spread: String, CaseIterable, Sendable { case town, towns, upright, antimeridian, poles, nested, coarse }

    /// Where polygons of one spread lie, and how large they are in degrees.
    static func place(_ spread: Spread, _ random: inout Draw) -> (center: Coordinate, size: Double) {
        func near(_ latitude: Double, _ longitude: Double, _ away: Double) -> Coordinate {
            let east = longitude + (random.unit() - 0.5) * away
            return Coordinate(
                checkedLatitude: min(90, max(-90, latitude + (random.unit() - 0.5) * away)), longitude: east.wrapped)
        }
        switch spread {
        case .town: return (near(48.2, 16.4, 0.4), 0.003 + random.unit() * random.unit() * 0.05)
        case .towns:
            let town = Double(random.below(4))
            return (
                near(20 * town - 30, 90 * town - 120, random.chance(0.02) ? 40 : 0.05), 0.0001 + random.unit() * 0.02
            )
        case .upright: return (near(0, 0, 3), random.pick([1e-9, 0.01, 1.5]))
        case .antimeridian: return (near(-17, 180, 3), 0.5 * random.unit() + 0.01)
        case .poles: return (near(random.chance(0.5) ? 88.6 : -88.8, 20, 2.2), 0.8 * random.unit() + 0.01)
        case .nested: return (near(10, 10, 0.0001), 0.001 + random.unit())
        case .coarse:
            return (near(random.pick([-40, 0, 50]), random.pick([-100, 0, 100]), 20), 0.5 + random.unit() * 12)
        }
    }

    /// A star, a sliver or a box, on a coarse lattice now and then so that edges lie on one another; `nil` where that is no
    /// polygon.
    static func polygon(_ center: Coordinate, _ size: Double, _ random: inout Draw) -> Polygon? {
        let lattice = random.chance(0.5) ? size / 8 : 0
        func vertex(_ x: Double, _ y: Double) -> Coordinate? {
            var (latitude, longitude) = (center.latitude + y * size, center.longitude + x * size)
            if lattice > 0 {
                latitude = (latitude / lattice).rounded() * lattice
                longitude = (longitude / lattice).rounded() * lattice
            }
            return try? Coordinate(latitude: latitude, longitude: longitude.wrapped)
        }
        func star(_ count: Int, from least: Double, to most: Double) -> [Coordinate] {
            (0..<count).compactMap { corner in
                let angle = 2 * Double.pi * (Double(corner) + 0.6 * random.unit()) / Double(count)
                let length = least + random.unit() * (most - least)
                return vertex(length * cosine(angle), length * cosine(angle - .pi / 2))
            }
        }
        switch random.below(5) {
        case 0: return try? Polygon(shell: star(random.pick([3, 7, 40, 200]), from: 0.1, to: 1))
        case 1:
            return try? Polygon(
                shell: star(random.pick([8, 60]), from: 0.7, to: 1), holes: [star(9, from: 0.2, to: 0.5)])
        case 2:
            // As thin as a thousandth or a millionth of its length.
            let thin = random.pick([1e-3, 1e-6])
            return try? Polygon(
                shell: [(-1, 0), (0, thin), (1, 0.7), (0, -thin)].compactMap { vertex($0.0, $0.1) })
        case 3:
            let height = random.unit()
            return try? Polygon(
                shell: [(-1, -height), (1, -height), (1, height), (-1, height)].compactMap { vertex($0.0, $0.1) })
        default:
            let (first, second) = (star(12, from: 0.5, to: 1), star(5, from: 0.1, to: 0.3))
            return try? Polygon(shell: first, holes: [second])
        }
    }

    private static func cosine(_ angle: Double) -> Double {
        // Eight terms suffice for a shape that is drawn at random.
        let turn = angle.remainder(dividingBy: 2 * .pi)
        return (1...8).reversed().reduce(1.0) { 1 - turn * turn * $0 / Double((2 * $1 - 1) * 2 * $1) }
    }

    static func shape(_ spread: Spread, _ random: inout Draw) -> FenceShape {
        let (center, size) = place(spread, &random)
        if random.chance(0.15) { return .circle(Circle(center: center, checkedRadius: 20 + size * 50_000)) }
        let members = (0..<random.pick([1, 1, 1, 3])).compactMap { _ -> Polygon? in
            let moved = Coordinate(
                checkedLatitude: min(90, max(-90, center.latitude + (random.unit() - 0.5) * size)),
                longitude: (center.longitude + (random.unit() - 0.5) * size).wrapped)
            return polygon(moved, size, &random)
        }
        if members.count == 1 { return .polygon(members[0]) }
        guard let area = try? MultiPolygon(members) else {
            return .circle(Circle(center: center, checkedRadius: 20 + size * 50_000))
        }
        return .multiPolygon(area)
    }

    static func stored(_ ordinal: Int64, _ spread: Spread, _ random: inout Draw) -> StoredFence {
        let shape = shape(spread, &random)
        var watched: Circle?
        if random.chance(0.1), !shape.isCircle {
            // It need not hold the shape: what is outside of it is not found.
            let circle = shape.enclosingCircle
            watched = Circle(center: circle.center, checkedRadius: circle.radius * random.pick([0.5, 2]))
        }
        return StoredFence(
            fence: Fence(id: FenceID("f\(ordinal)"), shape: shape, watchedCircle: watched, reports: [.enter]),
            ordinal: ordinal, revision: 0, shapeRevision: 0)
    }

    /// Somewhere among the fences, at a vertex, on an edge, or the least bit beside one of those.
    static func question(_ fences: [StoredFence], _ random: inout Draw) -> Coordinate {
        let fence = random.pick(fences)
        let polygons = fence.fence.shape.polygons
        guard !polygons.isEmpty, !random.chance(0.3) else {
            return Geodesic.destination(
                from: fence.center.coordinate, bearing: random.unit() * 360,
                distance: fence.enclosing.radius * 1.5 * random.unit())
        }
        let vertices = random.pick(random.pick(polygons).rings).vertices
        let number = random.below(vertices.count)
        let (first, second) = (vertices[number], vertices[(number + 1) % vertices.count])
        let part = random.pick([0, 0.5, random.unit()])
        let far = abs(second.longitude - first.longitude) > 180
        var latitude = first.latitude + part * (second.latitude - first.latitude)
        var longitude = far ? first.longitude : first.longitude + part * (second.longitude - first.longitude)
        switch random.below(5) {
        case 0: latitude = latitude.nextUp
        case 1: latitude = latitude.nextDown
        case 2: longitude = longitude.nextUp
        case 3: longitude = longitude.nextDown
        default: break
        }
        return Coordinate(checkedLatitude: min(90, max(-90, latitude)), longitude: min(180, max(-180, longitude)))
    }

    static func check(_ set: inout FenceSet, _ note: String, _ random: inout Draw) {
        let fences = set.fences
        guard !fences.isEmpty else { return }
        for _ in 0..<(isOptimised ? 300 : 24) {
            let place = question(fences, &random)
            let anchor = SurfacePoint(place)
            // A given circle counts to within a metre.
            let isNearGiven = fences.contains {
                $0.fence.watchedCircle != nil && abs(anchor.chord(to: $0.center) - $0.enclosing.radius) < 2
            }
            if isNearGiven { continue }
            let expected = fences.filter { stored in
                guard let circle = stored.fence.shape.circle else {
                    return anchor.chord(to: stored.center) <= stored.enclosing.radius + 1
                        && stored.fence.shape.contains(place)
                }
                return anchor.distance(to: SurfacePoint(circle.center)) <= circle.radius
            }

            let found = set.ordinals(within: 0, of: place)

            #expect(found == expected.map(\.ordinal), "\(note), \(place), of \(fences.count)")
            #expect(set.fences(within: 0, of: place) == expected, "\(note), \(place)")
        }
    }

    @Test(arguments: Spread.allCases, isOptimised ? [66, 400, 3000] : [66, 250])
    func `are those whose shape says so`(_ spread: Spread, _ size: Int) {
        for seed in 0..<UInt64(isOptimised ? 8 : 1) {
            var random = Draw(seed: seed &* 977 &+ UInt64(size))
            var set = FenceSet((0..<size).map { Self.stored(Int64(3 * $0), spread, &random) })

            Self.check(&set, "\(spread), seed \(seed)", &random)
        }
    }

    @Test(arguments: Spread.allCases) func `are the same where there are no circles`(_ spread: Spread) {
        var random = Draw(seed: 41)
        var fences: [StoredFence] = []
        while fences.count < 200 {
            let stored = Self.stored(Int64(fences.count), spread, &random)
            if !stored.fence.shape.isCircle { fences.append(stored) }
        }
        var set = FenceSet(fences)

        Self.check(&set, "\(spread)", &random)
    }

    @Test(arguments: Spread.allCases) func `stay right through changes`(_ spread: Spread) {
        var random = Draw(seed: 12)
        // More than 1,024, so that changes wait beside the others.
        var next: Int64 = isOptimised ? 1500 : 1050
        var set = FenceSet((0..<next).map { Self.stored($0, spread, &random) })
        for round in 0..<(isOptimised ? 24 : 2) {
            for _ in 0..<random.pick(isOptimised ? [1, 5, 60, 700] : [5, 60, 300]) {
                switch random.below(3) {
                case 0: set.put(Self.stored(next, spread, &random))
                case 1: set.remove([random.pick(set.fences).fence.id])
                default:
                    let old = random.pick(set.fences)
                    set.put(
                        old.replaced(
                            by: Fence(id: old.fence.id, shape: Self.shape(spread, &random), reports: [.enter])))
                }
                next += 1
            }
            Self.check(&set, "\(spread), round \(round)", &random)
        }
    }

    @Test func `are found where all lie upon one another but for one at the other end of the world`() throws {
        let box = try Polygon(shell: ring([[0, 0], [0, 1], [1, 1], [1, 0]]))
        let far = try Polygon(shell: ring([[60, 150], [60, 151], [61, 151], [61, 150]]))
        var set = FenceSet(
            (0..<500).map { number in
                StoredFence(
                    fence: Fence(
                        id: FenceID("\(number)"), shape: .polygon(number == 77 ? far : box), reports: [.enter]),
                    ordinal: Int64(number), revision: 0, shapeRevision: 0)
            })

        #expect(try set.ordinals(within: 0, of: Coordinate(latitude: 0.5, longitude: 0.5)).count == 499)
        #expect(try set.ordinals(within: 0, of: Coordinate(latitude: 1, longitude: 1)).count == 499)
        #expect(try set.ordinals(within: 0, of: Coordinate(latitude: 60.5, longitude: 150.5)) == [77])
        #expect(try set.ordinals(within: 0, of: Coordinate(latitude: 30, longitude: 100)) == [])
    }
}
