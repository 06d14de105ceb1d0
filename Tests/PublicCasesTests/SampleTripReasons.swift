import BGeoAdapter
import BeekonAdapter
import Foundation
import LocationCore
import LocationSimulator
import Testing

/// Why the fences of the sample trip stayed silent, beside what is true.
@MainActor @Suite struct `Reasons on the sample trip` {
    private static let samples = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Examples/Samples")
    private let folder = FileManager.default.temporaryDirectory.appending(path: "reasons-\(UUID().uuidString)")

    private func path() throws -> [TimedPosition] {
        try Track.read(contentsOf: Self.samples.appending(path: "trip.gpx")).points.map {
            TimedPosition(at: $0.timestamp, coordinate: $0.coordinate, accuracy: $0.accuracy)
        }
    }

    /// The bus passes `school`, 100 m wide, 30 m outside its edge; the way is densely taken, straight between its points.
    private func truth(_ path: [TimedPosition]) throws -> (distance: Double, at: Timestamp) {
        let school = try Coordinate(latitude: 52.231776, longitude: 21.024348)
        var nearest = (distance: Double.infinity, at: path[0].at)
        for (from, to) in zip(path, path.dropFirst()) where to.at.milliseconds(since: from.at) <= 10_000 {
            let whole = to.at.milliseconds(since: from.at)
            for milliseconds in stride(from: Int64(0), to: whole, by: 100) {
                let part = Double(milliseconds) / Double(whole)
                let here = try Coordinate(
                    latitude: from.coordinate.latitude + part * (to.coordinate.latitude - from.coordinate.latitude),
                    longitude: from.coordinate.longitude + part * (to.coordinate.longitude - from.coordinate.longitude))
                let distance = Geodesic.distance(from: here, to: school) - 100
                if distance < nearest.distance { nearest = (distance, from.at.adding(milliseconds: milliseconds)) }
            }
        }
        return nearest
    }

    private func check(_ sentences: [String], _ truth: (distance: Double, at: Timestamp)) throws {
        let found = sentences.compactMap { sentence in
            sentence.wholeMatch(of: /the nearest approach was (\d+) m outside its edge, at (\S+)/)
        }
        let sentence = try #require(found.first)
        #expect(found.count == 1)
        let distance = try #require(Double(sentence.1))
        let at = try #require(Timestamp(iso8601: String(sentence.2)))
        // Positions come every few seconds, on a bus at 8.5 m/s.
        #expect(abs(distance - truth.distance) <= 10, "\(distance) m, and truly \(truth.distance) m")
        #expect(abs(at.milliseconds(since: truth.at)) <= 10_000, "at \(at), and truly at \(truth.at)")
        #expect(!sentences.contains { $0.contains("refused") })
        #expect(sentences.contains { $0.contains("outside") && $0.contains("last confirmed at") })
    }

    @Test func `the way is nearest to the school at 06:50:25, 30 m outside its edge`() throws {
        let truth = try truth(path())

        #expect(abs(truth.distance - 30) < 1)
        #expect(abs(truth.at.milliseconds(since: Timestamp(milliseconds: 1_776_149_425_000))) < 3000)
    }

    @Test(arguments: [PhoneProfile.iOSClassic, .iOSMonitor, .software])
    func `BGeo says when the bus came nearest to the school, and how near`(_ profile: PhoneProfile) async throws {
        let path = try path()
        let phone = SimulatedPhone(profile: profile, seed: 7, wall: path[0].at)
        defer { try? FileManager.default.removeItem(at: folder) }
        let fences = try JSONDecoder().decode(
            [Fence].self, from: Data(contentsOf: Self.samples.appending(path: "fences.json")))
        await phone.follow(path, from: .asStamped)
        try await BackgroundGeolocation.isolated(on: phone.device, folder: folder) {
            try await BackgroundGeolocation.ready(Config())
            try await BackgroundGeolocation.addGeofences(fences.map(\.geofence))
            try await BackgroundGeolocation.start()
            await phone.advance(to: path[path.count - 1].at)

            let sentences = await BackgroundGeolocation.explain(identifier: "school")

            try check(sentences, truth(path))
        }
    }

    @Test func `Beekon says the same`() async throws {
        let path = try path()
        let phone = SimulatedPhone(profile: .software, seed: 7, wall: path[0].at)
        defer { try? FileManager.default.removeItem(at: folder) }
        let fences = try JSONDecoder().decode(
            [BeekonGeofence].self, from: Data(contentsOf: Self.samples.appending(path: "beekon-fences.json")))
        await phone.follow(path, from: .asStamped)
        let beekon = Beekon(device: phone.device, folder: folder)
        try await beekon.addGeofences(fences)
        await phone.advance(to: path[path.count - 1].at)

        let sentences = await beekon.explain("school")

        try check(sentences, truth(path))
        #expect(sentences.contains("it is watched by positions: this system has no region monitoring"))
        #expect(!sentences.contains { $0.contains("has a region") })
        await beekon.close()
    }

    private struct Fence: Decodable {
        let identifier: String
        let radius, latitude, longitude: Double

        var geofence: Geofence {
            Geofence(
                identifier: identifier, radius: radius, latitude: latitude, longitude: longitude, notifyOnEntry: true,
                notifyOnExit: true)
        }
    }
}
