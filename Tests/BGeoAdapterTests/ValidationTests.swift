import BGeoAdapter
import LocationCore
import TestSupport
import Testing

@Suite struct `BGEO which fences may be stored` {
    private static func fence(
        _ identifier: String = "home", radius: Double = 150, latitude: Double = 52.2297, longitude: Double = 21.0122,
        entry: Bool? = true, exit: Bool? = nil, dwell: Bool? = nil, delay: Double? = nil, extras: [String: Any]? = nil
    ) -> Geofence {
        Geofence(
            identifier: identifier, radius: radius, latitude: latitude, longitude: longitude, notifyOnEntry: entry,
            notifyOnExit: exit, notifyOnDwell: dwell, loiteringDelay: delay, extras: extras)
    }

    @Test func `BGEO-001 an identifier is not empty`() {
        #expect(Self.fence("").brokenRule == .identifier)
        #expect(Self.fence(" ").brokenRule == nil)
    }

    @Test(arguments: [0, -1, Double.nan, .infinity, -.infinity])
    func `BGEO-002 a radius is finite and above 0`(_ radius: Double) {
        #expect(Self.fence(radius: radius).brokenRule == .radius)
    }

    @Test(arguments: [0.001, 50_000_000])
    func `BGEO-003 a radius has no other bound and is kept`(_ radius: Double) throws {
        let stored = try Geofence.stored([Self.fence(radius: radius)])

        #expect(stored.first?["radius"]?.doubleValue == radius)
    }

    @Test(arguments: [90.0001, -90.0001, Double.nan, .infinity])
    func `BGEO-004 a latitude lies in its range`(_ latitude: Double) {
        #expect(Self.fence(latitude: latitude).brokenRule == .latitude)
    }

    @Test(arguments: [90.0, -90])
    func `BGEO-005 a pole is a latitude`(_ latitude: Double) {
        #expect(Self.fence(latitude: latitude).brokenRule == nil)
    }

    @Test(arguments: [180.0001, -180.0001, Double.nan, -.infinity])
    func `BGEO-006 a longitude lies in its range`(_ longitude: Double) {
        #expect(Self.fence(longitude: longitude).brokenRule == .longitude)
    }

    @Test(arguments: [180.0, -180])
    func `BGEO-007 the date line is a longitude`(_ longitude: Double) {
        #expect(Self.fence(longitude: longitude).brokenRule == nil)
    }

    @Test func `BGEO-008 a fence that tells nothing is refused`() {
        #expect(Self.fence(entry: nil).brokenRule == .notify)
    }

    @Test func `BGEO-009 a loitering delay is no notify flag`() {
        let fence = Self.fence(entry: false, exit: false, dwell: false, delay: 60000)

        #expect(fence.brokenRule == .notify)
    }

    @Test(arguments: [[true, false, false], [false, true, false], [false, false, true]])
    func `BGEO-010 one flag is enough`(_ flags: [Bool]) {
        #expect(Self.fence(entry: flags[0], exit: flags[1], dwell: flags[2]).brokenRule == nil)
    }

    @Test func `BGEO-011 every rejection is the same error`() {
        let rejection = #expect(throws: GeofenceRejection.self) {
            try Geofence.stored([Self.fence(), Self.fence("bad", radius: 0, latitude: 91)])
        }

        #expect(rejection == .broken(rule: .radius, index: 1, identifier: "bad"))
        #expect(
            rejection?.error == .invalidGeofence(message: "geofence request rejected (INVALID_GEOFENCE)"))
        #expect(
            rejection?.error.errorDescription
                == "INVALID_GEOFENCE: geofence request rejected (INVALID_GEOFENCE)")
        #expect(
            rejection?.description
                == "geofence 1 'bad': rule 2, the radius must be a finite number of metres above 0")
    }

    @Test(.enabled(if: Shared.isPresent, "the specification's data is not beside this checkout"))
    func `BGEO-012 every case of the table answers as it says`() throws {
        let table = try Fixture.json("invalid-geofences")
        let invalid = table["invalid"]?.arrayValue ?? []
        let valid = table["valid"]?.arrayValue ?? []
        try #require(invalid.count == 17 && valid.count == 11)

        for row in invalid {
            let fence = try #require(Geofence(dictionary: Fixture.dictionary(row["geofence"])), "\(row)")
            #expect(fence.brokenRule?.rawValue == row["rule"]?.int64Value.map { Int($0) }, "\(row)")
            #expect(BGeoError.rejectedGeofence.code == row["expect"]?["code"]?.stringValue)
            #expect(BGeoError.rejectedGeofence.message == row["expect"]?["message"]?.stringValue)
        }
        for row in valid {
            let fence = try #require(Geofence(dictionary: Fixture.dictionary(row["geofence"])), "\(row)")
            #expect(fence.brokenRule == nil, "\(row)")
        }
        for row in table["bulk"]?.arrayValue ?? [] {
            let fences = (row["geofences"]?.arrayValue ?? []).compactMap {
                Geofence(dictionary: Fixture.dictionary($0))
            }
            let stored = try? Geofence.stored(fences)
            #expect((stored == nil) == (row["expect"] != .null), "\(row)")
        }
    }

    @Test func `BGEO-013 extras are not looked at and keep their kinds`() throws {
        let extras: [String: Any] = [
            "nested": ["list": [1, 2.5, true, "x"] as [Any], "none": Optional<Int>.none as Any],
            "one": 1, "yes": true, "half": 0.5, "big": Int64.max,
        ]

        let stored = try Geofence.stored([Self.fence(extras: extras)])

        let expected: JSONValue = [
            "nested": ["list": [1, 2.5, true, "x"], "none": .null], "one": 1, "yes": true, "half": 0.5,
            "big": .integer(.max),
        ]
        #expect(stored.first?["extras"] == expected)
        let read = try #require(Geofence(dictionary: Fixture.payload(stored.first?.objectValue ?? [:])))
        #expect(try JSONValue(any: read.extras ?? [:]) == expected)
        #expect(read.extras?["yes"] as? Bool == true)
        #expect(read.extras?["one"] as? Int == 1)
    }

    @Test func `extras that are not JSON are refused under a code of their own`() {
        struct Opaque {}
        let fence = Self.fence("x", extras: ["ok": 1, "when": ["at": [0, Opaque()]] as [String: Any]])

        let rejection = #expect(throws: GeofenceRejection.self) { try Geofence.stored([fence]) }

        #expect(rejection?.error.code == "INVALID_EXTRAS")
        #expect(rejection == .extras(member: "when.at[1]", index: 0, identifier: "x"))
        #expect(fence.extras?.keys.sorted() == ["ok"])
    }

    /// Extras with so many arrays and objects in one another, the extras included.
    private static func nested(_ depth: Int) -> [String: Any] {
        var value: Any = 1
        for _ in 1..<depth { value = [value] }
        return ["deep": value]
    }

    @Test func `extras as deep as is promised can be read back, and deeper ones are refused`() throws {
        let stored = try Geofence.stored([Self.fence(extras: Self.nested(500))])

        #expect(try JSONValue(json: stored[0].bytes()) == stored[0])
        for depth in [501, 511, 512, 513] {
            let rejection = #expect(throws: GeofenceRejection.self, "\(depth)") {
                try Geofence.stored([Self.fence("x", extras: Self.nested(depth))])
            }
            #expect(rejection?.error.code == "INVALID_EXTRAS")
        }
    }

    @Test func `a broken rule is told before extras of an earlier fence`() {
        let rejection = #expect(throws: GeofenceRejection.self) {
            try Geofence.stored([Self.fence(extras: ["x": Double.nan]), Self.fence("")])
        }

        #expect(rejection == .broken(rule: .identifier, index: 1, identifier: ""))
    }

    @Test func `BGEO-018 of an identifier that comes twice the later definition has the first place`() throws {
        let stored = try Geofence.stored([
            Self.fence("home", radius: 150), Self.fence("office"), Self.fence("home", radius: 300),
        ])

        #expect(stored.map { $0["identifier"] } == ["home", "office"])
        #expect(stored.first?["radius"] == 300.0)
    }

    @Test func `identifiers are told apart by their bytes`() throws {
        let stored = try Geofence.stored([Self.fence("caf\u{e9}"), Self.fence("cafe\u{301}")])

        #expect(stored.count == 2)
    }

    @Test func `flags that were left out are stored as false and the rest stays left out`() throws {
        let stored = try Geofence.stored([Self.fence(delay: .infinity)])

        #expect(
            stored == [
                [
                    "identifier": "home", "radius": 150.0, "latitude": 52.2297, "longitude": 21.0122,
                    "notifyOnEntry": true, "notifyOnExit": false, "notifyOnDwell": false,
                ]
            ])
    }

    @Test(
        arguments: [
            (nil, 300_000), (0, 300_000), (-1, 300_000), (.nan, 300_000), (.infinity, 300_000), (1, 1), (60000, 60000),
        ] as [(Double?, Double)])
    func `BGEO-081 a delay that is no duration becomes five minutes`(_ given: Double?, _ effective: Double) {
        #expect(Geofence.effectiveLoiteringDelay(given) == effective)
    }
}
