import LocationCore
import Testing

@Suite struct `Coordinates and circles` {
    @Test(arguments: [(90, 180), (-90, -180), (0, 0), (-0.0, -0.0), (89.999, -179.999)] as [(Double, Double)])
    func `a position on Earth is kept as given`(latitude: Double, longitude: Double) throws {
        let place = try Coordinate(latitude: latitude, longitude: longitude)

        #expect(place.latitude == latitude)
        #expect(place.longitude == longitude)
    }

    @Test(arguments: [90.00000000000001, -90.00000000000001, 91, .infinity, -.infinity] as [Double])
    func `an impossible latitude is refused and named`(latitude: Double) {
        #expect(throws: CoordinateError.latitude(latitude)) { try Coordinate(latitude: latitude, longitude: 999) }
    }

    @Test(arguments: [180.00000000000003, -180.00000000000003, 360, .infinity, -.infinity] as [Double])
    func `an impossible longitude is refused and named`(longitude: Double) {
        #expect(throws: CoordinateError.longitude(longitude)) { try Coordinate(latitude: 0, longitude: longitude) }
    }

    @Test func `what is not a number is no position`() {
        #expect(throws: CoordinateError.self) { try Coordinate(latitude: .nan, longitude: 0) }
        #expect(throws: CoordinateError.self) { try Coordinate(latitude: 0, longitude: .nan) }
    }

    @Test func `an error says which number and what would be allowed`() {
        #expect(CoordinateError.latitude(91).description == "latitude 91.0 is not a number in -90...90")
        #expect(CoordinateError.longitude(.infinity).description == "longitude inf is not a number in -180...180")
        #expect(CircleError.radius(-1).description == "radius -1.0 is not a finite number of metres above 0")
    }

    // iOS starts no other process, so there are no exit tests there.
    #if !os(iOS)
        @Test func `a computed position outside the Earth is a programmer's mistake`() async {
            await #expect(processExitsWith: .failure) { _ = Coordinate(checkedLatitude: 90.1, longitude: 0) }
            await #expect(processExitsWith: .failure) { _ = Coordinate(checkedLatitude: 0, longitude: .nan) }
        }
    #endif

    @Test(arguments: [.leastNonzeroMagnitude, 1, 100_000_000] as [Double])
    func `BGEO-003 any finite radius above 0 is kept`(radius: Double) throws {
        let center = try Coordinate(latitude: 1, longitude: 2)

        #expect(try Circle(center: center, radius: radius).radius == radius)
    }

    @Test(arguments: [0, -0.0, -1, .infinity, -.infinity] as [Double])
    func `a radius that nothing could watch is refused and named`(radius: Double) throws {
        let center = try Coordinate(latitude: 1, longitude: 2)

        #expect(throws: CircleError.radius(radius)) { try Circle(center: center, radius: radius) }
    }

    @Test func `a radius that is not a number is refused`() throws {
        let center = try Coordinate(latitude: 1, longitude: 2)

        #expect(throws: CircleError.self) { try Circle(center: center, radius: .nan) }
    }
}
