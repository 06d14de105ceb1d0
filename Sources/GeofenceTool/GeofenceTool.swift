import Foundation

/// Work on fences at a desk: `geofence COMMAND …`.
@main struct GeofenceTool {
    static let version = "0.1.0"

    static func main() {
        // A reader that has gone is a complaint like a full disk, not the end in the middle of a file.
        signal(SIGPIPE, SIG_IGN)
        exit(run(Array(CommandLine.arguments.dropFirst())).rawValue)
    }

    private static func run(_ arguments: [String]) -> ExitCode {
        do throws(Complaint) {
            guard let word = arguments.first else {
                throw Complaint(.usage, "a command is missing; see geofence help")
            }
            switch word {
            case "--help", "-h": return try help([])
            case "help": return try help(Array(arguments.dropFirst()))
            case "--version":
                try StandardStream.output.write("geofence \(version)\n")
                return .success
            default: return try CommandTable.command(word).run(Array(arguments.dropFirst()))
            }
        } catch {
            error.tell()
            return error.code
        }
    }

    private static func help(_ words: [String]) throws(Complaint) -> ExitCode {
        guard words.count <= 1 else { throw Complaint(.usage, "help takes one command; see geofence help") }
        try StandardStream.output.write(try words.first.map(CommandTable.help(of:)) ?? CommandTable.overview)
        return .success
    }
}
