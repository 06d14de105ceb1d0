import BenchSupport

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The least that a durable write can cost on this disk: some bytes into space that is there already, and a flush.
final class RawLimit {
    private static let space = 16 << 20

    private let file: Int32
    private var offset = 0
    private var bytes = [UInt8](repeating: 0x78, count: 1 << 20)

    init(_ folder: borrowing Scratch) throws(BenchError) {
        file = open(folder.file("raw.bin"), O_CREAT | O_TRUNC | O_RDWR, 0o644)
        guard file >= 0 else { throw .failed("opening the file of the limit: \(errno)") }
        for start in stride(from: 0, to: Self.space, by: bytes.count) { try write(bytes.count, at: start) }
        try flush()
    }

    deinit { close(file) }

    /// Writes `count` bytes, at most 1 MiB, and returns when they have reached the medium.
    func commit(_ count: Int) throws(BenchError) {
        bytes[0] &+= 1
        if offset + count > Self.space { offset = 0 }
        try write(count, at: offset)
        offset += count
        try flush()
    }

    private func write(_ count: Int, at start: Int) throws(BenchError) {
        guard pwrite(file, bytes, count, off_t(start)) == count else { throw .failed("writing the limit: \(errno)") }
    }

    private func flush() throws(BenchError) {
        #if canImport(Darwin)
            let result = fcntl(file, F_FULLFSYNC)
        #else
            let result = fdatasync(file)
        #endif
        guard result == 0 else { throw .failed("flushing the limit: \(errno)") }
    }
}
