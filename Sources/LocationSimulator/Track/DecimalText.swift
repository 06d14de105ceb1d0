/// Numbers as both formats write them, and nothing else that `Double` would read.
enum DecimalText {
    /// The number in a text of digits, sign, point and exponent; `nil` for anything else and for what overflows.
    ///
    /// `Double` alone would also take `nan`, `inf` and hexadecimal digits.
    static func number(_ text: some StringProtocol) -> Double? {
        let allowed = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "e"), UInt8(ascii: "E"):
                true
            default: false
            }
        }
        guard allowed, let value = Double(text), value.isFinite else { return nil }
        return value
    }

    /// The number in a text of digits alone; `nil` for anything else, and for more digits than asked for.
    static func digits(_ text: some StringProtocol, count: Int? = nil) -> Int64? {
        guard !text.isEmpty, count == nil || text.utf8.count == count, text.utf8.allSatisfy(\.isDigit) else {
            return nil
        }
        return Int64(text)
    }
}

extension UInt8 {
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    var isXMLSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}

extension StringProtocol {
    /// The text without the white space of XML at both ends.
    var withoutOuterSpace: SubSequence {
        let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\n" || $0 == "\r" || $0 == "\r\n" }
        guard let first = firstIndex(where: { !isSpace($0) }), let last = lastIndex(where: { !isSpace($0) }) else {
            return self[startIndex..<startIndex]
        }
        return self[first...last]
    }
}
