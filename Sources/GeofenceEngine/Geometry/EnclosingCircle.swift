import Foundation
public import LocationCore

extension FenceShape {
    /// The smallest circle that holds the whole shape, edges included; a circle is its own.
    ///
    /// Up to 100 km it is at most 1 mm larger than need be. Edges are straight in degrees and may bulge beyond their
    /// ends; where they do, close to a pole, the circle holds the bulge. For shapes of continental size it still holds
    /// everything, though a smaller one may exist.
    public var enclosingCircle: Circle {
        if case .circle(let circle) = self { return circle }
        let shells = polygons.map(\.shell)
        return NearbyCircle(shells)?.circle ?? EnclosingCircle(shells).circle
    }
}

/// The search for the smallest circle: a small set of places decides it, and grows by the farthest one outside.
private struct EnclosingCircle {
    /// An edge between two of the places.
    private struct Side {
        let curve: EdgeCurve
        let ends: (Int, Int)
        /// No place of the curve is farther than this from the straight line between its ends.
        let bulge: Double
    }

    private let places: [(coordinate: Coordinate, surface: SurfacePoint)]
    private let sides: [Side]
    private var deciding: [Coordinate]
    private var center: Coordinate
    private var radius = 0.0

    init(_ shells: [Ring]) {
        var places: [(coordinate: Coordinate, surface: SurfacePoint)] = []
        var sides: [Side] = []
        for shell in shells {
            let outline = Outline(shell.vertices)
            for number in outline.vertices.indices {
                let next = outline.vertices[number + 1 == outline.vertices.count ? 0 : number + 1]
                let curve = EdgeCurve(outline.edge(at: number).0)
                sides.append(
                    Side(
                        curve: curve,
                        ends: (places.count + outline.vertices[number].index, places.count + next.index),
                        bulge: curve.greatestBulge))
            }
            places += shell.vertices.map { ($0, SurfacePoint($0)) }
        }
        self.places = places
        self.sides = sides
        deciding = [places[0].coordinate]
        center = places[0].coordinate
        solveInPlane()
        // Each round adds a place that lies outside by more than a hundredth of a millimetre, so each circle is larger
        // than the one before; a few rounds suffice, the bound is for shapes larger than half the Earth.
        for _ in 0..<200 {
            guard let outside = farthestPlace(), outside.distance > radius + 1e-5 else { break }
            deciding.append(outside.coordinate)
            solve()
        }
    }

    /// Begins with what decides in the plane that touches the Earth at the first place: for a shape of some kilometres
    /// that is nearly always the answer, or one round away from it.
    private mutating func solveInPlane() {
        let origin = SIMD3(places[0].surface)
        let (latitude, longitude) = (center.latitude * .pi / 180, center.longitude * .pi / 180)
        let east = SIMD3(-sin(longitude), cos(longitude), 0)
        let north = SIMD3(-sin(latitude) * cos(longitude), -sin(latitude) * sin(longitude), cos(latitude))
        var reach = 0.0
        let plane = places.map { place in
            let away = SIMD3(place.surface) - origin
            reach = max(reach, lengthSquared(away))
            return PlanePoint(x: (away * east).sum(), y: (away * north).sum())
        }
        guard reach < 1e12 else { return }
        var chosen = [0]
        var circle = PlaneCircle.smallest(around: [plane[0]])
        for _ in places.indices {
            guard let farthest = plane.indices.max(by: { circle.isFarther(plane[$1], than: plane[$0]) }),
                circle.center.distance(to: plane[farthest]) > circle.radius * (1 + 1e-9) + 1e-6
            else { break }
            chosen.append(farthest)
            circle = PlaneCircle.smallest(around: chosen.map { plane[$0] })
        }
        chosen.removeAll { circle.center.distance(to: plane[$0]) < circle.radius * (1 - 1e-6) - 1e-3 }
        guard chosen.count > 1 else { return }
        deciding = chosen.map { places[$0].coordinate }
        center = Geodesic.destination(
            from: center, bearing: atan2(circle.center.x, circle.center.y) * 180 / .pi,
            distance: hypot(circle.center.x, circle.center.y))
        solve()
    }

    /// A tenth of a millimetre is added, for what the distances and the search may be off by.
    var circle: Circle {
        let farthest = farthestPlace().map(\.distance) ?? 0
        return Circle(center: center, checkedRadius: max(radius, farthest) + 1e-4)
    }

    /// The vertex or place on an edge that is farthest from the centre.
    private func farthestPlace() -> (coordinate: Coordinate, distance: Double)? {
        let surface = SurfacePoint(center)
        let chords = places.map { surface.chord(to: $0.surface) }
        let longest = chords.max() ?? 0
        // Chords of one length belong to geodesics that differ by less than 1 % of what a geodesic is longer than its
        // chord, and that is c³/24R² while the chord is short.
        let doubt = longest < 1_000_000 ? 1e-6 + longest * longest * longest / 6e16 : longest / 100
        var best: (coordinate: Coordinate, distance: Double)?
        for (place, chord) in zip(places, chords) where chord >= longest - doubt {
            let distance = Geodesic.distance(from: center, to: place.coordinate)
            if distance > best?.distance ?? -1 { best = (place.coordinate, distance) }
        }
        let point = SIMD3(surface)
        for side in sides where max(chords[side.ends.0], chords[side.ends.1]) + side.bulge >= longest - doubt {
            let curve = side.curve
            guard let found = curve.farthestBetweenEnds(from: point),
                found.chordSquared.squareRoot() >= longest - doubt
            else { continue }
            let coordinate = curve.coordinate(at: found.parameter)
            let distance = Geodesic.distance(from: center, to: coordinate)
            if distance > best?.distance ?? -1 { best = (coordinate, distance) }
        }
        return best
    }

    /// Moves the centre until it is that of the smallest circle around the deciding places.
    ///
    /// In the plane of distances and bearings from the centre, the smallest circle is centred at the origin exactly
    /// when the true one is centred there. The plane is nearly true to scale, so each step leaves a small part of the
    /// last one.
    private mutating func solve() {
        for _ in 0..<60 {
            let plane = deciding.map { place in
                let segment = Geodesic.inverse(from: center, to: place)
                let bearing = segment.initialBearing * .pi / 180
                return PlanePoint(x: segment.distance * sin(bearing), y: segment.distance * cos(bearing))
            }
            let step = PlaneCircle.smallest(around: plane).center
            let length = hypot(step.x, step.y)
            if length < 1e-6 { break }
            center = Geodesic.destination(
                from: center, bearing: atan2(step.x, step.y) * 180 / .pi, distance: length)
        }
        radius = deciding.map { Geodesic.distance(from: center, to: $0) }.max() ?? 0
    }
}

extension EdgeCurve {
    /// An eighth of the greatest acceleration, taken without an angle.
    fileprivate var greatestBulge: Double {
        let (latRate, lonRate) = (abs(rise) * .pi / 180, abs(run) * .pi / 180)
        let across = 2 * latRate * lonRate
        let along = 0.0102 * latRate * latRate + lonRate * lonRate
        let inward = latRate * latRate + lonRate * lonRate
        return Self.greatestRadius * (across * across + along * along + inward * inward).squareRoot() / 8
    }
}
