public import Foundation
import GeofenceEngine
import LocationCore

/// The fences that BGeo's own SDK keeps on a device, as far as its database is public: a table `geofences` in one SQLite file.
/// (BGEO 8.1)
///
/// The names of its columns are not public. Those of the API are tried, in both spellings; a file that has others is reported
/// and left to the vendor's own list, see ``FenceListing``. The database is copied and the copy is read, so that nothing of
/// it changes, not even what SQLite would write beside it.
public struct BGeoInstallation: Hashable, Sendable {
    /// The fences; convert them with ``FenceMigration``.
    public let fences: FenceFile
    /// What is there and was not read, each as a sentence.
    public let untouched: [String]

    /// Reads a database.
    ///
    /// - Parameters:
    ///   - database: The vendor's file, usually `bgeo.db`.
    ///   - scratch: A folder for the copy, which is removed again.
    /// - Returns: `nil` when there is no file.
    /// - Throws: ``VendorFileError``.
    public static func read(database: URL, scratch: URL) throws(VendorFileError) -> BGeoInstallation? {
        let file = VendorFile(database)
        let log = VendorFile(URL(filePath: database.path + "-wal"))
        let before = (file.stamp, log.stamp)
        guard let bytes = try file.bytes() else { return nil }
        let logged = try log.bytes()
        guard file.stamp == before.0, log.stamp == before.1 else { throw .inUse(file: file.name) }
        let copy = scratch.appending(path: "\(file.name).copy")
        defer { StoreFile(path: copy.path).removeQuietly() }
        do {
            try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
            try bytes.write(to: copy)
            try logged?.write(to: URL(filePath: copy.path + "-wal"))
        } catch {
            throw .unreadable(file: file.name, why: "its copy cannot be written: \(error.localizedDescription)")
        }
        let read: Result<BGeoInstallation, VendorFileError>
        do throws(StoreError) {
            read = try BGeoDatabase(path: copy.path).installation(named: file.name)
        } catch {
            throw .unreadable(file: file.name, why: "\(error)")
        }
        return try read.get()
    }
}

extension StoreFile {
    fileprivate func removeQuietly() {
        // A copy that cannot be removed is in a folder for such things.
        try? remove()
    }
}
