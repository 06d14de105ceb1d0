import BGeoAdapter
import Foundation
import LocationCore
import TestSupport
import Testing

@Suite struct `BGEO what the value types read` {
    private static func location(_ change: (inout JSONObject) -> Void) -> Location? {
        var record = Fixture.record
        change(&record)
        return Location(dictionary: Fixture.payload(record))
    }

    @Test func `BGEO-095 a transition's event has identifier, action, location and extras`() throws {
        let payload = try #require(BGeoPayload.geofenceEvent(record: Fixture.recordWithoutExtras))

        let event = try #require(GeofenceEvent(dictionary: Fixture.payload(payload.objectValue ?? [:])))

        #expect(event.identifier == "home")
        #expect(event.action == .enter)
        #expect(event.location.uuid == "6f0f0a86-6a55-4a4e-9a53-0f2f5a1c0e01")
        #expect(event.location.event == "geofence")
        #expect(event.extras as? [String: String] == ["kind": "home", "label": "Home"])
    }

    @Test(
        .enabled(if: Shared.isPresent, "the specification's data is not beside this checkout"),
        arguments: [("enter", GeofenceAction.enter), ("exit", .exit), ("dwell", .dwell)])
    func `BGEO-095 the events of the specification decode`(_ name: String, _ action: GeofenceAction) throws {
        let json = try Fixture.json("geofence-event-\(name)")

        let event = try #require(GeofenceEvent(dictionary: Fixture.dictionary(json)))

        #expect(event.identifier == "home")
        #expect(event.action == action)
        #expect(event.location.timestamp == json["location"]?["timestamp"]?.stringValue)
        #expect(event.location.coords.latitude == json["location"]?["coords"]?["latitude"]?.doubleValue)
        #expect(try JSONValue(any: event.extras ?? [:]) == json["extras"])
        #expect(try JSONValue(any: event.location.raw) == json["location"])
        let record = try #require(json["location"]?.objectValue)
        #expect(BGeoPayload.geofenceEvent(record: record) == json)
    }

    @Test func `an unknown action drops the event`() {
        let payload: [String: Any] = [
            "identifier": "home", "action": "LINGER", "location": Fixture.payload(Fixture.record),
        ]

        #expect(GeofenceEvent(dictionary: payload) == nil)
    }

    @Test func `BGEO-137 movement that is not known reads as none`() {
        #expect(Self.location { $0["is_moving"] = .null }?.isMoving == false)
        #expect(Self.location { $0["is_moving"] = nil }?.isMoving == false)
        #expect(Self.location { $0["is_moving"] = true }?.isMoving == true)
    }

    @Test func `BGEO-138 whole numbers are numbers, text and booleans are not`() {
        #expect(Self.location { $0["odometer"] = 7 }?.odometer == 7)
        #expect(Self.location { $0["odometer"] = .unsigned(.max) }?.odometer == 0x1p64)
        #expect(Self.location { $0["odometer"] = "7" } == nil)
        #expect(Self.location { $0["odometer"] = true } == nil)
        #expect(Self.location { $0["odometer"] = .null } == nil)
        #expect(Self.location { $0["age"] = "7" }.map { $0.age == nil } == true)
    }

    @Test func `BGEO-138 Foundation's numbers are told from its booleans`() {
        let numbers: [String: Any] = [
            "latitude": NSNumber(value: 1), "longitude": NSNumber(value: 2.5), "accuracy": UInt8(3),
            "speed": NSNumber(value: true), "heading": Float(4.5), "altitude": NSNull(),
        ]

        let coords = Coords(dictionary: numbers)

        #expect(coords?.latitude == 1)
        #expect(coords?.longitude == 2.5)
        #expect(coords?.accuracy == 3)
        #expect(coords?.speed == nil)
        #expect(coords?.heading == 4.5)
        #expect(coords?.altitude == nil)
        #expect(Battery(dictionary: ["level": 1, "is_charging": NSNumber(value: true)])?.isCharging == true)
        #expect(Battery(dictionary: ["level": 1, "is_charging": 1]) == nil)
    }

    @Test func `BGEO-152 an entry without coordinates is dropped and its event kept`() throws {
        let event = GeofencesChangeEvent(dictionary: [
            "on": [["identifier": "office", "radius": 100, "latitude": 52.2, "longitude": 21] as [String: Any]],
            "off": [["identifier": "home"]],
        ])

        #expect(event?.on.map(\.identifier) == ["office"])
        #expect(event?.off.map(\.identifier) == [])
        #expect(GeofencesChangeEvent(dictionary: ["on": [Any]()]) == nil)
    }

    @Test(.enabled(if: Shared.isPresent, "the specification's data is not beside this checkout"))
    func `BGEO-152 the changes of the specification decode as they say`() throws {
        let table = try Fixture.json("geofences-change")
        let legacy = table["legacy_identifier_only_off"]
        let missing = table["missing_off_list"]

        let kept = try #require(GeofencesChangeEvent(dictionary: Fixture.dictionary(legacy?["payload"])))
        let rotated = try #require(GeofencesChangeEvent(dictionary: Fixture.dictionary(table["rotate"])))

        #expect(kept.on.isEmpty && kept.off.isEmpty)
        #expect(missing?["expect_decoded"] == false)
        #expect(GeofencesChangeEvent(dictionary: Fixture.dictionary(missing?["payload"])) == nil)
        #expect(rotated.on.map(\.identifier) == ["office"])
        #expect(rotated.off.first?.loiteringDelay == 600_000)
    }

    @Test func `a fence comes back from its dictionary without what was left out`() throws {
        let fence = Geofence(identifier: "x", radius: 1, latitude: 2, longitude: 3, notifyOnExit: false)

        let dictionary = fence.toDictionary()

        #expect(dictionary.keys.sorted() == ["identifier", "latitude", "longitude", "notifyOnExit", "radius"])
        let copy = try #require(Geofence(dictionary: dictionary))
        #expect(copy.notifyOnExit == false)
        #expect(copy.notifyOnEntry == nil)
        #expect(Geofence(dictionary: ["identifier": "x", "radius": 1, "latitude": 2]) == nil)
    }

    @Test func `a number as error code becomes text`() {
        #expect(LocationErrorEvent(dictionary: ["code": 408])?.code == "408")
        #expect(LocationErrorEvent(dictionary: ["code": 1.0])?.code == "1")
        #expect(LocationErrorEvent(dictionary: ["code": "X", "message": "why"])?.message == "why")
        #expect(LocationErrorEvent(dictionary: ["code": true]) == nil)
    }

    @Test func `an unknown activity is unknown, a missing one is an error`() {
        #expect(MotionActivity(dictionary: ["type": "swimming", "confidence": 3])?.type == .unknown)
        #expect(MotionActivity(dictionary: ["type": "on_foot", "confidence": 75.0])?.confidence == 75)
        #expect(MotionActivity(dictionary: ["confidence": 3]) == nil)
    }

    @Test func `provider state and state cannot fail`() {
        let empty = ProviderState(dictionary: ["status": 99, "enabled": "yes"])
        let full = ProviderState(dictionary: [
            "status": 4, "enabled": true, "gps": true, "network": false, "accuracyAuthorization": 1,
            "insufficientlyInUse": true,
        ])

        #expect(empty.status == .notDetermined && !empty.enabled && empty.accuracyAuthorization == nil)
        #expect(full.status == .whenInUse && full.gps && full.accuracyAuthorization == .reduced)
        #expect(full.insufficientlyInUse)
        #expect(State(dictionary: [:]).enabled == false)
        #expect(State(dictionary: ["enabled": true, "geofenceCount": 4])["geofenceCount"] as? Int == 4)
    }

    @Test func `the lesser events read their members and refuse what lacks them`() {
        #expect(ConnectivityChangeEvent(dictionary: ["connected": true])?.connected == true)
        #expect(ConnectivityChangeEvent(dictionary: ["connected": 1]) == nil)
        #expect(HeadingEvent(dictionary: ["heading": 12, "accuracy": -1, "isTrue": true])?.accuracy == -1)
        #expect(HeadingEvent(dictionary: ["heading": 12]) == nil)
        #expect(MotionChangeEvent(dictionary: ["isMoving": true, "location": NSNull()])?.location == nil)
        #expect(MotionChangeEvent(dictionary: ["location": NSNull()]) == nil)
        #expect(HeartbeatEvent(dictionary: ["n": 1])?.raw["n"] as? Int == 1)
        #expect(HttpEvent(dictionary: ["success": true, "status": 204, "responseText": ""])?.status == 204)
        #expect(HttpEvent(dictionary: ["success": true, "status": 204]) == nil)
        let crash = CrashEvent(dictionary: [
            "timestamp": "t", "peakG": 4.5, "impactDurationMs": 80, "preImpactSpeedMps": 13,
        ])
        #expect(crash?.impactDurationMs == 80)
        #expect(CrashEvent(dictionary: ["timestamp": "t"]) == nil)
        let distraction = DistractionEvent(dictionary: [
            "timestamp": "t", "startTimestamp": "s", "durationSec": 6, "cause": "screen",
        ])
        #expect(distraction?.durationSec == 6)
        #expect(DistractionEvent(dictionary: ["timestamp": "t"]) == nil)
        let entry = LogEntry(dictionary: [
            "ts": 1_772_435_704_000, "level": 2, "src": "native", "event": "app", "data": ["n": 1],
        ])
        #expect((entry?.data as? [String: Any])?["n"] as? Int == 1)
        #expect(entry?.level == 2)
    }
}
