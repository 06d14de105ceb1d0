public import Foundation

/// The specification folder that stands beside a checkout while the project is being developed.
///
/// It is not part of the project. A test that needs it is enabled by ``isPresent`` and says so in its condition.
public enum Shared {
    /// `shared/` beside the checkout.
    public static let folder: URL = {
        if let path = ProcessInfo.processInfo.environment["GEOFENCING_SHARED"] { return URL(filePath: path) }
        return URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "shared")
    }()

    /// Whether the folder is there.
    public static let isPresent = FileManager.default.fileExists(atPath: folder.appending(path: "design.md").path)

    /// The bytes of a file in the folder.
    public static func data(_ path: String) throws -> Data {
        try Data(contentsOf: folder.appending(path: path))
    }
}
