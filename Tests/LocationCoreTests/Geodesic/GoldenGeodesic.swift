import Foundation
import LocationCore
import Testing

/// A row of `Golden/geodesic.csv`, computed by geographiclib (see `Tests/Support/Python/make_geodesic_golden.py`).
struct GoldenGeodesic: Sendable, CustomTestStringConvertible {
    let kind: String
    let start: Coordinate
    let end: Coordinate
    let metres: Double
    let initialBearing: Double
    let finalBearing: Double

    var testDescription: String { "\(kind) \(start.latitude),\(start.longitude) → \(end.latitude),\(end.longitude)" }

    static let all: [GoldenGeodesic] = {
        do {
            let file = try #require(Bundle.module.url(forResource: "Golden/geodesic", withExtension: "csv"))
            return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst().map(Self.init)
        } catch {
            Issue.record(error)
            return []
        }
    }()

    private init(_ line: Substring) throws {
        let fields = line.split(separator: ",")
        let numbers = fields.dropFirst().compactMap { Double($0) }
        try #require(numbers.count == 7, "\(line)")
        kind = String(fields[0])
        start = try Coordinate(latitude: numbers[0], longitude: numbers[1])
        end = try Coordinate(latitude: numbers[2], longitude: numbers[3])
        (metres, initialBearing, finalBearing) = (numbers[4], numbers[5], numbers[6])
    }
}

/// Degrees between two directions.
func turn(_ left: Double, _ right: Double) -> Double {
    abs((left - right).remainder(dividingBy: 360))
}
