/// A JSON value that comes back exactly as it was given.
///
/// Integers of up to 64 bits stay integers, doubles survive a round trip, `true` is not `1`, and null, nesting and any
/// Unicode text are kept. Object keys are distinct; their order is not kept, and writing sorts them by their UTF-8
/// bytes, so that equal values give equal bytes.
public enum JSONValue: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number written without fraction and exponent that fits into 64 bits with a sign.
    case integer(Int64)
    /// A number written without fraction and exponent, above `Int64.max`, that fits into 64 bits without a sign.
    case unsigned(UInt64)
    /// Any other number; finite.
    case double(Double)
    /// Text.
    case string(String)
    /// A list.
    case array([JSONValue])
    /// Named members.
    case object([String: JSONValue])
}
