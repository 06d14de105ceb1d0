/// What became of each fence of a file, field by field.
///
/// It is complete: where the written fence says something else than the read one, a field is listed whose outcome is not
/// ``FieldOutcome/carried``.
public struct MigrationReport: Hashable, Sendable {
    /// What became of one entry.
    public struct Entry: Hashable, Sendable {
        /// Its place in the source, counted from 0.
        public let index: Int
        /// Its identifier, if it has one.
        public let id: String?
        /// Why no fence was written for it; `nil` when one was.
        public let refusal: Refusal?
        /// Its fields; empty for an entry that was refused.
        public let fields: [FieldReport]
        /// What stood in the entry and had no effect in the source style either.
        public let remarks: [String]
    }

    /// Why no fence was written for an entry.
    public enum Refusal: Hashable, Sendable {
        /// The source style's own SDK would refuse it; carries why.
        case bySource(String)
        /// The target style takes no such fence; carries why, and what to do.
        case byTarget(String)
        /// Another entry of the same identifier counts; carries its place.
        case repeated(by: Int)
    }

    /// How many entries there are of each kind; each entry is of one.
    public struct Counts: Hashable, Sendable {
        /// Every field is carried.
        public var carried = 0
        /// Some field is carried differently, and none is not carried.
        public var carriedDifferently = 0
        /// A fence was written, and some field is not carried.
        public var withLosses = 0
        /// No fence was written.
        public var refused = 0
        /// Another entry of the same identifier counts.
        public var repeated = 0

        /// How many fences were written.
        public var written: Int { carried + carriedDifferently + withLosses }
        /// How many entries were read.
        public var read: Int { written + refused + repeated }
    }

    /// The style that was read.
    public let source: APIStyle
    /// The style that was written.
    public let target: APIStyle
    /// What became of what belongs to no single fence: the order, and options beside the list.
    public let set: [FieldReport]
    /// What became of each entry, in the order of the source.
    public let entries: [Entry]
    /// What stood in the source besides and had no effect on fences.
    public let remarks: [String]

    /// How many entries there are of each kind.
    public var counts: Counts {
        entries.reduce(into: Counts()) { counts, entry in
            switch entry.refusal {
            case .repeated: counts.repeated += 1
            case .bySource, .byTarget: counts.refused += 1
            case nil:
                switch entry.fields.worst {
                case .carried: counts.carried += 1
                case .carriedDifferently: counts.carriedDifferently += 1
                case .notCarried: counts.withLosses += 1
                }
            }
        }
    }

    /// Whether nothing was lost: each fence was written, and each field carried, if differently.
    public var isComplete: Bool {
        let counts = counts
        if case .notCarried = set.worst { return false }
        return counts.withLosses == 0 && counts.refused == 0
    }
}

extension [FieldReport] {
    /// The outcome that needs most attention; ``FieldOutcome/carried`` for none.
    fileprivate var worst: FieldOutcome {
        var worst = FieldOutcome.carried
        for field in self {
            switch field.outcome {
            case .notCarried: return field.outcome
            case .carriedDifferently: worst = field.outcome
            case .carried: break
            }
        }
        return worst
    }
}
