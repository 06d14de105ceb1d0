extension JSONReader {
    /// Reads a number that begins at the position.
    mutating func number() throws(JSONError) -> JSONValue {
        let start = position
        let isNegative = skip(UInt8(ascii: "-"))
        var parts = NumberParts()
        let whole = try digits(into: &parts)
        if whole > 1, bytes[position - whole] == UInt8(ascii: "0") { throw error(.malformedNumber, at: start) }
        var isWhole = true
        if skip(UInt8(ascii: ".")) {
            isWhole = false
            parts.exponent -= try digits(into: &parts)
        }
        if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
            isWhole = false
            parts.exponent += try exponent()
        }
        if isWhole, !parts.hasOverflowed, let value = Self.whole(parts.magnitude, isNegative: isNegative) {
            return value
        }
        if let value = parts.exactDouble { return .double(isNegative ? -value : value) }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        guard let value = Double(text), value.isFinite else { throw error(.numberOutOfRange, at: start) }
        return .double(value)
    }

    private static func whole(_ magnitude: UInt64, isNegative: Bool) -> JSONValue? {
        if !isNegative { return Int64(exactly: magnitude).map { .integer($0) } ?? .unsigned(magnitude) }
        // `-0` is no integer: its sign would be lost.
        guard magnitude != 0, magnitude <= Int64.min.magnitude else { return nil }
        return .integer(Int64(truncatingIfNeeded: 0 &- magnitude))
    }

    /// Passes one digit or more, and says how many.
    private mutating func digits(into parts: inout NumberParts) throws(JSONError) -> Int {
        let start = position
        while position < bytes.count, case let digit = bytes[position] &- UInt8(ascii: "0"), digit < 10 {
            parts.append(digit)
            position += 1
        }
        if position == start { throw error(position == bytes.count ? .unexpectedEnd : .malformedNumber) }
        return position - start
    }

    private mutating func exponent() throws(JSONError) -> Int {
        let isNegative = skip(UInt8(ascii: "-"))
        if !isNegative { _ = skip(UInt8(ascii: "+")) }
        var parts = NumberParts()
        _ = try digits(into: &parts)
        // Beyond this the exact value does not matter: `exactDouble` gives up long before.
        let magnitude = parts.hasOverflowed ? 1_000_000 : Int(min(parts.magnitude, 1_000_000))
        return isNegative ? -magnitude : magnitude
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }
}

/// The digits of a number as an integer, times a power of ten.
private struct NumberParts {
    var magnitude: UInt64 = 0
    var exponent = 0
    var hasOverflowed = false

    mutating func append(_ digit: UInt8) {
        let (tenfold, first) = magnitude.multipliedReportingOverflow(by: 10)
        let (sum, second) = tenfold.addingReportingOverflow(UInt64(digit))
        magnitude = sum
        if first || second { hasOverflowed = true }
    }

    /// The nearest double, where one rounding suffices: both the digits and the power of ten are exact doubles then.
    var exactDouble: Double? {
        guard !hasOverflowed, magnitude <= 1 << 53, (-22...22).contains(exponent) else { return nil }
        let digits = Double(magnitude)
        return exponent < 0 ? digits / Self.powersOfTen[-exponent] : digits * Self.powersOfTen[exponent]
    }

    private static let powersOfTen: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]
}
