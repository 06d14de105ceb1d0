import Foundation
import GeofenceEngine
import LocationCore
import TestSupport
import Testing

/// Outlines of real places, drawn by hand: `data/neighborhoods/*.geojson` of the specification folder, where it has them.
@Suite(.enabled(if: !files.isEmpty, "needs the files of data/neighborhoods in the specification folder"))
struct `Geometry of neighborhoods` {
    @Test func `AMD-12 CASE-163 hardly an area is refused, and none for a part that encloses nothing`() throws {
        var (areas, refused) = (0, 0)
        for file in files {
            let reading = try GeoJSON.read(Data(contentsOf: file))
            areas += reading.features.count + reading.faults.count
            refused += reading.faults.count
        }

        // Before ways out and back were left out, 178 of 14,699 were refused, 130 of them for such ways.
        #expect(Double(refused) < 0.005 * Double(areas), "\(refused) of \(areas)")
    }

    @Test func `AMD-12 what is left answers as the ring as it was drawn`() throws {
        var numbers = SeededNumbers(seed: 163)
        for file in files {
            let bytes = try Data(contentsOf: file)
            for feature in try GeoJSON.read(bytes).features where !feature.remarks.isEmpty {
                let drawn = try Self.rings(try JSONValue(json: bytes), feature: feature.index)
                let shape = PreparedShape(feature.shape)
                let (xs, ys) = (drawn.joined().map(\.x), drawn.joined().map(\.y))
                let west = try #require(xs.min())
                let east = try #require(xs.max())
                let south = try #require(ys.min())
                let north = try #require(ys.max())
                for _ in 0..<500 where west < east && south < north {
                    let x = Double.random(in: west...east, using: &numbers)
                    let y = Double.random(in: south...north, using: &numbers)
                    let place = try Coordinate(latitude: y, longitude: x)

                    #expect(
                        shape.contains(place) == Self.crossings(of: drawn, eastOf: x, y).isOdd,
                        "\(file.lastPathComponent), feature \(feature.index), \(x), \(y)")
                }
            }
        }
    }

    private typealias Point = (x: Double, y: Double)

    /// Every ring of a feature as it stands in the file.
    private static func rings(_ json: JSONValue, feature index: Int) throws -> [[Point]] {
        let feature = try #require(json["features"]?.arrayValue?[index])
        let geometry = try #require(feature["geometry"])
        let coordinates = try #require(geometry["coordinates"]?.arrayValue)
        let polygons = geometry["type"] == "Polygon" ? [coordinates] : coordinates.compactMap(\.arrayValue)
        return try polygons.joined().map { ring in
            try #require(ring.arrayValue).map { position in
                (try #require(position.arrayValue?[0].doubleValue), try #require(position.arrayValue?[1].doubleValue))
            }
        }
    }

    /// How often a line from a point to the east meets the rings: ways out and back count twice.
    private static func crossings(of rings: [[Point]], eastOf x: Double, _ y: Double) -> Int {
        rings.reduce(0) { sum, ring in
            sum
                + zip(ring, ring.dropFirst() + ring.prefix(1)).count { start, end in
                    (start.y > y) != (end.y > y)
                        && x < start.x + (y - start.y) / (end.y - start.y) * (end.x - start.x)
                }
        }
    }
}

private let files: [URL] = {
    let folder = Shared.folder.appending(path: "data/neighborhoods")
    let found = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    return (found ?? []).filter { $0.pathExtension == "geojson" }.sorted { $0.path < $1.path }
}()

extension Int {
    fileprivate var isOdd: Bool { !isMultiple(of: 2) }
}
