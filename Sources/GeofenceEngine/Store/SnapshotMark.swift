/// What a database says about its snapshot: which one fits, and from where on changes are known.
///
/// A snapshot bears the lineage and a generation. It fits if the lineage is the same and its generation is at least
/// ``base``: the numbers of all fences that were changed after that are in the table beside. Whatever casts doubt on a
/// lineage ends it; the next snapshot begins another, under a name that was never used. So what is left of an earlier life
/// of the database, or of another database, never fits.
struct SnapshotMark: Hashable, Sendable {
    /// A name made of random bits.
    var lineage: String
    /// The generation after which every change is known.
    var base: Int64
    /// How many commits changed fences since the lineage began.
    var generation: Int64
    /// How many changes are known, at most.
    var pending: Int64
}

/// What a store keeps in memory about its mark.
struct SnapshotTracking {
    /// The mark as this process last read or wrote it.
    var known: SnapshotMark?
    /// The mark as the transaction under way leaves it.
    var next: SnapshotMark?
    /// Whether the lineage ends with the next change of fences, because its snapshot was not looked for or not found to fit.
    var isDoubtful = true
    /// Whether another process has changed the mark, so that the fences in memory may not be what it stands for.
    var isOvertaken = false
    /// Whether there may be a file that is to be removed when no snapshot is wanted any more.
    var mayHaveFile = false
    /// Whether rows could not be read: they are reported at each start, which a snapshot would not do.
    var hasLosses = false
}
