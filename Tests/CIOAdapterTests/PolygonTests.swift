import CIOAdapter
import GeofenceEngine
import LocationCore
import TestSupport
import Testing

@Suite struct `Polygons of a response` {
    private let circle = #""enclosing_circle":{"latitude":0.001,"longitude":0.001,"base_radius_m":160}"#

    /// A good circle and one polygon, so that a bad polygon does not cost the whole answer.
    private func response(ring: String, type: String = "Polygon", circle: String? = nil) throws -> NearestResponse {
        try Fixture.response(
            json: """
                {"geofences":[{"id":"ok","latitude":0,"longitude":0,"radius":1},
                {"id":"p","shape":" POLYGON ","geometry":{"type":"\(type)","coordinates":\(ring)},
                \(circle ?? self.circle)}]}
                """)
    }

    private static let square = "[[[0,0],[0.002,0],[0.002,0.002],[0,0.002],[0,0]]]"

    @Test(.enabled(if: Shared.isPresent, "needs the specification's fixtures"))
    func `CIO-035 sound polygons survive, also over the antimeridian, the others are dropped`() throws {
        let response = try Fixture.response("fetch-polygon-dwell.json")

        #expect(response.fences.map(\.id) == ["60001", "60002", "60003"])
        #expect(response.dropped.map(\.id) == ["60004", "60005", "60006"])
        #expect(response.fences.map(\.shape.isCircle) == [false, false, true])
        #expect(response.fences.map(\.reports) == [[.enter, .exit, .dwell], [.enter, .exit], [.exit, .dwell]])
    }

    @Test(.enabled(if: Shared.isPresent, "needs the specification's fixtures"))
    func `CIO-151 the circle to watch is the server's`() throws {
        let fence = try #require(try Fixture.response("fetch-polygon-dwell.json").fences.first)

        #expect(
            fence.watchedCircle
                == (try Circle(center: Coordinate(latitude: 0.001, longitude: 0.001), radius: 160)))
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let ring: String
        var type = "Polygon"
        var circle: String?
        let isKept: Bool
    }

    @Test(arguments: [
        Row(testDescription: "closed square", ring: square, isKept: true),
        Row(testDescription: "open square", ring: "[[[0,0],[0.002,0],[0.002,0.002],[0,0.002]]]", isKept: true),
        Row(testDescription: "type in capitals", ring: square, type: "POLYGON", isKept: true),
        Row(testDescription: "clockwise", ring: "[[[0,0],[0,0.002],[0.002,0.002],[0.002,0]]]", isKept: true),
        Row(
            testDescription: "heights ignored", ring: "[[[0,0,5],[0.002,0,6,7],[0.002,0.002],[0,0.002]]]", isKept: true),
        Row(
            testDescription: "repeats", ring: "[[[0,0],[0,0],[0.002,0],[0.002,0],[0.002,0.002],[0,0],[0,0]]]",
            isKept: true),
        Row(
            testDescription: "not convex", ring: "[[[0,0],[0.002,0],[0.001,0.0005],[0.002,0.002],[0,0.002]]]",
            isKept: true),
        Row(
            testDescription: "both spellings of the antimeridian",
            ring: "[[[180,0],[-180,0],[179.99,0.01],[179.99,0]]]", isKept: true),
        Row(testDescription: "multipolygon", ring: square, type: "MultiPolygon", isKept: false),
        Row(testDescription: "two vertices", ring: "[[[0,0],[0.002,0],[0,0]]]", isKept: false),
        Row(testDescription: "one spike", ring: "[[[0,0],[0.002,0],[0.001,0]]]", isKept: false),
        Row(testDescription: "below a square metre", ring: "[[[0,0],[0.000005,0],[0.000005,0.000005]]]", isKept: false),
        Row(testDescription: "bow tie", ring: "[[[0,0],[0.002,0.002],[0.002,0],[0,0.002]]]", isKept: false),
        Row(
            testDescription: "touches itself",
            ring: "[[[0,0],[0.002,0],[0.002,0.002],[0.001,0],[0,0.002]]]", isKept: false),
        Row(testDescription: "hole", ring: "[[[0,0],[1,0],[1,1]],[[0.1,0.1],[0.2,0.1],[0.2,0.2]]]", isKept: false),
        Row(testDescription: "no ring", ring: "[]", isKept: false),
        Row(testDescription: "latitude out of range", ring: "[[[0,0],[0.002,91],[0.002,0.002]]]", isKept: false),
        Row(testDescription: "text", ring: #"[[["0","0"],[1,0],[1,1]]]"#, isKept: false),
        Row(testDescription: "no list", ring: "5", isKept: false),
        Row(testDescription: "no circle", ring: square, circle: #""a":1"#, isKept: false),
        Row(
            testDescription: "circle of no radius", ring: square,
            circle: #""enclosing_circle":{"latitude":0,"longitude":0,"base_radius_m":0}"#, isKept: false),
        Row(
            testDescription: "camel case", ring: square,
            circle: #""enclosingCircle":{"latitude":0,"longitude":0,"baseRadiusM":160}"#, isKept: true),
    ])
    func `CIO-035 a polygon is one simple ring with a circle`(_ row: Row) throws {
        let response = try response(ring: row.ring, type: row.type, circle: row.circle)

        #expect(response.fences.map(\.id) == (row.isKept ? ["ok", "p"] : ["ok"]))
        #expect(response.dropped.map(\.id) == (row.isKept ? [] : ["p"]))
    }

    @Test(arguments: [
        "[[[0,0],[0.002,0],[0.002,0.002],[0.003,0.002],[0.002,0.002],[0,0.002]]]",
        "[[[0,0],[0.003,0],[0.002,0],[0.002,0.002],[0,0.002]]]",
    ])
    func `AMD-12 CASE-163 Customer.io drops a ring that leads out and back, and says by which rule`(
        _ ring: String
    ) throws {
        let response = try response(ring: ring)

        #expect(response.fences.map(\.id) == ["ok"])
        let reason = try #require(response.dropped.first).description
        #expect(
            reason.hasPrefix(
                "fence p (entry 1) dropped: the ring is not simple; by Customer.io's rule no two edges that are not "
                    + "neighbors cross or touch: polygon 0, ring 0, vertex "))
    }

    @Test func `A ring of ten thousand vertices is read`() throws {
        let ring = (0..<10_000).map { index in
            let place = Geodesic.destination(
                from: Coordinate(checkedLatitude: 10, longitude: 20), bearing: Double(index) * 0.036,
                distance: index.isMultiple(of: 2) ? 1000 : 990)
            return "[\(place.longitude),\(place.latitude)]"
        }

        let response = try response(ring: "[[\(ring.joined(separator: ","))]]")

        #expect(response.fences.last?.shape.polygons.first?.shell.vertices.count == 10_000)
    }
}
