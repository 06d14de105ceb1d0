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

    /// The fences of an answer, by their id.
    private func fences(_ name: String) throws -> [String: Fence] {
        guard case .replaced(let slice) = SliceAnswer(json: try fixture(name).member("body")) else { return [:] }
        return Dictionary(try slice.items.map { ($0.id, try $0.fence()) }) { first, _ in first }
    }

    private static let answers = [
        "sync_response_polygon_with_hole.json", "sync_response_multipolygon.json", "sync_response_antimeridian.json",
    ]

    @Test(.enabled(if: Shared.isPresent, "\(present)"), arguments: answers)
    func `BKN-044 BKN-154 a polygon is listed as the smallest circle around it`(_ name: String) throws {
        let expected = try fixture(name).member("expected_list_circle")
        let id = try #require(expected["id"]?.stringValue)

        let listed = BeekonGeofence(try #require(try fences(name)[id]))

        let center = try Coordinate(latitude: listed.latitude, longitude: listed.longitude)
        let wanted = try Coordinate(
            latitude: expected["latitude"]?.doubleValue ?? .nan, longitude: expected["longitude"]?.doubleValue ?? .nan)
        #expect(Geodesic.distance(from: center, to: wanted) <= 2)
        #expect(abs(listed.radiusMeters - (expected["radiusMeters"]?.doubleValue ?? .nan)) <= 2)
    }

    @Test(.enabled(if: Shared.isPresent, "\(present)"))
    func `BKN-147 BKN-153 BKN-154 BKN-155 every probe has the fixture's two answers`() throws {
        var known: [String: Fence] = [:]
        for name in Self.answers { known.merge(try fences(name)) { first, _ in first } }
        let probes = try fixture("polygon_probes.json").list("probes")
        #expect(probes.count == 13)

        for probe in probes {
            let fence = try #require(known[probe["fence"]?.stringValue ?? ""])
            let point = try Coordinate(
                latitude: probe["latitude"]?.doubleValue ?? .nan, longitude: probe["longitude"]?.doubleValue ?? .nan)
            let circle = fence.shape.enclosingCircle
            let distance = Geodesic.distance(from: point, to: circle.center)

            let verdict = PreparedShape(fence.shape).verdict(at: point, accuracy: 5)

            #expect((verdict == .inside) == probe["inside_fence"]?.boolValue, "\(probe)")
            #expect((verdict == .outside) == (probe["inside_fence"]?.boolValue == false), "\(probe)")
            #expect((distance <= circle.radius) == probe["inside_bounding_circle"]?.boolValue, "\(probe)")
            #expect(abs(distance - (probe["distance_to_circle_center_m"]?.doubleValue ?? .nan)) <= 2, "\(probe)")
        }
    }

    @Test(.enabled(if: Shared.isPresent, "\(present)"))
    func `BKN-164 a polygon is listed with its own flags and notification`() async throws {
        let engine = MemoryEngine()
        let beekon = makeBeekon(engine)
        try await beekon.configure(.cloud(projectKey: "bkproj_1"))

        await engine.take(SliceAnswer(json: try fixture("sync_response_polygon_with_hole.json").member("body")))

        let listed = try #require(await beekon.listGeofences().first)
        #expect(listed.id == "gf_campus")
        #expect(listed.notifyOnEntry && listed.notifyOnExit)
        #expect(listed.notification?.onEnter?.title == "On campus")
        #expect(listed.notification?.onEnter?.importance == .standard)
        #expect(listed.notification?.onExit == nil)
    }

    static let badRings: [(String, JSONValue)] = [
        ("edges that cross", [[[0, 0], [0.01, 0.01], [0.01, 0], [0, 0.01], [0, 0]]]),
        ("no area", [[[0, 0], [0.01, 0], [0.02, 0], [0, 0]]]),
        ("less than a square metre", [[[0, 0], [0.000001, 0], [0.000001, 0.000001], [0, 0.000001], [0, 0]]]),
        (
            "a hole outside",
            [
                [[0, 0], [0.01, 0], [0.01, 0.01], [0, 0.01], [0, 0]],
                [[0.02, 0.02], [0.03, 0.02], [0.03, 0.03], [0.02, 0.02]],
            ]
        ),
    ]

    @Test(arguments: badRings)
    func `BKN-160 rings that are no area cost their fence and are told`(
        _ name: String, _ coordinates: JSONValue
    ) async throws {
        let engine = MemoryEngine()
        let beekon = makeBeekon(engine)
        try await beekon.configure(.cloud(projectKey: "bkproj_1"))
        let items: JSONValue = [
            ["id": "bad", "geometry": ["type": "Polygon", "coordinates": coordinates]],
            ["id": "good", "geometry": circle],
        ]

        let answer = SliceAnswer(json: ["geofences": ["items": items]])
        await engine.take(answer)
        await beekon.hear(.slice(answer))

        #expect(await beekon.listGeofences().map(\.id) == ["good"])
        #expect(await beekon.getLog(level: .warn).map(\.message).allSatisfy { $0.hasPrefix("bad: ") })
        #expect(await beekon.getLog(level: .warn).count == 1)
    }

    /// A square of 0.004 by 0.002 degrees, with something that changes no answer to inside or outside.
    static let leftovers: [(what: String, geometry: JSONValue, warning: String)] = [
        (
            "a spur", ["type": "Polygon", "coordinates": [spurred]],
            "place: geometry: polygon 0, ring 0, vertex 3: a way out and back along itself is left out; the rest is watched"
        ),
        (
            "a hole of two points",
            ["type": "Polygon", "coordinates": [square, [[21.011, 52.229], [21.012, 52.229]]]],
            "place: geometry: polygon 0, ring 1, vertex 0: a hole without area is left out; the rest is watched"
        ),
        (
            "a hole on one line",
            [
                "type": "Polygon",
                "coordinates": [square, [[21.011, 52.229], [21.012, 52.229], [21.013, 52.229], [21.011, 52.229]]],
            ],
            "place: geometry: polygon 0, ring 1, vertex 0: a hole without area is left out; the rest is watched"
        ),
        (
            "one of two members a line",
            ["type": "MultiPolygon", "coordinates": [[[[21.02, 52.23], [21.03, 52.23]]], [square]]],
            "place: geometry: polygon 0, ring 0, vertex 0: a polygon without area is left out; the rest is watched"
        ),
        (
            "a vertex twice",
            [
                "type": "Polygon",
                "coordinates": [
                    [
                        [21.0102, 52.2287], [21.0142, 52.2287], [21.0142, 52.2287],
                        [21.0142, 52.2307], [21.0102, 52.2307], [21.0102, 52.2287],
                    ]
                ],
            ],
            "place: geometry: polygon 0, ring 0, vertex 2: a vertex given twice in a row counts once; the rest is watched"
        ),
    ]

    private static let square: JSONValue = [
        [21.0102, 52.2287], [21.0142, 52.2287], [21.0142, 52.2307], [21.0102, 52.2307], [21.0102, 52.2287],
    ]
    private static let spurred: JSONValue = [
        [21.0102, 52.2287], [21.0142, 52.2287], [21.0142, 52.2307], [21.0182, 52.2307], [21.0142, 52.2307],
        [21.0102, 52.2307], [21.0102, 52.2287],
    ]

    @Test(arguments: leftovers)
    func `AMD-12 CASE-163 a part without area costs itself alone, with a warning`(
        _ what: String, _ geometry: JSONValue, _ warning: String
    ) async throws {
        let engine = MemoryEngine()
        let beekon = makeBeekon(engine)
        try await beekon.configure(.cloud(projectKey: "bkproj_1"))
        let answer = SliceAnswer(json: ["geofences": ["items": [["id": "place", "geometry": geometry]]]])

        await engine.take(answer)
        await beekon.hear(.slice(answer))

        guard case .replaced(let slice) = answer else { throw CancellationError() }
        let shape = PreparedShape(try #require(slice.fences.fences.first).shape)
        #expect(shape.contains(Coordinate(checkedLatitude: 52.2297, longitude: 21.0122)))
        #expect(!shape.contains(Coordinate(checkedLatitude: 52.2297, longitude: 21.016)))
        #expect(await beekon.listGeofences().map(\.id) == ["place"])
        #expect(await beekon.getLog(level: .warn).map(\.message) == [warning])
    }

    @Test func `BKN 8 an open ring is closed by the reader`() throws {
        let open: JSONValue = ["type": "Polygon", "coordinates": [[[0, 0], [0.01, 0], [0.01, 0.01]]]]
        let closed: JSONValue = ["type": "polygon", "coordinates": [[[0, 0], [0.01, 0], [0.01, 0.01], [0, 0]]]]

        #expect(try SliceGeometry(json: open).shape() == SliceGeometry(json: closed).shape())
    }
}
