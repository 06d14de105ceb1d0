import Foundation

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A file that appears under its name when it is whole, or not at all.
///
/// It is written beside its place and moved there; what stood there before stays until then. A link is followed. A name
/// that stands for a device or a pipe is written directly.
struct OutputFile {
    private let path: String
    private let partial: String?

    /// Writes the file beside its place.
    ///
    /// - Throws: A complaint when the folder, the disk or the permissions do not allow it; nothing is left behind.
    init(_ path: String, holding bytes: [UInt8]) throws(Complaint) {
        let place = Self.isDevice(path) ? path : URL(filePath: path).resolvingSymlinksInPath().path
        self.path = place
        if Self.isDevice(path) || Self.isNoRegularFile(place) {
            partial = nil
            let file = open(path, O_WRONLY | O_CLOEXEC)
            guard file >= 0 else { throw Complaint(.noOutput, "\(path) cannot be written: \(systemReason())") }
            defer { close(file) }
            try writeAll(bytes, to: file, named: path)
            return
        }
        let partial = "\(place).\(ProcessInfo.processInfo.processIdentifier).partial"
        let file = open(partial, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard file >= 0 else { throw Complaint(.noOutput, "\(path) cannot be written: \(systemReason())") }
        self.partial = partial
        do throws(Complaint) {
            defer { close(file) }
            try writeAll(bytes, to: file, named: path)
            // Moved before its bytes are on the disk, it could be empty after a loss of power.
            guard Self.flush(file) else { throw Complaint(.noOutput, "\(path) cannot be written: \(systemReason())") }
        } catch {
            unlink(partial)
            throw error
        }
    }

    /// Brings what was written down to the disk.
    private static func flush(_ file: Int32) -> Bool {
        #if canImport(Darwin)
            // Apple's fsync leaves data in the drive's cache. Not every file system knows more than it.
            if fcntl(file, F_FULLFSYNC) != -1 { return true }
        #endif
        return fsync(file) == 0
    }

    /// What stands under such a name may be a pipe behind a link that leads nowhere.
    private static func isDevice(_ path: String) -> Bool { path.hasPrefix("/dev/") }

    /// Whether something is there that a file must not replace: a folder, a pipe.
    private static func isNoRegularFile(_ path: String) -> Bool {
        let values = try? URL(filePath: path).resourceValues(forKeys: [.isRegularFileKey])
        return values?.isRegularFile == false
    }

    /// Gives the file its name.
    func publish() throws(Complaint) {
        guard let partial else { return }
        guard rename(partial, path) == 0 else {
            let reason = systemReason()
            unlink(partial)
            throw Complaint(.noOutput, "\(path) cannot be written: \(reason)")
        }
    }

    /// Takes it away, unless it has its name already.
    func discard() {
        if let partial { unlink(partial) }
    }
}
