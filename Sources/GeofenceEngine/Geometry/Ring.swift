public import LocationCore

/// A closed line that meets itself nowhere, or in single points only, and encloses an area.
///
/// Edges are straight in degrees, each the shorter way round; one of exactly 180 degrees does not pass the
/// antimeridian. A ring that runs around the Earth encloses the pole that is nearer to it in the mean, the north pole if
/// neither is. (RFC 7946)
public struct Ring: Hashable, Sendable {
    /// The vertices as they were given, without repeats and without a closing one; at least three.
    ///
    /// The first one stays first. The order is such that the area lies to the left of an outer ring and to the right
    /// of a hole, so that two rings that differ in direction alone are equal. (CASE-082, CASE-087)
    public let vertices: [Coordinate]
    /// The pole that the ring runs around, if it runs around one.
    let enclosedPole: Pole?

    enum Pole: Hashable, Sendable { case north, south }

    /// The edges in the order of the vertices, and whether each is walked from west to east (or from its first end).
    var steps: [(edge: Edge, goesEast: Bool)] {
        // Only at a pole does an outline leave out what a ring still has.
        if vertices.contains(where: { abs($0.latitude) == 90 }) {
            let outline = Outline(vertices)
            return outline.vertices.indices.map { outline.edge(at: $0) }
        }
        return vertices.indices.map { index in
            Outline.edge(from: vertices[index], to: vertices[index + 1 == vertices.count ? 0 : index + 1])
        }
    }

    var edges: [Edge] { steps.map(\.edge) }
}

/// A ring that is not known to be simple yet, with what is needed to find out.
struct RingDraft {
    let outline: Outline
    let edges: [Edge]
    let number: Int

    /// Refuses what is no ring by its vertices alone.
    init(
        _ coordinates: [Coordinate], number: Int, leftovers: LeftoverRule, remarks: inout [ShapeRemark]
    ) throws(ShapeError) {
        var outline = Outline(coordinates)
        if leftovers == .dropped,
            let twice = coordinates.indices.dropFirst().first(where: { index in
                coordinates[index - 1] == coordinates[index]
            })
        {
            remarks.append(ShapeRemark(kind: .repeatedVertex, ring: number, vertex: twice))
        }
        if leftovers == .dropped, outline.vertices.count >= 3 {
            let first = outline.vertices[0].index
            let hadArea = Set(outline.vertices.map(\.point)).count >= 3
            let spurs = outline.dropSpurs()
            if hadArea, outline.vertices.count < 3 {
                throw ShapeError(fault: .zeroArea, ring: number, vertex: first)
            }
            remarks += spurs.map { ShapeRemark(kind: .spur, ring: number, vertex: $0) }
        }
        self.outline = outline
        self.number = number
        let places = Set(outline.vertices.map(\.point))
        guard places.count >= 3 else {
            throw ShapeError(fault: .tooFewVertices(places.count), ring: number, vertex: 0)
        }
        edges = outline.vertices.indices.map { [outline] in outline.edge(at: $0).0 }
        let winding = outline.winding
        if winding == 0, hasOnlyStraightTurns {
            throw ShapeError(fault: .zeroArea, ring: number, vertex: outline.vertices[0].index)
        }
        if abs(winding) > 1 {
            throw ShapeError(fault: .selfCrossing, ring: number, vertex: outline.vertices[0].index)
        }
    }

    func error(_ fault: ShapeError.Fault, atVertex position: Int) -> ShapeError {
        ShapeError(fault: fault, ring: number, vertex: outline.vertices[position].index)
    }

    func point(_ position: Int) -> MapPoint { outline.vertices[position].point }

    func previous(_ position: Int) -> Int { position == 0 ? edges.count - 1 : position - 1 }

    func next(_ position: Int) -> Int { position + 1 == edges.count ? 0 : position + 1 }

    /// Where the ring comes from and goes to at one of its vertices.
    func passage(at position: Int) -> (MapDirection, MapDirection) {
        (direction(along: previous(position), from: position), direction(along: position, from: position))
    }

    private func direction(along edge: Int, from position: Int) -> MapDirection {
        let here = point(position)
        let leadsEast = edges[edge].west == here
        return edges[edge].direction(east: leadsEast, from: here)
    }

    /// Whether the ring goes straight on or straight back at every vertex.
    private var hasOnlyStraightTurns: Bool {
        edges.indices.allSatisfy { position in
            let (back, forth) = passage(at: position)
            return point(position).side(of: forth, onWayTo: back) == 0
        }
    }

    /// Whether the ring goes back at a vertex the way it came.
    func turnsBack(at position: Int) -> Bool {
        let (first, second) = (edges[previous(position)], edges[position])
        if case .overlap = first.meeting(second) { return true }
        return false
    }

    /// The ring, once it is known to be simple.
    func ring(asHole isHole: Bool) -> Ring {
        let winding = outline.winding
        let sum = LatitudeSum(outline: outline)
        let pole: Ring.Pole? = winding == 0 ? nil : sum.sign * winding >= 0 ? .north : .south
        // Going around with the area to the left, the sum of latitude times way east is negative. Around the north
        // pole, left is eastward; around the south pole, westward.
        let areaIsLeft =
            switch pole {
            case nil: sum.sign < 0
            case .north: winding > 0
            case .south: winding < 0
            }
        var vertices = outline.vertices.map(\.coordinate)
        if areaIsLeft == isHole { vertices = [vertices[0]] + vertices.dropFirst().reversed() }
        return Ring(vertices: vertices, enclosedPole: pole)
    }
}
