import Foundation

/// The encodings of track files, and how they become UTF-8. (AMD-24)
enum XMLEncoding {
    /// The document in UTF-8, without a mark and without a declared encoding that says otherwise.
    ///
    /// A byte order mark counts more than what the document declares. What is UTF-8 already is not copied.
    static func utf8(_ document: Data) throws(TrackError) -> Data {
        if document.starts(with: [0xEF, 0xBB, 0xBF]) { return withoutDeclaredEncoding(document.dropFirst(3)) }
        if document.starts(with: [0xFF, 0xFE]) { return try utf16(document.dropFirst(2), isBigEndian: false) }
        if document.starts(with: [0xFE, 0xFF]) { return try utf16(document.dropFirst(2), isBigEndian: true) }
        // Recognized by the zero beside the first "<".
        if document.starts(with: [0x3C, 0x00]) || document.starts(with: [0x00, 0x3C]) {
            throw .unsupportedEncoding("UTF-16 without a byte order mark")
        }
        guard let declared = declaredEncoding(document) else { return document }
        switch declared.name.lowercased() {
        case "utf-8": return document
        case "utf8", "us-ascii", "ascii": return withoutDeclaredEncoding(document)
        case "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "latin-1", "windows-1252", "cp1252", "cp-1252":
            return withoutDeclaredEncoding(latin(document))
        default: throw .unsupportedEncoding(declared.name)
        }
    }

    /// The encoding that the declaration at the beginning names, and where that stands.
    private static func declaredEncoding(_ document: Data) -> (name: String, range: Range<Int>)? {
        guard document.starts(with: Array("<?xml".utf8)) else { return nil }
        let start = document.prefix(1024)
        guard let end = start.firstRange(of: Data("?>".utf8))?.lowerBound,
            let word = start[..<end].firstRange(of: Data("encoding".utf8))
        else { return nil }
        var rest = start[word.upperBound..<end]
        rest = rest.drop(while: \.isXMLSpace)
        guard rest.popFirst() == UInt8(ascii: "=") else { return nil }
        rest = rest.drop(while: \.isXMLSpace)
        guard let quote = rest.popFirst(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
            let close = rest.firstIndex(of: quote)
        else { return nil }
        return (String(decoding: rest[..<close], as: UTF8.self), word.lowerBound..<close + 1)
    }

    /// Blanks, so that lines and columns stay.
    private static func withoutDeclaredEncoding(_ document: Data) -> Data {
        guard let (_, range) = declaredEncoding(document) else { return document }
        var changed = document
        changed.replaceSubrange(range, with: repeatElement(0x20, count: range.count))
        return changed
    }

    private static func utf16(_ bytes: Data, isBigEndian: Bool) throws(TrackError) -> Data {
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        var index = bytes.startIndex
        while index + 1 < bytes.endIndex {
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            units.append(isBigEndian ? first << 8 | second : second << 8 | first)
            index += 2
        }
        return withoutDeclaredEncoding(Data(String(decoding: units, as: UTF16.self).utf8))
    }

    /// Both encodings as browsers read them: the controls of ISO-8859-1 are letters and signs of windows-1252.
    private static func latin(_ bytes: Data) -> Data {
        var converted = Data(capacity: bytes.count + bytes.count / 16)
        for byte in bytes {
            if byte < 0x80 {
                converted.append(byte)
            } else {
                let number = byte < 0xA0 ? windows1252[Int(byte) - 0x80] : UInt16(byte)
                for unit in String(decoding: [number], as: UTF16.self).utf8 { converted.append(unit) }
            }
        }
        return converted
    }

    /// Bytes 128 to 159 of windows-1252; the replacement character for the five that mean nothing.
    private static let windows1252: [UInt16] = [
        0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0xFFFD,
        0x017D, 0xFFFD, 0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
        0x0153, 0xFFFD, 0x017E, 0x0178,
    ]
}
