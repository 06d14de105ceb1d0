public import LocationCore

/// One decision, with its figures.
public struct JournalLine: Hashable, Sendable {
    /// When it was taken.
    public let at: Timestamp
    /// The fence it concerns; `nil` when it concerns all.
    public let fence: FenceID?
    /// What was decided.
    public let code: JournalCode
    /// The figures, as a sentence.
    public let text: String

    /// Writes a line.
    public init(at: Timestamp, fence: FenceID?, code: JournalCode, text: String) {
        self.at = at
        self.fence = fence
        self.code = code
        self.text = text
    }
}

/// Kinds of decisions. More may be added.
public struct JournalCode: Hashable, Sendable, CustomStringConvertible {
    /// The word that is stored.
    public let rawValue: String
    package init(_ rawValue: String) { self.rawValue = rawValue }
    /// The word.
    public var description: String { rawValue }

    /// A transition was made.
    public static let transition = JournalCode("transition")
    /// A side became known without a transition.
    public static let side = JournalCode("side")
    /// A fix could not tell the side.
    public static let cannotTell = JournalCode("cannot tell")
    /// A fix was refused.
    public static let fixRefused = JournalCode("fix refused")
    /// An observation was older than what it would have changed.
    public static let outdated = JournalCode("outdated")
    /// A report concerned no region of ours, or an earlier shape.
    public static let orphan = JournalCode("orphan")
    /// A transition was stopped: kind not reported, nobody identified, or a duplicate.
    public static let suppressed = JournalCode("suppressed")
    /// A stay ended without an exit.
    public static let stayEnded = JournalCode("stay ended")
    /// A dwell could not be confirmed.
    public static let dwell = JournalCode("dwell")
    /// A fence got or lost its region.
    public static let slice = JournalCode("slice")
    /// How near the device came to a fence that it was not in: one line for a watched fence and day.
    public static let approach = JournalCode("nearest approach")
    /// The system refused a region or gave it up.
    public static let regionLost = JournalCode("region lost")
    /// A region is smaller than the fence, or too small to be reliable.
    public static let radius = JournalCode("radius")
    /// The system's places are divided anew among several adapters.
    public static let sharing = JournalCode("sharing")
    /// Permission or services changed.
    public static let authorization = JournalCode("authorization")
    /// Tracking paused because the device is still, or goes on.
    public static let tracking = JournalCode("tracking")
    /// The wall clock was set, or the device booted.
    public static let clock = JournalCode("clock")
    /// A delivery ended.
    public static let delivery = JournalCode("delivery")
    /// A notification was or was not shown.
    public static let notice = JournalCode("notice")
    /// Something is sent over plain http, beyond this machine.
    public static let plainHTTP = JournalCode("plain http")
    /// The store was set aside, or a commit failed.
    public static let store = JournalCode("store")
}
