/// The system could not tell a position.
public struct LocationErrorEvent: Hashable, Sendable {
    /// What kind of failure; a number on the wire becomes its decimal text.
    public let code: String
    /// The failure in words.
    public let message: String?

    /// Reads a payload of channel `locationerror`; `nil` when the code is neither text nor a number.
    public init?(dictionary: [String: Any]) {
        let read = DictionaryReader(dictionary)
        if let code = read.string("code") {
            self.code = code
        } else if let code = read.decimalText("code") {
            self.code = code
        } else {
            return nil
        }
        self.message = read.string("message")
    }
}
