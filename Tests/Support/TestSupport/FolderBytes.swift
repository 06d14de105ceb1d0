public import Foundation

/// What stands in the files of a folder, byte for byte.
public enum FolderBytes {
    /// The names of the files below a folder that hold a text, or its first or last 24 bytes: a database may cut it in two.
    public static func files(below folder: URL, holding text: String) throws -> [String] {
        let whole = Data(text.utf8)
        let parts = [Data(whole.prefix(24)), Data(whole.suffix(24))]
        return try names(below: folder).filter { name in
            let bytes = try Data(contentsOf: folder.appending(path: name))
            return parts.contains { bytes.range(of: $0) != nil }
        }
    }

    /// The names of all files below a folder, in order.
    public static func names(below folder: URL) throws -> [String] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        return paths.filter { path in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: folder.appending(path: path).path, isDirectory: &isFolder)
                && !isFolder.boolValue
        }.sorted()
    }
}
