import BeekonAdapter
import GeofenceEngine
import LocationCore
import TestSupport
import Testing

@Suite struct `The server's slice` {
    private func ids(_ answer: SliceAnswer, before: [String] = ["gf_home"]) -> [String] {
        switch answer {
        case .unchanged: before
        case .replaced(let slice): slice.items.map(\.id)
        }
    }

    @Test(.enabled(if: Shared.isPresent, "\(present)"))
    func `BKN-157 BKN-160 BKN-161 every case of the fixture leaves the named ids`() throws {
        for row in try fixture("sync_response_slice_rules.json").list("cases") {
            let body: [UInt8]
            if let raw = row["raw"]?.stringValue {
                body = Array(raw.utf8)
            } else {
                body = try row.member("body").isNull ? [] : row.member("body").bytes()
            }

            let answer = SliceAnswer(body: body)

            #expect(try ids(answer) == row.list("expected_ids").compactMap(\.stringValue), "\(row["name"] ?? .null)")
            guard case .replaced(let slice) = answer else { continue }
            for (id, value) in row["expected_notification"]?.objectValue ?? [:] {
                let item = try #require(slice.items.first { $0.id == id })
                #expect(value.isNull)
                #expect(item.notification == nil)
                #expect(item.notificationFault != nil)
            }
            if row["name"] == "flags_default_to_true" {
                #expect(slice.items.allSatisfy { $0.notifyOnEntry && $0.notifyOnExit && $0.notification == nil })
            }
            if row["name"] == "bad_entry_is_skipped_alone" { #expect(slice.faults.count == 4) }
        }
    }

    private func answer(_ item: JSONValue) -> SliceAnswer {
        SliceAnswer(json: ["geofences": ["revision": "r", "items": [item]]])
    }

    private let circle: JSONValue = [
        "type": "Circle", "latitude": 12.9716, "longitude": 77.5946, "radius_meters": 150,
    ]

    @Test(arguments: ["Circle", "circle", "CIRCLE"])
    func `the type of a geometry is read in any letter case`(_ type: String) {
        var geometry = circle.objectValue ?? [:]
        geometry["type"] = .string(type)

        #expect(ids(answer(["id": "a", "geometry": .object(geometry)])) == ["a"])
    }

    static let bad: [JSONValue] = [
        7, [:], ["id": 5], ["id": "a"], ["id": "a", "geometry": .null],
        ["id": "a", "geometry": ["type": "Circle", "latitude": 91, "longitude": 0, "radius_meters": 150]],
        ["id": "a", "geometry": ["type": "Circle", "latitude": "12", "longitude": 0, "radius_meters": 150]],
        ["id": "a", "geometry": ["type": "Circle", "latitude": 1, "longitude": 0]],
        ["id": "a", "geometry": ["type": "Polygon", "coordinates": []]],
        ["id": "a", "geometry": ["type": "Polygon", "coordinates": [[[0, 0], [1, 0], [0, 0], [0, 0]], 5]]],
        ["id": "a", "geometry": ["type": "Polygon", "coordinates": [[[0, 0], [1, 0], [1, 91], [0, 0]]]]],
        ["id": "a", "geometry": ["type": "Polygon", "coordinates": [[[0, 0], [1, 0], [0, 0]]]]],
        ["id": "a", "geometry": ["type": "MultiPolygon", "coordinates": [[[0, 0], [1, 0], [1, 1], [0, 0]]]]],
        ["id": "a", "geometry": ["type": "MultiPolygon"]],
        [
            "id": "a", "notify_on_exit": "yes",
            "geometry": ["type": "Circle", "latitude": 1, "longitude": 0, "radius_meters": 150],
        ],
    ]

    @Test(arguments: bad)
    func `BKN-160 a bad fence costs itself and is told`(_ item: JSONValue) {
        let good: JSONValue = ["id": "good", "geometry": circle]

        let answer = SliceAnswer(json: ["geofences": ["items": [good, item]]])

        #expect(ids(answer) == ["good"])
        guard case .replaced(let slice) = answer else { return }
        #expect(slice.faults.count == 1)
        #expect(slice.faults.first?.description.hasPrefix("items[1]") == true)
    }

    static let badNotifications: [JSONValue] = [
        "text", [:], ["delivery": "post"], ["delivery": "local", "on_enter": ["title": "t"]],
        ["delivery": "local", "on_enter": ["title": " ", "body": "b"]],
        ["delivery": "local", "on_enter": ["title": "t", "body": "b", "importance": "urgent"]],
        ["delivery": "local", "on_enter": ["title": "t", "body": "b", "data": ["zone": 5]]],
        ["delivery": "local", "on_exit": ["title": "t", "body": "b", "deep_link": 5]],
        ["delivery": "local", "on_exit": 5],
    ]

    @Test(arguments: badNotifications)
    func `BKN-160 BKN-182 a bad notification costs itself, not the fence`(_ notification: JSONValue) {
        let answer = answer(["id": "a", "geometry": circle, "notification": notification])

        guard case .replaced(let slice) = answer else {
            Issue.record("nothing was read")
            return
        }
        #expect(slice.items.map(\.id) == ["a"])
        #expect(slice.items.first?.notification == nil)
        #expect(slice.faults.count == 1)
    }

    @Test func `of two fences with one id the later counts, in the earlier's place`() {
        let second: JSONValue = ["id": "a", "geometry": circle, "notify_on_exit": false]

        let answer = SliceAnswer(
            json: [
                "geofences": ["items": [["id": "a", "geometry": circle], ["id": "b", "geometry": circle], second]]
            ])

        #expect(ids(answer) == ["a", "b"])
        guard case .replaced(let slice) = answer else { return }
        #expect(slice.items.first?.notifyOnExit == false)
    }

    @Test(arguments: [
        "", "<html>", "[1]", "5", "{\"geofences\":5}", "{\"geofences\":{\"items\":5}}", "{\"geofences\":{}}",
    ])
    func `BKN-157 an answer that says nothing usable keeps the slice`(_ body: String) {
        #expect(ids(SliceAnswer(body: Array(body.utf8))) == ["gf_home"])
    }

    @Test(.enabled(if: Shared.isPresent, "\(present)"))
    func `BKN-090 a reserved delivery is kept and listed and shows nothing`() throws {
        let body = try fixture("sync_response_multipolygon.json").member("body")
        guard case .replaced(let slice) = SliceAnswer(json: body) else {
            Issue.record("nothing was read")
            return
        }
        let item = try #require(slice.items.first { $0.id == "gf_reserved" })

        let fence = try item.fence()

        #expect(BeekonGeofence(fence).notification?.delivery == .cloud)
        #expect(BeekonGeofence(fence).notification?.onEnter?.title == "Welcome home")
        #expect(fence.notice == nil)
        #expect(fence.reports == [.enter, .exit])
    }
}
