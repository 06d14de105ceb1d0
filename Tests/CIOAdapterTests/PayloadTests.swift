import CIOAdapter
import GeofenceEngine
import LocationCore
import PhoneBench
import TestSupport
import Testing

@Suite struct `Events and rows` {
    private static let visitID = "e41c7a09-2b5d-4e8f-9c3a-6d1f0b8e2a54"
    private static let entered = "2026-07-06T17:42:10.482Z"
    private static let dwelled = "2026-07-06T17:52:41.204Z"
    private static let left = "2026-07-06T18:05:41.117Z"

    private func transition(
        _ kind: TransitionKind, at: String, id: String, fence: Fence? = nil, evidence: EvidenceKind = .regionState,
        stay: StaySummary? = nil, person: String = "u1"
    ) throws -> Transition {
        Transition(
            id: id, kind: kind, fence: try fence ?? store(), at: try time(at), evidence: evidence, position: nil,
            person: person, stay: stay, odometer: 0)
    }

    private func stay(lastInside: String, observed: Bool = true) throws -> StaySummary {
        StaySummary(
            id: Self.visitID, enteredAt: observed ? try time(Self.entered) : nil, lastInside: try time(lastInside))
    }

    private func enter(_ fence: Fence? = nil) throws -> Transition {
        try transition(
            .enter, at: Self.entered, id: "b3f1c2a4-8e7d-4c2b-9f10-2a6f1e0d5c33", fence: fence,
            evidence: .regionCrossing)
    }

    private func dwell() throws -> Transition {
        try transition(.dwell, at: Self.dwelled, id: Self.visitID, stay: stay(lastInside: Self.dwelled))
    }

    private func exit() throws -> Transition {
        try transition(
            .exit, at: Self.left, id: "7d2e9b10-4c61-4f3a-a8e5-0b9c3f6d2e71", evidence: .regionCrossing,
            stay: stay(lastInside: Self.dwelled))
    }

    private func rows(_ transition: Transition) throws -> [TransitionRow] {
        // Through the engine's record and the bytes on disk, as every row goes.
        try CIOFormat().records(
            of: transition,
            in: RecordContext(now: transition.at, status: DeviceStatus(), odometer: 0, session: nil)
        ) { "unused" }
        .map { try #require(TransitionRow(json: JSONValue(json: $0.body.bytes()))) }
    }

    @Test(.enabled(if: Shared.isPresent, "needs the specification's fixtures"))
    func `CIO-064 CIO-065 CIO-066 the three payloads come out byte for byte`() throws {
        for (name, transition) in [
            ("event-enter.json", try enter()), ("event-dwell.json", try dwell()), ("event-exit.json", try exit()),
        ] {
            let expected = try JSONValue(json: Fixture.bytes(name))

            #expect(try rows(transition).map { $0.event(current: nil).text } == [expected.text], "\(name)")
        }
    }

    @Test func `CIO-067 an enter has no field of a visit`() throws {
        let keys = try #require(rows(enter()).first?.properties(current: nil).objectValue?.keys)

        #expect(keys == ["geofenceId", "geofenceName", "geosetId", "metadata", "transition", "transitionId"])
    }

    @Test func `CIO-069 without a name there is none, and metadata is always there`() throws {
        let fence = Fence(
            id: "4", shape: try store().shape, reports: [.enter], geosets: ["7"],
            attributes: FenceAttributes(
                name: nil, metadata: Metadata(wire: nil), lastUpdated: Timestamp(milliseconds: 0)
            ).json)
        let properties = try #require(rows(enter(fence)).first?.properties(current: nil))

        #expect(properties["geofenceName"] == nil)
        #expect(properties["metadata"] == [:])
        #expect(properties["geofenceId"] == "4", "CIO-071")
        #expect(properties["geosetId"] == "7", "CIO-071")
    }

    @Test func `CIO-070 nothing tells where the device was, and the time is no property`() throws {
        for transition in [try enter(), try dwell(), try exit()] {
            let row = try #require(rows(transition).first)
            let keys = try #require(row.properties(current: nil).objectValue?.keys)

            #expect(
                Set(keys).isDisjoint(with: ["latitude", "longitude", "radius", "accuracy", "timestamp", "odometer"]))
        }
    }

    @Test func `CIO-072 the types of metadata survive the disk`() throws {
        let fence = Fence(
            id: "4", shape: try store().shape, reports: [.enter],
            attributes: FenceAttributes(
                name: nil, metadata: Metadata(wire: ["a": true, "b": 2, "c": 1.5, "d": "a"]),
                lastUpdated: Timestamp(milliseconds: 0)
            ).json)
        let properties = try #require(rows(enter(fence)).first?.properties(current: nil))

        #expect(properties["metadata"]?.text == #"{"a":true,"b":2,"c":1.5,"d":"a"}"#)
    }

    @Test(arguments: [1_783_360_361_204, 1_783_359_730_482, 1, 999, 253_402_300_799_999, 4_102_444_800_001])
    func `CIO-073 an instant survives the disk to the millisecond`(_ milliseconds: Int64) throws {
        let at = Timestamp(milliseconds: milliseconds)
        let row = TransitionRow(
            geofenceId: "a", transition: "enter", timestamp: at, userId: "u1", geofenceName: nil, transitionId: "t",
            geosetId: nil, metadata: Metadata(wire: nil), visit: nil)

        #expect(try TransitionRow(json: JSONValue(json: row.json.bytes())) == row)
        #expect(row.trackBody(current: nil)["timestamp"]?.stringValue == at.iso8601)
    }

    @Test func `CIO-074 a fence in two sets gives two events that differ in nothing else`() throws {
        let rows = try rows(enter(store(geosets: ["11", "12"])))
        let properties = rows.compactMap { $0.properties(current: nil).objectValue }

        #expect(properties.map { $0["geosetId"] } == ["11", "12"])
        #expect(Set(properties.map { members in JSONObject(members.filter { $0.key != "geosetId" }) }).count == 1)
        #expect(Set(rows.map(\.transitionId)).count == 1)
        #expect(Set(rows.map(\.timestamp)).count == 1)
    }

    @Test func `CIO-076 a fence in no set gives one event without a set`() throws {
        let rows = try rows(enter(store(geosets: [])))

        #expect(rows.count == 1)
        #expect(rows.first?.properties(current: nil)["geosetId"] == nil)
    }

    @Test func `CIO-077 the copies of a dwell carry the visit's identifier`() throws {
        let transition = try transition(
            .dwell, at: Self.dwelled, id: Self.visitID, fence: store(geosets: ["11", "12"]),
            stay: stay(lastInside: Self.dwelled))
        let properties = try rows(transition).map { $0.properties(current: nil) }

        #expect(properties.map { $0["transitionId"] } == [.string(Self.visitID), .string(Self.visitID)])
        #expect(properties.map { $0["visitId"] } == [.string(Self.visitID), .string(Self.visitID)])
    }

    struct Numbers: Sendable, CustomTestStringConvertible {
        let entered: Int64
        let lastInside: Int64
        let left: Int64
        let duration: Int64
        let uncertainty: Int64
        var testDescription: String { "\(entered), \(lastInside), \(left)" }
    }

    @Test(arguments: [
        Numbers(
            entered: 1_783_359_730_482, lastInside: 1_783_360_361_204, left: 1_783_361_141_117, duration: 1411,
            uncertainty: 781),
        Numbers(entered: 100_900, lastInside: 100_900, left: 160_100, duration: 60, uncertainty: 60),
        Numbers(entered: 10_200, lastInside: 10_200, left: 101_000, duration: 91, uncertainty: 91),
        Numbers(entered: 5000, lastInside: 5000, left: 5000, duration: 0, uncertainty: 0),
        // Presence confirmed after the exit's own date proves no more than the exit.
        Numbers(entered: 0, lastInside: 90_000, left: 60_000, duration: 60, uncertainty: 0),
    ])
    func `CIO-079 CIO-080 durations are differences of whole seconds`(_ row: Numbers) throws {
        let summary = StaySummary(
            id: "v", enteredAt: Timestamp(milliseconds: row.entered),
            lastInside: Timestamp(milliseconds: row.lastInside))
        let transition = Transition(
            id: "t", kind: .exit, fence: try store(), at: Timestamp(milliseconds: row.left), evidence: .regionCrossing,
            position: nil, person: "u1", stay: summary, odometer: 0)
        let properties = try #require(rows(transition).first?.properties(current: nil))

        #expect(properties["visitDurationSeconds"] == .integer(row.duration))
        #expect(properties["visitDurationUncertaintySeconds"] == .integer(row.uncertainty))
        #expect(properties["enteredAt"] == .integer(row.entered / 1000))
    }

    @Test func `CIO-141 an instant is rounded once and the duration uses what is printed`() throws {
        let left = Timestamp(seconds: 100.9996)
        let summary = StaySummary(id: "v", enteredAt: Timestamp(seconds: 10.2), lastInside: Timestamp(seconds: 10.2))
        let transition = Transition(
            id: "t", kind: .exit, fence: try store(), at: left, evidence: .regionCrossing, position: nil, person: "u1",
            stay: summary, odometer: 0)
        let row = try #require(rows(transition).first)

        #expect(row.trackBody(current: nil)["timestamp"] == "1970-01-01T00:01:41.000Z")
        #expect(row.visit?.visitDurationSeconds == 91)
    }

    @Test func `CIO-084 CIO-090 an unseen entry leaves the base fields`() throws {
        let base: Set = ["geofenceId", "geofenceName", "geosetId", "metadata", "transition", "transitionId"]
        let unknown = try transition(.exit, at: Self.left, id: "t")
        let candidate = try transition(
            .exit, at: Self.left, id: "t", stay: stay(lastInside: Self.dwelled, observed: false))
        let dwell = try transition(
            .dwell, at: Self.dwelled, id: Self.visitID, stay: stay(lastInside: Self.dwelled, observed: false))

        for exit in [unknown, candidate] {
            #expect(
                try rows(exit).compactMap { $0.properties(current: nil).objectValue.map { Set($0.keys) } } == [base])
        }
        #expect(
            try rows(dwell).compactMap { $0.properties(current: nil).objectValue.map { Set($0.keys) } }
                == [base.union(["visitId", "dwellThresholdSeconds", "detectionSource"])])
    }

    @Test(arguments: [
        (EvidenceKind.regionCrossing, "native"), (.regionState, "native"), (.nativeDwell, "native"),
        (.fix, "location_evidence"),
    ])
    func `CIO-091 the source says what decided about a circle`(_ evidence: EvidenceKind, _ source: String) throws {
        let transition = try transition(
            .dwell, at: Self.dwelled, id: Self.visitID, evidence: evidence, stay: stay(lastInside: Self.dwelled))

        #expect(try rows(transition).map { $0.visit?.detectionSource } == [source])
    }

    @Test func `CIO-128 a polygon is always decided by fixes, also when its circle was left`() throws {
        let circle = try Circle(center: Coordinate(latitude: 0.001, longitude: 0.001), radius: 160)
        let ring = try [(0.0, 0.0), (0, 0.002), (0.002, 0.002), (0.002, 0)].map {
            try Coordinate(latitude: $0, longitude: $1)
        }
        let fence = Fence(
            id: "60001", shape: .polygon(try Polygon(shell: ring)), watchedCircle: circle, reports: [.enter, .exit],
            attributes: FenceAttributes(
                name: nil, metadata: Metadata(wire: nil), lastUpdated: Timestamp(milliseconds: 0)
            ).json)
        let transition = try transition(
            .exit, at: Self.left, id: "t", fence: fence, evidence: .enclosingCircleExit,
            stay: stay(lastInside: Self.dwelled))

        #expect(try rows(transition).map { $0.visit?.detectionSource } == ["location_evidence"])
    }

    @Test func `CIO-105 name and metadata are those of the fence at the time of sending`() throws {
        let row = try #require(rows(exit()).first)
        let now = FenceAttributes(
            name: "New name", metadata: Metadata(wire: ["k": 1]), lastUpdated: Timestamp(milliseconds: 0))

        let renamed = row.properties(current: now)
        let gone = row.properties(current: nil)

        #expect(renamed["geofenceName"] == "New name")
        #expect(renamed["metadata"] == ["k": 1])
        #expect(gone["geofenceName"] == "Downtown flagship store")
        let others: (JSONValue) -> [JSONObject.Element] = { value in
            (value.objectValue ?? [:]).filter { $0.key != "geofenceName" && $0.key != "metadata" }
        }
        #expect(JSONObject(others(renamed)) == JSONObject(others(gone)))
    }

    @Test func `CIO-104 CIO-106 a row keeps its person and its identifier, however often it is sent`() throws {
        let row = try #require(rows(enter()).first)

        #expect(row.trackBody(current: nil)["userId"] == "u1")
        #expect(row.batchEvent(current: nil)["userId"] == "u1")
        #expect(row.batchEvent(current: nil)["timestamp"] == .string(Self.entered))
        #expect(row.trackBody(current: nil) == row.trackBody(current: nil))
    }

    @Test(.enabled(if: Backend.current.reportsCrossings, "\(Backend.needsCrossings)"))
    func `CIO-110 a direct call has four keys and a time in words`() throws {
        let body = try #require(rows(enter()).first?.trackBody(current: nil))

        #expect(body.objectValue?.keys == ["event", "properties", "timestamp", "userId"])
        #expect(body["event"] == "Geofence Transition")
        #expect(body["timestamp"] == .string(Self.entered))
    }

    @Test func `A row's key is a tuple and not glued text`() {
        let at = Timestamp(milliseconds: 1_783_359_730_482)
        let one = RowKey(userId: "u1", geofenceId: #"a","enter"#, transition: "exit", at: at, geosetId: nil)
        let other = RowKey(userId: "u1", geofenceId: "a", transition: #"enter","exit"#, at: at, geosetId: nil)

        #expect(one.text != other.text)
        #expect(
            RowKey(userId: "u1", geofenceId: "48122", transition: "enter", at: at, geosetId: "25678").text
                == #"["u1","48122","enter",1783359730,"25678"]"#)
        #expect(
            RowKey(userId: "u1", geofenceId: "a", transition: "enter", at: at, geosetId: nil).text
                != RowKey(userId: "u1", geofenceId: "a", transition: "enter", at: at, geosetId: "").text)
    }

    @Test func `A row of an older version is read without set, metadata and visit; a damaged one is not read`() throws {
        let old = try JSONValue(
            json:
                #"{"geofence_id":"4","transition":"exit","timestamp":1783359730.482,"user_id":"u1","transition_id":"t"}"#
        )
        let row = try #require(TransitionRow(json: old))

        #expect(row.timestamp.iso8601 == Self.entered)
        #expect(
            row.properties(current: nil)
                == ["transition": "exit", "geofenceId": "4", "transitionId": "t", "metadata": [:]])
        #expect(TransitionRow(json: ["geofence_id": "4"]) == nil)
    }
}
