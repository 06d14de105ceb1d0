import BeekonAdapter
import Foundation
import GeofenceEngine
import LocationCore
import TestSupport
import Testing

@Suite struct `Geofence types` {
    @Test func `BKN-002 the smallest definition has both directions on and no notification`() {
        #expect(home.notifyOnEntry)
        #expect(home.notifyOnExit)
        #expect(home.notification == nil)
    }

    @Test(.enabled(if: Shared.isPresent, "\(present)"))
    func `BKN-002 the smallest definition of the fixture decodes to what it expects`() throws {
        let file = try fixture("geofence_home_minimal.json")

        let geofence: BeekonGeofence = try file.member("geofence").decoded()

        #expect(geofence == home)
        #expect(try geofence == file.member("expected").decoded())
    }

    /// The example in the seed's argument order.
    private let example = home.with {
        $0.notification = GeofenceNotification(
            onEnter: NotificationContent(
                title: "Welcome home", body: "You've arrived", importance: .high, deepLink: "myapp://home",
                data: ["zone": "home"]),
            onExit: NotificationContent(title: "Heading out", body: "See you soon"),
            delivery: .local)
    }

    @Test(.enabled(if: Shared.isPresent, "\(present)"))
    func `BKN-003 the example in code equals the decoded one`() throws {
        let file = try fixture("geofence_home_with_notification.json")

        let geofence: BeekonGeofence = try file.member("geofence").decoded()

        #expect(geofence == example)
        #expect(try geofence == file.member("expected").decoded())
        #expect(geofence.notification?.onExit?.importance == .high)
    }

    @Test func `BKN-003 a fence comes back from its encoding and from the engine's fence`() throws {
        let copy = try JSONDecoder().decode(BeekonGeofence.self, from: JSONEncoder().encode(example))
        let stored = BeekonGeofence(try example.fence())

        #expect(copy == example)
        #expect(stored == example)
    }

    @Test func `BKN-005 an event has two types`() {
        #expect(GeofenceEventType.allCases == [.enter, .exit])
    }

    @Test func `BKN-065 an encoded event has four fields, none of them a place`() throws {
        let event = GeofenceEvent(id: "e", geofenceId: "home", type: .enter, timestamp: eight.date)

        let json = try JSONValue(json: Array(JSONEncoder().encode(event)))

        #expect(json.objectValue?.keys == ["geofenceId", "id", "timestamp", "type"])
    }

    @Test(arguments: ["default", "normal", "low", "standard"])
    func `BKN-077 the quiet importance is read by any of its words`(_ word: String) throws {
        let json: JSONValue = ["title": "t", "body": "b", "importance": .string(word)]

        let content: NotificationContent = try json.decoded()

        #expect(content.importance == .standard)
    }

    @Test func `an unknown importance is an error`() {
        let json: JSONValue = ["title": "t", "body": "b", "importance": "urgent"]

        #expect(throws: DecodingError.self) { try json.decoded(NotificationContent.self) }
    }

    @Test func `BKN-182 a notification without delivery does not decode`() {
        let json: JSONValue = ["onEnter": ["title": "t", "body": "b"]]

        #expect(throws: DecodingError.self) { try json.decoded(GeofenceNotification.self) }
    }

    @Test(arguments: ["title", "body"])
    func `BKN-183 a block without title or body does not decode`(_ missing: String) {
        var json: JSONObject = ["title": "t", "body": "b"]
        json[missing] = nil

        #expect(throws: DecodingError.self) { try JSONValue.object(json).decoded(NotificationContent.self) }
    }

    @Test func `BKN-183 the rest of a block may be left out`() throws {
        let json: JSONValue = ["title": "t", "body": "b"]

        let content: NotificationContent = try json.decoded()

        #expect(content == NotificationContent(title: "t", body: "b"))
        #expect(content.deepLink == nil)
        #expect(content.data.isEmpty)
    }
}

@Suite struct `Validation` {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let geofence: BeekonGeofence
        let isAccepted: Bool

        init(_ description: String, _ isAccepted: Bool, _ change: (inout BeekonGeofence) -> Void) {
            testDescription = description
            geofence = home.with(change)
            self.isAccepted = isAccepted
        }
    }

    private static func isAccepted(_ geofence: BeekonGeofence) -> Bool {
        do throws(BeekonError) {
            try geofence.validate()
            return true
        } catch {
            guard case .invalidGeofence(geofence.id, let reason) = error, !reason.isEmpty else {
                Issue.record("\(error)")
                return false
            }
            return false
        }
    }

    @Test(arguments: [
        Row("BKN-013 one character", true) { $0.id = "a" },
        Row("BKN-013 100 characters", true) { $0.id = String(repeating: "a", count: 100) },
        Row("BKN-013 50 emoji of two units", true) { $0.id = String(repeating: "🏠", count: 50) },
        Row("BKN-014 no character", false) { $0.id = "" },
        Row("BKN-015 101 characters", false) { $0.id = String(repeating: "a", count: 101) },
        Row("BKN-015 51 emoji of two units", false) { $0.id = String(repeating: "🏠", count: 51) },
        Row("BKN-015 101 units of combining marks", false) { $0.id = "e" + String(repeating: "\u{301}", count: 100) },
        Row("white space", true) { $0.id = " " },
    ])
    func `BKN-013 BKN-014 BKN-015 an id has 1 to 100 UTF-16 units`(_ row: Row) {
        #expect(Self.isAccepted(row.geofence) == row.isAccepted)
    }

    @Test(arguments: [
        Row("BKN-016 north pole", true) { $0.latitude = 90 },
        Row("BKN-016 south pole", true) { $0.latitude = -90 },
        Row("BKN-016 180", true) { $0.longitude = 180 },
        Row("BKN-016 -180", true) { $0.longitude = -180 },
        Row("BKN-017 beyond the north pole", false) { $0.latitude = 90.0000001 },
        Row("BKN-017 beyond the south pole", false) { $0.latitude = -90.0000001 },
        Row("BKN-018 beyond 180", false) { $0.longitude = 180.0000001 },
        Row("BKN-018 beyond -180", false) { $0.longitude = -180.0000001 },
        Row("BKN-019 radius 0", false) { $0.radiusMeters = 0 },
        Row("BKN-019 radius -1", false) { $0.radiusMeters = -1 },
        Row("BKN-020 radius 0.001", true) { $0.radiusMeters = 0.001 },
        Row("BKN-020 radius 1", true) { $0.radiusMeters = 1 },
        Row("BKN-020 radius 99", true) { $0.radiusMeters = 99 },
        Row("BKN-020 radius 100", true) { $0.radiusMeters = 100 },
        Row("BKN-020 radius 1 000 000", true) { $0.radiusMeters = 1_000_000 },
        Row("BKN-021 latitude NaN", false) { $0.latitude = .nan },
        Row("BKN-021 longitude NaN", false) { $0.longitude = .nan },
        Row("BKN-021 radius NaN", false) { $0.radiusMeters = .nan },
        Row("BKN-021 latitude infinite", false) { $0.latitude = .infinity },
        Row("BKN-021 longitude infinite", false) { $0.longitude = -.infinity },
        Row("BKN-021 radius infinite", false) { $0.radiusMeters = .infinity },
    ])
    func `BKN-016 BKN-017 BKN-018 BKN-019 BKN-020 BKN-021 numbers lie in their ranges`(_ row: Row) {
        #expect(Self.isAccepted(row.geofence) == row.isAccepted)
    }

    private static func content(_ title: String, _ body: String) -> NotificationContent {
        NotificationContent(title: title, body: body)
    }

    @Test(arguments: [
        Row("BKN-029 delivery cloud", false) {
            $0.notification = GeofenceNotification(onEnter: content("t", "b"), delivery: .cloud)
        },
        Row("BKN-030 neither block", true) { $0.notification = GeofenceNotification(delivery: .local) },
        Row("BKN-031 an exit block with exit off", true) {
            $0.notifyOnExit = false
            $0.notification = GeofenceNotification(onExit: content("t", "b"), delivery: .local)
        },
        Row("BKN-032 blank title", false) {
            $0.notification = GeofenceNotification(onEnter: content(" \t\n", "b"), delivery: .local)
        },
        Row("BKN-032 empty body", false) {
            $0.notification = GeofenceNotification(onExit: content("t", ""), delivery: .local)
        },
        Row("BKN-033 both directions off", true) {
            $0.notifyOnEntry = false
            $0.notifyOnExit = false
        },
    ])
    func `BKN-029 BKN-030 BKN-031 BKN-032 BKN-033 notifications and flags`(_ row: Row) {
        #expect(Self.isAccepted(row.geofence) == row.isAccepted)
    }

    @Test func `BKN-020 the radius comes back unchanged`() throws {
        for radius in [0.001, 1, 99, 100] {
            let geofence = home.with { $0.radiusMeters = radius }
            #expect(try BeekonGeofence(geofence.fence()) == geofence)
            #expect(geofence.isUnreliablySmall == (radius < 100))
        }
    }

    @Test func `BKN-033 an entry with both directions off reports nothing`() throws {
        let silent = home.with {
            $0.notifyOnEntry = false
            $0.notifyOnExit = false
        }

        #expect(try silent.fence().reports.isEmpty)
        #expect(BeekonPolicy.policy(.initial, platform: .iOS, isTracking: false).slice.includesSilentFences == false)
    }
}
