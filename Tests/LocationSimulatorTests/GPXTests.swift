import LocationCore
import LocationSimulator
import Testing

@Suite struct `LNX GPX` {
    @Test func `LNX-070 track points go before route points before way points`() throws {
        let way = "<wpt lat=\"1\" lon=\"1\"><time>2025-06-15T12:00:01Z</time></wpt>"
        let route = "<rte><rtept lat=\"2\" lon=\"2\"><time>2025-06-15T12:00:02Z</time></rtept></rte>"
        let tracks = "<trk><trkseg>\(trkpt(3))</trkseg></trk><trk><trkseg>\(trkpt(4))</trkseg></trk>"

        #expect(try read(gpx(way + route + tracks)).seconds == [3, 4])
        #expect(try read(gpx(way + route + "<trk><trkseg/></trk>")).seconds == [2])
        #expect(try read(gpx(way)).seconds == [1])
    }

    @Test func `LNX-070 one useless track point keeps the others from being mixed in`() {
        let way = "<wpt lat=\"1\" lon=\"1\"><time>2025-06-15T12:00:01Z</time></wpt>"

        #expect(throws: TrackError.self) {
            try read(gpx(way + "<trk><trkseg><trkpt lat=\"99\" lon=\"1\"/></trkseg></trk>"))
        }
    }

    @Test(arguments: [
        "<gpx xmlns='http://www.topografix.com/GPX/1/1'>#</gpx>",
        "<gpx xmlns='http://www.topografix.com/GPX/1/0'>#</gpx>",
        "<gpx>#</gpx>",
    ])
    func `LNX-071 both namespaces and none are accepted`(_ root: String) throws {
        let text = root.replacing("#", with: "<trk><trkseg>\(trkpt(0))</trkseg></trk>")

        #expect(try read(text).seconds == [0])
    }

    @Test func `LNX-071 local names count, and elements of other namespaces do not`() throws {
        let text = """
            <g:gpx xmlns:g="http://www.topografix.com/GPX/1/1" xmlns:o="urn:other">
            <o:trk><o:trkseg><o:trkpt lat="1" lon="1"/></o:trkseg></o:trk>
            <g:trk><g:trkseg><g:trkpt lat="52" lon="21"><o:ele>5</o:ele><g:time>2025-06-15T12:00:00Z</g:time>
            <g:ele>7</g:ele></g:trkpt><undeclared:trkpt lat="2" lon="2"/></g:trkseg></g:trk>
            </g:gpx>
            """

        let track = try read(text)

        #expect(track.points.count == 1)
        #expect(track.points[0].altitude == 7)
        #expect(track.points[0].coordinate.latitude == 52)
        #expect(track.warnings.isEmpty)
    }

    @Test func `LNX-071 a namespace holds for its element and no further`() throws {
        let foreign = "<trkpt xmlns=\"urn:other\" lat=\"1\" lon=\"1\"><time>2025-06-15T12:00:00Z</time></trkpt>"

        let track = try read(gpxTrack(foreign, trkpt(1), foreign.replacing("></", with: ">x</"), trkpt(2)))

        #expect(track.seconds == [1, 2])
    }

    @Test func `LNX-071 of extensions only speed, course and accuracy are read`() throws {
        let extensions = """
            <extensions><x:Ext xmlns:x="urn:x"><x:speed> 2.5 </x:speed><x:course>360</x:course><x:hAcc>4.5</x:hAcc>
            <x:ele>9</x:ele><x:time>2001-01-01T00:00:00Z</x:time><x:trkpt lat="1" lon="1"/><fix>none</fix></x:Ext></extensions>
            """

        let track = try read(gpxTrack(trkpt(0, extensions)))

        #expect(track.points.count == 1)
        #expect(track.points[0].speed == 2.5)
        #expect(track.points[0].course == 0)
        #expect(track.points[0].accuracy == 4.5)
        #expect(track.points[0].altitude == nil)
        #expect(track.warnings.isEmpty)
    }

    @Test func `LNX-071 speed and course of GPX 1-0 are children of the point`() throws {
        let point = try #require(
            read(gpxTrack(trkpt(0, "<course>12.5</course><speed>3</speed><accuracy>8</accuracy>"))).points.first)

        #expect(point.course == 12.5)
        #expect(point.speed == 3)
        #expect(point.accuracy == 8)
    }

    @Test(arguments: ["fast", "1 2", "2,5", "nan", "0x10", "", "<b>1</b>", "1e999"])
    func `LNX-071 an extension that is not one number is left out`(_ text: String) throws {
        let track = try read(gpxTrack(trkpt(0, "<extensions><speed>\(text)</speed></extensions>")))

        #expect(track.points.count == 1)
        #expect(track.points[0].speed == nil)
    }

    struct Time: Sendable, CustomTestStringConvertible {
        let text: String
        let seconds: Double
        var warns = false
        var testDescription: String { text }
    }

    @Test(arguments: [
        Time(text: "2025-06-15T12:00:07Z", seconds: 7),
        Time(text: "2025-06-15T14:00:07+02:00", seconds: 7),
        Time(text: "2025-06-15T06:30:07-05:30", seconds: 7),
        Time(text: "2025-06-15T12:00:07.25Z", seconds: 7.25),
        Time(text: "2025-06-15T12:00:07.1234567890123Z", seconds: 7.123),
        Time(text: "2025-06-15T12:00:07.9996Z", seconds: 8),
        Time(text: "\n 2025-06-15T12:00:07Z ", seconds: 7),
        Time(text: "2025-06-15T12:00:07", seconds: 7, warns: true),
        Time(text: "2025-06-15T12:00:07.5", seconds: 7.5, warns: true),
    ])
    func `LNX-072 a time may have a fraction, an offset or no zone`(_ row: Time) throws {
        let track = try read(gpxTrack("<trkpt lat=\"1\" lon=\"1\"><time>\(row.text)</time></trkpt>"))

        #expect(track.seconds == [row.seconds])
        #expect(track.warningKinds == (row.warns ? [.zoneMissing] : []))
    }

    @Test func `LNX-072 a missing zone is told once per file`() throws {
        let points = (0...4).map { "<trkpt lat=\"1\" lon=\"1\"><time>2025-06-15T12:00:0\($0)</time></trkpt>" }

        let track = try read(gpx("<trk><trkseg>\(points.joined())</trkseg></trk>"))

        #expect(track.seconds == [0, 1, 2, 3, 4])
        #expect(track.warningKinds == [.zoneMissing])
    }

    @Test(arguments: ["yesterday", "2025-02-29T12:00:00Z", "2025-06-15T25:00:00Z", "2025-06-15", "12:00:00Z"])
    func `LNX-072 what is no time costs its point`(_ text: String) throws {
        let track = try read(gpxTrack("<trkpt lat=\"1\" lon=\"1\"><time>\(text)</time></trkpt>", trkpt(9)))

        #expect(track.seconds == [9])
        #expect(track.warningKinds == [.time])
    }

    private static let untimed = gpxTrack(
        "<trkpt lat=\"52\" lon=\"21\"/>", "<trkpt lat=\"x\" lon=\"21\"/>", "<trkpt lat=\"52.001\" lon=\"21\"/>",
        "<trkpt lat=\"52.001\" lon=\"21.001\"><time> </time></trkpt>")

    @Test func `LNX-073 a file without any time needs a start and a step`() throws {
        #expect(throws: TrackError.timingNeeded) { try read(Self.untimed) }

        let track = try read(
            Self.untimed, options: TrackOptions(timing: .step(start: noon, milliseconds: 2500)))

        #expect(track.seconds == [0, 2.5, 5])
        #expect(track.warningKinds == [.coordinate])
    }

    @Test func `LNX-073 or a start and a speed`() throws {
        // 111.26736 m and 68.67649 m: Vincenty's inverse formula, Tests/Support/Python/evaluate_trip.py.
        let track = try read(
            Self.untimed, options: TrackOptions(timing: .speed(start: noon, metresPerSecond: 0.1)))

        #expect(track.seconds.count == 3)
        #expect(abs(track.seconds[1] - 1112.674) <= 0.001)
        #expect(abs(track.seconds[2] - 1112.674 - 686.765) <= 0.002)
        #expect(track.points.map(\.startsAfterGap) == [false, true, true])
    }

    @Test func `LNX-073 where only some lack a time they are dropped, whatever the options`() throws {
        let track = try read(
            gpxTrack(trkpt(0), "<trkpt lat=\"52\" lon=\"21\"/>", trkpt(2)),
            options: TrackOptions(timing: .step(start: noon, milliseconds: 1000)))

        #expect(track.seconds == [0, 2])
        #expect(track.warningKinds == [.timeMissing])
        #expect(track.warnings.map(\.point) == [2])
    }

    struct Accuracy: Sendable, CustomTestStringConvertible {
        let children: String
        let metres: Double?
        var testDescription: String { children }
    }

    @Test(arguments: [
        Accuracy(children: "<hdop>0.9</hdop>", metres: 17.1),
        Accuracy(children: "<hdop>49.9</hdop>", metres: 948.1),
        Accuracy(children: "<hdop>50</hdop>", metres: nil),
        Accuracy(children: "<hdop>99.9</hdop>", metres: nil),
        Accuracy(children: "<hdop>0</hdop>", metres: nil),
        Accuracy(children: "<hdop>-1</hdop>", metres: nil),
        Accuracy(children: "", metres: nil),
        Accuracy(children: "<hdop>2</hdop><extensions><accuracy>6</accuracy></extensions>", metres: 6),
        Accuracy(children: "<hdop>2</hdop><extensions><accuracy>-1</accuracy></extensions>", metres: 38),
        Accuracy(children: "<hdop>2</hdop><extensions><accuracy>0</accuracy></extensions>", metres: 38),
        Accuracy(children: "<hdop>2</hdop><extensions><hAcc>many</hAcc></extensions>", metres: 38),
    ])
    func `LNX-074 accuracy is an extension, else 19 times hdop, else unknown`(_ row: Accuracy) throws {
        let point = try #require(read(gpxTrack(trkpt(0, row.children))).points.first)

        #expect(abs(point.accuracy - (row.metres ?? 100)) < 1e-9)
        #expect(point.isAccuracyAssumed == (row.metres == nil))
    }

    @Test func `LNX-074 fix none drops the point without a word`() throws {
        let track = try read(gpxTrack(trkpt(0, "<fix>none</fix>"), trkpt(1, "<fix>2d</fix>")))

        #expect(track.seconds == [1])
        #expect(track.warnings.isEmpty)
    }

    @Test func `LNX-075 longitude 180 becomes -180`() throws {
        let track = try read(gpxTrack("<trkpt lat=\"-90\" lon=\"180\"><time>2025-06-15T12:00:00Z</time></trkpt>"))

        #expect(track.points.map(\.coordinate) == [try Coordinate(latitude: -90, longitude: -180)])
        #expect(track.warnings.isEmpty)
    }

    @Test(arguments: [
        "lat='90.1' lon='1'", "lat='1' lon='-180.1'", "lat='1' lon='180.1'", "lat='NaN' lon='1'", "lat='inf' lon='1'",
        "lat='1e999' lon='1'", "lat='' lon='1'", "lat='1' lon=''", "lat='52,5' lon='1'", "lat='0x10' lon='1'",
        "lat='1'", "lon='1'", "", "lat='1 1' lon='1'", "lat='--1' lon='1'",
    ])
    func `LNX-075 a position that is none costs its point`(_ attributes: String) throws {
        let track = try read(
            gpxTrack("<trkpt \(attributes)><time>2025-06-15T12:00:00Z</time></trkpt>", trkpt(9)))

        #expect(track.seconds == [9])
        #expect(track.warningKinds == [.coordinate])
        #expect(track.warnings.map(\.point) == [1])
    }

    @Test(arguments: ["+52.5", "52.50", "052.5", "5.25e1", " 52.5\n"])
    func `LNX-075 other ways to write a number are understood`(_ text: String) throws {
        let track = try read(
            gpxTrack("<trkpt lat=\"\(text)\" lon=\"1\"><time>2025-06-15T12:00:00Z</time></trkpt>"))

        #expect(track.points.map(\.coordinate.latitude) == [52.5])
    }

    @Test(arguments: ["12,5", "NaN", "high"])
    func `LNX-075 an optional number that is none costs only itself`(_ text: String) throws {
        let track = try read(gpxTrack(trkpt(0, "<ele>\(text)</ele>"), trkpt(1, "<ele>-12.5</ele>")))

        #expect(track.points.map(\.altitude) == [nil, -12.5])
        #expect(track.warningKinds == [.value])
    }

    struct Break: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let text: String
        let reason: String
    }

    @Test(arguments: [
        Break(testDescription: "cut off", text: "<trkpt lat=\"1\" ", reason: "the document ends too early"),
        Break(
            testDescription: "crossed tags", text: "</trk>", reason: "an end tag does not fit the element that is open"),
        Break(
            testDescription: "bare ampersand", text: "a & b",
            reason: "a name is missing behind \"<\" or \"&\""),
        Break(testDescription: "no quotes", text: "<a b=1/>", reason: "a value without quotation marks"),
        Break(testDescription: "no value", text: "<a b/>", reason: "an attribute without a value"),
        Break(testDescription: "twice", text: "<a b='1' b='2'/>", reason: "an attribute is given twice"),
        Break(testDescription: "less-than", text: "<a b='<'/>", reason: "\"<\" within a value"),
        Break(testDescription: "no name", text: "< a/>", reason: "a name is missing behind \"<\" or \"&\""),
        Break(testDescription: "no space", text: "<a b='1'c='2'/>", reason: "a space is missing"),
        Break(testDescription: "comment", text: "<!-- -- -->", reason: "\"--\" within a comment"),
        Break(testDescription: "data end", text: "]]>", reason: "\"]]>\" within text"),
        Break(
            testDescription: "late declaration", text: "<?xml version='1.0'?>",
            reason: "the XML declaration is not at the very beginning"),
        Break(
            testDescription: "no character", text: "\u{FFFF}",
            reason: "byte 239 is no character of an XML document in UTF-8"),
        Break(
            testDescription: "control character", text: "\u{1}",
            reason: "byte 1 is no character of an XML document in UTF-8"),
    ])
    func `LNX-076 what came before a well-formedness error is kept`(_ row: Break) throws {
        let text = gpxTrack(trkpt(0), trkpt(1), "#").split(separator: "#", maxSplits: 1)
        let rest = row.reason.contains("too early") ? "" : text[1] + trkpt(2)

        let track = try read(text[0] + row.text + rest)

        #expect(track.seconds == [0, 1])
        #expect(track.isTruncated)
        #expect(track.warnings == [TrackWarning(kind: .truncated, line: 6, text: row.reason)])
    }

    @Test func `LNX-076 bytes that are not UTF-8 end the document`() throws {
        let whole = Array(gpxTrack(trkpt(0), trkpt(1), "#", trkpt(2)).utf8)
        let bytes = whole.flatMap { $0 == UInt8(ascii: "#") ? [0xC3, 0x28] : [$0] }

        let track = try Track.read(bytes: bytes)

        #expect(track.seconds == [0, 1])
        #expect(track.warnings.map(\.line) == [6])
        #expect(track.isTruncated)
    }

    @Test func `LNX-076 a second root or text behind the root is an error, space and comments are not`() throws {
        let text = gpxTrack(trkpt(0))

        #expect(try read(text + "\n<!-- end --><?done yes?>\n").isTruncated == false)
        #expect(try read(text + "<gpx/>").isTruncated)
        #expect(try read(text + "x").isTruncated)
        #expect(try Track.read(bytes: Array(text.utf8) + [0xFF]).isTruncated)
    }

    @Test(arguments: [
        "<!DOCTYPE gpx>", "<!DOCTYPE gpx [<!ENTITY a \"b\">]>", "<!DOCTYPE gpx SYSTEM \"file:///etc/hostname\">",
        "<!ENTITY a \"b\">",
    ])
    func `LNX-077 declarations are refused`(_ declaration: String) {
        let text = gpxTrack(trkpt(0)).replacing("<gpx ", with: declaration + "<gpx ")

        #expect(throws: TrackError.forbiddenDeclaration(line: 2)) { try read(text) }
    }

    @Test
    func `LNX-077 predefined entities and character references are resolved, and other ampersands end the document`()
        throws
    {
        let time = "2025&#45;06&#x2D;15T12:00:00&#90;"
        let text = gpxTrack(
            "<trkpt lat=\"5&#50;\" lon='21'><name>&lt;&gt;&amp;&quot;&apos;</name><time>\(time)</time></trkpt>")

        #expect(try read(text).seconds == [0])
        #expect(try read(text).points[0].coordinate.latitude == 52)
        for other in ["&#0;", "&#xD800;", "&#+50;", "&;", "&#;", "&#x;", "&amp"] {
            #expect(try read(gpxTrack(trkpt(0), "<a>\(other)</a>")).isTruncated, "\(other)")
        }
    }

    @Test(arguments: ["ISO-8859-2", "UTF-16", "windows-1251", "Shift_JIS"])
    func `LNX-078 another declared encoding is a failure that names it`(_ name: String) {
        let text = gpxTrack(trkpt(0)).replacing("UTF-8", with: name)

        #expect(throws: TrackError.unsupportedEncoding(name)) { try read(text) }
        #expect("\(TrackError.unsupportedEncoding(name))".contains("save the file as UTF-8"))
    }

    @Test func `LNX-078 UTF-8 may have a byte order mark, and be declared in any case or not at all`() throws {
        let text = gpxTrack(trkpt(0, "<name>Łódź 🚌</name>"))

        #expect(try Track.read(bytes: [0xEF, 0xBB, 0xBF] + Array(text.utf8)).seconds == [0])
        #expect(try read(text.replacing("UTF-8", with: "utf-8")).seconds == [0])
        #expect(try read(text.replacing(" encoding=\"UTF-8\"", with: "")).seconds == [0])
    }

    @Test func `LNX-078 UTF-16 without its mark is a failure that says so`() {
        let units = Array(gpxTrack(trkpt(0)).utf16)
        let little = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let big = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }

        for bytes in [little, big] {
            #expect(throws: TrackError.unsupportedEncoding("UTF-16 without a byte order mark")) {
                try Track.read(bytes: bytes)
            }
        }
    }
}
