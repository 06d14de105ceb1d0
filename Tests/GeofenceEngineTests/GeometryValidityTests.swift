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
            return try agrees(rings, with: row) ? nil : row.text
        }
    }

    private func agrees(_ rings: [[Coordinate]], with row: JSONValue) throws -> Bool {
        guard Answer(rings, .refused).agrees(with: row) else { return false }
        let answer = Answer(rings, .dropped)
        // Nothing is left of the outer ring.
        guard let reduced = row["reduced"], !reduced.isNull else { return answer == Answer() }
        guard answer.agrees(with: reduced) else { return false }
        let left = try? polygon(rings, .allowed, .dropped)
        return try left.map { $0.holes.count == Int(try #require(reduced["holes"]?.int64Value)) } ?? true
    }

    /// Whether a polygon is taken, by who refuses rings that touch and by who does not.
    private struct Answer: Equatable {
        var refusingTouches = false
        var allowingTouches = false

        init() {}

        init(_ rings: [[Coordinate]], _ leftovers: LeftoverRule) {
            refusingTouches = (try? polygon(rings, .refused, leftovers)) != nil
            allowingTouches = (try? polygon(rings, .allowed, leftovers)) != nil
        }

        /// Rings that touch themselves, or holes that cut the inside in two, are allowed here and not by the OGC.
        func agrees(with row: JSONValue) -> Bool {
            let isUncrossed = row["uncrossed"]?.boolValue
            return refusingTouches == (row["simple"] == true) && (row["valid"] != true || allowingTouches)
                && (isUncrossed == nil || isUncrossed == allowingTouches)
        }
    }

    @Test func `AMD-12 600 polygons on a small grid are accepted or refused alike, as given and without leftovers`()
        throws
    {
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

private func polygon(
    _ rings: [[Coordinate]], _ touching: TouchingRule, _ leftovers: LeftoverRule
) throws(ShapeError) -> Polygon {
    try Polygon(shell: rings[0], holes: Array(rings.dropFirst()), touching: touching, leftovers: leftovers)
}
