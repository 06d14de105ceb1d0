/// Compares two strings by their UTF-8 bytes: below 0, 0 or above 0.
///
/// Swift's own `==` and `<` compare by canonical equivalence, which takes different texts for one. In valid UTF-8 the
/// order of bytes is the order of scalars.
package func compareUTF8(_ left: String, _ right: String) -> Int {
    let fast = left.utf8.withContiguousStorageIfAvailable { leftBytes in
        right.utf8.withContiguousStorageIfAvailable { rightBytes in compareBytes(leftBytes, rightBytes) }
    }
    if let fast, let order = fast { return order }
    return compareBytes(Array(left.utf8), Array(right.utf8))
}

private func compareBytes<Bytes: RandomAccessCollection<UInt8>>(_ left: Bytes, _ right: Bytes) -> Int
where Bytes.Index == Int {
    let shared = min(left.count, right.count)
    var index = 0
    while index < shared {
        let difference = Int(left[index]) - Int(right[index])
        if difference != 0 { return difference }
        index += 1
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
