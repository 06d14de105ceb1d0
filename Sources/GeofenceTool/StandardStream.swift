#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The two streams that a program is started with.
enum StandardStream: Int32 {
    case output = 1
    case error = 2

    /// Writes all of it, or says why not.
    func write(_ text: String) throws(Complaint) { try write(Array(text.utf8)) }

    func write(_ bytes: [UInt8]) throws(Complaint) {
        try writeAll(bytes, to: rawValue, named: self == .output ? "standard output" : "standard error")
    }
}

/// Writes all bytes to an open file. A disk that is full and a reader that has gone are complaints.
func writeAll(_ bytes: [UInt8], to file: Int32, named name: String) throws(Complaint) {
    var written = 0
    while written < bytes.count {
        let count = bytes[written...].withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { throw Complaint(.noOutput, "\(name) cannot be written: \(systemReason())") }
        written += count
    }
}

/// Why the last call of the system failed.
func systemReason() -> String { String(cString: strerror(errno)) }
