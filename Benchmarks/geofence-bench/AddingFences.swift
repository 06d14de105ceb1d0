import BGeoAdapter
import BenchSupport
import Foundation
import LocationCore

/// Adding all fences in one call, against Python's `sqlite3` inserting the same rows.
enum AddingFences {
    @Sendable static func run(_ bench: Bench) async throws(BenchError) {
        var ours = Samples()
        var python = Samples()
        let geofences = bench.fences.geofences()
        for round in 0..<bench.options.rounds {
            let folder = try bench.folder.folder("add-\(round)")
            ours.add(try await add(geofences, in: folder))
            python.add(nanoseconds: try insert(from: folder))
            try BenchError.wrap("clearing up") { try FileManager.default.removeItem(at: folder) }
        }
        var report = Report(
            "add", "addGeofences of \(geofences.count) fences in one call, BGeo, full durability", unit: "ms")
        report.set("data", bench.fences.source)
        report.value(ours, per: 1e6)
        report.reference(
            "python3's sqlite3 inserting the same rows into the same table with one index, in one transaction",
            python.median / 1e6, of: ours.median / 1e6)
        report.set("leastRatio", ours.least / python.least)
        report.goal("ratio of the medians at most 3", isMet: ours.median <= 3 * python.median)
        report.emit()
    }

    /// Adds through the vendor's façade to a new database file, which stays in the folder.
    static func add(_ geofences: [Geofence], in folder: URL) async throws(BenchError) -> Duration {
        try await BenchError.wrap("adding fences") {
            try await BackgroundGeolocation.isolated(on: StillDevice().device, folder: folder) {
                let begin = ContinuousClock.now
                try await BackgroundGeolocation.addGeofences(geofences)
                let passed = begin.duration(to: .now)
                return passed
            }
        }
    }

    /// Nanoseconds that Python took.
    private static func insert(from folder: URL) throws(BenchError) -> Double {
        let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "insert_fences.py")
        let source = folder.appending(path: BackgroundGeolocation.databaseName)
        let target = folder.appending(path: "python.db")
        let answer = try Child.run(
            URL(filePath: "/usr/bin/env"), ["python3", script.path, source.path, target.path])
        guard let milliseconds = answer["milliseconds"]?.doubleValue,
            answer["rows"]?.int64Value == Int64(SampleFences.count)
        else { throw .failed("the script said \(answer)") }
        return milliseconds * 1e6
    }
}

extension SampleFences {
    /// The fences as BGeo's users define them.
    func geofences() -> [Geofence] {
        places.map { place in
            Geofence(
                identifier: place.name, radius: Self.radius, latitude: place.coordinate.latitude,
                longitude: place.coordinate.longitude, notifyOnEntry: true, notifyOnExit: true)
        }
    }
}
