import APIMigration
import CommandLineWords

/// What the command line of `geofence migrate` asks for.
struct MigrateOptions {
    private(set) var wantsHelp = false
    private(set) var wantsJSON = false
    private(set) var source = APIStyle.bgeo
    private(set) var target = APIStyle.bgeo
    private(set) var fences = "-"
    private(set) var output: String?
    private(set) var report: String?
    private(set) var notification: String?

    init(_ words: [String]) throws(Complaint) {
        do throws(CommandLineMistake) {
            try self.init(
                CommandLineWords(
                    words, flags: ["--json", "--help", "-h"],
                    options: ["--from", "--to", "--output", "--report", "--notification"]))
        } catch {
            throw Complaint(.usage, error.description)
        }
        try check()
    }

    private init(_ line: CommandLineWords) throws(CommandLineMistake) {
        wantsJSON = line.flags.contains("--json")
        wantsHelp = line.flags.contains("--help") || line.flags.contains("-h")
        if wantsHelp { return }
        source = try Self.style(line, "--from")
        target = try Self.style(line, "--to")
        fences = try line.only("FENCES, a file or -")
        output = line.values["--output"]
        report = line.values["--report"]
        notification = line.values["--notification"]
    }

    private func check() throws(Complaint) {
        if wantsHelp { return }
        if notification != nil, target != .beekon {
            throw Complaint(.usage, "--notification is for --to beekon; the others have no notifications")
        }
        if report == "-", output == nil {
            throw Complaint(.usage, "--report - needs an --output: fences and report cannot both go to standard output")
        }
        if let output, output == report { throw Complaint(.usage, "--output and --report are one file") }
        if let report, report != "-", report == fences { throw Complaint(.usage, "--report would replace FENCES") }
    }

    private static func style(_ line: CommandLineWords, _ option: String) throws(CommandLineMistake) -> APIStyle {
        guard let word = line.values[option] else { throw CommandLineMistake("\(option) is missing: \(words)") }
        guard let style = APIStyle(rawValue: word) else {
            throw CommandLineMistake("\(option) \(word): what is allowed is \(words)")
        }
        return style
    }

    private static let words = "bgeo, beekon or customerio"
}
