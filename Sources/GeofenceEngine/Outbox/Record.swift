public import LocationCore

/// A row of the outbox.
public struct Record: Hashable, Sendable {
    /// Its identifier on the wire, made once.
    public let id: String
    /// Its place in the order of creation; 0 until it is stored.
    public let sequence: Int64
    /// What it is.
    public let kind: Kind
    /// The fence of a transition.
    public let fence: FenceID?
    /// The transition it belongs to: copies for several geosets, and a fix beside a transition, share one.
    public let transition: String?
    /// The record of the fix that belongs beside it and travels in the same batch. (BKN 7.2)
    public let companion: String?
    /// When what it tells happened.
    public let at: Timestamp
    /// Who it belongs to.
    public let person: String?
    /// The tracking session it was made in.
    public let session: String?
    /// The vendor's record as it was at the time.
    public let body: JSONValue
    /// How often a server refused it for good.
    public let refusals: Int
    /// Whether it is kept but no longer sent by itself.
    public let isParked: Bool
    /// Whether it still waits for a position and is neither told nor sent until then.
    public let isWaiting: Bool

    /// What a record is.
    public enum Kind: String, Hashable, Sendable, Codable {
        /// A transition.
        case transition
        /// A tracking fix, or the fix beside a transition.
        case fix
        /// Something the host put in.
        case host
    }

    /// Describes a row.
    public init(
        id: String, sequence: Int64 = 0, kind: Kind, fence: FenceID? = nil, transition: String? = nil,
        companion: String? = nil, at: Timestamp, person: String? = nil, session: String? = nil, body: JSONValue,
        refusals: Int = 0, isParked: Bool = false,
        isWaiting: Bool = false
    ) {
        self.id = id
        self.sequence = sequence
        self.kind = kind
        self.fence = fence
        self.transition = transition
        self.companion = companion
        self.at = at
        self.person = person
        self.session = session
        self.body = body
        self.refusals = refusals
        self.isParked = isParked
        self.isWaiting = isWaiting
    }
}

extension Record {
    /// The same record with what was only known later.
    package func changed(
        companion: String?? = nil, body: JSONValue? = nil, refusals: Int? = nil, isParked: Bool? = nil,
        isWaiting: Bool? = nil
    ) -> Record {
        Record(
            id: id, sequence: sequence, kind: kind, fence: fence, transition: transition,
            companion: companion ?? self.companion, at: at, person: person, session: session,
            body: body ?? self.body, refusals: refusals ?? self.refusals, isParked: isParked ?? self.isParked,
            isWaiting: isWaiting ?? self.isWaiting)
    }
}
