import Foundation
import LocationCore
import LocationSimulator
import Testing

@Suite struct `The sample trip` {
    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Examples/Samples")

    private struct Fence: Decodable {
        let identifier: String
        let radius: Double
        let latitude: Double
        let longitude: Double
    }

    private func trip() throws -> Track { try Track.read(contentsOf: Self.folder.appending(path: "trip.gpx")) }

    private func fences() throws -> [String: Fence] {
        let data = try Data(contentsOf: Self.folder.appending(path: "fences.json"))
        let fences = try JSONDecoder().decode([Fence].self, from: data)
        return Dictionary(uniqueKeysWithValues: fences.map { ($0.identifier, $0) })
    }

    @Test func `it is read without a complaint and has one gap of 90 s`() throws {
        let track = try trip()

        #expect(track.points.count == 902)
        #expect(track.warnings.isEmpty)
        #expect(!track.isTruncated)
        #expect(track.points.allSatisfy { !$0.isAccuracyAssumed && $0.altitude != nil })
        let gap = try #require(track.points.firstIndex { $0.startsAfterGap })
        #expect(track.points.filter(\.startsAfterGap).count == 1)
        #expect(track.points[gap].timestamp.milliseconds(since: track.points[gap - 1].timestamp) == 90_000)
        #expect(try fences().count == 8)
    }

    struct Crossing: Sendable, CustomTestStringConvertible {
        let fence: String
        let milliseconds: Int64
        var testDescription: String { "\(fence) at \(Timestamp(milliseconds: milliseconds))" }
    }

    /// The times are those that Tests/Support/Python/evaluate_trip.py prints for the trip and its fences.
    @Test(arguments: [
        Crossing(fence: "home", milliseconds: 1_776_148_958_369),
        Crossing(fence: "campus", milliseconds: 1_776_149_791_910),
        Crossing(fence: "office", milliseconds: 1_776_149_960_229),
        Crossing(fence: "office", milliseconds: 1_776_151_325_364),
        Crossing(fence: "campus", milliseconds: 1_776_151_494_475),
        Crossing(fence: "park", milliseconds: 1_776_151_663_549),
        Crossing(fence: "park", milliseconds: 1_776_151_872_669),
        Crossing(fence: "shop", milliseconds: 1_776_152_053_861),
        Crossing(fence: "shop", milliseconds: 1_776_152_284_303),
        Crossing(fence: "kiosk", milliseconds: 1_776_152_503_090),
        Crossing(fence: "kiosk", milliseconds: 1_776_152_508_813),
        Crossing(fence: "home", milliseconds: 1_776_153_174_752),
    ])
    func `the way is on a fence's edge when the independent evaluation says so`(_ row: Crossing) throws {
        let fence = try #require(fences()[row.fence])
        let center = try Coordinate(latitude: fence.latitude, longitude: fence.longitude)

        let place = try #require(trip().position(at: Timestamp(milliseconds: row.milliseconds)))

        // Half a millisecond of a tram ride, and the plane's error.
        #expect(abs(center.planeDistance(to: place) - fence.radius) < 0.006)
    }

    @Test func `fence centres are those of the independent evaluation`() throws {
        let track = try trip()

        // floor((i + 0.5) * 902 / 4) for i in 0...3
        #expect(track.fenceCenters(count: 4) == [112, 338, 563, 789].map { track.points[$0].coordinate })
    }
}
