/// An imported enumeration is open: a newer system may bring a value that the code was not built with. Such a value has a
/// case here that nobody can name, declared last, so that a `switch` meets it in `@unknown default` only.
///
/// What is derived for such an enumeration would stop at that case, so it compares and hashes as told here.
package enum OpenEnumeration {
    /// A value of a newer system, of an enumeration with so many cases that can be named.
    package static func newer<Value>(than named: UInt8, as type: Value.Type = Value.self) -> Value {
        // An enumeration without payloads is one byte, its cases counted in their order.
        unsafeBitCast(named, to: type)
    }

    /// Whether two are the same.
    package static func areSame<Value>(_ left: Value, _ right: Value) -> Bool {
        unsafeBitCast(left, to: UInt8.self) == unsafeBitCast(right, to: UInt8.self)
    }

    /// Hashes one.
    package static func feed<Value>(_ value: Value, _ hasher: inout Hasher) {
        hasher.combine(unsafeBitCast(value, to: UInt8.self))
    }
}
