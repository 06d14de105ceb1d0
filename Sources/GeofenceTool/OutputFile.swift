import Foundation

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A file that appears under its name when it is whole, or not at all.
///
/// It is written beside its place and moved there; what stood there before stays until then. A name that stands for a
/// device or a pipe is written directly.
struct OutputFile {
    private let path: String
    private let partial: String?

    /// Writes the file beside its place.
    ///
    /// - Throws: A complaint when the folder, the disk or the permissions do not allow it; nothing is left behind.
    init(_ path: String, holding bytes: [UInt8]) throws(Complaint) {
        self.path = path
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            partial = nil
            let file = open(path, O_WRONLY | O_CLOEXEC)
            guard file >= 0 else { throw Complaint(.noOutput, "\(path) cannot be written: \(systemReason())") }
            defer { close(file) }
            try writeAll(bytes, to: file, named: path)
            return
        }
        let partial = "\(path).\(ProcessInfo.processInfo.processIdentifier).partial"
        let file = open(partial, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard file >= 0 else { throw Complaint(.noOutput, "\(path) cannot be written: \(systemReason())") }
        self.partial = partial
        do throws(Complaint) {
            defer { close(file) }
            try writeAll(bytes, to: file, named: path)
            // Moved before its bytes are on the disk, it could be empty after a loss of power.
            guard fsync(file) == 0 else { throw Complaint(.noOutput, "\(path) cannot be written: \(systemReason())") }
        } catch {
            unlink(partial)
            throw error
        }
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
