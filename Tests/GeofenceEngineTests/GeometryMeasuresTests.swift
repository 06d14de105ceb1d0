import Foundation
import GeofenceEngine
import LocationCore
import TestSupport
import Testing

/// One shape of `geometry_golden.py`, whose numbers come from GeographicLib.
struct MeasuredShape: Sendable, CustomTestStringConvertible {
    let name: String
    let shape: FenceShape
    let points: [(coordinate: Coordinate, distance: Double)]
    let radius: Double?
    let area: Double
    let perimeter: Double
    var testDescription: String { name }

    static let all: [MeasuredShape] = (try? load()) ?? []

    private static func load() throws -> [MeasuredShape] {
        let list = try JSONValue(json: golden("measures.json")).arrayValue ?? []
        return try list.map { entry in
            let points = try #require(entry["points"]?.arrayValue).map { point in
                let numbers = try #require(point.arrayValue).compactMap(\.doubleValue)
                return (try Coordinate(latitude: numbers[0], longitude: numbers[1]), numbers[2])
            }
            return MeasuredShape(
                name: try #require(entry["name"]?.stringValue),
                shape: try FenceShape(json: #require(entry["geometry"])), points: points,
                radius: entry["radius"]?.doubleValue, area: try #require(entry["area"]?.doubleValue),
                perimeter: try #require(entry["perimeter"]?.doubleValue))
        }
    }
}

@Suite struct `Geometry measures agree with GeographicLib` {
    @Test func `the golden file has 13 shapes`() {
        #expect(MeasuredShape.all.count == 13)
    }

    @Test(arguments: MeasuredShape.all)
    func `signed distances are right to 1 cm up to 100 km, and to a hundred-thousandth beyond`(
        _ golden: MeasuredShape
    ) {
        let prepared = PreparedShape(golden.shape)
        for point in golden.points {
            let distance = prepared.signedDistance(to: point.coordinate)

            let allowed = max(0.01, abs(point.distance) <= 100_000 ? 0 : abs(point.distance) * 1e-5)
            #expect(abs(distance - point.distance) < allowed, "\(point.coordinate): \(distance), \(point.distance)")
        }
    }

    @Test(arguments: MeasuredShape.all.filter { $0.radius != nil })
    func `enclosing circles are at most 1 mm larger than the smallest`(_ golden: MeasuredShape) throws {
        let smallest = try #require(golden.radius)

        let circle = golden.shape.enclosingCircle

        #expect(circle.radius - smallest < 0.001)
        #expect(circle.radius - smallest > -0.001)
    }

    @Test(arguments: MeasuredShape.all)
    func `enclosing circles hold every vertex and every edge`(_ golden: MeasuredShape) throws {
        let circle = golden.shape.enclosingCircle

        for ring in golden.shape.polygons.map(\.shell) {
            for (first, second) in zip(ring.vertices, ring.vertices.dropFirst() + ring.vertices.prefix(1)) {
                for step in 0...200 {
                    let t = Double(step) / 200
                    let run = (second.longitude - first.longitude).remainder(dividingBy: 360)
                    let place = try Coordinate(
                        latitude: first.latitude + t * (second.latitude - first.latitude),
                        longitude: (first.longitude + t * run).wrapped)
                    let distance = Geodesic.distance(from: circle.center, to: place)
                    #expect(distance <= circle.radius)
                }
            }
        }
    }

    @Test(arguments: MeasuredShape.all)
    func `areas and perimeters are right to 0.1 %`(_ golden: MeasuredShape) {
        #expect(abs(golden.shape.area / golden.area - 1) < 0.001)
        #expect(abs(golden.shape.perimeter / golden.perimeter - 1) < 0.001)
    }
}
