#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Files that are made ready under another name and take the place of one in a single step.
///
/// No connection may have any of them open.
extension StoreFile {
    /// Whether SQLite left a log beside it, as it does while a connection is open or after a process was killed.
    package var hasLog: Bool {
        get throws(StoreError) {
            if case .regular(let bytes) = try sidecar("-wal").status() { return bytes > 0 }
            return false
        }
    }

    /// Removes it and the files beside it, where they are there.
    package func remove() throws(StoreError) {
        for ending in [""] + Self.sidecars + [SnapshotFile.unfinishedEnding] {
            let file = sidecar(ending)
            guard unlink(file.path) != 0, errno != ENOENT else { continue }
            throw .system(errno, file: file)
        }
    }

    /// Takes the place of another file of the folder, in one step. Neither has a log.
    ///
    /// Snapshots of both go first: what is left of one would be found to be another database's, and told.
    package func replace(_ other: StoreFile) throws(StoreError) {
        for file in [self, other] {
            for ending in [SnapshotFile.ending, SnapshotFile.unfinishedEnding] { unlink(file.path + ending) }
        }
        guard Self.exchange(path, other.path) else { throw .system(errno, file: other) }
        try syncFolder()
    }

    /// Writes its bytes to another file, down to the disk.
    package func copy(to other: StoreFile) throws(StoreError) {
        let source = open(path, O_RDONLY | O_CLOEXEC)
        guard source >= 0 else { throw .system(errno, file: self) }
        defer { close(source) }
        let target = open(other.path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard target >= 0 else { throw .system(errno, file: other) }
        defer { close(target) }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(source, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .system(errno, file: self) }
            if count == 0 { break }
            try other.write(buffer[..<count], to: target)
        }
        guard Self.flush(target) else { throw .system(errno, file: other) }
    }

    func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) throws(StoreError) {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Self.put(descriptor, $0) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .system(errno, file: self) }
            rest = rest.dropFirst(count)
        }
    }

    /// Brings the names in its folder down to the disk.
    func syncFolder() throws(StoreError) {
        let folder = path.contains("/") ? String(path.dropLast(name.count)) : "."
        let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system(errno, file: self) }
        defer { close(descriptor) }
        guard Self.flush(descriptor) else { throw .system(errno, file: self) }
    }

    /// Brings what was written down to the disk; false, with the reason in `errno`, where that fails.
    static func flush(_ descriptor: Int32) -> Bool {
        #if canImport(Darwin)
            // Apple's fsync leaves data in the drive's cache. Not every file system knows more than it.
            if fcntl(descriptor, F_FULLFSYNC) != -1 { return true }
        #endif
        return fsync(descriptor) == 0
    }

    static func exchange(_ from: String, _ to: String) -> Bool {
        #if canImport(Darwin)
            Darwin.rename(from, to) == 0
        #else
            Glibc.rename(from, to) == 0
        #endif
    }

    private static func put(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Darwin)
            Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #else
            Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
    }
}
