import Foundation

/// Compares two strings by their UTF-8 bytes: below 0, 0 or above 0.
///
/// Swift's own `==` and `<` compare by canonical equivalence, which takes different texts for one. In valid UTF-8 the
/// order of bytes is the order of scalars.
package func compareUTF8(_ left: String, _ right: String) -> Int {
    var left = left
    var right = right
    return left.withUTF8 { leftBytes in right.withUTF8 { rightBytes in compareBytes(leftBytes, rightBytes) } }
}

private func compareBytes(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Int {
    if let leftStart = left.baseAddress, let rightStart = right.baseAddress {
        let order = memcmp(leftStart, rightStart, min(left.count, right.count))
        if order != 0 { return Int(order) }
    }
    return left.count - right.count
}

extension Hasher {
    /// Feeds the UTF-8 bytes of a text and an end mark, in agreement with ``compareUTF8(_:_:)``.
    package mutating func combine(utf8Of text: String) {
        // Texts of another making are copied first, so that equal bytes are always fed in the same portion.
        var text = text
        text.withUTF8 { combine(bytes: UnsafeRawBufferPointer($0)) }
        combine(0xFF as UInt8)
    }
}
