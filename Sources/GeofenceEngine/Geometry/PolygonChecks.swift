/// Finds out whether the rings of a polygon are simple and lie as they should.
struct PolygonChecks {
    private let drafts: [RingDraft]
    private let touching: TouchingRule
    /// All edges, ring after ring.
    private let edges: [Edge]
    /// The ring and the position in it of each edge.
    private let places: [(ring: Int, position: Int)]

    init(_ drafts: [RingDraft], touching: TouchingRule) {
        self.drafts = drafts
        self.touching = touching
        edges = drafts.flatMap(\.edges)
        places = drafts.enumerated().flatMap { ring, draft in draft.edges.indices.map { (ring, $0) } }
    }

    /// Refuses rings that cross themselves or one another, and touching ones if they are not wanted.
    func checkMeetings() throws(ShapeError) {
        for draft in drafts {
            if let position = draft.edges.indices.first(where: draft.turnsBack) {
                throw draft.error(.selfCrossing, atVertex: position)
            }
        }
        try EdgeTree(edges).forEachPair { (first, second) throws(ShapeError) in
            let (a, b) = (min(first, second), max(first, second))
            let isNeighbour = places[a].ring == places[b].ring && areNeighbours(a, b)
            if isNeighbour { return }
            switch edges[a].meeting(edges[b]) {
            case .nothing: break
            case .cross, .overlap: throw crossing(a, b)
            case .touch: try checkTouch(a, b)
            }
        }
    }

    private func areNeighbours(_ a: Int, _ b: Int) -> Bool {
        let draft = drafts[places[a].ring]
        return draft.next(places[a].position) == places[b].position
            || draft.next(places[b].position) == places[a].position
    }

    private func crossing(_ a: Int, _ b: Int) -> ShapeError {
        let (first, second) = (places[a], places[b])
        if first.ring == second.ring {
            return drafts[first.ring].error(.selfCrossing, atVertex: first.position)
        }
        // The later ring is a hole in both cases.
        let fault: ShapeError.Fault = first.ring == 0 ? .holeOutsideShell : .holesOverlap
        return drafts[second.ring].error(fault, atVertex: second.position)
    }

    /// Two edges share one point that is an end of one of them; whether their rings cross there is decided by the ways
    /// that lead from that point.
    private func checkTouch(_ a: Int, _ b: Int) throws(ShapeError) {
        for (one, other) in [(a, b), (b, a)] {
            let draft = drafts[places[one].ring]
            let start = places[one].position
            for position in [start, draft.next(start)] where edges[other].contains(draft.point(position)) {
                if crosses(
                    draft.passage(at: position), passage(of: other, at: draft.point(position)),
                    at: draft.point(position))
                {
                    throw crossing(a, b)
                }
                if touching == .refused { throw draft.error(.touching, atVertex: position) }
            }
        }
    }

    /// Where a ring leads from a point on one of its edges.
    private func passage(of edge: Int, at point: MapPoint) -> (MapDirection, MapDirection) {
        let draft = drafts[places[edge].ring]
        let start = places[edge].position
        for position in [start, draft.next(start)] where draft.point(position) == point {
            return draft.passage(at: position)
        }
        return edges[edge].directions(from: point)
    }

    private func crosses(
        _ first: (MapDirection, MapDirection), _ second: (MapDirection, MapDirection), at point: MapPoint
    ) -> Bool {
        point.isBetween(first.0, first.1, second.0) != point.isBetween(first.0, first.1, second.1)
    }

    /// Refuses holes that lie outside the outer ring or in one another, once nothing crosses.
    func checkNesting(_ rings: [Ring]) throws(ShapeError) {
        guard rings.count > 1 else { return }
        let shell = PreparedRings([rings[0]])
        for index in rings.indices.dropFirst() {
            if drafts[index].isInside(shell) != true { throw drafts[index].error(.holeOutsideShell, atVertex: 0) }
        }
        guard rings.count > 2 else { return }
        let holes = rings.map { PreparedRings([$0]) }
        for index in rings.indices.dropFirst() {
            for other in rings.indices.dropFirst() where other != index && drafts[index].isInside(holes[other]) != false
            {
                throw drafts[max(index, other)].error(.holesOverlap, atVertex: 0)
            }
        }
    }
}

extension MapPoint {
    /// Whether a way leads into the angle that opens counterclockwise from one way to another.
    fileprivate func isBetween(_ first: MapDirection, _ second: MapDirection, _ third: MapDirection) -> Bool {
        let firstToThird = side(of: third, onWayTo: first)
        let thirdToSecond = side(of: second, onWayTo: third)
        switch side(of: second, onWayTo: first) {
        case 1: return firstToThird > 0 && thirdToSecond > 0
        case -1: return !(firstToThird <= 0 && thirdToSecond <= 0)
        default: return firstToThird > 0
        }
    }
}

extension RingDraft {
    /// Whether the ring lies within another that it does not cross; `nil` when all that could be asked lies on it.
    fileprivate func isInside(_ other: PreparedRings) -> Bool? {
        for position in edges.indices {
            switch other.location(of: point(position)) {
            case .inside: return true
            case .outside: return false
            case .boundary: continue
            }
        }
        // Every vertex touches the other ring. The middles of the edges do not, unless the two rings are one.
        for edge in edges where !edge.passesAntimeridian {
            let middle = MapPoint(x: (edge.west.x + edge.east.x) / 2, y: (edge.west.y + edge.east.y) / 2)
            switch other.location(of: middle) {
            case .inside: return true
            case .outside: return false
            case .boundary: continue
            }
        }
        return nil
    }
}
