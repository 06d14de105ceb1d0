import Foundation
import LocationCore
import LocationSimulator
import TestSupport
import Testing

@Suite(.enabled(if: Shared.isPresent, "needs the recorded tracks"))
struct `LNX recorded tracks` {
    private func track(_ path: String, options: TrackOptions = TrackOptions()) throws -> Track {
        try Track.read(contentsOf: Shared.folder.appending(path: path), options: options)
    }

    @Test func `LNX-080 the NMEA ride has its 225 fixes and no complaint`() throws {
        let ride = try track("spec/fixtures/gpsd/track.nmea")

        #expect(ride.points.count == 225)
        #expect(ride.warnings.isEmpty)
        #expect(ride.points.first?.timestamp.iso8601 == "2025-06-15T10:00:05.000Z")
        #expect(ride.points.last?.timestamp.iso8601 == "2025-06-15T10:03:59.000Z")
        #expect(ride.points.filter { abs($0.accuracy - 114) < 1e-9 }.count == 10)
        #expect(ride.points.filter { abs($0.accuracy - 17.1) < 1e-9 }.count == 215)
        #expect(ride.points.filter { $0.course == nil && $0.speed == 0 }.count == 10)
        #expect(ride.points.allSatisfy { !$0.startsAfterGap })
    }

    @Test func `LNX-070 the same ride as gpsd recorded it has two segments`() throws {
        let ride = try track("spec/fixtures/gpsd/track.nmea")
        let recorded = try track("spec/fixtures/gpsd/track.gpx")

        #expect(recorded.points.map(\.timestamp) == ride.points.map(\.timestamp))
        #expect(recorded.points.filter(\.startsAfterGap).map(\.timestamp.iso8601) == ["2025-06-15T10:01:55.000Z"])
        #expect(recorded.points.filter(\.isAccuracyAssumed).count == 2)
        #expect(recorded.warnings.isEmpty)
        for (one, other) in zip(recorded.points, ride.points) {
            #expect(abs(one.coordinate.latitude - other.coordinate.latitude) < 1e-8)
            #expect(abs(one.coordinate.longitude - other.coordinate.longitude) < 1e-8)
        }
    }

    @Test func `LNX-070 a car's track is read as it is`() throws {
        let car = try track("data/tracks/around-visnjan-with-car.gpx")

        // Counted with Python's xml.etree.
        #expect(car.points.count == 104)
        #expect(car.warnings.isEmpty)
        #expect(car.points.allSatisfy { $0.isAccuracyAssumed })
        #expect(car.points.filter(\.startsAfterGap).count == 3)
    }

    @Test func `LNX-073 a hike's points without time are dropped, and its pauses are gaps`() throws {
        let hike = try track("data/tracks/korita-zbevnica.gpx")

        // Counted with Python's xml.etree: 871 points, 513 with time, 65 silences above 30 s, one more border.
        #expect(hike.points.count == 513)
        #expect(hike.warningKinds == Array(repeating: .timeMissing, count: 358))
        #expect(hike.points.filter(\.startsAfterGap).count == 65)
    }

    @Test func `LNX-073 a track without any time is paced by the caller`() throws {
        #expect(throws: TrackError.timingNeeded) { try track("data/tracks/track-with-extremes.gpx") }

        let paced = try track(
            "data/tracks/track-with-extremes.gpx",
            options: TrackOptions(timing: .step(start: noon, milliseconds: 5000)))

        #expect(paced.points.count == 25)
        #expect(paced.seconds.last == 120)
    }
}
