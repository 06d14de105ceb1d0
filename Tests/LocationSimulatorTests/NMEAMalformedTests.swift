import LocationCore
import LocationSimulator
import Testing

/// The table "Malformed input, what must come out" of the platform notes, each case between two good sentences.
@Suite struct `LNX NMEA malformed input` {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let text: String
        /// Times of the points that come of it.
        var times: [String] = []
        var warnings: [TrackWarning.Kind] = []
    }

    @Test(arguments: [
        Row(
            testDescription: "wrong checksum", text: rmc("100001").replacing("*", with: "*0"),
            warnings: [.checksum]),
        Row(
            testDescription: "no checksum", text: rmc("100001").prefix { $0 != "*" } + "\r\n", times: ["10:00:01.000"],
            warnings: [.checksumMissing]),
        Row(testDescription: "cut-off sentence", text: "$GPRMC,0000\r\n", warnings: [.sentence]),
        Row(
            testDescription: "cut off before the next", text: "$GPRMC,1000" + rmc("100001"), times: ["10:00:01.000"],
            warnings: [.sentence]),
        Row(testDescription: "binary garbage", text: "\u{0}\u{1}\u{FF}\u{7F}\r\n", warnings: [.garbage]),
        Row(
            testDescription: "binary garbage before a sentence", text: "\u{0}\u{1}\u{FF}" + rmc("100001"),
            times: ["10:00:01.000"], warnings: [.garbage]),
        Row(testDescription: "garbage behind a dollar", text: "$\u{FF}\u{0}RMC,1\r\n", warnings: [.garbage]),
        Row(testDescription: "latitude 99°", text: rmc("100001", latitude: "9913.7820,N"), warnings: [.coordinate]),
        Row(testDescription: "longitude 181°", text: rmc("100001", longitude: "18100.0,E"), warnings: [.coordinate]),
        Row(testDescription: "60 minutes", text: rmc("100001", latitude: "5260.0000,N"), warnings: [.coordinate]),
        Row(
            testDescription: "59.9999 minutes", text: rmc("100001", latitude: "5259.9999,N"), times: ["10:00:01.000"]),
        Row(testDescription: "no hemisphere", text: rmc("100001", latitude: "5213.7820,"), warnings: [.coordinate]),
        Row(testDescription: "wrong hemisphere", text: rmc("100001", latitude: "5213.7820,E"), warnings: [.coordinate]),
        Row(testDescription: "small letter", text: rmc("100001", longitude: "02100.7320,e"), warnings: [.coordinate]),
        Row(testDescription: "no position", text: rmc("100001", latitude: ","), warnings: [.coordinate]),
        Row(
            testDescription: "two-digit longitude", text: rmc("100001", longitude: "2100.7,E"), warnings: [.coordinate]),
        Row(testDescription: "strange status", text: rmc("100001", status: "X"), warnings: [.sentence]),
        Row(testDescription: "strange quality", text: gga("100001", quality: "good"), warnings: [.sentence]),
        Row(testDescription: "time back by 60 s", text: rmc("095900"), warnings: [.timeContradicted]),
    ])
    func `one bad record costs itself`(_ row: Row) throws {
        let track = try read(rmc("100000") + row.text + rmc("100002"))

        #expect(track.clockTimes == ["10:00:00.000"] + row.times + ["10:00:02.000"])
        #expect(track.warningKinds == row.warnings)
        #expect(track.warnings.allSatisfy { $0.line == 2 })
    }

    @Test func `midnight with a new date changes the day`() throws {
        let track = try read(rmc("235959") + rmc("000000", date: "160625"))

        #expect(track.points[1].timestamp.milliseconds(since: track.points[0].timestamp) == 1000)
    }

    @Test func `only GGA fails when no date can be had`() {
        #expect(throws: TrackError.dateNeeded) { try read(gga("100000")) }
    }

    @Test func `a GN talker is as good as any`() throws {
        #expect(try read(sentence("GNRMC,100000,A,5213.7820,N,02100.7320,E,,,150625,,,A")).points.count == 1)
    }

    @Test(arguments: [("1", false), ("6", false), ("8", true)])
    func `quality 6 and 8 are fixes and 8 is marked simulated`(_ quality: String, _ isSimulated: Bool) throws {
        let track = try read(rmc("100000") + gga("100000", quality: quality))

        #expect(track.points.map(\.isSimulated) == [isSimulated])
        #expect(track.points[0].fix.isSimulated == isSimulated)
    }

    @Test func `mode S of RMC is marked simulated too`() throws {
        #expect(try read(rmc("100000", mode: "S")).points.map(\.isSimulated) == [true])
    }

    @Test func `the southern and western hemispheres are negative`() throws {
        let track = try read(rmc("100000", latitude: "3351.5000,S", longitude: "07030.0000,W"))

        #expect(abs(track.points[0].coordinate.latitude - -33.858_333_333_333) < 1e-9)
        #expect(track.points[0].coordinate.longitude == -70.5)
    }

    @Test(arguments: ["", "# nothing\n", "!AIVDM,1\n"])
    func `a file without sentences fails`(_ text: String) {
        #expect {
            try read(text)
        } throws: { error in
            guard case .noUsableFix? = error as? TrackError else { return false }
            return true
        }
    }
}
