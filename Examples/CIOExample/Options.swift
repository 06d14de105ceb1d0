import Foundation
import LocationCore
import LocationSimulator

/// Something that the person who typed the command can put right.
struct Mistake: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

/// What the command line asks for.
struct Options: Sendable {
    static let help = """
        CIOExample [OPTION VALUE]…       follows a track with Customer.io's SDK on a simulated phone

          --track FILE             GPX or NMEA; without it the sample trip and its fences
          --fences FILE.json       what the server answers, in the shape of the wire
          --profile NAME           ios (default), ios-clmonitor or android
          --collector URL          a collector with the same fences, such as http://127.0.0.1:8080
          --events FILE.jsonl      write each event that arrived there, one a line
          --seed N                 decides everything random; 1 by default
        """

    private(set) var wantsHelp = false
    private(set) var collector: String?
    private(set) var profile = PhoneProfile.iOSClassic
    private(set) var seed: UInt64 = 1
    private var track: URL?
    private var fences: URL?
    private var events: URL?

    init(arguments: some Sequence<String>) throws {
        var rest = Array(arguments)[...]
        while let name = rest.popFirst() {
            if name == "--help" {
                wantsHelp = true
                return
            }
            guard ["--track", "--fences", "--profile", "--collector", "--events", "--seed"].contains(name) else {
                throw Mistake("\(name) is no option; see --help")
            }
            guard let value = rest.popFirst() else { throw Mistake("\(name) needs a value") }
            switch name {
            case "--track": track = URL(filePath: value)
            case "--fences": fences = URL(filePath: value)
            case "--events": events = URL(filePath: value)
            case "--collector": collector = value.hasSuffix("/") ? String(value.dropLast()) : value
            case "--profile": profile = try Self.profile(value)
            default:
                guard let number = UInt64(value) else { throw Mistake("--seed is a whole number, not \(value)") }
                seed = number
            }
        }
        if track != nil, fences == nil { throw Mistake("a --track needs --fences") }
    }

    private static func profile(_ name: String) throws -> PhoneProfile {
        switch name {
        case "ios": return .iOSClassic
        case "ios-clmonitor": return .iOSMonitor
        case "android": return .android
        default: throw Mistake("--profile is ios, ios-clmonitor or android, not \(name)")
        }
    }

    func readTrack() throws -> Track {
        let file = try track ?? Self.sample("trip.gpx")
        do throws(TrackError) {
            return try Track.read(contentsOf: file, options: TrackOptions(fallbackAccuracy: 100))
        } catch {
            throw Mistake("\(file.lastPathComponent): \(error)")
        }
    }

    func readFences() throws -> [UInt8] {
        let file = try fences ?? Self.sample("customerio.json")
        guard let data = try? Data(contentsOf: file) else { throw Mistake("\(file.path) cannot be read") }
        return Array(data)
    }

    func write(_ arrivals: [Arrival]) throws {
        guard let events else { return }
        let lines = arrivals.map { $0.json.text + "\n" }.joined()
        do {
            try Data(lines.utf8).write(to: events, options: .atomic)
        } catch {
            throw Mistake("\(events.path) cannot be written: \(error.localizedDescription)")
        }
    }

    /// A file beside the examples, when run from the package.
    private static func sample(_ name: String) throws -> URL {
        let file = URL(filePath: FileManager.default.currentDirectoryPath).appending(path: "Examples/Samples/\(name)")
        guard FileManager.default.fileExists(atPath: file.path) else {
            throw Mistake(
                "the sample \(name) is not in \(file.deletingLastPathComponent().path); run it from the package")
        }
        return file
    }
}
