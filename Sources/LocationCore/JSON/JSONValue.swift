/// A JSON value that comes back exactly as it was given.
///
/// Integers of up to 64 bits stay integers, doubles survive a round trip, `true` is not `1`, and null, nesting and any
/// Unicode text are kept. The order of an object's members is not kept: ``JSONObject`` sorts them by their UTF-8 bytes,
/// so that equal values give equal bytes.
///
/// Two values are equal when they are written as the same bytes: text is compared by its UTF-8 bytes, not by canonical
/// equivalence; `1` is not `1.0` and `0.0` is not `-0.0`; a small number is the same in ``integer(_:)`` and in
/// ``unsigned(_:)``. Where only the value of numbers matters, use ``isEquivalent(to:)``.
///
/// It is not `Codable` on purpose: through `JSONEncoder` and `JSONDecoder` `2.0` comes back as `2`. Use
/// ``bytes(pretty:)`` and `JSONValue(json:)`.
public enum JSONValue: Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number written without fraction and exponent that fits into 64 bits with a sign.
    case integer(Int64)
    /// A number written without fraction and exponent, above `Int64.max`, that fits into 64 bits without a sign.
    case unsigned(UInt64)
    /// Any other number; finite. See ``number(_:)`` for a double that may not be.
    case double(Double)
    /// Text.
    case string(String)
    /// A list.
    case array([JSONValue])
    /// Named members.
    case object(JSONObject)

    /// A number, or `nil` for NaN and the infinities, which JSON cannot write.
    public static func number(_ value: Double) -> JSONValue? {
        value.isFinite ? .double(value) : nil
    }

    /// How deeply arrays and objects may be nested in what is read or bridged.
    public static let depthLimit = 512
}
