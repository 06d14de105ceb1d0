package import CommandLineWords
package import Foundation
import LocationCore
package import LocationSimulator

/// What every example can be asked for on its command line.
package struct ExampleOptions: Sendable {
    /// The options that all examples share, and how an example ends.
    package static let help = """
          --track FILE             GPX or NMEA; without it the sample trip
          --profile NAME           ios (default), ios-clmonitor, android or software: without region monitoring
          --collector URL          where to upload, such as http://127.0.0.1:8080
          --events FILE.jsonl      write each event there, one a line
          --seed N                 decides everything random; 1 by default
          --start TIME             for tracks without times: the first point's, such as 2026-07-06T12:00:00Z
          --step-ms N              and the milliseconds from point to point
          --accuracy M             for points that tell none; 100 by default
          --through-gaps           travel evenly over pauses above 30 s and between segments; without it the phone
                                   stays at the last point and is at the next one at its time

        exit codes: 0 done, and as it should be; 1 something went wrong or is missing; 2 the command line or a file
        makes no sense
        """

    private static let names: Set<String> = [
        "--track", "--profile", "--collector", "--events", "--seed", "--start", "--step-ms", "--accuracy",
    ]

    package let wantsHelp: Bool
    /// The track's file; `nil` for the sample trip.
    package let track: URL?
    package let profile: PhoneProfile
    package let collector: String?
    package let events: URL?
    package let seed: UInt64
    /// Whether the phone travels where the recording tells no way. (AMD-26)
    package let throughGaps: Bool

    private let start: Timestamp?
    private let step: Int64?
    private let accuracy: Double
    private let own: [String: String]

    /// Reads a command line.
    ///
    /// - Parameters:
    ///   - arguments: The words behind the program's name.
    ///   - own: Options that only this example has.
    package init(_ arguments: some Sequence<String>, own: Set<String>) throws(CommandLineMistake) {
        let words = try CommandLineWords(
            Array(arguments), flags: ["--help", "--through-gaps"], options: Self.names.union(own))
        func value(_ name: String) -> OptionValue? {
            words.values[name].map { OptionValue(option: name, text: $0) }
        }
        wantsHelp = words.flags.contains("--help")
        if let word = words.rest.first { throw CommandLineMistake("\(word) is no option; see --help") }
        self.own = words.values.filter { own.contains($0.key) }
        throughGaps = words.flags.contains("--through-gaps")
        track = value("--track")?.file
        profile = try value("--profile")?.profile() ?? .iOSClassic
        collector = try value("--collector")?.address()
        events = value("--events")?.file
        seed = UInt64(try value("--seed")?.whole(in: 0...Int64.max) ?? 1)
        start = try value("--start")?.time()
        step = try value("--step-ms")?.whole(in: 1...86_400_000)
        accuracy = try value("--accuracy")?.metres() ?? 100
        if (start == nil) != (step == nil) { throw CommandLineMistake("--start and --step-ms go together") }
    }

    /// The value of an option that only this example has.
    package func own(_ name: String) -> OptionValue? { own[name].map { OptionValue(option: name, text: $0) } }

    /// Reads the track, or the sample trip, and shows what the reader gave up or assumed.
    package func readTrack() throws(CommandLineMistake) -> Track {
        let file = try fileOrSample(track, "trip.gpx")
        let name = file.lastPathComponent
        var timing: TrackOptions.Timing?
        if let start, let step { timing = .step(start: start, milliseconds: step) }
        do throws(TrackError) {
            let read = try Track.read(
                contentsOf: file, options: TrackOptions(timing: timing, fallbackAccuracy: accuracy, baseDate: start))
            for line in Self.summary(read.warnings) { print("\(name): \(line)") }
            return read
        } catch {
            throw CommandLineMistake("\(name): \(error)\(Self.hint(error))")
        }
    }

    /// The file that was asked for, or a sample.
    package func fileOrSample(_ file: URL?, _ sample: String) throws(CommandLineMistake) -> URL {
        if let file { return file }
        return try Samples.file(sample)
    }

    /// One line for each kind of warning, in the order of the file.
    private static func summary(_ warnings: [TrackWarning]) -> [String] {
        var kinds: [TrackWarning.Kind] = []
        var first: [TrackWarning.Kind: (warning: TrackWarning, more: Int)] = [:]
        for warning in warnings {
            if let known = first[warning.kind] {
                first[warning.kind] = (known.warning, known.more + 1)
            } else {
                kinds.append(warning.kind)
                first[warning.kind] = (warning, 0)
            }
        }
        return kinds.compactMap { first[$0] }.map { warning, more in
            "\(warning)" + (more > 0 ? " (and \(more) more of this kind)" : "")
        }
    }

    private static func hint(_ error: TrackError) -> String {
        switch error {
        case .timingNeeded, .dateNeeded, .sameTimes: " (--start, --step-ms)"
        default: ""
        }
    }
}
