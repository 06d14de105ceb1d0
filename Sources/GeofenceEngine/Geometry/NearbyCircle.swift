import Foundation
import LocationCore

/// The smallest circle around vertices that lie within 50 km of the first one and not close to a pole, as nearly all do.
///
/// There the map is nearly plane. What a place in it may be off by is known, so that only those vertices are measured which
/// may decide. Edges need no look: the squared chord from a point within 100 km is convex along each of them.
///
/// For that, by ``EdgeCurve/Limits/bends(around:half:chord:)``, the slowest speed squared has to be more than the chord times
/// the turning. With k the cosine of the latitude and r the rate in degrees, they are at least 0.9998 (k r R)² and at most
/// √2 r² R times 100 km, and so k has to be more than 0.151. At 80° it is 0.173.
struct NearbyCircle {
    private struct Place {
        let coordinate: Coordinate
        let surface: SurfacePoint
    }

    private static let greatestReach = 50_000.0
    private static let northernmost = 80.0

    private let plane: NearbyPlane
    /// The vertices, and where they are in the plane.
    private let vertices: [Coordinate]
    private let points: [PlanePoint]
    /// No vertex is more degrees away from the first one.
    private let rise: Double
    private let run: Double
    private var deciding: [Place] = []
    private var center: Coordinate
    private var surface: SurfacePoint
    private var radius = 0.0
    private var farthest = 0.0

    /// `nil` for shells that are too large for it, or too near to a pole.
    init?(_ shells: [Ring]) {
        let first = shells[0].vertices[0]
        let vertices = shells.count == 1 ? shells[0].vertices : shells.flatMap(\.vertices)
        let plane = NearbyPlane(at: first)
        var (rise, run, north) = (0.0, 0.0, 0.0)
        for vertex in vertices {
            rise = max(rise, abs(vertex.latitude - first.latitude))
            run = max(run, abs(vertex.longitude - first.longitude))
            north = max(north, abs(vertex.latitude))
        }
        guard north <= Self.northernmost, plane.reach(rise: rise, run: run) <= Self.greatestReach else { return nil }
        (self.rise, self.run) = (rise, run)
        self.plane = plane
        self.vertices = vertices
        points = vertices.map { plane.point($0) }
        center = first
        surface = SurfacePoint(first)
        begin()
        // Each round adds a place that lies outside by more than a hundredth of a millimetre.
        for _ in 0..<200 {
            guard let outside = farthestPlace() else { return }
            farthest = outside.distance
            guard farthest > radius + 1e-5 else { return }
            deciding.append(outside.place)
            solve()
        }
        farthest = farthestPlace()?.distance ?? 0
    }

    /// A tenth of a millimetre is added, for what the distances and the search may be off by.
    var circle: Circle { Circle(center: center, checkedRadius: max(radius, farthest) + 1e-4) }

    /// Begins with what decides in the plane: that is nearly always the answer.
    private mutating func begin() {
        var (chosen, numbers) = ([points[0]], [0])
        chosen.reserveCapacity(8)
        numbers.reserveCapacity(8)
        var circle = PlaneCircle.smallest(around: chosen)
        for _ in points.indices {
            let (number, squared) = farthestPoint(from: circle.center)
            let enough = circle.radius * (1 + 1e-9) + 1e-6
            guard squared > enough * enough else { break }
            numbers.append(number)
            chosen.append(points[number])
            circle = PlaneCircle.smallest(around: chosen)
        }
        for (number, point) in zip(numbers, chosen)
        where circle.center.distance(to: point) >= circle.radius * (1 - 1e-6) - 1e-3 {
            deciding.append(Place(coordinate: vertices[number], surface: SurfacePoint(vertices[number])))
        }
        center = plane.coordinate(near: circle.center)
        solve()
    }

    private func farthestPoint(from center: PlanePoint) -> (number: Int, squaredDistance: Double) {
        var best = (number: 0, squaredDistance: -1.0)
        for (number, point) in points.enumerated() {
            let squared = center.squaredDistance(to: point)
            if squared > best.squaredDistance { best = (number, squared) }
        }
        return best
    }

    /// The vertex that is farthest from the centre.
    private func farthestPlace() -> (place: Place, distance: Double)? {
        let middle = plane.point(center)
        let longest = farthestPoint(from: middle).squaredDistance.squareRoot()
        let (doubt, height) = plane.errors(
            rise: max(rise, abs(center.latitude - vertices[0].latitude)),
            run: max(run, abs(center.longitude - vertices[0].longitude)))
        // No shorter than that is the longest chord. What a geodesic is longer than its chord differs by 1 % between
        // directions, and is c³/24R².
        let chord = longest - 2 * doubt
        var least = 0.0
        if chord > 0 {
            least = max(0, longest - 4 * doubt - height * height / chord - 1e-6 - longest * longest * longest / 6e16)
        }
        var best: (place: Place, distance: Double)?
        for (number, point) in points.enumerated() where middle.squaredDistance(to: point) >= least * least {
            let place = Place(coordinate: vertices[number], surface: SurfacePoint(vertices[number]))
            let distance = surface.distance(to: place.surface)
            if distance > best?.distance ?? -1 { best = (place, distance) }
        }
        return best
    }

    /// Moves the centre until it is that of the smallest circle around the deciding places.
    ///
    /// In the plane of distances and directions from the centre, the smallest circle is centred at the origin exactly when
    /// the true one is centred there. The plane is nearly true to scale, so each step leaves a small part of the last one.
    private mutating func solve() {
        surface = SurfacePoint(center)
        for _ in 0..<60 {
            let plane = NearbyPlane(at: center)
            let step = PlaneCircle.smallest(around: deciding.map { point(of: $0, in: plane) }).center
            if hypot(step.x, step.y) < 1e-6 { break }
            center = plane.coordinate(near: step)
            surface = SurfacePoint(center)
        }
        radius = deciding.map { surface.distance(to: $0.surface) }.max() ?? 0
    }

    private func point(of place: Place, in plane: NearbyPlane) -> PlanePoint {
        let flat = plane.projection(of: SIMD3(place.surface) - SIMD3(surface))
        let length = (flat.x * flat.x + flat.y * flat.y).squareRoot()
        guard length > 0 else { return flat }
        let scale = surface.distance(to: place.surface) / length
        return PlanePoint(x: flat.x * scale, y: flat.y * scale)
    }
}

/// The plane that touches the Earth at a place, east and north.
///
/// A straight way in degrees leads to E(1) = E(0) + E' + E''/2 with an error of at most E'''/6; see ``EdgeCurve``.
private struct NearbyPlane {
    private let origin: Coordinate
    private let east: SIMD3<Double>
    private let north: SIMD3<Double>
    /// Metres per degree, and per degree squared.
    private let eastRate: Double
    private let northRate: Double
    private let eastBend: Double
    private let northBend: Double
    private let northTurn: Double

    init(at origin: Coordinate) {
        self.origin = origin
        let radians = Double.pi / 180
        let (latitude, longitude) = (origin.latitude * radians, origin.longitude * radians)
        let (sinLat, cosLat) = (sin(latitude), cos(latitude))
        let (sinLon, cosLon) = (sin(longitude), cos(longitude))
        east = SIMD3(-sinLon, cosLon, 0)
        north = SIMD3(-sinLat * cosLon, -sinLat * sinLon, cosLat)
        let eccentricity = WGS84.flattening * (2 - WGS84.flattening)
        let shrink = 1 - eccentricity * sinLat * sinLat
        let nu = WGS84.equatorialRadius / shrink.squareRoot()
        let mu = nu * (1 - eccentricity) / shrink
        eastRate = nu * cosLat * radians
        northRate = mu * radians
        eastBend = -mu * sinLat * radians * radians
        northBend = nu * cosLat * sinLat * radians * radians / 2
        northTurn = 1.5 * mu * eccentricity * sinLat * cosLat / shrink * radians * radians
    }

    @inline(__always)
    func point(_ coordinate: Coordinate) -> PlanePoint {
        let (rise, run) = (coordinate.latitude - origin.latitude, coordinate.longitude - origin.longitude)
        return PlanePoint(
            x: run * (eastRate + rise * eastBend),
            y: rise * (northRate + rise * northTurn) + run * run * northBend)
    }

    /// A coordinate at a point, but for the second order.
    func coordinate(near point: PlanePoint) -> Coordinate {
        let longitude = (origin.longitude + point.x / eastRate).remainder(dividingBy: 360)
        return Coordinate(
            checkedLatitude: min(90, max(-90, origin.latitude + point.y / northRate)), longitude: longitude)
    }

    func projection(of away: SIMD3<Double>) -> PlanePoint {
        PlanePoint(x: (away * east).sum(), y: (away * north).sum())
    }

    /// Metres within which all places lie that are at most so many degrees away.
    func reach(rise: Double, run: Double) -> Double {
        hypot(rise * northRate, run * eastRate) + errors(rise: rise, run: run).height
    }

    /// By how many metres the distance between the points of two places may be wrong, and by how many their heights may differ.
    func errors(rise: Double, run: Double) -> (doubt: Double, height: Double) {
        let (a, b, high) = (rise * .pi / 180, run * .pi / 180, EdgeCurve.greatestRadius)
        // As in EdgeCurve's limits, with the equator's widest parallel.
        let (across, along, inward) = (2 * a * b, 0.0102 * a * a + b * b, a * a + b * b)
        let acceleration = high * (across * across + along * along + inward * inward).squareRoot()
        let change = (2.1 * a + 3.03 * b) * b + 0.05 * a * a
        let jerk = acceleration * (a + b) + high * a * change
        return (jerk / 3, acceleration / 2 + jerk / 3)
    }
}
