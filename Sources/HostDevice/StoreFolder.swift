package import Foundation

/// Where an adapter keeps its files, whoever chose the place.
package enum StoreFolder {
    /// Who changes the files; another one in a test.
    @TaskLocal package static var keeper: any FileKeeping = SystemFiles()

    /// Makes the folder of a database if it is missing; keeps it, the database and what lies beside it under the same name
    /// (its log, its snapshot) readable from the first unlock after a boot on, and out of backups.
    ///
    /// With *Complete* as an app's default class a locked phone, the normal case for an event in the background, could
    /// not read what is to be watched, and a mapped file would fault. (PLAT-053) New files take the class of the folder;
    /// those of an earlier version have their own. And what a backup brings to another phone is of no use there.
    package static func protect(database path: String) {
        let files = FileManager.default
        let database = URL(filePath: path)
        let folder = database.deletingLastPathComponent()
        // What fails here fails again, and is told, when the store is opened; and a file that keeps another class is
        // told as one that cannot be opened.
        // For its owner alone: the store holds credentials and positions.
        try? files.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let names = (try? files.contentsOfDirectory(atPath: folder.path)) ?? []
        let ours = names.filter { $0.hasPrefix(database.lastPathComponent) }.sorted()
        for url in [folder] + ours.map({ folder.appending(path: $0) }) {
            try? keeper.keepReadableWhileLocked(url)
            try? keeper.keepOutOfBackups(url)
        }
    }
}

/// What an Apple system does for a file.
package protocol FileKeeping: Sendable {
    /// Gives a file or folder the class that can be read from the first unlock after a boot on.
    func keepReadableWhileLocked(_ url: URL) throws
    /// Leaves a file or folder out of backups.
    func keepOutOfBackups(_ url: URL) throws
}

/// The system's own way. Without effect but on Apple systems.
package struct SystemFiles: FileKeeping {
    package init() {}

    /// The class of a file.
    package static var readableWhileLocked: [FileAttributeKey: Any] {
        [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication]
    }

    /// What a file says of backups.
    package static var outOfBackups: URLResourceValues {
        var values = URLResourceValues()
        values.isExcludedFromBackup = true
        return values
    }

    package func keepReadableWhileLocked(_ url: URL) throws {
        try FileManager.default.setAttributes(Self.readableWhileLocked, ofItemAtPath: url.path)
    }

    package func keepOutOfBackups(_ url: URL) throws {
        var url = url
        try url.setResourceValues(Self.outOfBackups)
    }
}
