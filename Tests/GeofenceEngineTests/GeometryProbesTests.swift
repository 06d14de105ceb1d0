import GeofenceEngine
import LocationCore
import TestSupport
import Testing

@Suite(.enabled(if: Shared.isPresent, "needs the fixtures of the specification folder"))
struct `Geometry of the polygons that Beekon's examples deliver` {
    private static func shapes() throws -> [String: FenceShape] {
        var shapes: [String: FenceShape] = [:]
        for name in ["polygon_with_hole", "multipolygon", "antimeridian"] {
            let response = try JSONValue(json: Shared.data("spec/fixtures/beekon/sync_response_\(name).json"))
            for item in try #require(response["body"]?["geofences"]?["items"]?.arrayValue) {
                guard let geometry = item["geometry"], geometry["type"] == "MultiPolygon" else { continue }
                shapes[try #require(item["id"]?.stringValue)] = try FenceShape(json: geometry)
            }
        }
        return shapes
    }

    private static func probes() throws -> JSONValue {
        try JSONValue(json: Shared.data("spec/fixtures/beekon/polygon_probes.json"))
    }

    @Test func `BKN-044 the enclosing circle of each is the one given, to 2 m`() throws {
        let shapes = try Self.shapes()
        let circles = try #require(try Self.probes()["bounding_circles"]?.objectValue)

        #expect(circles.keys.count == 3)
        for (id, given) in circles {
            let circle = try #require(shapes[id]).enclosingCircle
            let center = try Coordinate(
                latitude: #require(given["latitude"]?.doubleValue),
                longitude: #require(given["longitude"]?.doubleValue))
            #expect(Geodesic.distance(from: circle.center, to: center) < 2, "\(id)")
            #expect(abs(circle.radius - (try #require(given["radiusMeters"]?.doubleValue))) < 2, "\(id)")
        }
    }

    @Test func `BKN-155 every probe lies in the ring and in the circle or not, as given`() throws {
        let prepared = try Self.shapes().mapValues { (PreparedShape($0), PreparedShape(.circle($0.enclosingCircle))) }
        let probes = try #require(try Self.probes()["probes"]?.arrayValue)

        #expect(!probes.isEmpty)
        for probe in probes {
            let id = try #require(probe["fence"]?.stringValue)
            let (shape, circle) = try #require(prepared[id])
            let place = try Coordinate(
                latitude: #require(probe["latitude"]?.doubleValue),
                longitude: #require(probe["longitude"]?.doubleValue))
            #expect(.bool(shape.contains(place)) == probe["inside_fence"], "\(probe)")
            #expect(.bool(circle.contains(place)) == probe["inside_bounding_circle"], "\(probe)")
        }
    }
}
