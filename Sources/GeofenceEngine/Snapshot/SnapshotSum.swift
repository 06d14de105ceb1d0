/// A number that stands for bytes: one changed bit always gives another, and so does nearly anything else that happens.
///
/// Every step is a bijection of the lane it works on, so a difference within one word cannot vanish again. It guards
/// against damage, not against somebody who means it.
enum SnapshotSum {
    static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var (a, b) = (UInt64(bytes.count) &* odd, odd)
        var (c, d) = (odd << 1 | 1, odd << 2 | 1)
        var offset = 0
        while offset + 32 <= bytes.count {
            a = step(a, bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            b = step(b, bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))
            c = step(c, bytes.loadUnaligned(fromByteOffset: offset + 16, as: UInt64.self))
            d = step(d, bytes.loadUnaligned(fromByteOffset: offset + 24, as: UInt64.self))
            offset += 32
        }
        var word: UInt64 = 0
        for place in 0..<bytes.count - offset {
            word = word << 8 | UInt64(bytes[offset + place])
            if place & 7 == 7 {
                a = step(a, word)
                word = 0
            }
        }
        a = step(a, word)
        return step(step(step(a, b), c), d)
    }

    private static let odd: UInt64 = 0x9E37_79B9_7F4A_7C15

    @inline(__always)
    private static func step(_ lane: UInt64, _ word: UInt64) -> UInt64 {
        let mixed = (lane ^ word) &* odd
        return mixed << 31 | mixed >> 33
    }
}
