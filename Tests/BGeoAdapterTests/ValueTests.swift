import BGeoAdapter
import Foundation
import GeofenceEngine
import LocationCore
import Testing

/// Values that an app keeps, compares and changes.
@Suite struct `BGeo values` {
    private struct Shop: Codable, Equatable {
        var floor: Int
        var tags: [String]
    }

    private static let fence = Geofence(
        identifier: "office", radius: 120.5, latitude: 52.24, longitude: 21.06, notifyOnEntry: true,
        loiteringDelay: 300_000, extras: ["floor": 3, "tags": ["a", "b"]])

    private static var record: [String: Any] {
        [
            "uuid": "u", "timestamp": "2026-07-06T17:42:10.482Z", "odometer": 12.5, "is_moving": true,
            "coords": ["latitude": 52.25, "longitude": 21.125, "accuracy": 5.5],
            "activity": ["type": "walking", "confidence": 80], "battery": ["level": 0.5, "is_charging": false],
            "extras": ["floor": 3, "tags": ["a"]],
            "geofence": ["identifier": "office", "action": "ENTER", "timestamp": "2026-07-06T17:42:30.000Z"],
        ]
    }

    private func copy<Value: Codable>(_ value: Value) throws -> Value {
        try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
    }

    @Test func `a fence, a location and an event survive Swift's coders, and are equal then`() throws {
        let location = try #require(Location(dictionary: Self.record))
        let event = try #require(
            GeofenceEvent(dictionary: [
                "identifier": "office", "action": "ENTER", "location": Self.record, "extras": ["floor": 3, "tags": []],
            ]))

        #expect(try copy(Self.fence) == Self.fence)
        #expect(try copy(location) == location)
        #expect(try copy(event) == event)
        #expect(Set([Self.fence, Self.fence]).count == 1)
        #expect(throws: DecodingError.self) {
            _ = try JSONDecoder().decode(Geofence.self, from: Data(#"{"identifier":"a"}"#.utf8))
        }
    }

    @Test func `a location whose doubles are whole numbers is equal after a round trip, and hashes alike`() throws {
        var record = Self.record
        record["odometer"] = 12.0
        record["age"] = 0.0
        record["coords"] = ["latitude": 52.0, "longitude": -21.0, "accuracy": 5.0, "altitude": -0.0]
        record["extras"] = ["floor": 3.0, "deep": [["n": 1e15]]] as [String: Any]
        let location = try #require(Location(dictionary: record))

        let copied = try copy(location)

        #expect(copied == location)
        #expect(Set([copied, location]).count == 1)
        record["odometer"] = 13.0
        #expect(try #require(Location(dictionary: record)) != location)
        record["odometer"] = 12.0
        record["extras"] = ["floor": true]
        #expect(try #require(Location(dictionary: record)) != location)
    }

    @Test func `extras are read as a type of the app`() throws {
        let location = try #require(Location(dictionary: Self.record))

        #expect(try Self.fence.extras(as: Shop.self) == Shop(floor: 3, tags: ["a", "b"]))
        #expect(try location.extras(as: Shop.self) == Shop(floor: 3, tags: ["a"]))
        let bare = Geofence(identifier: "a", radius: 1, latitude: 0, longitude: 0)
        #expect(try bare.extras(as: Shop.self) == nil)
        #expect(throws: DecodingError.self) { _ = try Self.fence.extras(as: [String: Int].self) }
    }

    @Test func `an event has the date of the transition, its location that of the position`() throws {
        let event = try #require(
            GeofenceEvent(dictionary: ["identifier": "office", "action": "ENTER", "location": Self.record]))

        #expect(Timestamp(event.date).iso8601 == "2026-07-06T17:42:30.000Z")
        #expect(event.location.timestamp == "2026-07-06T17:42:10.482Z")
    }

    @Test func `options are changed after they were made`() {
        var position = CurrentPositionOptions(timeout: 5)
        position.timeout = 10
        position.extras = ["a": 1]
        var watch = WatchPositionOptions()
        watch.interval = 500
        var heading = WatchHeadingOptions()
        heading.minDeltaDeg = 2

        #expect(position.toDictionary()["timeout"] as? Double == 10)
        #expect((position.toDictionary()["extras"] as? [String: Any])?["a"] as? Int == 1)
        #expect(watch.toDictionary()["interval"] as? Double == 500)
        #expect(heading.toDictionary()["minDeltaDeg"] as? Double == 2)
    }

    @Test func `a row of the log has its time as text, also where it is stored as a number`() {
        let stored = LogEntry(dictionary: ["ts": 1_772_435_704_000, "level": 2, "src": "native", "event": "app"])
        let told = LogEntry(dictionary: [
            "ts": "2026-03-02T07:15:04.000Z", "level": 2, "src": "native", "event": "app",
        ])

        #expect(stored?.ts == "2026-03-02T07:15:04.000Z")
        #expect(told == stored)
    }
}
