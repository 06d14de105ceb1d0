public import LocationCore

/// The fences of a file in one style, and what is wrong with the others.
public struct FenceFile: Hashable, Sendable {
    /// A fence that the style's own SDK would take.
    public struct Entry: Hashable, Sendable {
        /// Its place in the file, counted from 0.
        public let index: Int
        /// What it says.
        public let definition: FenceDefinition
        /// What stands in the entry and the style's own SDK passes over.
        public let remarks: [String]
    }

    /// An entry that gives no fence.
    public struct Problem: Hashable, Sendable {
        /// Its place in the file, counted from 0.
        public let index: Int
        /// Its identifier, if it has one.
        public let id: String?
        /// Why it gives none.
        public let reason: Reason

        /// Why an entry gives no fence.
        public enum Reason: Hashable, Sendable {
            /// The style's own SDK refuses it; carries why.
            case unusable(String)
            /// Another entry of the same identifier counts, by the style's own rule; carries its place.
            case repeated(by: Int)
        }
    }

    /// Whose file it is.
    public let style: APIStyle
    /// The fences, in the order in which the style's SDK would hold them; identifiers are distinct.
    public let entries: [Entry]
    /// The other entries, in the order of the file.
    public let problems: [Problem]
    /// What stands beside the list and is no fence: Customer.io's `config`.
    public let options: JSONValue?
    /// What stands in the file besides and is passed over.
    public let remarks: [String]

    let words: FenceWords
}
