#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Where a database lies, and the files that SQLite keeps beside it.
///
/// Looks at names and sizes only. A file that SQLite has open is never opened here: closing a second descriptor
/// would drop the locks that SQLite holds on the first.
package struct StoreFile: Hashable, Sendable {
    /// What has the file's name.
    package enum Status: Hashable, Sendable {
        case missing
        case regular(bytes: Int64)
        case other
    }

    /// The path as it was given.
    package let path: String

    package init(path: String) { self.path = path }

    /// The endings of the files beside it: the write-ahead log, its index, the rollback journal, and our snapshot.
    package static let sidecars = ["-wal", "-shm", "-journal", SnapshotFile.ending]

    /// The last component of the path.
    package var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    /// The path of a file beside it.
    package func sidecar(_ ending: String) -> StoreFile { StoreFile(path: path + ending) }

    /// What lies there. Follows a link.
    ///
    /// - Throws: ``StoreError/notReadableYet(file:)`` when the folder may not be looked into, or
    ///   ``StoreError/notAFile(file:)`` when a part of the folder's path is a file.
    package func status() throws(StoreError) -> Status {
        var information = stat()
        if stat(path, &information) == 0 {
            let isRegular = information.st_mode & S_IFMT == S_IFREG
            return isRegular ? .regular(bytes: Int64(information.st_size)) : .other
        }
        let problem = errno
        switch problem {
        case ENOENT: return .missing
        case EACCES, EPERM: throw .notReadableYet(file: name)
        default: throw .system(problem, file: self)
        }
    }

    /// Whether it, or its log, is there and may not be read.
    var existsUnreadable: Bool {
        func isUnreadable(_ path: String) -> Bool { access(path, F_OK) == 0 && access(path, R_OK) != 0 }
        return isUnreadable(path) || isUnreadable(path + "-wal")
    }

    /// Creates the folders that lead to it, where they are missing, for their owner alone.
    package func createFolder() throws(StoreError) {
        let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        guard !folder.isEmpty, mkdir(folder, 0o700) != 0, errno != EEXIST else { return }
        guard errno == ENOENT else { throw .system(errno, file: self) }
        try StoreFile(path: folder).createFolder()
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw .system(errno, file: self) }
    }

    /// Creates it, empty, if it is missing.
    ///
    /// SQLite would do so too, but where it may not it forgets why. Nobody can have a file open that is not there.
    package func create() throws(StoreError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            close(descriptor)
        } else if errno != EEXIST {
            throw .system(errno, file: self)
        }
    }

    /// Gives it another name in the same folder, if nothing has that name.
    package func rename(to newName: String) throws(StoreError) {
        let target = sibling(newName)
        guard try target.status() == .missing else {
            throw .io(file: name, code: EEXIST, message: "\(newName) exists")
        }
        guard Self.move(path, target.path) else {
            // EPERM on a rename is a folder that may not be written, never a locked device: the name is no content.
            let problem = errno
            throw problem == EPERM || problem == EACCES ? .readOnly(file: name) : .system(problem, file: self)
        }
    }

    /// A file in the same folder.
    package func sibling(_ otherName: String) -> StoreFile {
        StoreFile(path: String(path.dropLast(name.count)) + otherName)
    }

    private static func move(_ from: String, _ to: String) -> Bool {
        #if canImport(Darwin)
            Darwin.rename(from, to) == 0
        #else
            Glibc.rename(from, to) == 0
        #endif
    }
}

extension StoreError {
    /// What a failed call of the system means.
    static func system(_ problem: Int32, file: StoreFile) -> StoreError {
        StoreError(systemError: problem, file: file)
            ?? .io(file: file.name, code: problem, message: String(cString: strerror(problem)))
    }
}
