#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A file in memory: pages come when they are touched, and the system may take them back.
///
/// Touching a page that the file has lost is a signal, so no file that may be shortened can be mapped. A snapshot never is:
/// it is written under another name and only gets its own when it is complete (``SnapshotFile``), and it goes by being
/// replaced or unlinked, which leaves what was mapped as it is until the last mapping ends. It lies in the app's own folder,
/// where nobody else writes, and has the protection class of the database beside it, so that whoever could open that can
/// read this.
///
/// `@unchecked` holds because the pages are mapped for reading alone, and stay for as long as the object.
final class MappedFile: @unchecked Sendable {
    let bytes: UnsafeRawBufferPointer

    init(_ file: StoreFile) throws(SnapshotFault) {
        let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw errno == ENOENT ? .missing : .unreadable(.system(errno, file: file))
        }
        defer { close(descriptor) }
        var information = stat()
        guard fstat(descriptor, &information) == 0 else { throw .unreadable(.system(errno, file: file)) }
        guard information.st_mode & S_IFMT == S_IFREG else { throw .notASnapshot }
        guard information.st_size > 0 else { throw .notASnapshot }
        let count = Int(information.st_size)
        let start = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0)
        guard let start, start != MAP_FAILED else { throw .unreadable(.system(errno, file: file)) }
        // Nothing is read in order: what lies beside a page is not wanted.
        madvise(start, count, MADV_RANDOM)
        bytes = UnsafeRawBufferPointer(start: start, count: count)
    }

    deinit {
        if let start = bytes.baseAddress { munmap(UnsafeMutableRawPointer(mutating: start), bytes.count) }
    }
}
