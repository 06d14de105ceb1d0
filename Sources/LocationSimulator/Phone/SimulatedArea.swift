public import LocationCore

/// An area on the map, a circle or what lies within rings, for asking the phone where it really is.
///
/// It is judged by a plain walk over all edges that shares nothing with any engine, so that an engine is not checked
/// against itself. Edges are straight in degrees, each the shorter way round; a ring whose turns add up to a full circle
/// encloses the nearer pole.
public struct SimulatedArea: Sendable {
    /// Rings; an odd number of them round a position makes it inside, so holes and islands are just more rings.
    public let rings: [[Coordinate]]
    private let circle: (center: Coordinate, radius: Double)?

    /// Describes an area. A repeated closing vertex changes nothing.
    public init(rings: [[Coordinate]]) {
        self.rings = rings
        circle = nil
    }

    /// Describes the area within a distance of a place, along the ellipsoid.
    ///
    /// - Parameter radius: Meters.
    public init(center: Coordinate, radius: Double) {
        rings = []
        circle = (center, radius)
    }

    /// Whether a position lies in the area. On a boundary the answer may be either.
    public func contains(_ position: Coordinate) -> Bool {
        if let circle { return Ellipsoid.metres(from: circle.center, to: position) <= circle.radius }
        return rings.count { Self.encloses($0, position) } % 2 == 1
    }

    private static func encloses(_ ring: [Coordinate], _ position: Coordinate) -> Bool {
        guard ring.count >= 3 else { return false }
        var path = unwrapped(ring)
        let turn = path[path.count - 1].x - path[0].x
        if abs(turn) > 180 {
            // Closed over the pole that is nearer on average, and a little beyond, so that the pole itself lies within.
            let pole = path.reduce(0) { $0 + $1.y } >= 0 ? 91.0 : -91.0
            path.append((path[path.count - 1].x, pole))
            path.append((path[0].x, pole))
            path.append(path[0])
        }
        let least = path.map(\.x).min() ?? 0
        // The position's meridian in the ring's own count of degrees, and once round.
        var x = position.longitude
        while x < least { x += 360 }
        while x - 360 >= least { x -= 360 }
        return [x, x + 360].contains { isInside(path, $0, position.latitude) }
    }

    /// Longitudes counted on across 180°, with the first vertex again at the end.
    private static func unwrapped(_ ring: [Coordinate]) -> [(x: Double, y: Double)] {
        var path = [(x: ring[0].longitude, y: ring[0].latitude)]
        for vertex in ring.dropFirst() + [ring[0]] {
            var step = (vertex.longitude - path[path.count - 1].x).truncatingRemainder(dividingBy: 360)
            if step > 180 { step -= 360 }
            if step < -180 { step += 360 }
            path.append((path[path.count - 1].x + step, vertex.latitude))
        }
        return path
    }

    private static func isInside(_ path: [(x: Double, y: Double)], _ x: Double, _ y: Double) -> Bool {
        var isInside = false
        for (from, to) in zip(path, path.dropFirst()) where (from.y > y) != (to.y > y) {
            let crossing = from.x + (to.x - from.x) * (y - from.y) / (to.y - from.y)
            if crossing > x { isInside.toggle() }
        }
        return isInside
    }
}

/// A passing of an area's boundary, as it really was.
public struct TrueCrossing: Hashable, Sendable {
    /// When, to the millisecond.
    public let at: Timestamp
    /// Which way.
    public let direction: CrossingDirection
}

extension SimulatedPhone {
    /// Whether the phone really is in an area now; `nil` while its position is unknown.
    public func isInside(_ area: SimulatedArea) -> Bool? { position.map(area.contains) }

    /// When the phone really passes an area's boundary on the way it is following, between two instants.
    ///
    /// The way is looked at every `step` milliseconds and each change found to the millisecond; a visit shorter than a
    /// step may be missed.
    public func trueCrossings(
        of area: SimulatedArea, from start: Timestamp, to end: Timestamp, step: Int64 = 100
    ) -> [TrueCrossing] {
        precondition(step > 0, "a step takes some time")
        let (truth, now) = world.withLock { ($0.truth, ($0.now, $0.clock.moment.wall)) }
        func isInside(_ wall: Timestamp) -> Bool {
            let time = now.0 + wall.milliseconds(since: now.1)
            return truth.coordinate(at: time).map(area.contains) ?? false
        }
        var crossings: [TrueCrossing] = []
        var (time, side) = (start, isInside(start))
        while time < end {
            let next = min(end, time.adding(milliseconds: step))
            if isInside(next) != side {
                var (before, after) = (time, next)
                while after.milliseconds(since: before) > 1 {
                    let middle = before.adding(milliseconds: after.milliseconds(since: before) / 2)
                    if isInside(middle) == side { before = middle } else { after = middle }
                }
                side.toggle()
                crossings.append(TrueCrossing(at: after, direction: side ? .enter : .exit))
            }
            time = next
        }
        return crossings
    }
}
