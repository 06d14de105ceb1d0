import LocationCore

extension FenceShape {
    /// Vertices of all rings.
    var vertexCount: Int {
        polygons.reduce(0) { $0 + $1.holes.reduce($1.shell.vertices.count) { $0 + $1.vertices.count } }
    }

    /// Whether a point lies inside or on an edge, found by a look at every vertex: for a hundred of them as quick as the first
    /// touch of all that preparing sorts, and nothing has to be prepared.
    ///
    /// It is the same exact predicate, for shapes that have a ``CellFrame``: they are nowhere near the antimeridian or a pole.
    func containsByVertices(_ point: MapPoint) -> Bool {
        switch self {
        case .circle: false
        case .polygon(let polygon): polygon.containsByVertices(point)
        case .multiPolygon(let area): area.members.contains { $0.containsByVertices(point) }
        }
    }
}

extension Polygon {
    fileprivate func containsByVertices(_ point: MapPoint) -> Bool {
        var isInside = false
        if shell.passes(point, &isInside) { return true }
        for hole in holes where hole.passes(point, &isInside) { return true }
        return isInside
    }
}

extension Ring {
    /// Changes sides with each edge below a point. As in ``PreparedRings``, an edge has its western end and not its eastern.
    ///
    /// - Returns: Whether the ring passes through the point itself.
    @inline(__always)
    fileprivate func passes(_ point: MapPoint, _ isInside: inout Bool) -> Bool {
        vertices.withUnsafeBufferPointer { vertices in
            var last = vertices[vertices.count - 1]
            for next in vertices {
                let start = last
                last = next
                // Most edges lie west or east of the point.
                if start.longitude < point.x, next.longitude < point.x { continue }
                if start.longitude > point.x, next.longitude > point.x { continue }
                let (a, b) = (MapPoint(start), MapPoint(next))
                let edge = a.x <= b.x ? Edge(west: a, east: b) : Edge(west: b, east: a)
                let side = edge.side(of: point)
                if side == 0 { return true }
                if side == 1, point.x != edge.east.x { isInside.toggle() }
            }
            return false
        }
    }
}
