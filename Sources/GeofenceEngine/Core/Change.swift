package import LocationCore

/// One thing that a commit writes. All changes of one input are one transaction.
package enum Change: Sendable {
    case putFence(set: String, StoredFence)
    case removeFence(ordinal: Int64)
    case removeFences(set: String)
    case standing(ordinal: Int64, Standing?)
    case clearStandings
    /// Every place the engine wants, in order.
    case places([Place])
    case helper(Place?)
    case window(WindowKey, steady: Int64?)
    case clearWindows
    case append(Record)
    case complete(Record)
    /// A transition whose records miss a position, until it has one.
    case waiting(Durable.Waiting)
    case waited(String)
    case removeRecord(String)
    case removeRecords(RecordSelection)
    case refused(String, refusals: Int, isParked: Bool)
    case trimRecords(most: Int?, before: Timestamp?)
    /// Something to be told, kept until it has been.
    case announce(Announced)
    case told([String])
    case value(String, JSONValue?)
    case journal(JournalLine)
    /// A line of which there is one for a fence and day: the nearest counts.
    case approach(JournalLine)
    /// A snapshot of the fences is going to be written; under a new lineage unless there is one that holds.
    case beginSnapshot(lineage: String)
    /// A snapshot of that generation lies beside the database.
    case endSnapshot(generation: Int64)
    /// No snapshot is wanted any more.
    case dropSnapshot
}

extension Change {
    /// Whether it changes a set of fences.
    var isOfFences: Bool {
        switch self {
        case .putFence, .removeFence, .removeFences: true
        default: false
        }
    }
}

/// What is kept of an announcement until it has been told.
package struct Announced: Hashable, Sendable {
    package let id: String
    package let transition: Transition
    package let records: [Record]

    package init(id: String, transition: Transition, records: [Record]) {
        self.id = id
        self.transition = transition
        self.records = records
    }
}

/// What a duplicate window belongs to. (CIO 5.2)
package struct WindowKey: Hashable, Sendable {
    package let person: String
    package let fence: FenceID
    package let kind: TransitionKind
}
