import BeekonAdapter
import CommandLineWords
import ExampleSupport
import Foundation
import LocationSimulator

/// What the command line asks for.
struct Options {
    static let help = """
        BeekonExample [OPTION VALUE]…    follows a track with Beekon on a simulated phone

          --fences FILE.json       a list of fences in Beekon's shape; without it those of the sample trip
          --mode self|cloud        who owns the fences; in cloud mode the first one is a polygon with a hole, and a
                                   collector gives the fences
        \(ExampleOptions.help)
        """

    let common: ExampleOptions
    let isCloud: Bool

    init(arguments: some Sequence<String>) throws(CommandLineMistake) {
        common = try ExampleOptions(arguments, own: ["--fences", "--mode"])
        let mode = common.own("--mode")
        switch mode?.text {
        case nil, "self": isCloud = false
        case "cloud": isCloud = true
        default: throw mode?.refused("self or cloud") ?? CommandLineMistake("--mode needs a value")
        }
    }

    /// What the app configures.
    var config: BeekonConfig {
        if isCloud { return .cloud(projectKey: "bkproj_example") }
        let url = common.collector.flatMap { URL(string: $0 + "/beekon") }
        return .selfManaged(sync: url.map { SyncConfig(url: $0) })
    }

    func readFences() throws(CommandLineMistake) -> [BeekonGeofence] {
        let file = try common.fileOrSample(common.own("--fences")?.file, "beekon-fences.json")
        do {
            return try JSONDecoder().decode([BeekonGeofence].self, from: Data(contentsOf: file))
        } catch {
            throw CommandLineMistake("\(file.lastPathComponent) is no list of fences: \(error)")
        }
    }
}
