extension JSONReader {
    /// Reads a string whose opening quotation mark has been passed.
    mutating func string() throws(JSONError) -> String {
        let start = position
        try passPlainText()
        if bytes[position] == UInt8(ascii: "\"") {
            let text = String(decoding: bytes[start..<position], as: UTF8.self)
            position += 1
            return text
        }
        unescaped.removeAll(keepingCapacity: true)
        unescaped.append(contentsOf: bytes[start..<position])
        while bytes[position] == UInt8(ascii: "\\") {
            try escape()
            let plain = position
            try passPlainText()
            unescaped.append(contentsOf: bytes[plain..<position])
        }
        position += 1
        return String(decoding: unescaped, as: UTF8.self)
    }

    /// Passes valid UTF-8 up to the next quotation mark or backslash; one of the two is there when this returns.
    private mutating func passPlainText() throws(JSONError) {
        while position < bytes.count {
            let byte = bytes[position]
            if byte >= 0x80 {
                try passMultibyteScalar(byte)
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                return
            } else if byte < 0x20 {
                throw error(.controlCharacter(byte))
            } else {
                position += 1
            }
        }
        throw error(.unexpectedEnd)
    }

    /// Passes a scalar of two to four bytes; the second byte's range keeps out overlong forms, surrogates and what lies
    /// beyond U+10FFFF. (Unicode, table 3-7)
    private mutating func passMultibyteScalar(_ lead: UInt8) throws(JSONError) {
        let second: ClosedRange<UInt8>
        let length: Int
        switch lead {
        case 0xC2...0xDF: (second, length) = (0x80...0xBF, 2)
        case 0xE0: (second, length) = (0xA0...0xBF, 3)
        case 0xED: (second, length) = (0x80...0x9F, 3)
        case 0xE1...0xEF: (second, length) = (0x80...0xBF, 3)
        case 0xF0: (second, length) = (0x90...0xBF, 4)
        case 0xF1...0xF3: (second, length) = (0x80...0xBF, 4)
        case 0xF4: (second, length) = (0x80...0x8F, 4)
        default: throw error(.malformedUTF8)
        }
        guard position + 1 < bytes.count else { throw error(.unexpectedEnd, at: bytes.count) }
        guard second.contains(bytes[position + 1]) else { throw error(.malformedUTF8) }
        for index in 2..<max(length, 2) {
            guard position + index < bytes.count else { throw error(.unexpectedEnd, at: bytes.count) }
            guard bytes[position + index] & 0xC0 == 0x80 else { throw error(.malformedUTF8) }
        }
        position += length
    }

    private mutating func escape() throws(JSONError) {
        let start = position
        guard start + 1 < bytes.count else { throw error(.unexpectedEnd, at: bytes.count) }
        position += 2
        switch bytes[start + 1] {
        case UInt8(ascii: "\""): unescaped.append(UInt8(ascii: "\""))
        case UInt8(ascii: "\\"): unescaped.append(UInt8(ascii: "\\"))
        case UInt8(ascii: "/"): unescaped.append(UInt8(ascii: "/"))
        case UInt8(ascii: "b"): unescaped.append(0x08)
        case UInt8(ascii: "f"): unescaped.append(0x0C)
        case UInt8(ascii: "n"): unescaped.append(0x0A)
        case UInt8(ascii: "r"): unescaped.append(0x0D)
        case UInt8(ascii: "t"): unescaped.append(0x09)
        case UInt8(ascii: "u"): try appendScalar(escapedAt: start)
        default: throw error(.malformedEscape, at: start)
        }
    }

    /// Reads the four digits after `\u`, and the second half of a pair after a first.
    private mutating func appendScalar(escapedAt start: Int) throws(JSONError) {
        var code = UInt32(try fourHexDigits(escapedAt: start))
        if (0xD800...0xDBFF).contains(code) {
            let second = position
            for expected in [UInt8(ascii: "\\"), UInt8(ascii: "u")] {
                guard position < bytes.count else { throw error(.unexpectedEnd) }
                guard bytes[position] == expected else { throw error(.loneSurrogate, at: start) }
                position += 1
            }
            let low = UInt32(try fourHexDigits(escapedAt: second))
            guard (0xDC00...0xDFFF).contains(low) else { throw error(.loneSurrogate, at: start) }
            code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(code) else { throw error(.loneSurrogate, at: start) }
        unescaped.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }

    private mutating func fourHexDigits(escapedAt start: Int) throws(JSONError) -> UInt16 {
        var code: UInt16 = 0
        for _ in 0..<4 {
            guard position < bytes.count else { throw error(.unexpectedEnd) }
            let byte = bytes[position]
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
            default: throw error(.malformedEscape, at: start)
            }
            code = code << 4 | UInt16(digit)
            position += 1
        }
        return code
    }
}
