import APIMigration
import BeekonAdapter
import GeofenceEngine
import LocationCore
import Testing

/// Fences that a style takes or refuses as a whole, and areas that are no circles.
@Suite struct `Whole fences` {
    struct Identifier: Sendable, CustomTestStringConvertible {
        let text: String
        let target: APIStyle
        let isTaken: Bool
        var testDescription: String { "\(text.utf16.count) UTF-16 units to \(target)" }
    }

    // BKN-010: 1 to 100 UTF-16 units; CIO 2.5: not blank; BGEO-002: not empty.
    @Test(arguments: [
        Identifier(text: String(repeating: "x", count: 100), target: .beekon, isTaken: true),
        Identifier(text: String(repeating: "x", count: 101), target: .beekon, isTaken: false),
        Identifier(text: String(repeating: "\u{1F3E0}", count: 50), target: .beekon, isTaken: true),
        Identifier(text: String(repeating: "\u{1F3E0}", count: 51), target: .beekon, isTaken: false),
        Identifier(text: " ", target: .beekon, isTaken: true),
        Identifier(text: String(repeating: "x", count: 101), target: .customerio, isTaken: true),
        Identifier(text: " ", target: .customerio, isTaken: false),
        Identifier(text: "\u{3000}\n", target: .customerio, isTaken: false),
    ])
    func `an identifier is taken or refused`(_ row: Identifier) throws {
        let file = try FenceFile.read(
            json: [
                ["identifier": .string(row.text), "radius": 1, "latitude": 1, "longitude": 2, "notifyOnExit": true]
            ],
            as: .bgeo)

        let migration = FenceMigration(file, to: row.target)

        #expect(migration.report.counts.written == (row.isTaken ? 1 : 0))
        #expect(migration.report.isComplete == row.isTaken)
    }

    @Test func `an identifier written in two ways is two fences everywhere`() throws {
        let file = try FenceFile.read(
            json: [
                ["id": "caf\u{E9}", "radiusMeters": 1, "latitude": 1, "longitude": 2],
                ["id": "cafe\u{301}", "radiusMeters": 2, "latitude": 1, "longitude": 2],
            ], as: .beekon)

        for target in APIStyle.allCases {
            let written = FenceMigration(file, to: target).fences
            let back = try FenceFile.read(json: written, as: target)
            #expect(
                back.entries.map { Array($0.definition.id.text.utf8) } == [
                    Array("caf\u{E9}".utf8), Array("cafe\u{301}".utf8),
                ])
        }
    }

    @Test(arguments: APIStyle.allCases, APIStyle.allCases)
    func `any radius above 0 and every place is carried, in the order given`(source: APIStyle, target: APIStyle) throws
    {
        let radii: [JSONValue] = [0.001, 50_000_000, 100, 99.99]
        let places: [(JSONValue, JSONValue)] = [(90, 180), (-90, -180), (0, 0), (52.229_700_1, -0.000_000_1)]
        let entries = zip(radii, places).enumerated().map { index, row -> JSONValue in
            [
                source == .bgeo ? "identifier" : "id": .string("fence-\(9 - index)"),
                source == .beekon ? "radiusMeters" : "radius": row.0, "latitude": row.1.0, "longitude": row.1.1,
                "notifyOnEntry": true,
            ]
        }
        let file = try FenceFile.read(json: .array(entries), as: source)

        let there = try FenceFile.read(json: FenceMigration(file, to: target).fences, as: target)

        #expect(there.entries.map(\.definition.shape) == file.entries.map(\.definition.shape))
        #expect(there.entries.map(\.definition.id) == ["fence-9", "fence-8", "fence-7", "fence-6"])
    }

    @Test func `a fence that tells nothing is refused by BGeo and Customer.io and kept by Beekon`() throws {
        let file = try FenceFile.read(
            json: [
                [
                    "id": "a", "radiusMeters": 1, "latitude": 1, "longitude": 2, "notifyOnEntry": false,
                    "notifyOnExit": false,
                ]
            ],
            as: .beekon)

        #expect(FenceMigration(file, to: .bgeo).report.counts.refused == 1)
        #expect(FenceMigration(file, to: .customerio).report.counts.refused == 1)
        #expect(FenceMigration(file, to: .beekon).report.counts.carried == 1)
    }

    @Test(arguments: [APIStyle.bgeo, .beekon])
    func `a polygon lies wholly in the circle that stands for it`(target: APIStyle) throws {
        let corners: [(Double, Double)] = [(179.99, 10), (-179.99, 10.01), (-179.995, 10.03), (179.992, 10.025)]
        let ring = corners.map { JSONValue.array([.double($0.0), .double($0.1)]) }
        let file = try FenceFile.read(
            json: [
                [
                    "id": "across", "shape": "polygon",
                    "geometry": ["type": "Polygon", "coordinates": [.array(ring)]],
                    "enclosing_circle": ["latitude": 10.01, "longitude": 180, "base_radius_m": 5000],
                ]
            ], as: .customerio)

        let there = try FenceFile.read(json: FenceMigration(file, to: target).fences, as: target)

        guard case .circle(let circle) = try #require(there.entries.first).definition.shape else {
            Issue.record("no circle")
            return
        }
        let farthest = try corners.map {
            Geodesic.distance(from: circle.center, to: try Coordinate(latitude: $0.1, longitude: $0.0))
        }.max()
        #expect(try #require(farthest) <= circle.radius)
        #expect(try #require(farthest) > circle.radius - 0.05)
    }

    @Test func `a ring that touches itself goes to Customer.io as a circle`() throws {
        // Two squares that share a corner: Beekon's rings may touch (BKN 8), Customer.io's may not (CIO 2.6).
        let ring: JSONValue = [
            [0, 0], [0.001, 0], [0.001, 0.001], [0.002, 0.001], [0.002, 0.002], [0.001, 0.002], [0.001, 0.001],
            [0, 0.001], [0, 0],
        ]
        let file = try FenceFile.read(
            json: ["geofences": ["items": [["id": "eight", "geometry": ["type": "Polygon", "coordinates": [ring]]]]]],
            as: .beekon)

        let migration = FenceMigration(file, to: .customerio)

        #expect(migration.fences["geofences"]?.arrayValue?.first?["radius"] != nil)
        #expect(migration.report.counts.carriedDifferently == 1)
        #expect(migration.report.description.contains("Customer.io refuses the polygon"))
    }

    @Test func `AMD-12 CASE-163 a way out and back does not come along, and the report says so`() throws {
        let ring: JSONValue = [
            [21.0102, 52.2287], [21.0142, 52.2287], [21.0142, 52.2307], [21.0182, 52.2307], [21.0142, 52.2307],
            [21.0102, 52.2307], [21.0102, 52.2287],
        ]
        let file = try FenceFile.read(
            json: ["geofences": ["items": [["id": "spur", "geometry": ["type": "Polygon", "coordinates": [ring]]]]]],
            as: .beekon)

        let migration = FenceMigration(file, to: .customerio)

        let written = try #require(migration.fences["geofences"]?.arrayValue?.first)
        #expect(
            written["geometry"]?["coordinates"] == [
                [
                    [21.0102, 52.2287], [21.0142, 52.2287], [21.0142, 52.2307], [21.0102, 52.2307], [21.0102, 52.2287],
                ]
            ])
        #expect(
            migration.report.description.contains(
                "geometry: polygon 0, ring 0, vertex 3: a way out and back along itself is left out; the rest is watched"
            ))
        #expect(try FenceFile.read(json: migration.fences, as: .customerio).entries.count == 1)
    }

    @Test func `a notification can be given to fences that have none, and holds their values`() throws {
        let file = try FenceFile.read(
            json: [
                [
                    "identifier": "a", "radius": 1, "latitude": 1, "longitude": 2, "notifyOnEntry": true,
                    "extras": ["floor": 3],
                ],
                ["identifier": "b", "radius": 1, "latitude": 1, "longitude": 2, "notifyOnEntry": true],
            ], as: .bgeo)
        let given = GeofenceNotification(
            onEnter: NotificationContent(title: "Hello", body: "World", data: ["k": "v"]), delivery: .local)

        let migration = FenceMigration(file, to: .beekon, options: .init(notification: given))

        let there = try FenceFile.read(json: migration.fences, as: .beekon).entries.map(
            \.definition.notification?.onEnter?.data)
        #expect(there == [["k": "v", "floor": "3"], ["k": "v"]])
        #expect(migration.report.isComplete)
        #expect(migration.report.entries.allSatisfy { $0.remarks.count == 1 })
    }

    @Test func `definitions of no file are converted too, the later of two counts`() throws {
        let circle = try Circle(center: Coordinate(latitude: 1, longitude: 2), radius: 80)
        let fences = [
            FenceDefinition(id: "a", shape: .circle(circle), reports: .enter),
            FenceDefinition(id: "b", shape: .circle(circle), reports: .exit),
            FenceDefinition(id: "a", shape: .circle(circle), reports: .exit),
        ]

        let migration = FenceMigration(fences, from: .bgeo, to: .beekon)

        #expect(migration.fences.arrayValue?.map { $0["id"] } == ["a", "b"])
        #expect(migration.fences.arrayValue?.first?["notifyOnExit"] == true)
        #expect(migration.report.entries.map(\.refusal) == [.repeated(by: 2), nil, nil])
    }

    @Test func `what the source style has no word for is listed by its aspect`() throws {
        let circle = try Circle(center: Coordinate(latitude: 1, longitude: 2), radius: 80)
        let fence = FenceDefinition(
            id: "a", shape: .circle(circle), reports: .dwell, dwellDelay: 60_000, data: ["floor": 3], name: "Shop")

        let migration = FenceMigration([fence], from: .beekon, to: .bgeo)

        let there = try #require(try FenceFile.read(json: migration.fences, as: .bgeo).entries.first).definition
        #expect(there.reports == .dwell)
        #expect(there.dwellDelay == 60_000)
        #expect(there.data == ["floor": 3, "customerio": ["name": "Shop"]])
        let listed = migration.report.entries[0].fields.map(\.field)
        #expect(Set(["dwell", "dwellDelay", "data.floor", "name"]).isSubset(of: listed), "\(listed)")
    }
}
