/// What was found where a store was opened, and what was done about it.
public enum StoreOpening: Hashable, Sendable {
    /// A file of the current schema.
    case opened
    /// Nothing, or an empty file; the store is new.
    case created
    /// A file of an older schema, which was brought forward with all it held.
    case migrated(from: Int64)
    /// A file that could not be used. It was given the name `setAside` in the same folder, and the store is new.
    case startedOver(reason: Reason, setAside: String)

    /// Why a file could not be used.
    public enum Reason: Hashable, Sendable {
        /// It can be read and is no sound database.
        case corrupt(detail: String)
        /// A later version of this library wrote it. That version finds everything in the file that was set aside.
        case newerSchema(found: Int64, known: Int64)
        /// Another program's.
        case foreign(detail: String)

        /// The word for it in the name of the file that was set aside.
        public var word: String {
            switch self {
            case .corrupt: "corrupt"
            case .newerSchema: "newer"
            case .foreign: "foreign"
            }
        }
    }
}
