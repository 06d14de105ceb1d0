import BenchSupport
import Foundation

/// A folder that lives as long as the run.
final class Scratch: Sendable {
    let url: URL

    /// - Parameter inMemory: Whether to prefer the file system in memory, where the machine has one.
    init(inMemory: Bool = false) throws(BenchError) {
        let memory = URL(filePath: "/dev/shm", directoryHint: .isDirectory)
        let hasMemory = inMemory && FileManager.default.isWritableFile(atPath: memory.path)
        let parent = hasMemory ? memory : FileManager.default.temporaryDirectory
        url = parent.appending(path: "geofence-bench-\(UUID().uuidString)", directoryHint: .isDirectory)
        let url = url
        try BenchError.wrap("making a folder") {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        }
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// The path of a file in it.
    func file(_ name: String) -> String { url.appending(path: name).path }

    /// A folder of its own within it.
    func folder(_ name: String) throws(BenchError) -> URL {
        let folder = url.appending(path: name, directoryHint: .isDirectory)
        try BenchError.wrap("making a folder") {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
        return folder
    }
}
