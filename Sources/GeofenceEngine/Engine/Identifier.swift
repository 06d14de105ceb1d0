/// Identifiers out of random bits.
package enum Identifier {
    /// A version 4 UUID in lower case.
    package static func uuid(_ high: UInt64, _ low: UInt64) -> String {
        let high = (high & ~0xf000) | 0x4000
        let low = (low & ~(0b11 << 62)) | (0b10 << 62)
        let digits = Array("0123456789abcdef".utf8)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(36)
        for (index, shift) in stride(from: 60, through: 0, by: -4).enumerated() {
            if index == 8 || index == 12 { bytes.append(45) }
            bytes.append(digits[Int((high >> UInt64(shift)) & 15)])
        }
        for (index, shift) in stride(from: 60, through: 0, by: -4).enumerated() {
            if index == 0 || index == 4 { bytes.append(45) }
            bytes.append(digits[Int((low >> UInt64(shift)) & 15)])
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
