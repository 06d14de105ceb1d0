import LocationCore
import Testing

@Suite struct `Geodesics` {
    @Test func `the reference file is there and has every kind`() {
        #expect(GoldenGeodesic.all.count > 500)
        #expect(
            Set(GoldenGeodesic.all.map(\.kind)).isSuperset(of: [
                "tiny", "short", "local", "regional", "long", "random", "pole", "antimeridian", "equator", "meridian",
                "antipodal",
            ]))
    }

    @Test func `distances agree with the reference to 15 nanometres, antipodes included`() {
        for row in GoldenGeodesic.all {
            let segment = Geodesic.inverse(from: row.start, to: row.end)

            #expect(abs(segment.distance - row.metres) < 15e-9, "\(row.testDescription)")
            #expect(abs(Geodesic.distance(from: row.start, to: row.end) - row.metres) < 15e-9)
        }
    }

    @Test func `bearings agree with the reference`() {
        for row in GoldenGeodesic.all where row.metres > 0 {
            let segment = Geodesic.inverse(from: row.start, to: row.end)
            // Between points that near, a nanometre of rounding turns the bearing more.
            let allowed = 1e-9 + 1e-6 / row.metres

            // Opposite points have several shortest paths; there only the bearings' range is checked.
            if row.kind != "antipodal" {
                #expect(turn(segment.initialBearing, row.initialBearing) < allowed, "\(row.testDescription)")
                #expect(turn(segment.finalBearing, row.finalBearing) < allowed, "\(row.testDescription)")
            }
            #expect((0..<360).contains(segment.initialBearing) && (0..<360).contains(segment.finalBearing))
        }
    }

    @Test func `going ahead by the reference's bearing and distance arrives at its end`() {
        for row in GoldenGeodesic.all {
            let end = Geodesic.destination(from: row.start, bearing: row.initialBearing, distance: row.metres)

            #expect(SurfacePoint(end).chord(to: SurfacePoint(row.end)) < 1e-5, "\(row.testDescription)")
        }
    }

    @Test func `our own bearings lead to the end, antipodes included`() {
        for row in GoldenGeodesic.all {
            let segment = Geodesic.inverse(from: row.start, to: row.end)
            let there = Geodesic.destination(
                from: row.start, bearing: segment.initialBearing, distance: segment.distance)
            let back = Geodesic.destination(from: row.end, bearing: segment.finalBearing, distance: -segment.distance)

            #expect(SurfacePoint(there).chord(to: SurfacePoint(row.end)) < 1e-5, "\(row.testDescription)")
            #expect(SurfacePoint(back).chord(to: SurfacePoint(row.start)) < 1e-5, "\(row.testDescription)")
        }
    }

    @Test func `the way back is as long, and the same place is 0 away`() {
        for row in GoldenGeodesic.all {
            let there = Geodesic.distance(from: row.start, to: row.end)
            let back = Geodesic.distance(from: row.end, to: row.start)

            #expect(abs(there - back) < 1e-7, "\(row.testDescription)")
            #expect(Geodesic.distance(from: row.start, to: row.start) < 1e-8)
        }
    }

    @Test(arguments: Array(1...4) as [UInt64])
    func `any two places have a finite distance of at most half a meridian`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let specials = [-90, -45, -1e-300, -0.0, 0, 1e-300, .leastNonzeroMagnitude, 1e-9, 45, 90, 90.0.nextDown]

        for _ in 0..<2000 {
            func latitude() -> Double {
                Bool.random(using: &random)
                    ? specials[Int.random(in: 0..<specials.count, using: &random)]
                    : Double.random(in: -90...90, using: &random)
            }
            func longitude() -> Double {
                Bool.random(using: &random)
                    ? specials[Int.random(in: 0..<specials.count, using: &random)] * 2
                    : Double.random(in: -180...180, using: &random)
            }
            let start = try Coordinate(latitude: latitude(), longitude: longitude())
            let end = try Coordinate(latitude: latitude(), longitude: longitude())

            let segment = Geodesic.inverse(from: start, to: end)

            #expect((0...20_003_931.458_7).contains(segment.distance), "seed \(seed): \(start) \(end)")
            #expect((0..<360).contains(segment.initialBearing), "seed \(seed): \(start) \(end)")
            #expect((0..<360).contains(segment.finalBearing), "seed \(seed): \(start) \(end)")
            let arrival = Geodesic.destination(
                from: start, bearing: segment.initialBearing, distance: segment.distance)
            #expect(SurfacePoint(arrival).chord(to: SurfacePoint(end)) < 1e-5, "seed \(seed): \(start) \(end)")
        }
    }

    @Test func `going around the Earth arrives where one began`() throws {
        let start = try Coordinate(latitude: 12, longitude: 34)
        let meridian = 40_007_862.917_25

        let around = Geodesic.destination(from: start, bearing: 0, distance: 3 * meridian)
        let backwards = Geodesic.destination(from: start, bearing: 180, distance: -meridian)

        #expect(SurfacePoint(around).chord(to: SurfacePoint(start)) < 1e-3)
        #expect(SurfacePoint(backwards).chord(to: SurfacePoint(start)) < 1e-3)
    }

    @Test func `the longitude falls behind by the flattening on each turn along the equator`() throws {
        let start = try Coordinate(latitude: 0, longitude: 0)

        let end = Geodesic.destination(from: start, bearing: 90, distance: 2 * 6_378_137 * .pi * 1.25)

        #expect(abs(end.longitude - 90) < 1e-10)
        #expect(abs(end.latitude) < 1e-10)
    }

    @Test func `an absurd distance still ends on Earth`() throws {
        let start = try Coordinate(latitude: 50, longitude: 8)

        let end = Geodesic.destination(from: start, bearing: 1e300, distance: 1e300)

        #expect((-90...90).contains(end.latitude))
        #expect((-180...180).contains(end.longitude))
    }

    @Test func `no distance at all changes nothing`() throws {
        let start = try Coordinate(latitude: 90, longitude: 180)

        #expect(Geodesic.destination(from: start, bearing: 17, distance: 0) == start)
    }

    // iOS starts no other process, so there are no exit tests there.
    #if !os(iOS)
        @Test func `a bearing or distance that is no number is a programmer's mistake`() async {
            await #expect(processExitsWith: .failure) {
                _ = Geodesic.destination(
                    from: try Coordinate(latitude: 0, longitude: 0), bearing: .nan, distance: 1)
            }
        }
    #endif
}
