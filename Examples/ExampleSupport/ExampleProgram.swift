import CommandLineWords
import Foundation

/// How every example begins and ends.
package enum ExampleProgram {
    /// Runs an example and ends the process with its exit code: 0 when all is as it should be, 1 when something went
    /// wrong or is missing, 2 when the command line or a file makes no sense.
    ///
    /// - Parameter run: The example; whether all was as it should be.
    package static func main(
        _ name: String, isolation: isolated (any Actor)? = #isolation, _ run: () async throws -> Bool
    ) async {
        do {
            if try await !run() { exit(1) }
        } catch let mistake as CommandLineMistake {
            complain(name, mistake.description)
            exit(2)
        } catch {
            complain(name, "\(error)")
            exit(1)
        }
    }

    private static func complain(_ name: String, _ text: String) {
        FileHandle.standardError.write(Data("\(name): \(text)\n".utf8))
    }
}
