import Foundation

/// A folder that goes with the value.
final class TemporaryFolder {
    private let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "case-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appending(path: name).path }
}
