import Foundation
import GeofenceEngine
import LocationCore
import TestSupport
import Testing

@Suite struct `Geometry containment is exact` {
    /// The answers of `containment_oracle.py`: rational arithmetic on the same doubles.
    struct Oracle {
        let shapes: [(shape: FenceShape, points: Int)]
        let data: Data

        init(shapes: Data, points: Data) throws {
            let listing = try #require(try JSONValue(json: shapes).arrayValue)
            self.shapes = try listing.map {
                let geometry = try #require($0["geometry"])
                return (try FenceShape(json: geometry), Int(try #require($0["points"]?.int64Value)))
            }
            data = points
        }

        /// How many points there are, and the first of those where the answers differ.
        func compare() -> (points: Int, differing: [String]) {
            var offset = 0
            var differing: [String] = []
            for (number, (shape, count)) in shapes.enumerated() {
                let prepared = PreparedShape(shape)
                for _ in 0..<count {
                    let (latitude, longitude) = (double(at: offset), double(at: offset + 8))
                    let expected = data[data.startIndex + offset + 16] == 1
                    offset += 17
                    let point = try? Coordinate(latitude: latitude, longitude: longitude)
                    if point.map(prepared.contains) != expected, differing.count < 10 {
                        differing.append("shape \(number): \(latitude), \(longitude) is \(expected ? "in" : "out")")
                    }
                }
            }
            return (offset / 17, differing)
        }

        private func double(at offset: Int) -> Double {
            Double(
                bitPattern: data.withUnsafeBytes {
                    UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
                })
        }
    }

    @Test func `20,000 random and adversarial points agree with rational arithmetic`() throws {
        let oracle = try Oracle(shapes: golden("containment.json"), points: golden("containment.bin"))

        let (points, differing) = oracle.compare()

        #expect(points == 20_000)
        #expect(differing == [])
    }

    static let folder = ProcessInfo.processInfo.environment["GEOFENCING_CONTAINMENT"]

    @Test(.enabled(if: folder != nil, "GEOFENCING_CONTAINMENT names a folder written by containment_oracle.py"))
    func `every point of the oracle agrees with rational arithmetic`() throws {
        let folder = URL(filePath: try #require(Self.folder))
        let oracle = try Oracle(
            shapes: Data(contentsOf: folder.appending(path: "containment.json")),
            points: Data(contentsOf: folder.appending(path: "containment.bin")))

        let (points, differing) = oracle.compare()

        print("\(points) points compared")
        #expect(points > 0)
        #expect(differing == [])
    }
}
