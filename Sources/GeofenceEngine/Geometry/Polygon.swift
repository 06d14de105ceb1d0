public import LocationCore

/// An outer ring and the holes in it.
///
/// A value of this type is sound: its rings cross neither themselves nor one another, and the holes lie in the outer
/// ring and apart from one another. A point on a ring, also on that of a hole, is inside. (CASE-084)
public struct Polygon: Hashable, Sendable {
    /// The boundary of the whole; its area lies to the left.
    public let shell: Ring
    /// What is left out of it, in the order given; their areas lie to the right.
    public let holes: [Ring]

    /// Creates a polygon from the vertices of its rings, or says what is wrong with them.
    ///
    /// A ring may repeat its first vertex at the end, may repeat vertices in a row and may run in either direction.
    ///
    /// - Parameters:
    ///   - shell: The vertices of the outer ring.
    ///   - holes: The vertices of each hole.
    ///   - touching: Whether rings may touch themselves or one another in single points.
    ///   - leftovers: What becomes of ways out and back along themselves and of holes without area.
    /// - Throws: ``ShapeError`` with the first fault, its ring, and the vertex at which it shows.
    public init(
        shell: [Coordinate], holes: [[Coordinate]] = [], touching: TouchingRule = .allowed,
        leftovers: LeftoverRule = .dropped
    ) throws(ShapeError) {
        var remarks: [ShapeRemark] = []
        try self.init(shell: shell, holes: holes, touching: touching, leftovers: leftovers, remarks: &remarks)
    }

    /// Creates a polygon, and tells what was left out of it.
    ///
    /// - Parameter remarks: Gets what was left out, with rings and vertices counted as they were given.
    /// - Throws: ``ShapeError``, as without remarks.
    public init(
        shell: [Coordinate], holes: [[Coordinate]] = [], touching: TouchingRule = .allowed,
        leftovers: LeftoverRule = .dropped, remarks: inout [ShapeRemark]
    ) throws(ShapeError) {
        var drafts: [RingDraft] = []
        for (number, ring) in ([shell] + holes).enumerated() {
            do throws(ShapeError) {
                drafts.append(try RingDraft(ring, number: number, leftovers: leftovers, remarks: &remarks))
            } catch {
                guard number > 0, leftovers == .dropped, error.fault.isFlat else { throw error }
                remarks.append(ShapeRemark(kind: .flatHole, ring: number, vertex: error.vertex))
            }
        }
        let checks = PolygonChecks(drafts, touching: touching)
        try checks.checkMeetings()
        let rings = drafts.map { $0.ring(asHole: $0.number > 0) }
        try checks.checkNesting(rings)
        self.shell = rings[0]
        self.holes = Array(rings.dropFirst())
    }

    /// The outer ring, then the holes.
    public var rings: [Ring] { [shell] + holes }
}

/// Several polygons that are one area: inside any of them is inside.
///
/// Members may touch and overlap. (CASE-079)
public struct MultiPolygon: Hashable, Sendable {
    /// At least one polygon.
    public let members: [Polygon]

    /// Creates an area from polygons.
    ///
    /// - Throws: ``ShapeError`` if there is no polygon.
    public init(_ members: [Polygon]) throws(ShapeError) {
        guard !members.isEmpty else { throw ShapeError(fault: .noMembers, ring: 0, vertex: 0) }
        self.members = members
    }
}
