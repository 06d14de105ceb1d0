import CIOAdapter
import GeofenceEngine
import LocationCore
import TestSupport
import Testing

@Suite struct `Decoding a response` {
    @Test(.enabled(if: Shared.isPresent, "needs the specification's fixtures"))
    func `CIO-018 circles keep their radii, and ids all of their 64 bits`() throws {
        let fences = try Fixture.response("fetch-valid.json").fences

        #expect(fences.map(\.id) == ["48122", "48123", "48124"])
        #expect(fences.map(\.shape.enclosingCircle.radius) == [120, 150.5, 200])
        #expect(fences[2].geosets == ["9007199254740993"])
    }

    @Test(.enabled(if: Shared.isPresent, "needs the specification's fixtures"))
    func `CIO-025 bad entries cost themselves alone, and each is named`() throws {
        let response = try Fixture.response("fetch-tolerant.json")

        #expect(
            response.fences.map(\.id.text) == [
                "g-minimal", "7", "g-types-unknown", "g-types-mixed", "g-meta-mixed", "g-meta-wrong-type", "g-sets",
                "g-dwell-negative", "g-dwell-huge", "g-dwell-zero",
            ])
        #expect(
            response.dropped.map(\.id) == [
                "drop-radius-zero", "drop-radius-negative", "drop-latitude", "drop-longitude", "drop-latitude-type",
                nil,
                "drop-shape-unknown", "drop-shape-undescribed",
            ])
        #expect(response.remarks.map(\.id) == ["g-dwell-negative", "g-dwell-huge"])
        #expect(response.config == nil)
    }

    @Test(.enabled(if: Shared.isPresent, "needs the specification's fixtures"))
    func `CIO-026 and CIO-027 metadata keeps types and spellings, and never costs the fence`() throws {
        let fences = try Fixture.response("fetch-tolerant.json").fences

        #expect(
            FenceAttributes(of: fences[4]).metadata.values
                == ["good_key": "ok", "count": 3, "ratio": 1.5, "vip": true])
        #expect(FenceAttributes(of: fences[5]).metadata.values.isEmpty)
        #expect(FenceAttributes(of: fences[1]).name == nil, "an empty name is none")
    }

    @Test func `CIO-026 a whole double is an integer and a number beyond 64 bits a double`() {
        let metadata = Metadata(wire: ["whole": 2.0, "big": .unsigned(.max), "keyCase_kept": "a"])

        #expect(metadata.values["whole"] == .integer(2))
        #expect(metadata.values["big"] == .double(Double(UInt64.max)))
        #expect(metadata.values["keyCase_kept"] == "a")
    }

    @Test func `CIO-028 the 100 lowest keys are kept`() throws {
        let names = (0..<105).map { "k" + String(1000 + $0).dropFirst() }
        let metadata = Metadata(wire: .object(JSONObject(names.reversed().map { ($0, .integer(1)) })))

        #expect(metadata.values.keys == Array(names.prefix(100)))
    }

    @Test func `CIO-029 what would pass 102400 bytes ends the metadata`() {
        let exact = Metadata(wire: [
            "a": .string(String(repeating: "x", count: 51_199)), "b": .string(String(repeating: "x", count: 51_199)),
        ])
        let beyond = Metadata(
            wire: [
                "a": .string(String(repeating: "x", count: 51_199)),
                "b": .string(String(repeating: "x", count: 51_198)),
                "c": "xx", "d": "",
            ])

        #expect(exact.values.keys == ["a", "b"])
        #expect(beyond.values.keys == ["a", "b"], "c would be byte 102 402, and d is not looked at any more")
    }

    struct Words: Sendable, CustomTestStringConvertible {
        let members: String
        let reports: TransitionKinds
        var testDescription: String { members }
    }

    @Test(arguments: [
        Words(members: "", reports: [.enter, .exit]),
        Words(members: #","transition_types":null"#, reports: [.enter, .exit]),
        Words(members: #","transition_types":[]"#, reports: [.enter, .exit]),
        Words(members: #","transition_types":["loiter"]"#, reports: [.enter, .exit]),
        Words(members: #","transition_types":["ENTER","loiter"]"#, reports: .enter),
        Words(members: #","transitionTypes":["Exit"]"#, reports: .exit),
        Words(members: #","transition_types":["dwell"]"#, reports: [.enter, .exit]),
        Words(members: #","transition_types":["dwell"],"dwell_threshold_seconds":600"#, reports: .dwell),
        Words(members: #","transition_types":["exit","dwell"]"#, reports: .exit),
        Words(members: #","transition_types":["exit"],"dwell_threshold_seconds":600"#, reports: [.exit, .dwell]),
    ])
    func `CIO-030 known words are delivered, and both edges where there is none`(_ row: Words) throws {
        #expect(try Fixture.circle(row.members).fences.map(\.reports) == [row.reports])
    }

    struct Threshold: Sendable, CustomTestStringConvertible {
        let text: String
        let delay: Int64?
        let isRemarked: Bool
        var testDescription: String { text }
    }

    @Test(arguments: [
        Threshold(text: "-1", delay: nil, isRemarked: true),
        Threshold(text: "0", delay: nil, isRemarked: false),
        Threshold(text: "null", delay: nil, isRemarked: false),
        Threshold(text: "1", delay: 1000, isRemarked: false),
        Threshold(text: "2147483", delay: 2_147_483_000, isRemarked: false),
        Threshold(text: "2147484", delay: nil, isRemarked: true),
        Threshold(text: "3000000000", delay: nil, isRemarked: true),
        Threshold(text: "1.5", delay: nil, isRemarked: true),
        Threshold(text: #""600""#, delay: nil, isRemarked: true),
        Threshold(text: "true", delay: nil, isRemarked: true),
    ])
    func `CIO-031 a threshold that is none costs the dwell and never the fence`(_ row: Threshold) throws {
        let response = try Fixture.circle(#","dwell_threshold_seconds":\#(row.text)"#)

        #expect(response.fences.count == 1)
        #expect(response.fences.first?.reports.contains(TransitionKinds.dwell) == (row.delay != nil))
        if let delay = row.delay { #expect(response.fences.first?.dwellDelay == delay) }
        #expect(response.remarks.isEmpty == !row.isRemarked)
    }

    @Test func `CIO-032 an answer of which nothing can be used is refused`() throws {
        let error = #expect(throws: DownloadError.self) {
            try Fixture.response(json: #"{"geofences":[{"id":1,"latitude":91,"longitude":0,"radius":5}]}"#)
        }
        guard case .decoding(let text) = error else {
            Issue.record("expected decoding, got \(String(describing: error))")
            return
        }
        #expect(text.contains("91"))
    }

    @Test func `CIO-032 an answer of shapes that only a newer version knows is an empty one`() throws {
        let response = try Fixture.response(json: #"{"geofences":[{"id":1,"shape":"hexagon"}]}"#)

        #expect(response.fences.isEmpty)
        #expect(response.dropped.map(\.reason) == [.unknownShape("hexagon")])
    }

    struct Position: Sendable, CustomTestStringConvertible {
        let latitude: Double
        let longitude: Double
        let isKept: Bool
        var testDescription: String { "\(latitude), \(longitude)" }
    }

    @Test(arguments: [
        Position(latitude: 90, longitude: -180, isKept: true),
        Position(latitude: -90, longitude: 180, isKept: true),
        Position(latitude: 90.1, longitude: 0, isKept: false),
        Position(latitude: 0, longitude: -180.1, isKept: false),
    ])
    func `CIO-033 the bounds belong to the positions`(_ row: Position) throws {
        let response = try Fixture.response(
            json: """
                {"geofences":[{"id":"ok","latitude":0,"longitude":0,"radius":1},
                {"id":"b","latitude":\(row.latitude),"longitude":\(row.longitude),"radius":100}]}
                """)

        #expect(response.fences.count == (row.isKept ? 2 : 1))
        #expect(response.dropped.map(\.id) == (row.isKept ? [] : ["b"]))
    }

    @Test func `CIO-034 the last change is in milliseconds`() throws {
        let fence = try #require(try Fixture.circle(#","last_updated":1700000000000"#).fences.first)

        #expect(FenceAttributes(of: fence).lastUpdated.wholeSeconds == 1_700_000_000)
    }

    @Test func `CIO-075 blank and repeated geosets are removed, the order is kept`() throws {
        let response = try Fixture.circle(#","geoset_ids":["11","12","","11",7,true,null,1.5,[1]," "]"#)

        #expect(response.fences.first?.geosets == ["11", "12", "7"])
    }

    @Test func `CIO-138 an entry without sets, metadata, dwell and ring is a plain circle`() throws {
        let fence = try #require(try Fixture.circle("").fences.first)

        #expect(fence.shape.isCircle)
        #expect(fence.geosets.isEmpty)
        #expect(FenceAttributes(of: fence).metadata.values.isEmpty)
        #expect(fence.watchedCircle == nil)
        #expect(fence.reports == [.enter, .exit])
    }

    @Test func `An id is text, an integer of 64 bits, or costs its entry`() throws {
        let ids = try Fixture.response(
            json: """
                {"geofences":[{"id":9007199254740993,"latitude":1,"longitude":2,"radius":3},
                {"id":18446744073709551615,"latitude":1,"longitude":2,"radius":3},
                {"id":7.0,"latitude":1,"longitude":2,"radius":3},
                {"id":" x ","latitude":1,"longitude":2,"radius":3},
                {"id":" ","latitude":1,"longitude":2,"radius":3},
                {"id":null,"latitude":1,"longitude":2,"radius":3},
                {"id":true,"latitude":1,"longitude":2,"radius":3},
                {"id":1.5,"latitude":1,"longitude":2,"radius":3}, 5]}
                """)

        #expect(ids.fences.map(\.id.text) == ["9007199254740993", "18446744073709551615", "7", " x "])
        #expect(ids.dropped.map(\.index) == [4, 5, 6, 7, 8])
    }

    @Test func `The first usable entry of an id stays, whatever its type`() throws {
        let response = try Fixture.response(
            json: """
                {"geofences":[{"id":4,"latitude":91,"longitude":2,"radius":3},
                {"id":"4","latitude":1,"longitude":2,"radius":3},{"id":4,"latitude":1,"longitude":2,"radius":9}]}
                """)

        #expect(response.fences.map(\.shape.enclosingCircle.radius) == [3])
        #expect(response.remarks.map(\.id) == ["4"])
    }

    @Test(arguments: [
        "{}", #"{"error":"try later"}"#, #"{"config":{}}"#, #"{"geofences":null}"#, "<html></html>", "", "{", "[]",
        "null", #"{"geofences":{}}"#, #"{"config":[],"geofences":[]}"#, "\u{0}", #"{"geofences":[]"#,
        #"{"geofences":[}"#, #"{"geofences":[{"id":1]]}"#, #"{"geofences":[],}"#, #"{"geofences":[]} x"#,
        #"{"geofences":[{},]}"#, #"{"geofences" []}"#, #"{geofences:[]}"#, #"{"a":nul,"geofences":[]}"#,
        #"{"geofences":[{"id":"\"#, #"{"geofences":[{"id":NaN}]}"#, "{\"a\":\"\u{1}\",\"geofences\":[]}",
    ])
    func `CIO-016 AMD-13 a body that is no response is a decoding failure`(_ body: String) {
        let error = #expect(throws: DownloadError.self) { try Fixture.response(json: body) }
        guard case .decoding = error else {
            Issue.record("expected decoding, got \(String(describing: error))")
            return
        }
    }

    @Test func `White space, a byte order mark, brackets in text and unknown members change nothing`() throws {
        let response = try Fixture.response(
            json: """
                \u{FEFF} { "x" : [ { "geofences" : "]}\\"[{" } ] , "geofences" : [ 5 , {
                "id" : "]}\\\\" , "name" : "{[\\"", "latitude" : 1 , "longitude" : 2 , "radius" : 3 } ] ,
                "config" : null } \n
                """)

        #expect(response.fences.map(\.id.text) == [#"]}\"#])
        #expect(response.fences.map { FenceAttributes(of: $0).name } == [#"{[""#])
        #expect(response.dropped.map(\.reason) == [.notAnObject])
    }

    @Test func `Of lists with the same name the last one counts`() throws {
        let response = try Fixture.response(
            json: #"{"geofences":[{"id":1,"latitude":1,"longitude":2,"radius":3}],"geofences":[]}"#)

        #expect(response.fences.isEmpty)
    }

    @Test func `Keys in camel case are read too, and an empty list is one`() throws {
        let response = try Fixture.response(
            json: """
                {"config":{"localRefreshTriggerRadius":1500,"ios":{"maxBusinessGeofence":3}},"geofences":[]}
                """)

        #expect(response.fences.isEmpty)
        #expect(response.config?.localRefreshTriggerRadius == 1500)
        #expect(response.config?.maxBusinessGeofences == 3)
    }
}
