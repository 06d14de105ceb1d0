public import GeofenceEngine

/// What a switch carried from one style's store to another's.
public struct StoreMigrationReport: Hashable, Sendable {
    /// What became of each definition, field by field.
    public let fences: MigrationReport
    /// The fences that the device is known to be in, and that the new style knows so too.
    public let inside: [FenceID]
    /// Those of them whose stay may still become a dwell.
    public let awaitingDwell: [FenceID]
    /// Fences whose side the new style must find out anew, because their area is another one there.
    public let sidesForgotten: [FenceID]
    /// Records of the old style's outbox, which go out in its own shape: see ``RetiringOutbox``.
    public let recordsLeft: Int
    /// Transitions that had not been told to the app when its last process ended, which the new style tells.
    public let toldByNew: [String]
    /// What else to know or to do.
    public let remarks: [String]
}

/// What a call of ``StoreMigration/run(at:)`` did.
public enum StoreMigrationOutcome: Hashable, Sendable {
    /// There is no old store: a fresh installation.
    case nothingInstalled
    /// The switch is made.
    case switched(StoreMigrationReport)
    /// It was made at an earlier start.
    case switchedBefore
}
