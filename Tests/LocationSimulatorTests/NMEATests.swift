import LocationCore
import LocationSimulator
import Testing

@Suite struct `LNX NMEA` {
    private let start = Timestamp(milliseconds: 1_749_981_600_000)  // 2025-06-15T10:00:00Z

    @Test func `LNX-080 RMC and GGA of one time are one fix`() throws {
        let track = try read(rmc("100000") + gga("100000.00") + gga("100001") + rmc("100001"))

        #expect(track.points.map(\.timestamp) == [start, start.adding(milliseconds: 1000)])
        for point in track.points {
            #expect(abs(point.coordinate.latitude - 52.2297) < 1e-9)
            #expect(abs(point.coordinate.longitude - 21.0122) < 1e-9)
            #expect(abs(point.accuracy - 17.1) < 1e-9)
            #expect(point.altitude == 110)
            #expect(abs((point.speed ?? -1) - 4.002374) < 1e-6)
            #expect(point.course == 90)
        }
        #expect(track.warnings.isEmpty)
    }

    @Test func `LNX-080 RMC alone is a fix of unknown accuracy`() throws {
        let track = try read(rmc("100000"))

        #expect(track.points.map(\.timestamp) == [start])
        #expect(track.points[0].isAccuracyAssumed)
        #expect(track.points[0].accuracy == 100)
    }

    @Test func `LNX-080 GGA alone is a fix only once a date is known`() throws {
        let only = gga("100000") + gga("100001")

        #expect(throws: TrackError.dateNeeded) { try read(only) }
        #expect(
            try read(only, options: TrackOptions(baseDate: noon)).points.map(\.timestamp)
                == [start, start.adding(milliseconds: 1000)])
        #expect(try read(rmc("095959") + only).clockTimes == ["09:59:59.000", "10:00:00.000", "10:00:01.000"])
    }

    @Test(arguments: ["GP", "GN", "GL", "GA", "GB", "BD", "QZ"])
    func `LNX-080 any talker will do`(_ talker: String) throws {
        let text = sentence("\(talker)RMC,100000,A,5213.7820,N,02100.7320,E,7.78,090.0,150625,,,A")

        #expect(try read(text).points.count == 1)
    }

    @Test func `LNX-080 other sentences are ignored without a warning, a proprietary one with a familiar end too`()
        throws
    {
        let others = [
            "GPGSA,A,3,02,05,,,,,,,,,,,1.6,0.9,1.3", "GPGSV,2,1,08", "PGRMC,A,100,,,", "PGRME,15.0,M", "GPVTG,,T", "",
        ]

        let track = try read(others.map(sentence).joined() + rmc("100000"))

        #expect(track.points.count == 1)
        #expect(track.warnings.isEmpty)
    }

    @Test(arguments: [
        rmc("100000", status: "V") + gga("100000"), rmc("100000") + gga("100000", quality: "0"),
        rmc("100000", mode: "N") + gga("100000"), gga("100000", latitude: ",", longitude: ",", quality: ""),
        rmc("", status: "V", latitude: ",", longitude: ",", speed: "", course: "", date: "", mode: "N"),
    ])
    func `LNX-081 no fix in one of the sentences is no fix`(_ text: String) throws {
        let track = try read(text + rmc("100001"))

        #expect(track.points.map(\.timestamp) == [start.adding(milliseconds: 1000)])
        #expect(track.warnings.isEmpty)
    }

    @Test func `LNX-081 of two positions more than 1 m apart that of RMC is taken, with a warning`() throws {
        // A ten-thousandth of a minute of latitude is 0.1854 m (WGS-84, at 52°).
        let near = try read(rmc("100000") + gga("100000", latitude: "5213.7825,N"))
        let far = try read(rmc("100000") + gga("100000", latitude: "5213.7826,N"))

        #expect(near.warnings.isEmpty)
        #expect(far.warningKinds == [.disagreement])
        #expect(abs(far.points[0].coordinate.latitude - 52.2297) < 1e-9)
        #expect(abs(far.points[0].accuracy - 17.1) < 1e-9)
    }

    @Test(arguments: [("150680", "1980"), ("150699", "1999"), ("150600", "2000"), ("150679", "2079")])
    func `LNX-082 years 80 to 99 are of the last century`(_ date: String, _ year: String) throws {
        #expect(try read(rmc("100000", date: date)).points[0].timestamp.iso8601 == "\(year)-06-15T10:00:00.000Z")
    }

    @Test func `LNX-082 ZDA tells a date too`() throws {
        let track = try read(sentence("GPZDA,100000,15,06,2025,00,00") + gga("100000") + gga("100001"))

        #expect(track.points.map(\.timestamp) == [start, start.adding(milliseconds: 1000)])
    }

    @Test func `LNX-082 of two dates for one moment that of RMC counts, in either order`() throws {
        let other = sentence("GPZDA,100000,16,06,2025,00,00")

        #expect(try read(rmc("100000") + other).points.map(\.timestamp) == [start])
        #expect(try read(other + rmc("100000")).points.map(\.timestamp) == [start])
    }

    @Test func `LNX-082 fixes before the first date wait for it, but not for 10 s`() throws {
        let track = try read(gga("095950") + gga("095950.001") + gga("095959") + rmc("100000"))

        #expect(track.clockTimes == ["09:59:50.001", "09:59:59.000", "10:00:00.000"])
        #expect(track.warningKinds == [.dateMissing])
        #expect(track.warnings.map(\.line) == [1])
    }

    @Test func `LNX-082 what waited over midnight is of the day before`() throws {
        let track = try read(gga("235958") + gga("000001") + rmc("000002", date: "160625"))

        #expect(
            track.points.map(\.timestamp.iso8601) == [
                "2025-06-15T23:59:58.000Z", "2025-06-16T00:00:01.000Z", "2025-06-16T00:00:02.000Z",
            ])
    }

    @Test(arguments: ["", "15062", "320625", "290225", "1506x5"])
    func `LNX-082 a date that is none costs its sentence, an empty one does not`(_ date: String) throws {
        let track = try read(rmc("100000") + rmc("100001", date: date))

        #expect(track.points.count == (date.isEmpty ? 2 : 1))
        #expect(track.warningKinds == (date.isEmpty ? [] : [.time]))
    }

    @Test func `LNX-083 a much smaller time without a date is of the next day, and RMC confirms it`() throws {
        let track = try read(
            rmc("235959") + gga("235959") + gga("000000") + gga("000000.5") + rmc("000001", date: "160625"))

        #expect(
            track.points.map(\.timestamp.iso8601) == [
                "2025-06-15T23:59:59.000Z", "2025-06-16T00:00:00.000Z", "2025-06-16T00:00:00.500Z",
                "2025-06-16T00:00:01.000Z",
            ])
        #expect(track.warnings.isEmpty)
    }

    @Test func `LNX-083 or RMC corrects it`() throws {
        let track = try read(rmc("235959") + gga("000000") + rmc("000001", date: "150625") + rmc("235959.5"))

        #expect(track.clockTimes == ["23:59:59.000", "23:59:59.500"])
        #expect(track.warningKinds == [.timeContradicted])
    }

    @Test func `LNX-083 the next day stands when no date comes, and 12 h are not enough`() throws {
        let next = try read(rmc("180000") + gga("055959.999"))
        let back = try read(rmc("180000") + gga("060000"))

        #expect(next.points.map(\.timestamp.iso8601).last == "2025-06-16T05:59:59.999Z")
        #expect(back.points.map(\.timestamp.iso8601).first == "2025-06-15T06:00:00.000Z")
        #expect(back.warningKinds == [.timeBackwards])
    }

    @Test func `LNX-083 a file without date passes midnight too`() throws {
        let track = try read(gga("235959") + gga("000000"), options: TrackOptions(baseDate: noon))

        #expect(
            track.points.map(\.timestamp.iso8601) == ["2025-06-15T23:59:59.000Z", "2025-06-16T00:00:00.000Z"])
    }

    @Test(arguments: [
        ("100000", "10:00:00.000"), ("100000.", "10:00:00.000"), ("100000.5", "10:00:00.500"),
        ("100000.1234567890", "10:00:00.123"), ("100000.0006", "10:00:00.001"), ("100060", "10:00:59.999"),
        ("100060.75", "10:00:59.999"), ("235959.9999", "00:00:00.000"),
    ])
    func `LNX-084 a time has a fraction of any length and may be a leap second`(_ text: String, _ time: String) throws {
        #expect(try read(rmc(text)).clockTimes == [time])
    }

    @Test(arguments: ["", "10000", "1000000", "240000", "106000", "100061", "10000a", "100000.x", "-10000", "100000,5"])
    func `LNX-084 what is no time costs its sentence`(_ text: String) throws {
        let track = try read(rmc("095959") + rmc(text))

        #expect(track.points.count == 1)
        #expect(track.warnings.count == 1)
    }

    @Test(arguments: [("0.9", 17.1), ("49.9", 948.1), ("50.0", nil), ("99.9", nil), ("0", nil), ("", nil), ("x", nil)])
    func `LNX-085 accuracy is 19 times HDOP, else unknown`(_ hdop: String, _ metres: Double?) throws {
        let point = try #require(read(rmc("100000") + gga("100000", hdop: hdop)).points.first)

        #expect(abs(point.accuracy - (metres ?? 100)) < 1e-9)
        #expect(point.isAccuracyAssumed == (metres == nil))
    }

    @Test func `LNX-086 speed and course are those of RMC, or unknown`() throws {
        let track = try read(
            rmc("100000", speed: "10", course: "360.0") + rmc("100001", speed: "", course: "")
                + rmc("100002", speed: "-1", course: "361") + gga("100003"))

        #expect(track.points.map(\.course) == [0, nil, nil, nil])
        #expect(track.points.map(\.speed) == [5.14444, nil, nil, nil])
    }

    @Test func `LNX-087 a wrong checksum costs its sentence`() throws {
        let wrong = rmc("100001").replacing("7.78", with: "7.79")

        let track = try read(rmc("100000") + wrong + rmc("100002") + "$GPRMC,100003*\r\n$GPRMC,100003*0\r\n")

        #expect(track.clockTimes == ["10:00:00.000", "10:00:02.000"])
        #expect(track.warningKinds == [.checksum, .checksum, .checksum])
        #expect(track.warnings.map(\.line) == [2, 4, 5])
    }

    @Test func `LNX-087 sentences without checksum are accepted with one warning per file`() throws {
        func bare(_ text: String) -> String { text.prefix { $0 != "*" } + "\n" }

        let track = try read(rmc("100000") + bare(rmc("100001")) + bare(gga("100001")) + bare(rmc("100002")))

        #expect(track.points.count == 3)
        #expect(track.warningKinds == [.checksumMissing])
        #expect(track.warnings.map(\.line) == [2])
    }

    @Test func `LNX-087 a short sentence is whole only if its checksum says so`() throws {
        let body = "GPRMC,100001,A,5213.7820,N,02100.7320,E,7.78,090.0,150625"
        let quality = "GPGGA,100002,5213.7820,N,02100.7320,E,1,08,0.9,110.0"

        let told = try read(rmc("100000") + sentence(body) + sentence(quality))
        let bare = try read(rmc("100000") + "$\(body)\n$\(quality)\n")

        #expect(told.points.count == 3)
        #expect(told.warnings.isEmpty)
        #expect(bare.points.count == 1)
        #expect(bare.warningKinds == [.sentence, .sentence])
    }

    @Test(arguments: ["\r\n", "\n", "\r"])
    func `LNX-088 a line ends with CR LF, LF or CR`(_ end: String) throws {
        let text = rmc("100000") + rmc("100001").replacing("7.78", with: "7.79") + rmc("100002")

        let track = try read(text.replacing("\r\n", with: end))

        #expect(track.points.count == 2)
        #expect(track.warnings.map(\.line) == [2])
    }

    @Test func `LNX-088 text before the dollar sign, other lines and ! sentences are ignored`() throws {
        let text = "# a log\n!AIVDM,1,1,,A,xxx,0*00\n12:00:01.5 COM1: " + rmc("100000") + "\n\nthe end"

        let track = try read(text)

        #expect(track.points.count == 1)
        #expect(track.warnings.isEmpty)
    }
}
