import Foundation
import LocationCore
import LocationSimulator
import Testing

@Suite struct `LNX what both track formats have in common` {
    @Test func `LNX-060 fixes come in file order with all that the file tells`() throws {
        let text = gpxTrack(
            trkpt(0, "<ele>110.5</ele><hdop>2</hdop>"),
            trkpt(5, "<extensions><speed>1.5</speed><course>270</course></extensions>"))

        let track = try read(text)

        #expect(
            track.points == [
                TrackPoint(
                    coordinate: try Coordinate(latitude: 52, longitude: 21), timestamp: noon, accuracy: 38,
                    altitude: 110.5),
                TrackPoint(
                    coordinate: try Coordinate(latitude: 52, longitude: 21.005),
                    timestamp: noon.adding(milliseconds: 5000), accuracy: 100, isAccuracyAssumed: true, speed: 1.5,
                    course: 270),
            ])
        #expect(track.warnings.isEmpty)
        #expect(!track.isTruncated)
    }

    @Test func `LNX-060 one bad record costs itself and is reported with its place`() throws {
        let track = try read(gpxTrack(trkpt(0), "<trkpt lat=\"952\" lon=\"21\"/>", trkpt(10)))

        #expect(track.seconds == [0, 10])
        let warning = try #require(track.warnings.first)
        #expect(track.warnings.count == 1)
        #expect(warning.kind == .coordinate)
        #expect(warning.line == 5)
        #expect(warning.point == 2)
        #expect(warning.description == "line 5, point 2: latitude 952.0 is not a number in -90...90; dropped")
    }

    @Test func `LNX-060 warnings come in the order of the file`() throws {
        let track = try read(
            rmc("100000", latitude: "5213.8000,N") + gga("100000") + rmc("100001", latitude: "9913.78,N")
                + rmc("100002"))

        #expect(track.warningKinds == [.disagreement, .coordinate])
        #expect(track.warnings.map(\.line) == [1, 3])
    }

    struct Useless: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let text: String
        let error: TrackError
    }

    @Test(arguments: [
        Useless(testDescription: "empty", text: "", error: .noUsableFix(reason: "the file is empty")),
        Useless(testDescription: "blank", text: " \n\t\r\n", error: .noUsableFix(reason: "the file is empty")),
        Useless(
            testDescription: "only comments", text: "# a log\n# of nothing\n",
            error: .noUsableFix(reason: "there is no track, route or way point and no RMC, GGA or GNS sentence")),
        Useless(
            testDescription: "no points", text: gpx("<trk><trkseg/></trk>"),
            error: .noUsableFix(reason: "there is no track, route or way point and no RMC, GGA or GNS sentence")),
        Useless(
            testDescription: "no fix", text: rmc("100000", status: "V") + rmc("100001", status: "V"),
            error: .noUsableFix(reason: "the receiver had no fix in any of 2 records")),
        Useless(
            testDescription: "all dropped", text: gpxTrack("<trkpt lat=\"\" lon=\"21\"><time>x</time></trkpt>"),
            error: .noUsableFix(
                reason: "nothing but records that were dropped, first at line 4, point 1: "
                    + "lat \"\", lon \"21\" are not two numbers; dropped")),
        Useless(
            testDescription: "other XML", text: "<?xml version=\"1.0\"?>\n<kml/>",
            error: .notGPX(root: "kml", line: 2)),
        Useless(
            testDescription: "broken at once", text: "<gpx\n",
            error: .malformed(line: 2, reason: "the document ends too early")),
    ])
    func `LNX-061 a file without one usable fix is a failure that says why`(_ row: Useless) {
        #expect(throws: row.error) { try read(row.text) }
        #expect(!row.error.description.isEmpty)
    }

    @Test func `LNX-061 a file that is not there is a failure with its path`() {
        #expect {
            try Track.read(contentsOf: .init(filePath: "/nowhere/at/all.gpx"))
        } throws: { error in
            guard case .unreadable("/nowhere/at/all.gpx", _)? = error as? TrackError else { return false }
            return true
        }
    }

    @Test func `LNX-062 AMD-21 an equal time replaces the previous fix and an earlier one is sorted in`() throws {
        let track = try read(
            gpxTrack(
                trkpt(0), trkpt(5, "<hdop>1</hdop>"), trkpt(5, "<hdop>3</hdop>"), trkpt(4, "<hdop>4</hdop>"), trkpt(6)))

        #expect(track.seconds == [0, 4, 5, 6])
        #expect(track.points[2].accuracy == 57)
        #expect(track.warningKinds == [.sameTime, .timeBackwards])
        #expect(track.warnings.map(\.point) == [2, 4])
    }

    @Test func `LNX-063 a line of 8 KiB is read and a longer one is a failure`() throws {
        let fits = String(repeating: "x", count: 8 * 1024)

        #expect(try read(rmc("100000") + fits + "\n" + rmc("100001")).points.count == 2)
        #expect(throws: TrackError.beyondLimit(line: 2, reason: "the line is longer than 8192 bytes")) {
            try read(rmc("100000") + fits + "x\n" + rmc("100001"))
        }
    }

    @Test func `LNX-063 64 elements may be nested and 65 are a failure`() throws {
        func nested(_ depth: Int) -> String {
            // The root, trk, trkseg and trkpt are four of them.
            let more = depth - 4
            return gpxTrack(
                trkpt(0),
                "<trkpt lat=\"52\" lon=\"21\">" + String(repeating: "<a>", count: more)
                    + String(repeating: "</a>", count: more) + "</trkpt>")
        }

        #expect(try read(nested(64)).points.count == 1)
        #expect(throws: TrackError.beyondLimit(line: 5, reason: "elements are nested deeper than 64")) {
            try read(nested(65))
        }
    }

    @Test(arguments: ["<name>#</name>", "<link href=\"#\"/>", "<name><![CDATA[#]]></name>"])
    func `LNX-063 a text of 64 KiB is read and a longer one is a failure`(_ pattern: String) throws {
        func document(_ length: Int) -> String {
            gpxTrack(
                trkpt(0), trkpt(1, pattern.replacing("#", with: String(repeating: "x", count: length))))
        }

        #expect(try read(document(65_536)).points.count == 2)
        #expect(throws: TrackError.beyondLimit(line: 5, reason: "a text is longer than 65536 bytes")) {
            try read(document(65_537))
        }
    }

    @Test func `LNX-064 a segment border is a gap, however short`() throws {
        let track = try read(
            gpx("<trk><trkseg>\(trkpt(0))\(trkpt(1))</trkseg><trkseg>\(trkpt(2))\(trkpt(3))</trkseg></trk>"))

        #expect(track.points.map(\.startsAfterGap) == [false, false, true, false])
    }

    @Test func `LNX-064 a border stays a gap when the first point after it is dropped or replaced`() throws {
        let bad = "<trkpt lat=\"x\" lon=\"21\"/>"
        let track = try read(
            gpx(
                "<trk><trkseg>\(trkpt(0))</trkseg><trkseg>\(bad)\(trkpt(2))</trkseg>"
                    + "<trkseg>\(trkpt(3))\(trkpt(3))</trkseg></trk>"))

        #expect(track.seconds == [0, 2, 3])
        #expect(track.points.map(\.startsAfterGap) == [false, true, true])
    }

    @Test func `LNX-064 a silence above the limit is a gap and one as long as it is none`() throws {
        let text = gpxTrack(trkpt(0), trkpt(30), "<!-- 31 s -->", trkpt(61))

        #expect(try read(text).points.map(\.startsAfterGap) == [false, false, true])
        #expect(
            try read(text, options: TrackOptions(gapSeconds: 29.999)).points.map(\.startsAfterGap)
                == [false, true, true])
        #expect(
            try read(rmc("100000") + rmc("100030") + rmc("100101")).points.map(\.startsAfterGap)
                == [false, false, true])
    }

    @Test func `LNX-033 an accuracy that is not told is assumed, and marked`() throws {
        let text = gpxTrack(trkpt(0, "<hdop>1</hdop>"), trkpt(1))

        let usual = try read(text)
        let chosen = try read(text, options: TrackOptions(fallbackAccuracy: 25))

        #expect(usual.points.map(\.accuracy) == [19, 100])
        #expect(usual.points.map(\.isAccuracyAssumed) == [false, true])
        #expect(chosen.points.map(\.accuracy) == [19, 25])
    }

    @Test func `LNX-033 a fallback below 0 drops what has no accuracy`() throws {
        let text = gpxTrack(trkpt(0, "<hdop>1</hdop>"), trkpt(1), trkpt(2, "<hdop>1</hdop>"))

        let track = try read(text, options: TrackOptions(fallbackAccuracy: -1))
        let zero = try read(text, options: TrackOptions(fallbackAccuracy: 0))

        #expect(track.seconds == [0, 2])
        #expect(track.warningKinds == [.accuracyUnknown])
        #expect(zero.points.map(\.accuracy) == [19, 0, 19])
    }

    // iOS starts no other process, so there are no exit tests there.
    #if !os(iOS)
        @Test func `options that cannot be meant are a programmer's mistake`() async {
            await #expect(processExitsWith: .failure) { _ = TrackOptions(fallbackAccuracy: .nan) }
            await #expect(processExitsWith: .failure) { _ = TrackOptions(gapSeconds: -1) }
            await #expect(processExitsWith: .failure) {
                _ = TrackOptions(timing: .step(start: Timestamp(milliseconds: 0), milliseconds: 0))
            }
            await #expect(processExitsWith: .failure) {
                _ = TrackOptions(timing: .speed(start: Timestamp(milliseconds: 0), metresPerSecond: 0))
            }
        }
    #endif
}
