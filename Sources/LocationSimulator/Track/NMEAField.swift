import LocationCore

/// How NMEA writes times, dates and angles.
enum NMEAField {
    static let dayInMilliseconds: Int64 = 86_400_000

    /// Milliseconds of the day in `hhmmss` or `hhmmss.s…`; second 60 is 59.999 of the same minute. (LNX-084)
    static func timeOfDay(_ text: Substring) -> Int64? {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = parts.first, let digits = DecimalText.digits(whole, count: 6) else { return nil }
        let (hour, minute, second) = (digits / 10_000, digits / 100 % 100, digits % 100)
        guard hour <= 23, minute <= 59, second <= 60 else { return nil }
        var fraction: Int64 = 0
        if parts.count == 2 {
            guard parts[1].utf8.allSatisfy(\.isDigit) else { return nil }
            // Four digits decide; what follows cannot lift the fourth to a half.
            guard let padded = DecimalText.digits((parts[1] + "0000").prefix(4)) else { return nil }
            fraction = (padded + 5) / 10
        }
        let inMinute = second == 60 ? 59_999 : second * 1000 + fraction
        return (hour * 60 + minute) * 60_000 + inMinute
    }

    /// Days since 1970 of `ddmmyy`; the years 80 to 99 are of the last century. (LNX-082)
    static func day(_ text: Substring) -> Int64? {
        guard let digits = DecimalText.digits(text, count: 6) else { return nil }
        let year = digits % 100
        return day(year: year >= 80 ? 1900 + year : 2000 + year, month: digits / 100 % 100, day: digits / 10_000)
    }

    /// Days since 1970, `nil` for a day that does not exist.
    static func day(year: Int64, month: Int64, day: Int64) -> Int64? {
        guard (1...12).contains(month), day >= 1, day <= Timestamp.days(inMonth: month, of: year) else { return nil }
        return Timestamp.daysSince1970(year: year, month: month, day: day)
    }

    /// The position in four fields from number `first` on, or what is wrong with them.
    static func coordinate(_ sentence: NMEASentence, from first: Int) throws(NMEAFault) -> Coordinate {
        let latitude = try degrees(sentence[first], digits: 2, sentence[first + 1], positive: "N", negative: "S")
        let longitude = try degrees(sentence[first + 2], digits: 3, sentence[first + 3], positive: "E", negative: "W")
        do {
            return try Coordinate(latitude: latitude, longitude: longitude)
        } catch {
            throw NMEAFault(.coordinate, "\(error)")
        }
    }

    /// `dd…mm.m…` and its hemisphere.
    private static func degrees(
        _ text: Substring, digits: Int, _ hemisphere: Substring, positive: Substring, negative: Substring
    ) throws(NMEAFault) -> Double {
        let minuteText = text.dropFirst(digits)
        guard let degrees = DecimalText.digits(text.prefix(digits), count: digits),
            minuteText.prefix(while: { $0 != "." }).utf8.count == 2, minuteText.utf8.first?.isDigit == true,
            minuteText.utf8.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: ".") }),
            let minutes = DecimalText.number(minuteText)
        else { throw NMEAFault(.coordinate, "\"\(text)\" is no angle in degrees and minutes") }
        guard minutes < 60 else { throw NMEAFault(.coordinate, "\"\(text)\" has 60 minutes or more") }
        guard hemisphere == positive || hemisphere == negative else {
            throw NMEAFault(.coordinate, "\"\(hemisphere)\" is neither \(positive) nor \(negative)")
        }
        let value = Double(degrees) + minutes / 60
        return hemisphere == positive ? value : -value
    }
}

/// Why a sentence is dropped.
struct NMEAFault: Error, Hashable {
    let kind: TrackWarning.Kind
    let text: String

    init(_ kind: TrackWarning.Kind, _ text: String) {
        self.kind = kind
        self.text = text
    }
}
