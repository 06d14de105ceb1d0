extension JSONValue {
    /// The value of a member, or `nil` when there is none or this is no object.
    public subscript(key: String) -> JSONValue? { objectValue?[key] }

    /// Whether this is `null`.
    public var isNull: Bool { self == .null }

    /// The text, or `nil` when this is no string.
    public var stringValue: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// `true` or `false`, or `nil` when this is something else; numbers are not booleans.
    public var boolValue: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The number if it is whole and fits, however it is written (`2` and `2.0`); otherwise `nil`.
    public var int64Value: Int64? {
        switch self {
        case .integer(let value): value
        case .unsigned(let value): Int64(exactly: value)
        case .double(let value): Int64(exactly: value)
        case .null, .bool, .string, .array, .object: nil
        }
    }

    /// The double nearest to the number, or `nil` when this is no number; booleans are not numbers.
    public var doubleValue: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .unsigned(let value): Double(value)
        case .double(let value): value
        case .null, .bool, .string, .array, .object: nil
        }
    }

    /// The elements, or `nil` when this is no array.
    public var arrayValue: [JSONValue]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The members, or `nil` when this is no object.
    public var objectValue: JSONObject? {
        if case .object(let value) = self { value } else { nil }
    }
}

extension JSONValue: ExpressibleByStringInterpolation {
    /// Creates text.
    public init(stringLiteral value: String) { self = .string(value) }
}

extension JSONValue: ExpressibleByBooleanLiteral {
    /// Creates `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSONValue: ExpressibleByIntegerLiteral {
    /// Creates an integer.
    public init(integerLiteral value: Int64) { self = .integer(value) }
}

extension JSONValue: ExpressibleByFloatLiteral {
    /// Creates a double, also from a literal such as `2.0`.
    public init(floatLiteral value: Double) { self = .double(value) }
}

extension JSONValue: ExpressibleByArrayLiteral {
    /// Creates a list.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
    /// Creates an object; of members with the same name the last one stays.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(JSONObject(unsorted: elements.map { (key: $0.0, value: $0.1) }))
    }
}
