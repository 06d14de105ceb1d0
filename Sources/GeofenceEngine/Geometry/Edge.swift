/// One straight edge on the map of degrees, from its western to its eastern end.
///
/// It reaches at most 180 degrees eastward. A vertical edge has both ends at one longitude.
struct Edge: Hashable, Sendable {
    let west: MapPoint
    let east: MapPoint

    /// Whether the edge passes longitude 180, or ends there.
    var passesAntimeridian: Bool { east.x < west.x }
    var isVertical: Bool { east.x == west.x }
    var lowest: Double { min(west.y, east.y) }
    var highest: Double { max(west.y, east.y) }

    /// Whether some point of the edge has this longitude, both ends included.
    func reaches(_ x: Double) -> Bool {
        passesAntimeridian ? x >= west.x || x <= east.x : x >= west.x && x <= east.x
    }

    /// Whether a point at a longitude that the edge reaches lies above it (1), below it (−1) or on it (0).
    func side(of point: MapPoint) -> Int {
        if point.y > highest { return 1 }
        if point.y < lowest { return -1 }
        if isVertical { return 0 }
        let turn: Double = passesAntimeridian ? 360 : 0
        return west.side(
            of: MapDirection(to: point, turn: point.x < west.x ? turn : 0), onWayTo: MapDirection(to: east, turn: turn))
    }

    func contains(_ point: MapPoint) -> Bool { reaches(point.x) && side(of: point) == 0 }

    /// Where the edge leads from a point on it, to the east and to the west (up and down if it is vertical).
    func directions(from point: MapPoint) -> (MapDirection, MapDirection) {
        (direction(east: true, from: point), direction(east: false, from: point))
    }

    /// Where one end lies as seen from a point of the edge.
    func direction(east isEast: Bool, from point: MapPoint) -> MapDirection {
        if isVertical { return MapDirection(to: isEast ? east : west) }
        return isEast
            ? MapDirection(to: east, turn: east.x < point.x ? 360 : 0)
            : MapDirection(to: west, turn: west.x > point.x ? -360 : 0)
    }
}

/// What two edges have in common.
enum Meeting {
    case nothing
    /// One point, which is an end of at least one of them.
    case touch
    /// One point inside both.
    case cross
    /// A stretch.
    case overlap
}

extension Edge {
    func meeting(_ other: Edge) -> Meeting {
        switch (isVertical, other.isVertical) {
        case (true, true):
            guard west.x == other.west.x else { return .nothing }
            let (from, to) = (max(lowest, other.lowest), min(highest, other.highest))
            return from < to ? .overlap : from == to ? .touch : .nothing
        case (true, false): return other.meeting(vertical: self)
        case (false, true): return meeting(vertical: other)
        case (false, false): return meeting(slanted: other)
        }
    }

    private func meeting(vertical other: Edge) -> Meeting {
        guard reaches(other.west.x) else { return .nothing }
        let (first, second) = (side(of: other.west), side(of: other.east))
        if first * second > 0 { return .nothing }
        let isInside = other.west.x != west.x && other.west.x != east.x
        return first * second < 0 && isInside ? .cross : .touch
    }

    private func meeting(slanted other: Edge) -> Meeting {
        // Two edges share a stretch of longitudes that begins where one of them begins. Only two edges of half a turn
        // each share two, one at either end.
        var result = Meeting.nothing
        if reaches(other.west.x) { result = meeting(other, eastOf: other.west.x) }
        if other.reaches(west.x), west.x != other.west.x {
            let second = meeting(other, eastOf: west.x)
            if case .nothing = result { result = second }
        }
        return result
    }

    private func meeting(_ other: Edge, eastOf start: Double) -> Meeting {
        let sideAtStart = start == other.west.x ? side(of: other.west) : -other.side(of: west)
        let endsFirst = other.endsNoLater(than: self, from: start)
        let end = endsFirst ? other.east : east
        if end.x == start { return sideAtStart == 0 ? .touch : .nothing }
        let sideAtEnd = endsFirst ? side(of: other.east) : -other.side(of: east)
        if sideAtStart * sideAtEnd < 0 { return .cross }
        if sideAtStart == 0, sideAtEnd == 0 { return .overlap }
        return sideAtStart == 0 || sideAtEnd == 0 ? .touch : .nothing
    }

    /// Compares two ways eastward from one longitude without adding 360 to anything.
    private func endsNoLater(than other: Edge, from start: Double) -> Bool {
        let (mine, theirs) = (east.x < start, other.east.x < start)
        return mine == theirs ? east.x <= other.east.x : !mine
    }
}
