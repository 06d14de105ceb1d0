import Foundation
import LocationCore
import Testing

@Suite struct `Timestamps as ISO 8601` {
    /// Milliseconds were computed with Python's `datetime`, those beyond its years by counting 400-year cycles.
    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"),
            (1_783_359_730_482, "2026-07-06T17:42:10.482Z"),
            (-1, "1969-12-31T23:59:59.999Z"),
            (-86_400_000, "1969-12-31T00:00:00.000Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (951_868_800_000, "2000-03-01T00:00:00.000Z"),
            (1_709_164_800_001, "2024-02-29T00:00:00.001Z"),
            (1_735_689_599_999, "2024-12-31T23:59:59.999Z"),
            (-2_203_891_200_000, "1900-03-01T00:00:00.000Z"),
            (-2_203_891_200_001, "1900-02-28T23:59:59.999Z"),
            (-62_135_596_800_000, "0001-01-01T00:00:00.000Z"),
            (-62_167_219_200_000, "0000-01-01T00:00:00.000Z"),
            (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
        ] as [(Int64, String)])
    func `CIO-073 an instant has one text, and the text means that instant`(milliseconds: Int64, text: String) {
        #expect(Timestamp(milliseconds: milliseconds).iso8601 == text)
        #expect(Timestamp(iso8601: text)?.milliseconds == milliseconds)
        #expect("\(Timestamp(milliseconds: milliseconds))" == text)
    }

    @Test(
        arguments: [
            (-62_167_219_200_001, "-0001-12-31T23:59:59.999Z"),
            (253_402_300_800_000, "+10000-01-01T00:00:00.000Z"),
            (Int64.max, "+292278994-08-17T07:12:55.807Z"),
            (Int64.min, "-292275055-05-16T16:47:04.192Z"),
        ] as [(Int64, String)])
    func `an instant of a far year is written with a sign`(milliseconds: Int64, text: String) {
        #expect(Timestamp(milliseconds: milliseconds).iso8601 == text)
    }

    @Test(
        arguments: [
            ("2026-07-06T17:42:10Z", 1_783_359_730_000),
            ("2026-07-06t17:42:10z", 1_783_359_730_000),
            ("2026-07-06 17:42:10Z", 1_783_359_730_000),
            ("2026-07-06T17:42:10.4Z", 1_783_359_730_400),
            ("2026-07-06T17:42:10,48Z", 1_783_359_730_480),
            ("2026-07-06T17:42:10.4824Z", 1_783_359_730_482),
            ("2026-07-06T17:42:10.4825Z", 1_783_359_730_483),
            ("2026-07-06T17:42:10.48249999999Z", 1_783_359_730_482),
            ("2026-07-06T17:42:10.482000000000000000000000000000Z", 1_783_359_730_482),
            ("2026-07-06T17:42:10.9996Z", 1_783_359_731_000),
            ("2026-07-06T17:42:10.9994Z", 1_783_359_730_999),
            ("2025-12-31T23:59:59.9996Z", 1_767_225_600_000),
            ("2026-07-06T19:42:10+02:00", 1_783_359_730_000),
            ("2026-07-06T19:42:10+0200", 1_783_359_730_000),
            ("2026-07-06T08:12:10.482-09:30", 1_783_359_730_482),
            ("2026-07-07T07:42:10+14:00", 1_783_359_730_000),
            ("2026-01-01T01:00:00+02:00", 1_767_222_000_000),
            ("2026-07-06T17:42:10-00:00", 1_783_359_730_000),
            ("1969-12-31T23:59:59.9996Z", 0),
            ("1969-12-31T23:59:59.9994Z", -1),
        ] as [(String, Int64)])
    func `other spellings of an instant are read`(text: String, milliseconds: Int64) {
        #expect(Timestamp(iso8601: text)?.milliseconds == milliseconds)
    }

    @Test(arguments: ["2016-12-31T23:59:60Z", "2016-12-31T23:59:60.5Z", "2016-12-31T23:59:60.9999Z"])
    func `LNX-084 a leap second is the last millisecond of its minute`(text: String) {
        #expect(Timestamp(iso8601: text)?.milliseconds == 1_483_228_799_999)
    }

    @Test(arguments: [
        "", "2026", "2026-07-06", "2026-07-06T17:42Z", "2026-07-06T17:42:10", "2026-07-06T17:42:10.Z",
        "2026-07-06T17:42:10.482", "2026-07-06T17:42:10.482ZZ", " 2026-07-06T17:42:10Z", "2026-07-06T17:42:10Z ",
        "2026-7-06T17:42:10Z", "26-07-06T17:42:10Z", "2026-00-06T17:42:10Z", "2026-13-06T17:42:10Z",
        "2026-07-00T17:42:10Z", "2026-07-32T17:42:10Z", "2026-06-31T17:42:10Z", "2026-02-29T00:00:00Z",
        "2100-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2026-07-06T24:00:00Z", "2026-07-06T17:60:10Z",
        "2026-07-06T17:42:61Z", "2026-07-06T17:42:10+2:00", "2026-07-06T17:42:10+02", "2026-07-06T17:42:10+02:60",
        "2026-07-06T17:42:10+24:00", "2026-07-06T17:42:1٠Z", "2026-07-06T-7:42:10Z", "2026-07-06T17:42:10.48a2Z",
    ])
    func `a text that is no instant is refused`(text: String) {
        #expect(Timestamp(iso8601: text) == nil)
    }

    @Test func `every day of a 400-year cycle follows the one before`() {
        let cycle = 146_097
        let first = Timestamp.daysSince1970(year: 1900, month: 1, day: 1)
        var expected = first
        for year in 1900..<2300 as Range<Int64> {
            for month in 1...12 as ClosedRange<Int64> {
                for day in 1...Timestamp.days(inMonth: month, of: year) {
                    guard Timestamp.daysSince1970(year: year, month: month, day: day) == expected else {
                        Issue.record("\(year)-\(month)-\(day)")
                        return
                    }
                    expected += 1
                }
            }
        }
        #expect(expected - first == cycle)
    }

    @Test(arguments: Array(1...3) as [UInt64])
    func `any instant of the years 0 to 9999 comes back`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)

        for _ in 0..<3000 {
            let instant = Timestamp(
                milliseconds: .random(in: -62_167_219_200_000...253_402_300_799_999, using: &random))
            #expect(Timestamp(iso8601: instant.iso8601) == instant, "seed \(seed)")
        }
    }
}
