package import CommandLineWords
package import Foundation

/// The trip that comes with the project.
package enum Samples {
    /// Looks in the working folder and those above it, then beside this source file.
    package static func file(_ name: String) throws(CommandLineMistake) -> URL {
        let source = URL(filePath: #filePath).deletingLastPathComponent()
        var folder = URL(filePath: FileManager.default.currentDirectoryPath)
        var places = [source]
        while folder.path != "/" {
            places.insert(folder, at: places.count - 1)
            folder.deleteLastPathComponent()
        }
        for place in places {
            for candidate in ["Examples/Samples", "../Samples"] {
                let file = place.appending(path: candidate).appending(path: name)
                if FileManager.default.fileExists(atPath: file.path) { return file }
            }
        }
        throw CommandLineMistake(
            "the sample \(name) is not to be found; start in the package's folder, or give --track and --fences")
    }
}
