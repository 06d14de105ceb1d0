import LocationCore

/// The name a customer gave a fence, compared by its UTF-8 bytes.
///
/// Swift compares text by canonical equivalence, SQLite by bytes. One rule must hold in memory, in the database and
/// with the system, so it is the bytes everywhere: `é` written in two normal forms is two names. (CASE-057)
public struct FenceID: Hashable, Sendable, Comparable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The name as it was given.
    public let text: String

    /// Wraps a name. Any text will do; adapters refuse what their vendor refuses.
    public init(_ text: String) { self.text = text }

    /// Wraps a literal name.
    public init(stringLiteral text: String) { self.text = text }

    /// The name.
    public var description: String { text }

    /// Whether the bytes are the same.
    public static func == (left: FenceID, right: FenceID) -> Bool {
        compareUTF8(left.text, right.text) == 0
    }

    /// Orders by bytes, so `10` comes before `9`. (CIO-117)
    public static func < (left: FenceID, right: FenceID) -> Bool {
        compareUTF8(left.text, right.text) < 0
    }

    /// Feeds the bytes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(utf8Of: text)
    }
}
