import LocationCore
import LocationSimulator
import Testing

/// Whatever the bytes are, there is a track that keeps its promises or a typed error.
@Suite struct `LNX tracks from damaged files` {
    private static let document =
        "\u{FEFF}"
        + gpxTrack(
            trkpt(0, "<ele>1.5</ele><hdop>0.9</hdop>"), "<!-- a -- b -->".replacing(" -- ", with: " "),
            trkpt(5, "<name><![CDATA[<&]]>&lt;&#x20AC;ż</name><fix>3d</fix>"), "<?note x?>",
            trkpt(10, "<extensions><x:hAcc xmlns:x='urn:x'>4</x:hAcc></extensions>"))

    private static let log =
        (0..<4).map { rmc("10000\($0)") + gga("10000\($0)") }.joined() + gga("235959") + gga("000001")
        + sentence("GPZDA,000002,16,06,2025,00,00") + "$GPRMC,0000\r" + rmc("000003", date: "160625")

    private func check(_ track: Track) {
        #expect(!track.points.isEmpty)
        #expect(zip(track.points, track.points.dropFirst()).allSatisfy { $0.timestamp < $1.timestamp })
        #expect(track.points.first?.startsAfterGap == false)
        #expect(track.points.allSatisfy { $0.accuracy >= 0 && $0.accuracy.isFinite })
        #expect(track.points.allSatisfy { $0.coordinate.longitude < 180 })
        #expect(track.isTruncated == track.warningKinds.contains(.truncated))
    }

    @Test func `LNX-076 a document cut at any byte gives the points that were complete`() throws {
        let bytes = Array(Self.document.utf8)
        let whole = try Track.read(bytes: bytes)
        #expect(whole.points.count == 3 && !whole.isTruncated)
        var counts: Set<Int> = []

        for length in 0..<bytes.count {
            let cut = bytes.prefix(length)
            let complete = String(decoding: cut, as: UTF8.self).components(of: "</trkpt>")
            do throws(TrackError) {
                let track = try Track.read(bytes: cut)
                check(track)
                #expect(track.isTruncated, "cut at \(length)")
                #expect(track.points == Array(whole.points.prefix(complete)), "cut at \(length)")
                counts.insert(track.points.count)
            } catch {
                #expect(complete == 0, "cut at \(length): \(error)")
            }
        }

        #expect(counts == [1, 2, 3])
    }

    @Test func `LNX-060 a log cut at any byte gives fixes that the whole log gives too`() throws {
        let bytes = Array(Self.log.utf8)
        let whole = Set(try Track.read(bytes: bytes).points.map(\.coordinate))

        for length in 0..<bytes.count {
            do throws(TrackError) {
                let track = try Track.read(bytes: bytes.prefix(length))
                check(track)
                #expect(whole.isSuperset(of: track.points.map(\.coordinate)), "cut at \(length)")
            } catch {
                // Nothing is complete before the first sentence is.
                #expect(length < rmc("100000").utf8.count, "cut at \(length): \(error)")
            }
        }
    }

    @Test(arguments: 0..<8)
    func `LNX-060 random damage never does worse than an error`(_ seed: UInt64) {
        var random = SplitMix(state: seed)
        for source in [Self.document, Self.log] {
            for _ in 0..<150 {
                var bytes = Array(source.utf8)
                for _ in 0...random.below(6) { random.damage(&bytes) }
                do throws(TrackError) {
                    check(try Track.read(bytes: bytes, options: TrackOptions(baseDate: noon)))
                } catch {
                    #expect(!error.description.isEmpty)
                }
            }
        }
    }
}

extension String {
    fileprivate func components(of part: String) -> Int { ranges(of: part).count }
}

/// The SplitMix64 generator: a run is its seed.
private struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

    /// Changes, inserts, removes or doubles something.
    mutating func damage(_ bytes: inout [UInt8]) {
        guard !bytes.isEmpty else { return }
        let place = below(bytes.count)
        switch below(5) {
        case 0: bytes[place] = UInt8(truncatingIfNeeded: next())
        case 1: bytes[place] ^= 1 << UInt8(below(8))
        case 2: bytes.remove(at: place)
        case 3: bytes.insert(Array("<>&\"'/=$*,\r\n0-".utf8)[below(14)], at: place)
        default: bytes.insert(contentsOf: bytes[place...].prefix(below(64)), at: below(bytes.count))
        }
    }
}
