/// What a commit survives.
package enum Durability: Hashable, Sendable {
    /// The loss of power a moment later: the log is flushed to the medium before the commit returns. For transitions.
    case full
    /// The death of the process; after a loss of power the last such commits may be missing, in order, and the file
    /// is sound. For mere fixes, which come each second and are worth no flush.
    case normal
}

/// What kind of disk a store believes it is on.
package enum StoreMedium: Hashable, Sendable {
    /// A device's. ``Durability`` decides what each commit waits for.
    case device
    /// A simulated phone's: nothing is ever flushed, so a commit survives the process and not the machine.
    case process
}
