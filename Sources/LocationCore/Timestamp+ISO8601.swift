extension Timestamp: CustomStringConvertible {
    /// The instant as `2026-07-06T17:42:10.482Z`: UTC, always three digits of milliseconds. (CIO-073, BGEO 1.4)
    ///
    /// Years before 0 and after 9999 are written with a sign and as many digits as they need.
    public var iso8601: String {
        let day = milliseconds.floorDivided(by: 86_400_000)
        // Not `milliseconds - day * 86_400_000`: the first day there is begins before `Int64.min`.
        let sinceMidnight = milliseconds % 86_400_000
        let rest = sinceMidnight < 0 ? sinceMidnight + 86_400_000 : sinceMidnight
        let (year, month, dayOfMonth) = Self.civil(daysSince1970: day)
        let (hours, afterHours) = rest.quotientAndRemainder(dividingBy: 3_600_000)
        let (minutes, afterMinutes) = afterHours.quotientAndRemainder(dividingBy: 60_000)
        let (seconds, fraction) = afterMinutes.quotientAndRemainder(dividingBy: 1000)
        let yearText = (0...9999).contains(year) ? year.padded(4) : (year < 0 ? "-" : "+") + abs(year).padded(4)
        return "\(yearText)-\(month.padded(2))-\(dayOfMonth.padded(2))"
            + "T\(hours.padded(2)):\(minutes.padded(2)):\(seconds.padded(2)).\(fraction.padded(3))Z"
    }

    /// The instant as ISO 8601 text in UTC.
    public var description: String { iso8601 }

    /// Reads `2026-07-06T17:42:10.482Z`, with any number of fraction digits or none, and with `Z` or an offset.
    ///
    /// The fraction is rounded to the nearest millisecond. Text without a zone is refused; a reader that must
    /// accept it (LNX-072) appends the `Z` itself.
    ///
    /// - Returns: `nil` when the text is not such an instant or names a day or time that does not exist. Second 60
    ///   is read as 59.999 of the same minute (LNX-084).
    public init?(iso8601 text: some StringProtocol) {
        var scanner = ISO8601Scanner(Array(text.utf8))
        guard let year = scanner.number(4), scanner.skip("-"),
            let month = scanner.number(2), (1...12).contains(month), scanner.skip("-"),
            let day = scanner.number(2), day >= 1, day <= Self.days(inMonth: month, of: year),
            scanner.skip("T") || scanner.skip("t") || scanner.skip(" "),
            let hour = scanner.number(2), hour <= 23, scanner.skip(":"),
            let minute = scanner.number(2), minute <= 59, scanner.skip(":"),
            let second = scanner.number(2), second <= 60,
            let fraction = scanner.fractionInMilliseconds(),
            let offset = scanner.offsetInMinutes(), scanner.isAtEnd
        else { return nil }
        let days = Self.daysSince1970(year: year, month: month, day: day)
        let inMinute = second == 60 ? 59_999 : second * 1000 + fraction
        self.init(milliseconds: days * 86_400_000 + hour * 3_600_000 + (minute - offset) * 60_000 + inMinute)
    }

    /// Days from 1970-01-01 to a day of the proleptic Gregorian calendar, counted in years that begin in March.
    package static func daysSince1970(year: Int64, month: Int64, day: Int64) -> Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted.floorDivided(by: 400)
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    private static func civil(daysSince1970 days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719_468
        let era = shifted.floorDivided(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }

    package static func days(inMonth month: Int64, of year: Int64) -> Int64 {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][Int(month) - 1]
    }
}

private struct ISO8601Scanner {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { position == bytes.count }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    mutating func number(_ digits: Int) -> Int64? {
        guard position + digits <= bytes.count else { return nil }
        var value: Int64 = 0
        for byte in bytes[position..<position + digits] {
            guard (48...57).contains(byte) else { return nil }
            value = value * 10 + Int64(byte - 48)
        }
        position += digits
        return value
    }

    mutating func fractionInMilliseconds() -> Int64? {
        guard skip(".") || skip(",") else { return 0 }
        var digits: [Int64] = []
        while position < bytes.count, (48...57).contains(bytes[position]) {
            digits.append(Int64(bytes[position] - 48))
            position += 1
        }
        guard !digits.isEmpty else { return nil }
        let padded = digits + [0, 0, 0, 0]
        // Only the fourth digit decides: what follows it cannot lift a 4 to a half.
        return padded[0] * 100 + padded[1] * 10 + padded[2] + (padded[3] >= 5 ? 1 : 0)
    }

    mutating func offsetInMinutes() -> Int64? {
        if skip("Z") || skip("z") { return 0 }
        let sign: Int64
        if skip("+") {
            sign = 1
        } else if skip("-") {
            sign = -1
        } else {
            return nil
        }
        guard let hours = number(2), hours <= 23 else { return nil }
        _ = skip(":")
        guard let minutes = number(2), minutes <= 59 else { return nil }
        return sign * (hours * 60 + minutes)
    }
}

extension Int64 {
    fileprivate func floorDivided(by divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }

    fileprivate func padded(_ width: Int) -> String {
        let digits = String(self)
        return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
    }
}
