import Foundation
import LocationCore
import LocationSimulator
import TestSupport
import Testing

/// Files as tools and receivers write them: the cases from the field.
@Suite struct `AMD tracks from the field` {
    /// A point 10 s after the one before, or at a time of its own.
    private func point(_ number: Int, _ time: String? = nil) -> String {
        let own = Timestamp(milliseconds: noon.milliseconds + Int64(number) * 10_000).iso8601
        return "<trkpt lat=\"52\" lon=\"\(21 + Double(number) / 1000)\"><time>\(time ?? own)</time></trkpt>"
    }

    private func segment(_ points: [String]) -> String { "<trkseg>" + points.joined(separator: "\n") + "</trkseg>" }

    private func track(_ points: [String]) -> String { gpx("<trk>" + segment(points) + "</trk>") }

    private func numbers(_ track: Track) -> [Int] {
        track.points.map { Int((($0.coordinate.longitude - 21) * 1000).rounded()) }
    }

    struct Stray: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// Which of the 20 points bear which wrong time.
        let wrong: [Int: String]
    }

    @Test(arguments: [
        Stray(testDescription: "the sixth, twenty years ahead", wrong: [5: "2045-10-15T09:00:50Z"]),
        Stray(testDescription: "the first", wrong: [0: "2045-10-15T09:00:00Z"]),
        Stray(testDescription: "the last", wrong: [19: "2045-10-15T09:00:00Z"]),
        Stray(testDescription: "an hour ahead", wrong: [5: "2025-06-15T13:00:50Z"]),
        Stray(testDescription: "an hour behind", wrong: [5: "2025-06-15T11:00:50Z"]),
        Stray(
            testDescription: "five in a row",
            wrong: Dictionary(uniqueKeysWithValues: (5..<10).map { ($0, "2045-10-15T09:0\($0):00Z") })),
        Stray(
            testDescription: "single points here and there",
            wrong: [3: "2045-10-15T09:00:00Z", 8: "2044-10-15T09:00:00Z", 13: "2006-01-01T00:00:00Z"]),
        Stray(
            testDescription: "five of a cold clock at the beginning",
            wrong: Dictionary(uniqueKeysWithValues: (0..<5).map { ($0, "2006-07-16T00:00:0\($0)Z") })),
    ])
    func `AMD-20 CASE-155 a time that its neighbors contradict costs its point and nothing else`(_ row: Stray) throws {
        let result = try read(track((0..<20).map { point($0, row.wrong[$0]) }))

        #expect(numbers(result) == (0..<20).filter { row.wrong[$0] == nil })
        #expect(result.warningKinds == [.timeContradicted])
        #expect(result.warnings.map(\.point) == [row.wrong.keys.min().map { $0 + 1 }])
    }

    @Test func `AMD-20 six in a row are believed, and so is a year between two halves`() throws {
        let six = track((0..<20).map { point($0, (5..<11).contains($0) ? "2025-06-15T13:00:\($0 + 10)Z" : nil) })
        let halves = track((0..<10).map { point($0) } + (10..<20).map { point($0, "2027-06-15T12:00:\($0)Z") })

        #expect(try read(six).points.count == 20)
        #expect(try read(six).warningKinds == [.timeBackwards])
        #expect(try read(halves).points.count == 20)
        #expect(try read(halves).warnings.isEmpty)
    }

    @Test func `AMD-20 CASE-155 one wrong date in an NMEA log costs its record`() throws {
        let dates = (0..<20).map { $0 == 5 ? "151045" : "150625" }
        let cold = (0..<20).map { $0 < 5 ? "160706" : "150625" }

        for (log, lost) in [(dates, [5]), (cold, [0, 1, 2, 3, 4])] {
            let text = log.enumerated().map { rmc("1000\($0 < 10 ? "0" : "")\($0)", date: $1) }.joined()
            let result = try read(text)
            #expect(result.points.count == 20 - lost.count)
            #expect(result.points.allSatisfy { $0.timestamp.iso8601.hasPrefix("2025-06-15T10:00:") })
            #expect(result.warningKinds == [.timeContradicted])
        }
    }

    @Test(arguments: ["2026-03-01T09:00:00Z", "1970-01-01T00:00:00Z"])
    func `AMD-22 CASE-156 the same stamp everywhere is a failure that asks for a start and a step`(_ stamp: String)
        throws
    {
        let text = track((0..<20).map { point($0, stamp) })
        let time = try #require(Timestamp(iso8601: stamp))

        #expect(throws: TrackError.sameTimes(count: 20, of: 20, time: time)) { try read(text) }
        let paced = try read(text, options: TrackOptions(timing: .step(start: noon, milliseconds: 2000)))
        #expect(paced.seconds == (0..<20).map { Double($0) * 2 })
        #expect(numbers(paced) == Array(0..<20))
    }

    @Test func `AMD-22 CASE-156 two different times only are told with the number of points that fell together`() throws
    {
        let text = track((0..<20).map { point($0, $0 < 10 ? "2026-03-01T09:00:00Z" : "2026-03-01T09:10:00Z") })

        let result = try read(text)

        #expect(numbers(result) == [9, 19])
        #expect(result.warningKinds == [.sameTime])
        #expect(result.warnings.map(\.text)[0].hasPrefix("18 points"))
        #expect(throws: TrackError.self) {
            try read(track((0..<20).map { point($0, $0 < 11 ? "2026-03-01T09:00:00Z" : nil) }))
        }
    }

    @Test func `AMD-22 a standing clock in an NMEA log is told too`() throws {
        let text = (0..<20).map { rmc("100000", latitude: "52\(10 + $0).0000,N") }.joined()

        #expect {
            try read(text)
        } throws: { error in
            guard case .sameTimes(20, of: 20, _)? = error as? TrackError else { return false }
            return true
        }
        #expect(
            try read(text, options: TrackOptions(timing: .step(start: noon, milliseconds: 1000))).seconds
                == (0..<20).map { Double($0) })
    }

    @Test func `AMD-21 CASE-157 tracks with the later one first are read in the order of their times`() throws {
        let text = gpx(
            "<trk>" + segment((10..<20).map { point($0) }) + "</trk><trk>" + segment((0..<10).map { point($0) })
                + "</trk>")

        let result = try read(text)

        #expect(numbers(result) == Array(0..<20))
        #expect(result.points.indices.filter { result.points[$0].startsAfterGap } == [10])
        #expect(result.warningKinds == [.segmentOrder])
    }

    @Test func `AMD-21 CASE-157 a track with the newest point first is read in the order of its times`() throws {
        let result = try read(track((0..<20).reversed().map { point($0) }))

        #expect(numbers(result) == Array(0..<20))
        #expect(result.points.allSatisfy { !$0.startsAfterGap })
        #expect(result.warningKinds == [.timeBackwards])
        #expect(result.warnings[0].text.hasPrefix("19 points"))
    }

    @Test func `AMD-21 CASE-157 two recordings of one time are sorted, with a border at each change`() throws {
        let even = (0..<10).map { point($0 * 2) }
        let odd = (0..<10).map { point($0 * 2 + 1) }

        let result = try read(gpx("<trk>" + segment(even) + "</trk><trk>" + segment(odd) + "</trk>"))

        #expect(numbers(result) == Array(0..<20))
        #expect(result.points.dropFirst().allSatisfy { $0.startsAfterGap })
        #expect(result.warningKinds == [.interleaved])
    }

    @Test func `AMD-21 points in no order at all are sorted, and none is taken for a wrong one`() throws {
        // Steps of 7 through 20: a fixed order without a pattern in time.
        let result = try read(track((0..<20).map { point($0 * 7 % 20) }))

        #expect(numbers(result) == Array(0..<20))
        #expect(result.warningKinds == [.timeBackwards])
    }

    @Test(arguments: [
        "https://www.topografix.com/GPX/1/1", "http://topografix.com/GPX/1/1", "http://www.topografix.com/GPX/8/2",
        "HTTP://WWW.TOPOGRAFIX.COM/GPX/1/1", "http://www.topografix.com/GPX/1/1 ", "http://www.topografix.com/GPX/1/1/",
    ])
    func `AMD-23 CASE-158 a root in another spelling of the namespace is read with a warning`(_ name: String) throws {
        let text = track([point(0)]).replacing("http://www.topografix.com/GPX/1/1", with: name)

        let result = try read(text)

        #expect(numbers(result) == [0])
        #expect(result.warningKinds == [.namespace])
        #expect(result.warnings[0].text.contains("\"\(name)\""))
    }

    @Test(arguments: ["urn:other", "http://www.topografix.com/GPX2", "http://www.topografix.org/GPX/1/1"])
    func `AMD-23 a root in any other namespace is refused by its name`(_ name: String) {
        let text = track([point(0)]).replacing("http://www.topografix.com/GPX/1/1", with: name)

        #expect(throws: TrackError.foreignNamespace(name, line: 2)) { try read(text) }
    }

    @Test(arguments: ["us-ascii", "utf8", "UTF8", "ASCII", "ISO-8859-1", "windows-1252"])
    func `AMD-24 CASE-159 other names of common encodings are read`(_ name: String) throws {
        let text = track([point(0), point(1)]).replacing("UTF-8", with: name)

        #expect(try numbers(read(text)) == [0, 1])
        #expect(try read(text).warnings.isEmpty)
    }

    @Test(arguments: ["ISO-8859-1", "windows-1252"])
    func `AMD-24 letters of one byte are read where they are declared`(_ name: String) throws {
        let text = track([point(0), "<trkpt lat=\"1\" lon=\"1\"><name>#</name></trkpt>", point(2)])
            .replacing("UTF-8", with: name)
        let bytes = Array(text.utf8).flatMap { $0 == UInt8(ascii: "#") ? [0xF1, 0x80, 0xE9] : [$0] }

        let result = try Track.read(bytes: bytes)

        #expect(numbers(result) == [0, 2])
        #expect(!result.isTruncated)
    }

    @Test(arguments: ["UTF-8", "UTF-16", "ISO-8859-1"])
    func `AMD-24 UTF-16 with its mark is read, whatever it declares`(_ declared: String) throws {
        let units = Array(track([point(0), point(1)]).replacing("UTF-8", with: declared).utf16)
        let little = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let big = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }

        #expect(try numbers(Track.read(bytes: [0xFF, 0xFE] + little)) == [0, 1])
        #expect(try numbers(Track.read(bytes: [0xFE, 0xFF] + big)) == [0, 1])
    }

    @Test func `AMD-24 CASE-159 entities of HTML are read, in texts and in values`() throws {
        let name = "<metadata><name>Espa&ntilde;a &ndash; &OElig;uvre</name></metadata>"
        let text = track([point(0), "<!-- &nonsense; -->", "<link href=\"a&eacute;\"/>", point(1)])
            .replacing("<trk>", with: name + "<trk>")

        #expect(try numbers(read(text)) == [0, 1])
        #expect(try read(text).warnings.isEmpty)
    }

    @Test(arguments: ["<?m?>", "<?m ?>", "<?xml-stylesheet href=\"a.css\"?>", "<?m\t?>"])
    func `an instruction is passed over, also one that is a name alone`(_ instruction: String) throws {
        let text = track([point(0), instruction, point(1)])

        #expect(try numbers(read(text)) == [0, 1])
        #expect(try numbers(read(text.replacing("<gpx", with: "\(instruction)<gpx"))) == [0, 1])
    }

    @Test func `AMD-24 an unknown entity costs the text it stands in`() throws {
        let text = track([
            point(0).replacing("</trkpt>", with: "<name>a &wibble; b</name></trkpt>"),
            point(1).replacing("</trkpt>", with: "<ele>1&wobble;5</ele></trkpt>"), point(2, "2025-06-15&sep;12:00:20Z"),
            point(3),
        ])

        let result = try read(text)

        #expect(numbers(result) == [0, 1, 3])
        #expect(result.points[1].altitude == nil)
        #expect(Set(result.warningKinds) == [.entity, .value, .time])
        #expect(result.warnings.filter { $0.kind == .entity }.count == 1)
        #expect(!result.isTruncated)
    }

    @Test(arguments: [
        ("2025-06-15T12:00Z", 0, false), ("2025-06-15T13:00+01", 0, false), ("2025-06-15T13:00:07+01", 7, false),
        ("2025-06-15T07:00:07-05", 7, false), ("2025-06-15T13:00:07+0100", 7, false), ("2025-06-15T12:01", 60, true),
    ])
    func `LNX-072 a time may lack its seconds, and an offset its minutes`(_ text: String, _ seconds: Int, _ warns: Bool)
        throws
    {
        let result = try read(track([point(0, text)]))

        #expect(result.seconds == [Double(seconds)])
        #expect(result.warningKinds == (warns ? [.zoneMissing] : []))
    }
}

@Suite struct `AMD NMEA sentences` {
    private func gns(_ time: String, modes: String = "AAN", hdop: String = "0.9") -> String {
        sentence("GNGNS,\(time),5213.7820,N,02100.7320,E,\(modes),12,\(hdop),110.0,36.0,,,V")
    }

    @Test func `AMD-25 GNS is read as GGA`() throws {
        let alone = try read(sentence("GNZDA,100000,15,06,2025,00,00") + gns("100000") + gns("100001"))
        let both = try read(rmc("100000") + gns("100000"))

        #expect(alone.clockTimes == ["10:00:00.000", "10:00:01.000"])
        for track in [alone, both] {
            #expect(abs(track.points[0].coordinate.latitude - 52.2297) < 1e-9)
            #expect(abs(track.points[0].accuracy - 17.1) < 1e-9)
            #expect(track.points[0].altitude == 110)
        }
        #expect(both.points.count == 1)
    }

    @Test func `AMD-25 a GNS without a fix in any system is no fix, and one of a simulator is marked`() throws {
        let result = try read(rmc("100000") + gns("100000", modes: "NN") + rmc("100001") + gns("100001", modes: "SN"))

        #expect(result.clockTimes == ["10:00:01.000"])
        #expect(result.points[0].isSimulated)
    }

    @Test func `AMD-25 a log of other sentences alone is a failure that lists them`() {
        let log = ["GPGSV,2,1,08", "GPGSA,A,3,02,05,,,,,,,,,,,1.6,0.9,1.3", "GPVTG,,T", "GPGSV,2,2,08"]

        #expect(throws: TrackError.onlyOtherSentences(["GSA", "GSV", "VTG"])) {
            try read(log.map(sentence).joined())
        }
    }
}
