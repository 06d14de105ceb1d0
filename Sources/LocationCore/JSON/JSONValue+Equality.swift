extension JSONValue: Hashable {
    /// Whether both are written as the same bytes; a double that is not finite equals only itself.
    public static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: left.isSameScalar(as: right)
        }
    }

    private func isSameScalar(as other: JSONValue) -> Bool {
        switch (self, other) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.integer(let left), .integer(let right)): left == right
        case (.unsigned(let left), .unsigned(let right)): left == right
        case (.integer(let signed), .unsigned(let unsigned)), (.unsigned(let unsigned), .integer(let signed)):
            UInt64(exactly: signed) == unsigned
        case (.double(let left), .double(let right)): left.bitPattern == right.bitPattern
        case (.string(let left), .string(let right)): compareUTF8(left, right) == 0
        case (.null, _), (.bool, _), (.integer, _), (.unsigned, _), (.double, _), (.string, _), (.array, _),
            (.object, _):
            false
        }
    }

    /// Feeds what equality looks at.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null:
            hasher.combine(0 as UInt8)
        case .bool(let value):
            hasher.combine(1 as UInt8)
            hasher.combine(value)
        case .integer(let value):
            hasher.combine(2 as UInt8)
            hasher.combine(UInt64(bitPattern: value))
        case .unsigned(let value):
            hasher.combine(2 as UInt8)
            hasher.combine(value)
        case .double(let value):
            hasher.combine(3 as UInt8)
            hasher.combine(value.bitPattern)
        case .string(let value):
            hasher.combine(4 as UInt8)
            hasher.combine(utf8Of: value)
        case .array(let elements):
            hasher.combine(5 as UInt8)
            hasher.combine(elements)
        case .object(let members):
            hasher.combine(6 as UInt8)
            hasher.combine(members)
        }
    }

    /// Whether both mean the same when numbers are compared by value: `1`, `1.0` and `1e0` are one number here.
    ///
    /// The comparison is exact: 9007199254740993 is not 9007199254740992.0.
    public func isEquivalent(to other: JSONValue) -> Bool {
        switch (self, other) {
        case (.double(let left), .double(let right)):
            left == right
        case (.double(let double), .integer(let whole)), (.integer(let whole), .double(let double)):
            Int64(exactly: double) == whole
        case (.double(let double), .unsigned(let whole)), (.unsigned(let whole), .double(let double)):
            UInt64(exactly: double) == whole
        case (.array(let left), .array(let right)):
            left.elementsEqual(right) { $0.isEquivalent(to: $1) }
        case (.object(let left), .object(let right)):
            left.elementsEqual(right) { compareUTF8($0.key, $1.key) == 0 && $0.value.isEquivalent(to: $1.value) }
        default:
            self == other
        }
    }
}
