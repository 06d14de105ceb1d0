import Foundation

/// Reads what a command is given.
enum InputFile {
    /// The bytes of a file, or of standard input for `-`.
    static func read(_ path: String) throws(Complaint) -> [UInt8] {
        do {
            if path == "-" { return Array(try FileHandle.standardInput.readToEnd() ?? Data()) }
            return Array(try Data(contentsOf: URL(filePath: path)))
        } catch {
            let reason = (error as NSError).localizedFailureReason ?? error.localizedDescription
            throw Complaint(.noInput, "\(path) cannot be read: \(reason)")
        }
    }
}
