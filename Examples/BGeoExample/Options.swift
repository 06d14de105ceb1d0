import CommandLineWords
import ExampleSupport
import Foundation
import LocationCore
import LocationSimulator

/// What the command line asks for.
struct Options {
    enum FenceSource {
        case file(URL)
        case alongTrack(Int)
        case cities(URL)
    }

    static let help = """
        BGeoExample [OPTION VALUE]…      follows a track with BGeo on a simulated phone

          --fences FILE.json       a list of fences in BGeo's shape
          --fences-along-track N   or N fences on the track itself, with --radius
          --cities FILE.csv        or one fence a row (geonameid, latitude, longitude), with --radius
          --radius M               metres
          --state DIR              keep the database there, and go on with a trip that was broken off
        \(ExampleOptions.help)
        """

    let common: ExampleOptions
    let fences: FenceSource?
    let radius: Double?
    let state: URL?

    init(arguments: some Sequence<String>) throws(CommandLineMistake) {
        common = try ExampleOptions(
            arguments, own: ["--fences", "--fences-along-track", "--cities", "--radius", "--state"])
        radius = try common.own("--radius")?.metres()
        state = common.own("--state")?.file
        var sources: [FenceSource] = []
        if let file = common.own("--fences") { sources.append(.file(file.file)) }
        if let count = common.own("--fences-along-track") {
            sources.append(.alongTrack(Int(try count.whole(in: 1...100_000))))
        }
        if let file = common.own("--cities") { sources.append(.cities(file.file)) }
        if sources.count > 1 {
            throw CommandLineMistake("only one of --fences, --fences-along-track and --cities can be given")
        }
        if sources.isEmpty, !common.wantsHelp {
            guard common.track == nil else {
                throw CommandLineMistake("a --track needs --fences, --fences-along-track or --cities")
            }
            sources = [.file(try Samples.file("fences.json"))]
        }
        fences = sources.first
        switch fences {
        case .alongTrack, .cities:
            if radius == nil { throw CommandLineMistake("--fences-along-track and --cities need a --radius") }
        case .file, nil: break
        }
    }

    /// How long after a crossing the system may tell it.
    var latency: Int64 { common.profile.standardKnobs.deliveryLatency }
}
