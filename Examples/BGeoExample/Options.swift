import BGeoAdapter
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
    enum FenceSource {
        case file(URL)
        case alongTrack(Int)
        case cities(URL)
    }

    static let help = """
        BGeoExample [OPTION VALUE]…      follows a track with BGeo on a simulated phone

          --track FILE             GPX or NMEA; without it the sample trip and its fences
          --fences FILE.json       a list of fences in BGeo's shape
          --fences-along-track N   or N fences on the track itself, with --radius
          --cities FILE.csv        or one fence a row (geonameid, latitude, longitude), with --radius
          --radius M               metres
          --profile NAME           ios (default), android or software: a machine without region monitoring
          --collector URL          where to upload, such as http://127.0.0.1:8080; without it records stay queued
          --events FILE.jsonl      write each event's payload there, one a line
          --seed N                 decides everything random; 1 by default
          --state DIR              keep the database there, and go on with a trip that was broken off
          --start TIME             for tracks without times: the first point's, such as 2026-07-06T12:00:00Z
          --step-ms N              and the milliseconds from point to point
          --accuracy M             for points that tell none; 100 by default
        """

    var wantsHelp = false
    var track: URL?
    var fences: FenceSource?
    var radius: Double?
    var profile = PhoneProfile.iOSClassic
    var collector: String?
    var events: URL?
    var seed: UInt64 = 1
    var state: URL?
    var start: Timestamp?
    var step: Int64?
    var accuracy = 100.0

    init(arguments: some Sequence<String>) throws {
        var rest = Array(arguments)[...]
        while let name = rest.popFirst() {
            if name == "--help" {
                wantsHelp = true
                return
            }
            guard let take = Self.takers[name] else { throw Mistake("\(name) is no option; see --help") }
            guard let value = rest.popFirst() else { throw Mistake("\(name) needs a value") }
            try take(&self, Value(option: name, text: value))
        }
        switch fences {
        case nil where track == nil:
            track = try Samples.file("trip.gpx")
            fences = .file(try Samples.file("fences.json"))
        case nil: throw Mistake("a --track needs --fences, --fences-along-track or --cities")
        case .alongTrack, .cities:
            guard radius != nil else { throw Mistake("--fences-along-track and --cities need a --radius") }
        case .file: break
        }
        if track == nil { track = try Samples.file("trip.gpx") }
        if (start == nil) != (step == nil) { throw Mistake("--start and --step-ms go together") }
    }

    private static let takers: [String: @Sendable (inout Options, Value) throws -> Void] = [
        "--track": { $0.track = $1.file },
        "--fences": { try $0.setFences(.file($1.file)) },
        "--fences-along-track": { try $0.setFences(.alongTrack(Int($1.whole(in: 1...100_000)))) },
        "--cities": { try $0.setFences(.cities($1.file)) },
        "--radius": { $0.radius = try $1.metres() },
        "--profile": { $0.profile = try $1.profile() },
        "--collector": { $0.collector = try $1.address() },
        "--events": { $0.events = $1.file },
        "--seed": { $0.seed = UInt64(try $1.whole(in: 0...Int64.max)) },
        "--state": { $0.state = $1.file },
        "--start": { $0.start = try $1.time() },
        "--step-ms": { $0.step = try $1.whole(in: 1...86_400_000) },
        "--accuracy": { $0.accuracy = try $1.metres() },
    ]

    private mutating func setFences(_ source: FenceSource) throws {
        guard fences == nil else {
            throw Mistake("only one of --fences, --fences-along-track and --cities can be given")
        }
        fences = source
    }

    /// How long after a crossing the system may tell it.
    var latency: Int64 { profile.standardKnobs.deliveryLatency }
}

/// The value of one option.
private struct Value {
    let option: String
    let text: String

    var file: URL { URL(filePath: text) }

    func whole(in range: ClosedRange<Int64>) throws -> Int64 {
        guard let number = Int64(text), range.contains(number) else {
            throw refused("a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    func metres() throws -> Double {
        guard let number = Double(text), number.isFinite, number > 0 else { throw refused("metres above 0") }
        return number
    }

    func time() throws -> Timestamp {
        guard let time = Timestamp(iso8601: text) else { throw refused("a time such as 2026-07-06T12:00:00Z") }
        return time
    }

    func profile() throws -> PhoneProfile {
        switch text {
        case "ios": return .iOSClassic
        case "android": return .android
        case "software": return .software
        default: throw refused("ios, android or software")
        }
    }

    func address() throws -> String {
        guard let parts = URLComponents(string: text), ["http", "https"].contains(parts.scheme), parts.host != nil
        else { throw refused("an address such as http://127.0.0.1:8080") }
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }

    private func refused(_ allowed: String) -> Mistake { Mistake("\(option) \(text): what is allowed is \(allowed)") }
}

/// The trip that comes with the project.
enum Samples {
    /// Looks in the working folder and those above it, then beside this source file.
    static func file(_ name: String) throws -> URL {
        let source = URL(filePath: #filePath).deletingLastPathComponent()
        var folder = URL(filePath: FileManager.default.currentDirectoryPath)
        var places = [source]
        while folder.path != "/" {
            places.insert(folder, at: places.count - 1)
            folder.deleteLastPathComponent()
        }
        for place in places {
            for candidate in ["Examples/Samples", "../Samples"] {
                let file = place.appending(path: candidate).appending(path: name)
                if FileManager.default.fileExists(atPath: file.path) { return file }
            }
        }
        throw Mistake("the sample \(name) is not to be found; start in the package's folder, or give a --track")
    }
}
