import CIOAdapter
import CommandLineWords
import ExampleSupport
import Foundation
import LocationCore

/// What the command line asks for.
struct Options: Sendable {
    static let help = """
        CIOExample [OPTION VALUE]…       follows a track with Customer.io's SDK on a simulated phone

          --fences FILE.json       what the server answers, in the shape of the wire; a collector has the same fences
        \(ExampleOptions.help)
        """

    let common: ExampleOptions

    init(arguments: some Sequence<String>) throws(CommandLineMistake) {
        common = try ExampleOptions(arguments, own: ["--fences"])
        if common.track != nil, common.own("--fences") == nil {
            throw CommandLineMistake("a --track needs --fences")
        }
    }

    func readFences() throws(CommandLineMistake) -> [UInt8] {
        let file = try common.fileOrSample(common.own("--fences")?.file, "customerio.json")
        do {
            return Array(try Data(contentsOf: file))
        } catch {
            throw CommandLineMistake("\(file.lastPathComponent) cannot be read: \(error.localizedDescription)")
        }
    }

    func write(_ arrivals: [Arrival]) throws(CommandLineMistake) {
        guard let events = common.events else { return }
        let lines = arrivals.map { $0.json.text + "\n" }.joined()
        do {
            try Data(lines.utf8).write(to: events, options: .atomic)
        } catch {
            throw CommandLineMistake("\(events.path) cannot be written: \(error.localizedDescription)")
        }
    }
}
