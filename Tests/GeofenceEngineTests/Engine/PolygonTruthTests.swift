import GeofenceEngine
import LocationCore
import LocationSimulator
import Testing

/// The engine's word on polygons against where the phone really was, by code that shares nothing with it.
@Suite struct `Polygons on a phone` {
    /// A star with a hole in its middle, round a place.
    static func star(_ random: inout Draw, round center: Coordinate) throws -> (FenceShape, SimulatedArea) {
        func ring(_ points: Int, _ reach: ClosedRange<Double>) -> [Coordinate] {
            (0..<points).map { index in
                Geodesic.destination(
                    from: center, bearing: Double(index) * 360 / Double(points),
                    distance: reach.lowerBound + random.unit() * (reach.upperBound - reach.lowerBound))
            }
        }
        let shell = ring(11, 120...400)
        let hole = ring(5, 30...70)
        let polygon = try Polygon(shell: shell, holes: [hole])
        return (.polygon(polygon), SimulatedArea(rings: [shell, hole]))
    }

    static func walk(_ random: inout Draw, round center: Coordinate, from start: Timestamp) -> [TimedPosition] {
        var time = start
        var here = Geodesic.destination(from: center, bearing: 0, distance: 900)
        var way = [TimedPosition(at: time, coordinate: here)]
        for _ in 0..<12 {
            let next = Geodesic.destination(
                from: center, bearing: random.unit() * 360, distance: random.unit() * 700)
            // At 5 m/s, so that a fix a second comes every five metres.
            time = time.adding(milliseconds: Int64(Geodesic.distance(from: here, to: next) / 5 * 1000) + 1000)
            here = next
            way.append(TimedPosition(at: time, coordinate: here))
        }
        return way
    }

    @Test(
        arguments: [
            (place: (52.2297, 21.0122), seed: UInt64(1)), ((52.2297, 21.0122), 2), ((0.001, 179.9995), 3),
            ((-16.5, -179.9998), 4), ((71.2, 25.8), 5), ((-33.9, 18.4), 6), ((0, 0), 7), ((64.1, -21.9), 8),
        ])
    func `what is told is what happened, within a fix`(place: (Double, Double), seed: UInt64) async throws {
        var random = Draw(seed: seed)
        let center = try Coordinate(latitude: place.0, longitude: place.1)
        let (shape, area) = try Self.star(&random, round: center)
        var knobs = PhoneKnobs.quick
        knobs.fixInterval = nil
        let bench = try EngineBench(knobs: knobs, at: Geodesic.destination(from: center, bearing: 0, distance: 900))
        let engine = try await bench.engine()
        try await engine.put([Fence(id: "star", shape: shape, reports: [.enter, .exit])])
        let start = bench.phone.now.wall
        let way = Self.walk(&random, round: center, from: start)
        await bench.phone.follow(way)
        let end = try #require(way.last).at
        let truth = bench.phone.trueCrossings(of: area, from: start, to: end)

        while bench.phone.now.wall < end {
            await bench.phone.advance(by: 1000)
            let position = try #require(bench.phone.position)
            await bench.phone.deliver(at: position, accuracy: 1, movesPhone: false)
            let isInside = bench.phone.isInside(area) == true
            // What the engine says may lag by the metre in which a fix cannot tell, never by a fix that can.
            if PreparedShape(shape).verdict(at: position, accuracy: 1) != .cannotTell {
                #expect(await engine.insideNow().isEmpty == !isInside, "seed \(seed) at \(bench.phone.now.wall)")
            }
        }

        // Visits too short for a fix are nobody's to tell; all others are told once, in order, at the next fix that can.
        var told = bench.transitions.map { ($0.kind == .enter, $0.at) }
        #expect(!told.isEmpty)
        for (index, crossing) in truth.enumerated() {
            let next = index + 1 < truth.count ? truth[index + 1].at : end
            let previous = index > 0 ? truth[index - 1].at : start
            guard next.milliseconds(since: crossing.at) > 4000, crossing.at.milliseconds(since: previous) > 4000
            else { continue }
            let match = told.firstIndex {
                $0.0 == (crossing.direction == .enter) && (-500...4000).contains($0.1.milliseconds(since: crossing.at))
            }
            #expect(match != nil, "seed \(seed): \(crossing) was not told")
            if let match { told.remove(at: match) }
        }
        for (index, transition) in told.enumerated() {
            // What is left belongs to short visits: each has a true crossing just before it.
            #expect(
                truth.contains { (-500...8000).contains(transition.1.milliseconds(since: $0.at)) },
                "seed \(seed): transition \(index) at \(transition.1) never happened")
        }
    }

    @Test func `the phone's own judgement knows holes, the antimeridian and a pole`() throws {
        func at(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
            try Coordinate(latitude: latitude, longitude: longitude)
        }
        let dateline = SimulatedArea(rings: [
            try [at(-1, 179), at(-1, -179), at(1, -179), at(1, 179)],
            try [at(-0.5, 179.5), at(-0.5, -179.5), at(0.5, -179.5), at(0.5, 179.5)],
        ])
        #expect(try dateline.contains(at(0.75, 180)))
        #expect(try dateline.contains(at(0.75, -179.2)))
        #expect(try !dateline.contains(at(0, 180)))
        #expect(try !dateline.contains(at(0, 0)))
        let cap = SimulatedArea(rings: [try [at(80, 0), at(80, 90), at(80, 180), at(80, -90)]])
        #expect(try cap.contains(at(90, 12)))
        #expect(try cap.contains(at(85, -120)))
        #expect(try !cap.contains(at(79, 45)))
    }
}
