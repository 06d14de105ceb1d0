/// An upload request ended.
public struct HttpEvent: Hashable, Sendable {
    /// Whether the status is 200…299.
    public let success: Bool
    /// The HTTP status; 0 when nobody answered.
    public let status: Int
    /// The first 1024 characters of the answer, or what kept it away; possibly empty. (BGEO-114)
    public let responseText: String

    /// Reads a payload of channel `http`; `nil` when a member is missing or mistyped.
    public init?(dictionary: [String: Any]) {
        let read = DictionaryReader(dictionary)
        guard let success = read.bool("success"), let status = read.integer("status"),
            let responseText = read.string("responseText")
        else { return nil }
        self.success = success
        self.status = status
        self.responseText = responseText
    }
}
