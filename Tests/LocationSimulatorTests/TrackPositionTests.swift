import LocationCore
import LocationSimulator
import Testing

@Suite struct `LNX places along a track` {
    private func track(_ rows: [(seconds: Int64, latitude: Double, longitude: Double, gap: Bool)]) throws -> Track {
        Track(
            points: try rows.map {
                TrackPoint(
                    coordinate: try Coordinate(latitude: $0.latitude, longitude: $0.longitude),
                    timestamp: noon.adding(milliseconds: $0.seconds * 1000), accuracy: 5, startsAfterGap: $0.gap)
            })
    }

    private func at(_ seconds: Double) -> Timestamp { noon.adding(milliseconds: Int64(seconds * 1000)) }

    @Test func `LNX-064 between two points the way is straight and even`() throws {
        let way = try track([(0, 10, 20, false), (10, 11, 18, false), (20, 11, 18, false)])

        #expect(way.position(at: at(0)) == (try Coordinate(latitude: 10, longitude: 20)))
        #expect(way.position(at: at(2.5)) == (try Coordinate(latitude: 10.25, longitude: 19.5)))
        #expect(way.position(at: at(10)) == (try Coordinate(latitude: 11, longitude: 18)))
        #expect(way.position(at: at(15)) == (try Coordinate(latitude: 11, longitude: 18)))
        #expect(way.position(at: at(20)) == (try Coordinate(latitude: 11, longitude: 18)))
    }

    @Test func `LNX-064 within a gap, before and after the track the position is unknown`() throws {
        let way = try track([(0, 10, 20, false), (40, 11, 18, true), (50, 12, 18, false)])

        #expect(way.position(at: at(-0.001)) == nil)
        #expect(way.position(at: at(0)) != nil)
        #expect(way.position(at: at(0.001)) == nil)
        #expect(way.position(at: at(39.999)) == nil)
        #expect(way.position(at: at(40)) == (try Coordinate(latitude: 11, longitude: 18)))
        #expect(way.position(at: at(50.001)) == nil)
    }

    @Test func `LNX-064 the last point is told where the position is unknown`() throws {
        let way = try track([(0, 10, 20, false), (40, 11, 18, true)])

        #expect(way.lastPoint(at: at(-1)) == nil)
        #expect(way.lastPoint(at: at(39)) == way.points[0])
        #expect(way.lastPoint(at: at(40)) == way.points[1])
        #expect(way.lastPoint(at: at(4000)) == way.points[1])
    }

    @Test(arguments: [(179.5, -179.5, 180.0), (-179.5, 179.5, 180), (179, -179.5, 179.75), (-179, 179.5, -179.75)])
    func `LNX-064 the way over the antimeridian is the short one`(_ from: Double, _ to: Double, _ middle: Double) throws
    {
        let way = try track([(0, 0, from, false), (10, 2, to, false)])

        let place = try #require(way.position(at: at(5)))

        #expect(place.latitude == 1)
        #expect(abs(place.longitude) == abs(middle))
        #expect(abs(middle) == 180 || place.longitude == middle)
    }

    @Test func `fence centres are taken at even steps of the points`() throws {
        let way = try track((0..<10).map { (Int64($0), Double($0), 0, false) })

        #expect(way.fenceCenters(count: 0) == [])
        #expect(way.fenceCenters(count: 1).map(\.latitude) == [5])
        #expect(way.fenceCenters(count: 3).map(\.latitude) == [1, 5, 8])
        #expect(way.fenceCenters(count: 10).map(\.latitude) == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
        #expect(way.fenceCenters(count: 20).map(\.latitude).prefix(5) == [0, 0, 1, 1, 2])
        #expect(Track(points: []).fenceCenters(count: 3) == [])
    }

    // iOS starts no other process, so there are no exit tests there.
    #if !os(iOS)
        @Test func `times that do not increase are a programmer's mistake`() async {
            await #expect(processExitsWith: .failure) {
                let point = TrackPoint(
                    coordinate: try Coordinate(latitude: 1, longitude: 1), timestamp: Timestamp(milliseconds: 0),
                    accuracy: 5)
                _ = Track(points: [point, point])
            }
        }
    #endif
}
