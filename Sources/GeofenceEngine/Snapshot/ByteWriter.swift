/// Bytes being put together, numbers as this machine has them in memory.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    mutating func append<Number: FixedWidthInteger>(_ number: Number) {
        withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) }
    }

    mutating func append(_ number: Double) { append(number.bitPattern) }

    /// A number that is mostly small, seven bits to a byte, the lower ones first.
    mutating func append(compact number: UInt64) {
        var rest = number
        while rest >= 128 {
            bytes.append(UInt8(rest & 127) | 128)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// A text's length and its bytes.
    mutating func append(_ text: String) {
        append(compact: UInt64(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    mutating func pad(to count: Int) {
        if bytes.count < count { bytes.append(contentsOf: repeatElement(0, count: count - bytes.count)) }
    }

    mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }
}

/// Bytes being taken apart. What is not there is `nil`, and so is everything after it.
struct ByteReader {
    private let bytes: UnsafeRawBufferPointer
    private var place = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    mutating func number<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
        guard let found = take(MemoryLayout<Number>.size) else { return nil }
        return found.loadUnaligned(as: type)
    }

    mutating func double() -> Double? { number(UInt64.self).map { Double(bitPattern: $0) } }

    mutating func compact() -> UInt64? {
        var result: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 7) {
            guard let byte = number(UInt8.self) else { return nil }
            result |= UInt64(byte & 127) << shift
            if byte < 128 { return result }
        }
        return fail()
    }

    mutating func text() -> String? {
        guard let found = textBytes() else { return nil }
        return String(decoding: found, as: UTF8.self)
    }

    /// A text's bytes alone.
    mutating func textBytes() -> UnsafeRawBufferPointer? {
        guard let count = compact(), count <= UInt64(bytes.count) else { return fail() }
        return take(Int(count))
    }

    mutating func take(_ count: Int) -> UnsafeRawBufferPointer? {
        guard count <= bytes.count - place else { return fail() }
        defer { place += count }
        return UnsafeRawBufferPointer(rebasing: bytes[place..<place + count])
    }

    private mutating func fail<Value>() -> Value? {
        place = bytes.count
        return nil
    }
}
