/// What became of the snapshot of the fences, which saves time at a start and decides nothing.
public struct SnapshotNews: Hashable, Sendable {
    /// What happened.
    public let kind: Kind
    /// The same as a sentence, with the reason.
    public let text: String

    /// What can happen to a snapshot. More may be added.
    public struct Kind: Hashable, Sendable {
        private let word: String

        /// One that could not be used at a start; the database was read instead.
        public static let ignored = Kind(word: "ignored")
        /// One in use had a part that is not what was written; what came of it was thrown away and the database was read.
        public static let damaged = Kind(word: "damaged")
        /// A new one lies beside the database.
        public static let written = Kind(word: "written")
        /// None could be written; what lay there before still does.
        public static let notWritten = Kind(word: "not written")
    }

    init(_ kind: Kind, _ text: String) {
        self.kind = kind
        self.text = text
    }
}
