/// A value on its way into a statement.
package enum SQLValue: Hashable, Sendable {
    case null
    case integer(Int64)
    /// Any double but NaN, which SQLite would store as null.
    case real(Double)
    /// Stored as its UTF-8 bytes and compared by them: two normal forms of one letter are two texts.
    case text(String)
    case blob([UInt8])

    /// 1 or 0.
    package static func flag(_ value: Bool) -> SQLValue { .integer(value ? 1 : 0) }
}

extension SQLValue {
    package init(_ value: Int64?) { self = value.map(SQLValue.integer) ?? .null }
    package init(_ value: Double?) { self = value.map(SQLValue.real) ?? .null }
    package init(_ value: String?) { self = value.map(SQLValue.text) ?? .null }
    package init(_ value: [UInt8]?) { self = value.map(SQLValue.blob) ?? .null }
}
