import BeekonAdapter
import Foundation
import LocationCore
import LocationSimulator

/// Something that the person who typed the command can put right.
struct Mistake: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

/// What the command line asks for.
struct Options {
    static let help = """
        BeekonExample [OPTION VALUE]…    follows a track with Beekon on a simulated phone

          --track FILE           GPX or NMEA with times; without it the sample trip
          --fences FILE.json     a list of fences in Beekon's shape; without it those of the sample trip
          --mode self|cloud      who owns the fences; in cloud mode the first one is a polygon with a hole
          --profile NAME         ios (default), monitor, android or software: a machine without region monitoring
          --collector URL        where to upload, such as http://127.0.0.1:8080; in cloud mode it gives the fences
          --events FILE.jsonl    write each crossing and its position there, one a line
          --seed N               decides everything random; 1 by default
        """

    var wantsHelp = false
    var track: URL?
    var fences: URL?
    var isCloud = false
    var profile = PhoneProfile.iOSClassic
    var collector: String?
    var events: URL?
    var seed: UInt64 = 1

    init(arguments: some Sequence<String>) throws {
        var rest = Array(arguments)[...]
        while let name = rest.popFirst() {
            if name == "--help" {
                wantsHelp = true
                return
            }
            guard let value = rest.popFirst() else {
                throw Mistake("\(name) is no option or needs a value; see --help")
            }
            try take(name, value)
        }
        if track == nil { track = try Samples.file("trip.gpx") }
        if fences == nil { fences = try Samples.file("beekon-fences.json") }
    }

    private mutating func take(_ name: String, _ value: String) throws {
        func refused(_ allowed: String) -> Mistake { Mistake("\(name) \(value): what is allowed is \(allowed)") }
        switch (name, value) {
        case ("--track", _): track = URL(filePath: value)
        case ("--fences", _): fences = URL(filePath: value)
        case ("--events", _): events = URL(filePath: value)
        case ("--mode", "self"): isCloud = false
        case ("--mode", "cloud"): isCloud = true
        case ("--mode", _): throw refused("self or cloud")
        case ("--profile", "ios"): profile = .iOSClassic
        case ("--profile", "monitor"): profile = .iOSMonitor
        case ("--profile", "android"): profile = .android
        case ("--profile", "software"): profile = .software
        case ("--profile", _): throw refused("ios, monitor, android or software")
        case ("--collector", _):
            guard let parts = URLComponents(string: value), ["http", "https"].contains(parts.scheme), parts.host != nil
            else { throw refused("an address such as http://127.0.0.1:8080") }
            collector = value.hasSuffix("/") ? String(value.dropLast()) : value
        case ("--seed", _):
            guard let number = UInt64(value) else { throw refused("a whole number from 0") }
            seed = number
        default: throw Mistake("\(name) is no option; see --help")
        }
    }

    /// What the app configures.
    var config: BeekonConfig {
        if isCloud { return .cloud(projectKey: "bkproj_example") }
        let url = collector.flatMap { URL(string: $0 + "/beekon") }
        return .selfManaged(sync: url.map { SyncConfig(url: $0) })
    }

    func readTrack() throws -> Track {
        guard let track else { throw Mistake("there is no track") }
        do throws(TrackError) {
            return try Track.read(contentsOf: track)
        } catch {
            throw Mistake("\(track.lastPathComponent): \(error)")
        }
    }

    func readFences() throws -> [BeekonGeofence] {
        guard let fences else { return [] }
        do {
            return try JSONDecoder().decode([BeekonGeofence].self, from: Data(contentsOf: fences))
        } catch {
            throw Mistake("\(fences.lastPathComponent) is no list of fences: \(error)")
        }
    }
}

/// The trip that comes with the project.
enum Samples {
    /// Looks in the working folder and those above it.
    static func file(_ name: String) throws -> URL {
        var folder = URL(filePath: FileManager.default.currentDirectoryPath)
        while true {
            let file = folder.appending(path: "Examples/Samples").appending(path: name)
            if FileManager.default.fileExists(atPath: file.path) { return file }
            guard folder.path != "/" else { break }
            folder.deleteLastPathComponent()
        }
        throw Mistake(
            "the sample \(name) is not to be found; start in the package's folder, or give a --track and --fences")
    }
}
