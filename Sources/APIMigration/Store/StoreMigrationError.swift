public import GeofenceEngine

/// Why a switch could not be made. Both stores are what they were before the call, or go on from there at the next one.
public enum StoreMigrationError: Error, Hashable, Sendable {
    /// The two are one style; there is nothing to switch.
    case sameStyle(APIStyle)
    /// The old store is there and is no sound store; it is left alone.
    case oldUnusable(file: String, StoreOpening.Reason)
    /// The new style's place holds a file that is no sound store; it is left alone.
    case newUnusable(file: String, StoreOpening.Reason)
    /// The new style has a store of its own already, with so many fences and records; nothing is put over it.
    case newInUse(file: String, fences: Int, records: Int)
    /// The new style was the old one before, and so many of its records still wait; deliver them first.
    case newStillRetiring(file: String, records: Int)
    /// An adapter has the file open: switch before either adapter is started.
    case open(file: String)
    /// The old store was emptied by a switch, and the new one is gone; ``StoreMigration/revert(at:)`` brings it back.
    case newLost(file: String)
    /// The switch was confirmed, or never made: there is nothing to go back to.
    case nothingToRevert
    /// Going back was begun; ``StoreMigration/revert(at:)`` ends it.
    case revertBegun
    /// The store failed, or the disk is full.
    case store(StoreError)
    /// A simulated process ended before a step.
    case interrupted(before: String)
}

extension StoreMigrationError: CustomStringConvertible {
    /// What is wrong, and what would be allowed.
    public var description: String {
        switch self {
        case .sameStyle(let style): "both are \(style.name)'s; the new style must be another"
        case .oldUnusable(let file, let reason): "\(file), the old store, is \(reason.word) and is left alone"
        case .newUnusable(let file, let reason):
            "\(file), where the new store goes, is \(reason.word) and is left alone; move it away first"
        case .newInUse(let file, let fences, let records):
            "\(file) has \(fences) fences and \(records) records of its own; a switch starts from a style that has none"
        case .newStillRetiring(let file, let records):
            "\(file) still has \(records) records of an earlier switch to deliver; deliver them, then switch"
        case .open(let file): "\(file) is open; switch before an adapter is started"
        case .newLost(let file): "\(file), the new store, is gone; revert brings the old one back"
        case .nothingToRevert: "there is nothing to go back to: the switch was confirmed or never made"
        case .revertBegun: "going back was begun and not ended; revert ends it"
        case .store(let error): "\(error)"
        case .interrupted(let step): "the process ended before \(step)"
        }
    }
}
