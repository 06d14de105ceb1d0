import LocationCore

/// Walks over a JSON object without reading all of it into memory: only where its members and the elements of a list
/// begin and end is found here.
///
/// A server that is set up wrongly may send a hundred thousand fences. As one tree they would take ten times their
/// size; one at a time they take next to nothing. What lies between two ends is checked when it is read as JSON.
struct ResponseScanner {
    private let bytes: [UInt8]
    private var position: Int

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// Takes the member names of the object one by one; `value` must take its value before it returns.
    mutating func forEachMember(
        _ value: (inout ResponseScanner, String) throws(DownloadError) -> Void
    ) throws(DownloadError) {
        guard next() == UInt8(ascii: "{") else {
            // Bytes that are no JSON at all are said to be so, with their place.
            _ = try json(0..<bytes.count)
            throw .decoding("the body is no JSON object")
        }
        try forEach(closing: UInt8(ascii: "}")) { (scanner) throws(DownloadError) in
            let range = try scanner.skipValue()
            guard case .string(let name) = try scanner.json(range) else { throw scanner.unexpected() }
            guard scanner.next() == UInt8(ascii: ":") else { throw scanner.unexpected() }
            scanner.position += 1
            try value(&scanner, name)
        }
        guard next() == nil else { throw unexpected() }
    }

    /// Takes the elements of the list that comes next; `nil` and nothing taken when no list comes.
    mutating func forEachElement(
        _ element: (JSONValue) throws(DownloadError) -> Void
    ) throws(DownloadError) -> Bool {
        guard next() == UInt8(ascii: "[") else { return false }
        try forEach(closing: UInt8(ascii: "]")) { (scanner) throws(DownloadError) in
            try element(try scanner.value())
        }
        return true
    }

    /// Takes the value that comes next.
    mutating func value() throws(DownloadError) -> JSONValue { try json(try skipValue()) }

    private mutating func forEach(
        closing: UInt8, _ body: (inout ResponseScanner) throws(DownloadError) -> Void
    ) throws(DownloadError) {
        position += 1
        if next() == closing {
            position += 1
            return
        }
        while true {
            try body(&self)
            let byte = next()
            guard byte == closing || byte == UInt8(ascii: ",") else { throw unexpected() }
            position += 1
            if byte == closing { return }
        }
    }

    private func json(_ range: Range<Int>) throws(DownloadError) -> JSONValue {
        do {
            return try JSONValue(json: bytes[range])
        } catch {
            throw .decoding("after byte \(range.lowerBound): \(error)")
        }
    }

    /// The next byte that is no white space, not yet passed; `nil` at the end.
    private mutating func next() -> UInt8? {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            case let byte: return byte
            }
        }
        return nil
    }

    private mutating func skipValue() throws(DownloadError) -> Range<Int> {
        guard let first = next() else { throw unexpected() }
        let start = position
        switch first {
        case UInt8(ascii: "\""): try skipString()
        case UInt8(ascii: "{"), UInt8(ascii: "["): try skipNested()
        default:
            while position < bytes.count, !Self.endsScalar(bytes[position]) { position += 1 }
        }
        return start..<position
    }

    private static func endsScalar(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ":"), 0x20, 0x0A, 0x0D, 0x09: true
        default: false
        }
    }

    private mutating func skipString() throws(DownloadError) {
        position += 1
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                position += 1
                return
            case UInt8(ascii: "\\"): position += 2
            default: position += 1
            }
        }
        throw unexpected()
    }

    /// Brackets of both kinds are counted together; that they match is seen when the value is read.
    private mutating func skipNested() throws(DownloadError) {
        var depth = 0
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                try skipString()
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            position += 1
            if depth == 0 { return }
        }
        throw unexpected()
    }

    private func unexpected() -> DownloadError {
        guard position < bytes.count else {
            return .decoding("the body ends at byte \(bytes.count), within the object")
        }
        return .decoding("byte \(position) of the body cannot stand there")
    }
}
