import Foundation
import GeofenceEngine
import LocationCore
import TestSupport
import Testing

@Suite(.enabled(if: Shared.isPresent, "needs the maps of the specification folder"))
struct `Geometry of a map of the world` {
    @Test func `every country loads`() throws {
        let reading = try GeoJSON.read(Shared.data("data/countries-110m.geojson"))

        #expect(reading.faults == [])
        #expect(reading.features.count == 177)
    }

    @Test func `34,006 places lie in the countries that rational arithmetic and GEOS say`() throws {
        let reading = try GeoJSON.read(Shared.data("data/countries-110m.geojson"))
        let countries = reading.features.map { PreparedShape($0.shape) }
        let rows = String(decoding: try Shared.data("data/cities15000.csv"), as: UTF8.self).split(
            whereSeparator: \.isNewline)
        let places = try rows.dropFirst().map(Self.place)

        let found = places.map { place in UInt8(countries.firstIndex { $0.contains(place) } ?? 255) }

        let expected = try golden("places.bin")
        #expect(places.count == 34_006)
        #expect(expected.count == 34_006)
        #expect(zip(found, expected).enumerated().filter { $1.0 != $1.1 }.map(\.offset) == [])
    }

    /// Latitude and longitude are the fourth and third fields from the right: names may hold commas.
    private static func place(_ row: Substring) throws -> Coordinate {
        let fields = row.split(separator: ",", omittingEmptySubsequences: false)
        return try Coordinate(
            latitude: #require(Double(fields[fields.count - 4])), longitude: #require(Double(fields[fields.count - 3])))
    }
}
