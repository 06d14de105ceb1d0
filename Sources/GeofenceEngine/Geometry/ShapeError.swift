/// Why rings of coordinates are not a shape, and where.
public struct ShapeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public enum Fault: Hashable, Sendable {
        /// A multipolygon without members.
        case noMembers
        /// A ring with fewer than three different vertices; carries how many it has.
        case tooFewVertices(Int)
        /// All vertices lie on one line that leads out and back.
        case zeroArea
        /// Two edges cross or lie on one another, or the ring runs around the Earth more than once.
        case selfCrossing
        /// A ring touches itself or another ring of its polygon in one point, and the caller refuses that.
        case touching
        /// A hole reaches beyond the outer ring.
        case holeOutsideShell
        /// Two holes overlap, or one lies in the other.
        case holesOverlap
    }

    /// What is wrong.
    public let fault: Fault
    /// Which polygon of a multipolygon, counted from 0.
    public let member: Int
    /// Which ring of the polygon: 0 the outer one, then the holes.
    public let ring: Int
    /// Which vertex of the ring as it was given, counted from 0.
    public let vertex: Int

    /// Creates an error.
    public init(fault: Fault, member: Int = 0, ring: Int, vertex: Int) {
        self.fault = fault
        self.member = member
        self.ring = ring
        self.vertex = vertex
    }

    /// The same fault, of a polygon that is the given member of a multipolygon.
    public func inMember(_ member: Int) -> ShapeError {
        ShapeError(fault: fault, member: member, ring: ring, vertex: vertex)
    }

    /// What is wrong, where, and what would be allowed.
    public var description: String {
        "polygon \(member), ring \(ring), vertex \(vertex): \(fault.sentence)"
    }
}

extension ShapeError.Fault {
    /// Whether the ring encloses nothing, so that a shape without it is the same.
    package var isFlat: Bool {
        switch self {
        case .tooFewVertices, .zeroArea: true
        case .noMembers, .selfCrossing, .touching, .holeOutsideShell, .holesOverlap: false
        }
    }

    fileprivate var sentence: String {
        switch self {
        case .noMembers: "a multipolygon has at least one polygon"
        case .tooFewVertices(let count): "the ring has \(count) different vertices; it needs at least 3"
        case .zeroArea: "the vertices lie on one line; a ring encloses an area"
        case .selfCrossing: "an edge crosses or covers another; the edges of a ring meet at their ends only"
        case .touching: "a ring touches itself or another one here, which is not allowed"
        case .holeOutsideShell: "a hole lies within the outer ring"
        case .holesOverlap: "holes lie apart from one another"
        }
    }
}

/// Whether rings may touch themselves or one another in single points.
///
/// Crossing is always refused. Touching leaves no doubt about what is inside, so it is for a decoder to say.
public enum TouchingRule: Hashable, Sendable {
    /// Touching in single points is allowed. (CASE-086)
    case allowed
    /// Touching is refused like crossing. (CIO 2.6)
    case refused
}
