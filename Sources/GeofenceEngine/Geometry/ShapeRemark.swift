/// Something that was left out of a shape because it changes no answer to inside or outside. (CASE-163)
public struct ShapeRemark: Hashable, Sendable, CustomStringConvertible {
    /// What was left out. More kinds may come.
    public struct Kind: RawRepresentable, Hashable, Sendable {
        /// The kind's name.
        public let rawValue: String

        /// Names a kind.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A way that leads out and back along itself; the vertex is the one at which it turns.
        public static let spur = Kind(rawValue: "spur")
        /// A hole without area.
        public static let flatHole = Kind(rawValue: "flatHole")
        /// Vertices given twice in a row; the vertex is the first repeat of its ring, which has one remark.
        public static let repeatedVertex = Kind(rawValue: "repeatedVertex")
        /// A polygon of a multipolygon without area.
        public static let flatMember = Kind(rawValue: "flatMember")
    }

    /// What was left out.
    public let kind: Kind
    /// Which polygon of a multipolygon, counted from 0.
    public let member: Int
    /// Which ring of the polygon: 0 the outer one, then the holes.
    public let ring: Int
    /// Which vertex of the ring as it was given, counted from 0.
    public let vertex: Int

    /// Describes what was left out.
    public init(kind: Kind, member: Int = 0, ring: Int, vertex: Int) {
        self.kind = kind
        self.member = member
        self.ring = ring
        self.vertex = vertex
    }

    /// The same of a polygon that is the given member of a multipolygon.
    public func inMember(_ member: Int) -> ShapeRemark {
        ShapeRemark(kind: kind, member: member, ring: ring, vertex: vertex)
    }

    /// What was left out, and where.
    public var description: String {
        let what =
            switch kind {
            case .spur: "a way out and back along itself is left out"
            case .repeatedVertex: "a vertex given twice in a row counts once"
            case .flatHole: "a hole without area is left out"
            case .flatMember: "a polygon without area is left out"
            default: kind.rawValue
            }
        return "polygon \(member), ring \(ring), vertex \(vertex): \(what)"
    }
}

/// What becomes of parts of a shape that change no answer to inside or outside.
public enum LeftoverRule: Hashable, Sendable {
    /// They are left out. (AMD-12)
    case dropped
    /// The shape is refused for them. (CIO 2.6)
    case refused
}
