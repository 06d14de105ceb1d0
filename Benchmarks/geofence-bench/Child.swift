import BenchSupport
import Foundation
import LocationCore

/// Another process that answers with one JSON object.
enum Child {
    #if os(iOS)
        /// An app on iOS starts no other process.
        static func run(_ program: URL, _ arguments: [String]) throws(BenchError) -> JSONValue {
            throw .failed("iOS starts no other process, so \(arguments.first ?? "") is not measured there")
        }
    #else
        static func run(_ program: URL, _ arguments: [String]) throws(BenchError) -> JSONValue {
            let process = Foundation.Process()
            process.executableURL = program
            process.arguments = arguments
            let pipe = Pipe()
            process.standardOutput = pipe
            return try BenchError.wrap("running \(program.lastPathComponent) \(arguments.first ?? "")") {
                try process.run()
                let output = pipe.fileHandleForReading.readDataToEndOfFile()
                process.waitUntilExit()
                guard process.terminationStatus == 0 else {
                    throw BenchError.failed("it ended with status \(process.terminationStatus)")
                }
                return try JSONValue(json: Array(output))
            }
        }
    #endif

    /// This program again.
    static func runSelf(_ arguments: [String]) throws(BenchError) -> JSONValue {
        guard let program = Bundle.main.executableURL else { throw .failed("where this program lies is unknown") }
        return try run(program, arguments)
    }
}
