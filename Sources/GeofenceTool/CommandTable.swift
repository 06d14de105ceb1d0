/// A thing that the tool can do.
struct Command: Sendable {
    /// The word on the command line.
    let name: String
    /// What it does, in one line.
    let summary: String
    /// All that can be said about it, its exit codes included.
    let help: String
    /// Does it, with the words behind its name.
    let run: @Sendable ([String]) throws(Complaint) -> ExitCode
}

/// Everything that the tool can do.
enum CommandTable {
    static let all = [Migrate.command]

    static func command(_ name: String) throws(Complaint) -> Command {
        guard let command = all.first(where: { $0.name == name }) else {
            throw Complaint(.usage, "\(name) is no command; see geofence help")
        }
        return command
    }

    static func help(of name: String) throws(Complaint) -> String { try command(name).help + "\n\n" + ExitCode.table }

    static var overview: String {
        let longest = all.map(\.name.count).max() ?? 0
        let commands = all.map { command in
            "  " + command.name.padded(to: longest) + "  " + command.summary + "\n"
        }
        return """
            geofence COMMAND …

            \(commands.joined())
            geofence help COMMAND says more; geofence --version says which one this is.

            \(ExitCode.table)
            """
    }
}

extension String {
    /// The text, filled up with blanks.
    func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
