import BGeoAdapter
import LocationCore
import TestSupport
import Testing

/// The expected records are those of the specification's data, written out in `Fixture`.
@Suite struct `BGEO what a record says` {
    private static let moment = Timestamp(milliseconds: 1_772_435_704_000)
    private static let fence: JSONObject = [
        "identifier": "home", "radius": 150.0, "latitude": 52.2297, "longitude": 21.0122, "notifyOnEntry": true,
        "notifyOnExit": true, "notifyOnDwell": true, "loiteringDelay": 300000.0,
        "extras": ["kind": "home", "label": "Home"],
    ]

    private static func fix(accuracy: Double? = 8) throws -> Fix {
        Fix(
            coordinate: try Coordinate(latitude: 52.229, longitude: 21.012), accuracy: accuracy, timestamp: moment,
            altitude: 113, verticalAccuracy: 4, ellipsoidalAltitude: 146.2, speed: 1.4, speedAccuracy: 0.6, course: 12,
            courseAccuracy: 8)
    }

    private static func circumstances(
        now: Timestamp = moment, isMoving: Bool? = true, battery: Double = 0.81, activity: String = "walking"
    ) -> BGeoPayload.Circumstances {
        BGeoPayload.Circumstances(
            now: now, odometer: 1532.4, isMoving: isMoving,
            status: DeviceStatus(batteryLevel: battery, activity: activity, activityConfidence: 75))
    }

    private static func transition(fence: JSONObject = fence, shared: JSONObject = ["fleet": "north"]) throws
        -> JSONObject
    {
        BGeoPayload.transition(
            uuid: "6f0f0a86-6a55-4a4e-9a53-0f2f5a1c0e01", fence: fence, action: .enter, moment: moment, fix: try fix(),
            circumstances: circumstances(), shared: shared)
    }

    @Test func `BGEO-101 the record of a transition is the documented one`() throws {
        #expect(try Self.transition() == Fixture.record)
    }

    @Test(.enabled(if: Shared.isPresent, "the specification's data is not beside this checkout"))
    func `BGEO-101 the record of a transition is that of the specification`() throws {
        #expect(try JSONValue.object(Self.transition()) == Fixture.json("upload-record-geofence"))
    }

    @Test func `BGEO-101 a listener's location is the queued record`() throws {
        let record = try Self.transition()

        let event = try #require(BGeoPayload.geofenceEvent(record: record))

        #expect(event["location"] == .object(record))
        let location = try #require(BGeoPayload.location(.object(record)))
        let nested = try #require(location.raw["geofence"] as? [String: Any])
        #expect(nested["identifier"] as? String == "home")
        #expect(nested["action"] as? String == "ENTER")
    }

    @Test func `BGEO-096 a fence without extras has none on its event`() throws {
        var fence = Self.fence
        fence["extras"] = nil

        let event = try #require(BGeoPayload.geofenceEvent(record: Self.transition(fence: fence)))

        #expect(event.objectValue?.keys == ["action", "identifier", "location"])
        #expect(event["location"]?["geofence"]?.objectValue?.keys == ["action", "identifier", "timestamp"])
    }

    @Test func `a record that is no transition makes no event`() throws {
        let record = BGeoPayload.record(uuid: "u", fix: try Self.fix(), circumstances: Self.circumstances())

        #expect(BGeoPayload.geofenceEvent(record: record) == nil)
    }

    @Test func `a plain location has neither event nor geofence nor empty extras`() throws {
        let record = BGeoPayload.record(uuid: "u", fix: try Self.fix(), circumstances: Self.circumstances())

        #expect(
            record.keys == [
                "activity", "age", "battery", "coords", "is_moving", "odometer", "timestamp", "uuid",
            ])
        #expect(BGeoPayload.location(.object(record))?.event == nil)
    }

    @Test func `what is not known is null, negative or left out`() throws {
        let bare = Fix(
            coordinate: try Coordinate(latitude: 1, longitude: 2), accuracy: nil, timestamp: Self.moment)

        let record = BGeoPayload.record(
            uuid: "u", fix: bare,
            circumstances: Self.circumstances(isMoving: nil, battery: .nan, activity: "swimming"))

        #expect(record["is_moving"] == .null)
        #expect(record["coords"] == ["latitude": 1.0, "longitude": 2.0, "accuracy": -1.0])
        #expect(record["battery"] == ["level": -1.0, "is_charging": false])
        #expect(record["activity"]?["type"] == "unknown")
        #expect(BGeoPayload.location(.object(record))?.coords.accuracy == -1)
    }

    @Test(arguments: [(0, 0), (1500, 1500), (-2000, 0)] as [(Int64, Int64)])
    func `age runs from fix to record and is never negative`(_ delay: Int64, _ age: Int64) throws {
        let record = BGeoPayload.record(
            uuid: "u", fix: try Self.fix(),
            circumstances: Self.circumstances(now: Self.moment.adding(milliseconds: delay)))

        #expect(record["age"] == .integer(age))
    }

    @Test func `BGEO-108 a record's own extras win over those of the options`() throws {
        let shared: JSONObject = ["fleet": "north", "a": 1]
        let made = BGeoPayload.record(
            uuid: "u", fix: try Self.fix(), circumstances: Self.circumstances(), extras: ["a": 2], shared: shared)

        let merged = BGeoPayload.merging(shared, into: ["uuid": "u", "extras": ["a": 2]])

        #expect(made["extras"] == ["fleet": "north", "a": 2])
        #expect(merged["extras"] == ["fleet": "north", "a": 2])
        #expect(BGeoPayload.merging([:], into: ["uuid": "u", "extras": [:]]) == ["uuid": "u"])
    }

    @Test func `a change of nothing is no event`() {
        #expect(BGeoPayload.geofencesChange(on: [], off: []) == nil)
        #expect(
            BGeoPayload.geofencesChange(on: [], off: [["identifier": "x"]])
                == ["on": [], "off": [["identifier": "x"]]])
    }
}
