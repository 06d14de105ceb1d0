public import LocationCore

/// Everything the core can be told.
package enum Input: Sendable {
    case device(DeviceEvent)
    case fences(FenceChange)
    /// The ranking shall be made anew, from a position of the host's choice.
    case rank(RankRequest)
    /// The active set and what happens to the other's states.
    case chooseSet(String)
    case person(String?, values: [String: JSONValue?])
    case tracking(Bool)
    case policy(Policy)
    /// How the host wants things from now on: the policy, how records are written, and values that say so.
    case configuration(Policy, any RecordFormat, values: [String: JSONValue?])
    /// A fix that the host hands over.
    case hostFix(Fix)
    /// A record that the host hands over.
    case hostRecord(Record)
    case removeRecords(RecordSelection)
    /// Positions shall be asked for and the regions ranked and registered anew.
    case renew
    /// One fix shall be taken and the ranking made from it.
    case look
    case deliver(DeliveryCause)
    /// How requests ended; an empty list says that nothing was there to send.
    case delivered([DeliveryResult])
    case told([String])
    /// Something about the way to the server that belongs in the journal.
    case note(JournalCode, String)
    case odometer(Double)
    /// Values that the adapter keeps beside the engine's state, written in one commit.
    case values([String: JSONValue?])
}

/// From where to rank, and what that may tell.
public struct RankRequest: Hashable, Sendable {
    /// The position to rank from; `nil` for the newest the engine knows.
    public let anchor: Coordinate?
    /// A fix that may prove that the device is in a circle registered now; `nil` where only the system's answer counts.
    public let evidence: Fix?
    /// Whether a device found in a fence registered now counts as having come in.
    public let tellsFirstEnter: Bool

    /// Describes a ranking.
    public init(anchor: Coordinate? = nil, evidence: Fix? = nil, tellsFirstEnter: Bool = true) {
        self.anchor = anchor
        self.evidence = evidence
        self.tellsFirstEnter = tellsFirstEnter
    }
}

/// A change of a set of fences.
package struct FenceChange: Sendable {
    package enum Kind: Sendable {
        case upsert([Fence])
        case remove([FenceID])
        case removeAll
        case replaceAll([Fence])
    }
    package let set: String
    package let kind: Kind
    /// Adapter values that belong to the change and are committed with it.
    package let values: [String: JSONValue?]

    /// From where the new set is ranked, where the host says so.
    package let rank: RankRequest?
    /// The policy from this change on; `nil` for no change.
    package let policy: Policy?

    package init(
        set: String, kind: Kind, values: [String: JSONValue?] = [:], rank: RankRequest? = nil, policy: Policy? = nil
    ) {
        self.rank = rank
        self.policy = policy
        self.set = set
        self.kind = kind
        self.values = values
    }
}

/// Which records to remove.
package enum RecordSelection: Hashable, Sendable {
    case all
    case kind(Record.Kind)
    case id(String)
}

/// Why a delivery is asked for.
package enum DeliveryCause: String, Hashable, Sendable {
    /// The host asked: no rule holds it back, and parked records get one more try.
    case host
    /// The host's settings changed: the pause after failures is over.
    case settings
    /// Any other reason of the adapter's, under the rules for automatic deliveries without the threshold.
    case adapter
}

/// How the delivery of some records ended.
package struct DeliveryResult: Hashable, Sendable {
    package let records: [Record]
    package let outcome: DeliveryOutcome
    /// Milliseconds for which the server wants to be left alone, if it said so. (AMD-02)
    package let asked: Int64?
    /// Whether the server has too much to do, or is in trouble.
    package let isOverloaded: Bool

    package init(records: [Record], outcome: DeliveryOutcome, asked: Int64? = nil, isOverloaded: Bool = false) {
        self.records = records
        self.outcome = outcome
        self.asked = asked
        self.isOverloaded = isOverloaded
    }
}

extension DeliveryResult {
    /// The pause that the server asked for, as the engine or the vendor's transport has read it.
    var pauseAsked: Int64? {
        if case .later(let after?) = outcome { return max(after, asked ?? 0) }
        return asked
    }
}

/// What a vendor's transport makes of an answer.
public enum DeliveryOutcome: Hashable, Sendable {
    /// The server has them.
    case accepted
    /// The server will not take these together; each goes by itself now, which is no refusal yet. (CIO 6.3)
    case singly
    /// They stay, and are tried again at the next reason; what stands behind them goes on now. (CIO 6.2)
    case kept
    /// Try again later; the pause the server asked for in milliseconds, if it did.
    case later(after: Int64?)
    /// The credentials are refused; nothing more is sent until a pause is over or the settings change.
    case unauthorised
    /// The server will not take these records, however often they are sent.
    case refused
    /// The request was too large for the server; fewer records at once.
    case tooLarge
}
