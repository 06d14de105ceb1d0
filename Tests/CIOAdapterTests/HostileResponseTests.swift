import CIOAdapter
import GeofenceEngine
import LocationCore
import Testing

@Suite struct `Hostile responses` {
    /// A plain generator, so that a failing seed fails again.
    private struct Bits {
        var state: UInt64

        mutating func next(below bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(bound))
        }
    }

    private static let sound = Array(
        #"""
        {"config":{"local_refresh_trigger_radius":1500,"ios":{"max_business_geofence":12}},"geofences":[
        {"id":48122,"name":"Ünïcode \u00e9 \"x\"","latitude":40.75,"longitude":-73.99,"radius":120.5,"transition_types":["enter"],
        "geoset_ids":[25678,"a"],"metadata":{"k":2,"v":true,"z":1.5e3},"dwell_threshold_seconds":600},
        {"id":"p","shape":"polygon","geometry":{"type":"Polygon","coordinates":[[[0,0],[0.002,0],[0.002,0.002]]]},
        "enclosing_circle":{"latitude":0.001,"longitude":0.001,"base_radius_m":160}}]}
        """#.utf8)

    @Test(arguments: 0..<8)
    func `Damaged bytes are refused or read, and what is read is within bounds`(_ seed: Int) {
        var bits = Bits(state: UInt64(seed))
        let interesting: [UInt8] = Array(#"{}[]",:\-0e.9 nt"#.utf8) + [0, 0x1F, 0x80, 0xC3, 0xFF]
        for _ in 0..<400 {
            var body = Self.sound
            for _ in 0...bits.next(below: 4) {
                let place = bits.next(below: body.count)
                switch bits.next(below: 3) {
                case 0: body[place] = interesting[bits.next(below: interesting.count)]
                case 1: body.remove(at: place)
                default: body.insert(interesting[bits.next(below: interesting.count)], at: place)
                }
            }
            guard let response = try? Fixture.response(body) else { continue }
            // Whatever the scanner let through is also JSON as a whole.
            #expect(throws: Never.self, "seed \(seed)") { try JSONValue(json: body) }
            #expect((0...19).contains(response.config?.maxBusinessGeofences ?? 0))
            #expect(response.fences.allSatisfy { !$0.id.text.isEmpty && $0.dwellDelay >= 1 })
        }
    }

    @Test func `A response that is cut off anywhere is refused`() {
        for length in 0..<Self.sound.count {
            #expect(throws: DownloadError.self, "cut at \(length)") {
                try Fixture.response(Array(Self.sound.prefix(length)))
            }
        }
    }

    @Test func `Deep nesting is refused and not followed`() {
        let deep = String(repeating: "[", count: 100_000)

        #expect(throws: DownloadError.self) { try Fixture.response(json: #"{"x":\#(deep)"#) }
        #expect(throws: DownloadError.self) {
            try Fixture.response(json: #"{"x":\#(deep)\#(String(repeating: "]", count: 100_000))}"#)
        }
    }
}
