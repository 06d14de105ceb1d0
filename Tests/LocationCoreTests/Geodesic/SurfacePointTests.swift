import LocationCore
import Testing

@Suite struct `Surface points` {
    @Test func `the quick distance agrees with the reference up to 100 km`() {
        let rows = GoldenGeodesic.all.filter { $0.metres <= 100_000 }

        for row in rows {
            let quick = SurfacePoint(row.start).quickDistance(to: SurfacePoint(row.end))
            #expect(abs(quick - row.metres) < 5e-7, "\(row.testDescription)")
        }
        #expect(rows.count > 200)
    }

    @Test func `the distance agrees with the reference everywhere`() {
        for row in GoldenGeodesic.all {
            let distance = SurfacePoint(row.start).distance(to: SurfacePoint(row.end))
            #expect(abs(distance - row.metres) < 5e-7, "\(row.testDescription)")
        }
    }

    @Test(arguments: Array(stride(from: -90.0, through: 90, by: 5)))
    func `the quick distance agrees with the full one at its limit, in every direction`(latitude: Double) throws {
        let start = try Coordinate(latitude: latitude, longitude: 7)

        for bearing in stride(from: 0.0, to: 360, by: 15) {
            for distance in [0.001, 1, 1000, 20_000, 99_960] {
                let end = Geodesic.destination(from: start, bearing: bearing, distance: distance)
                let quick = SurfacePoint(start).quickDistance(to: SurfacePoint(end))
                #expect(abs(quick - distance) < 5e-7, "bearing \(bearing), \(distance) m")
            }
        }
    }

    @Test func `a chord is never longer than the way, and 0 to the same place`() {
        for row in GoldenGeodesic.all {
            let (start, end) = (SurfacePoint(row.start), SurfacePoint(row.end))

            #expect(start.chord(to: end) <= row.metres + 1e-8, "\(row.testDescription)")
            #expect(start.chord(to: start) == 0)
            #expect(start.quickDistance(to: start) == 0)
            #expect(start.distance(to: end) == end.distance(to: start) || row.metres > SurfacePoint.quickLimit)
        }
    }

    @Test func `the axes are where they should be`() throws {
        let pole = SurfacePoint(try Coordinate(latitude: 90, longitude: 0))
        let east = SurfacePoint(try Coordinate(latitude: 0, longitude: 90))

        #expect(abs(pole.z - 6_356_752.314_245) < 1e-6)
        #expect(abs(pole.x) < 1e-8)
        #expect(abs(east.y - 6_378_137) < 1e-8)
    }

    @Test func `the coordinate comes back`() {
        for row in GoldenGeodesic.all where row.kind != "pole" {
            let back = SurfacePoint(row.start).coordinate

            #expect(SurfacePoint(back).chord(to: SurfacePoint(row.start)) < 1e-8, "\(row.testDescription)")
        }
    }
}
