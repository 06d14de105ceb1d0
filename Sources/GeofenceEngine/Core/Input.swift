package import LocationCore

/// Everything the core can be told.
package enum Input: Sendable {
    case device(DeviceEvent)
    case fences(FenceChange)
    /// The active set and what happens to the other's states.
    case chooseSet(String)
    case person(String?)
    case tracking(Bool)
    case policy(Policy)
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
    case odometer(Double)
    /// Values that the adapter keeps beside the engine's state, written in one commit.
    case values([String: JSONValue?])
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

    package init(set: String, kind: Kind, values: [String: JSONValue?] = [:]) {
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

    package init(records: [Record], outcome: DeliveryOutcome) {
        self.records = records
        self.outcome = outcome
    }
}

/// What a vendor's transport makes of an answer.
public enum DeliveryOutcome: Hashable, Sendable {
    /// The server has them.
    case accepted
    /// Try again later; the pause the server asked for in milliseconds, if it did.
    case later(after: Int64?)
    /// The credentials are refused; nothing more is sent until a pause is over or the settings change.
    case unauthorised
    /// The server will not take these records, however often they are sent.
    case refused
    /// The request was too large for the server; fewer records at once.
    case tooLarge
}
