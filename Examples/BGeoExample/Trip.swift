import CommandLineWords
import ExampleSupport
import Foundation
import LocationCore
import LocationSimulator

/// The way, and how far it has been travelled.
///
/// In a kept folder a file remembers the place, so that a run that was killed goes on as after a reboot of the phone. It
/// is written *before* the phone moves on: time never runs backwards, and the phone was switched off for one step at most.
struct Trip {
    private struct Progress: Codable {
        var run: UInt64 = 0
        var trip: Int64 = 0
        var at: Int64?
    }

    private static let stepMilliseconds: Int64 = 30_000
    private static let day: Int64 = 86_400_000

    /// Where the phone is at which time.
    let journey: Journey
    /// What the wall clock shows.
    private(set) var now: Timestamp
    /// Whether an earlier run has begun with this trip.
    let isResumed: Bool
    /// Whether nothing was ever travelled before.
    var isFirst: Bool { !isResumed && progress.trip == 0 }
    private let file: URL?
    private var progress = Progress()

    init(along track: Track, throughGaps: Bool, folder: WorkFolder) throws {
        file = folder.isTemporary ? nil : folder.url.appending(path: "progress.json")
        if let file, FileManager.default.fileExists(atPath: file.path) {
            do {
                progress = try JSONDecoder().decode(Progress.self, from: Data(contentsOf: file))
            } catch {
                throw CommandLineMistake("\(file.lastPathComponent) in the --state folder cannot be read: \(error)")
            }
        }
        progress.run += 1
        // Each trip begins a whole number of days after the one before it.
        let length = track.points.last.map { $0.timestamp.milliseconds(since: track.points[0].timestamp) } ?? 0
        let shift = progress.trip * (length / Self.day + 1) * Self.day
        journey = Journey(along: track, throughGaps: throughGaps, later: shift)
        isResumed = progress.at != nil
        now = progress.at.map { Timestamp(milliseconds: $0) } ?? journey.path[0].at
        try save()
    }

    /// A seed that is another one in each run, because the identifiers of records come from it.
    ///
    /// The factor is odd, so that no two runs share a seed, and not the step of the generator itself, so that one run's
    /// numbers are not another's.
    func seed(_ seed: UInt64) -> UInt64 { seed &+ (progress.run - 1) &* 0xD605_1F0B_9F8C_2D6D }

    /// When the last crossing of the way has had its time to be told.
    func end(latency: Int64) -> Timestamp { journey.path[journey.path.count - 1].at.adding(milliseconds: latency) }

    /// The time up to which to travel next; `nil` once the trip is over and its last crossing had time to be told.
    mutating func nextStop(latency: Int64) throws -> Timestamp? {
        let end = self.end(latency: latency)
        guard now < end else { return nil }
        now = journey.skippingPause(at: min(end, now.adding(milliseconds: Self.stepMilliseconds)))
        progress.at = now.milliseconds
        try save()
        return now
    }

    /// The next run begins a new trip.
    mutating func finish() throws {
        progress.trip += 1
        progress.at = nil
        try save()
    }

    private func save() throws {
        if let file { try JSONEncoder().encode(progress).write(to: file, options: .atomic) }
    }
}

/// Where the database is.
struct WorkFolder {
    let url: URL
    let isTemporary: Bool

    init(_ kept: URL?) throws {
        isTemporary = kept == nil
        url = kept ?? FileManager.default.temporaryDirectory.appending(path: "bgeo-example-\(UUID().uuidString)")
        do {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        } catch {
            throw CommandLineMistake("the folder \(url.path) cannot be made: \(error.localizedDescription)")
        }
    }

    func removeIfTemporary() {
        if isTemporary { try? FileManager.default.removeItem(at: url) }
    }
}
