/// A sentence whose checksum fits or is missing.
struct NMEASentence {
    /// What a line holds.
    enum Content {
        case sentence(NMEASentence)
        /// Nothing that concerns us.
        case nothing
        case wrongChecksum
    }

    /// Talker and sentence letters, or whatever stands there.
    let address: String
    /// What follows the address, without the commas.
    let fields: [Substring]
    let hasChecksum: Bool

    /// Reads what follows a `$`.
    static func read(_ bytes: ArraySlice<UInt8>) -> Content {
        let body = bytes.prefix { $0 != UInt8(ascii: "*") }
        let hasChecksum = body.endIndex < bytes.endIndex
        if hasChecksum {
            let digits = bytes[(body.endIndex + 1)...].prefix(2)
            let told = digits.allSatisfy(\.isHexDigit) ? UInt8(String(decoding: digits, as: UTF8.self), radix: 16) : nil
            guard digits.count == 2, told == body.reduce(0, ^) else { return .wrongChecksum }
        }
        // Bytes that are no text may still have a checksum that fits, but no field that could be read.
        guard body.allSatisfy({ (0x20...0x7E).contains($0) }) else { return .nothing }
        let text = String(decoding: body, as: UTF8.self)
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard let address = parts.first else { return .nothing }
        return .sentence(
            NMEASentence(
                address: String(address), fields: Array(parts.dropFirst()), hasChecksum: hasChecksum))
    }

    /// The three letters after the talker; `nil` for a proprietary sentence, which begins with `P` and may by chance
    /// end like a common one. (LNX-080)
    var kind: Substring? {
        address.utf8.count == 5 && address.first != "P" ? address.suffix(3) : nil
    }

    /// A field by the number it has in descriptions of NMEA, from 1; empty when the sentence is shorter.
    subscript(number: Int) -> Substring {
        number <= fields.count ? fields[number - 1] : ""
    }
}

extension UInt8 {
    fileprivate var isHexDigit: Bool {
        isDigit || (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(self)
            || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self)
    }
}
