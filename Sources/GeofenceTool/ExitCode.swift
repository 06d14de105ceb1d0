/// How the tool ends; the numbers from 64 on are those of the BSD header `sysexits.h`.
enum ExitCode: Int32, CaseIterable {
    /// Done, and nothing was lost.
    case success = 0
    /// Done, and the report tells what was lost.
    case losses = 1
    /// The command line makes no sense.
    case usage = 64
    /// The input is not what it should be.
    case badInput = 65
    /// The input cannot be read.
    case noInput = 66
    /// The output cannot be written.
    case noOutput = 74

    private var meaning: String {
        switch self {
        case .success: "done; everything is carried, if in another form"
        case .losses: "done; something could not be carried, and the report says what"
        case .usage: "the command line makes no sense"
        case .badInput: "the input is not what it should be; nothing was written"
        case .noInput: "the input cannot be read; nothing was written"
        case .noOutput: "the output cannot be written; no file was left half done"
        }
    }

    /// For people.
    static var table: String {
        "exit codes\n" + allCases.map { "  " + String($0.rawValue).padded(to: 4) + $0.meaning + "\n" }.joined()
    }
}
