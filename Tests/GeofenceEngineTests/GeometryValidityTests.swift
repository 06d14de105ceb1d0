import Foundation
import GeofenceEngine
import LocationCore
import Testing

@Suite struct `Geometry validity agrees with GEOS` {
    /// The polygons of a file of `validity_oracle.py` on which the two do not agree.
    private func differing(_ data: Data) throws -> [String] {
        let rows = try #require(try JSONValue(json: data).arrayValue)
        #expect(!rows.isEmpty)
        return try rows.compactMap { row in
            let rings = try #require(row["rings"]?.arrayValue).map { ring in
                try #require(ring.arrayValue).map { position in
                    try Coordinate(
                        latitude: #require(position.arrayValue?[1].doubleValue),
                        longitude: #require(position.arrayValue?[0].doubleValue))
                }
            }
            func accepts(_ touching: TouchingRule) -> Bool {
                (try? Polygon(shell: rings[0], holes: Array(rings.dropFirst()), touching: touching)) != nil
            }
            let isSimple = row["simple"] == true
            let isValid = row["valid"] == true
            // Rings that touch themselves, or holes that cut the inside in two, are allowed here and not by the OGC.
            let agrees = accepts(.refused) == isSimple && (!isValid || accepts(.allowed))
            let isUncrossed = row["uncrossed"]?.boolValue
            return agrees && (isUncrossed == nil || isUncrossed == accepts(.allowed)) ? nil : row.text
        }
    }

    @Test func `600 polygons on a small grid are accepted or refused alike`() throws {
        #expect(try differing(golden("validity.json")) == [])
    }

    private static let folder = ProcessInfo.processInfo.environment["GEOFENCING_CONTAINMENT"]

    @Test(.enabled(if: folder != nil, "GEOFENCING_CONTAINMENT names a folder with a validity.json"))
    func `every polygon of the oracle is accepted or refused alike`() throws {
        let file = URL(filePath: try #require(Self.folder)).appending(path: "validity.json")

        let differing = try differing(Data(contentsOf: file)).prefix(10)

        #expect(differing.joined(separator: "\n") == "")
    }
}
