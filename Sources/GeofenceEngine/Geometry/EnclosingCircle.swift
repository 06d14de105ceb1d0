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
        return EnclosingCircle(
            places: shells.flatMap(\.vertices), curves: shells.flatMap { $0.edges.map(EdgeCurve.init) }
        ).circle
    }
}

/// The search for the smallest circle: a small set of places decides it, and grows by the farthest one outside.
private struct EnclosingCircle {
    private let places: [(coordinate: Coordinate, surface: SurfacePoint)]
    private let curves: [EdgeCurve]
    private var deciding: [Coordinate]
    private var center: Coordinate
    private var radius = 0.0

    init(places: [Coordinate], curves: [EdgeCurve]) {
        self.places = places.map { ($0, SurfacePoint($0)) }
        self.curves = curves
        deciding = [places[0]]
        center = places[0]
        // Each round adds a place that lies outside by more than a hundredth of a millimetre, so each circle is larger
        // than the one before; a few rounds suffice, the bound is for shapes larger than half the Earth.
        for _ in 0..<200 {
            guard let outside = farthestPlace(), outside.distance > radius + 1e-5 else { break }
            deciding.append(outside.coordinate)
            solve()
        }
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
        for curve in curves {
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
