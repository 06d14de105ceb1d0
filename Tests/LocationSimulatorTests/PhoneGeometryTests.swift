import LocationCore
import LocationSimulator
import Testing

/// The phone's own distances, seen through the radius at which a region is left. Reference: GeographicLib 2.1 for
/// Python, `Geodesic.WGS84.Inverse`.
@Suite struct `Phone geometry` {
    struct Row: Sendable, CustomTestStringConvertible {
        let from, to: [Double]
        let metres: Double
        var testDescription: String { "\(from) to \(to)" }
    }

    @Test(arguments: [
        Row(from: [52.2297, 21.0122], to: [52.3, 21.5], metres: 34209.35734605957),
        Row(from: [0, 0], to: [0, 90], metres: 10018754.171394622),
        Row(from: [-33.9, 18.4], to: [51.5, -0.1], metres: 9631973.17393528),
        Row(from: [89.9, 0], to: [89.9, 180], metres: 22338.795682520195),
        Row(from: [0, 179.5], to: [0, -179.5], metres: 111319.49079327357),
    ])
    func `distances agree with GeographicLib to a millimetre`(_ row: Row) async throws {
        for (offset, side) in [(-0.001, Side.outside), (0.001, .inside)] {
            let center = try Coordinate(latitude: row.from[0], longitude: row.from[1])
            let circle = try Circle(center: center, radius: row.metres + offset)
            let phone = SimulatedPhone(at: try Coordinate(latitude: row.to[0], longitude: row.to[1]))
            _ = await phone.opened()

            await phone.register(Region(id: "r", circle: circle))

            #expect(phone.monitoredRegions.map(\.side) == [side])
        }
    }

    @Test func `on the line is inside`() async throws {
        let center = try Coordinate(latitude: 0, longitude: 0)
        let phone = SimulatedPhone(at: try Coordinate(latitude: 0, longitude: 0))
        _ = await phone.opened()

        await phone.register(Region(id: "r", circle: try Circle(center: center, radius: 1e-9)))

        #expect(phone.monitoredRegions.map(\.side) == [.inside])
    }

    @Test func `nearly opposite points still have a distance`() async throws {
        let phone = SimulatedPhone(at: try Coordinate(latitude: 0.5, longitude: 179.5))
        _ = await phone.opened()
        let circle = try Circle(center: try Coordinate(latitude: 0, longitude: 0), radius: 19_000_000)

        await phone.register(Region(id: "r", circle: circle))

        #expect(phone.monitoredRegions.map(\.side) == [.outside])
    }
}
