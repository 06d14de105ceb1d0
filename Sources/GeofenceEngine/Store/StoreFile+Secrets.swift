import Foundation

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Credentials in files that were set aside: what has been renewed since is written over there as well.
extension StoreFile {
    /// Writes over texts in every file that was set aside from this one, its logs included.
    ///
    /// A database may cut a text in two and keep the parts in different places, so parts of 12 bytes and more are found too.
    /// Texts of fewer than 8 bytes are left alone.
    ///
    /// - Returns: How many bytes were written over.
    @discardableResult
    package func eraseSetAside(_ texts: [String]) throws(StoreError) -> Int {
        let pieces = Pieces(texts)
        guard !pieces.isEmpty else { return 0 }
        var erased = 0
        for file in try setAsideFiles() { erased += try file.erase(pieces) }
        return erased
    }

    /// Every file beside this one whose name begins as ``setAside(_:at:)`` names them.
    private func setAsideFiles() throws(StoreError) -> [StoreFile] {
        let folder = String(path.dropLast(name.count))
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)
        } catch {
            throw .io(file: name, code: EIO, message: error.localizedDescription)
        }
        var found: [StoreFile] = []
        for other in names.sorted() where other.hasPrefix("\(name).") {
            if case .regular = try sibling(other).status() { found.append(sibling(other)) }
        }
        return found
    }

    private func erase(_ pieces: Pieces) throws(StoreError) -> Int {
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system(errno, file: self) }
        defer { close(descriptor) }
        guard case .regular(let bytes) = try status(), bytes > 0 else { return 0 }
        let length = Int(bytes)
        guard let start = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), start != MAP_FAILED
        else {
            throw .system(errno, file: self)
        }
        defer { munmap(start, length) }
        let erased = pieces.erase(in: UnsafeMutableRawBufferPointer(start: start, count: length))
        guard erased == 0 || fsync(descriptor) == 0 else { throw .system(errno, file: self) }
        return erased
    }

    /// What is looked for.
    private struct Pieces {
        private static let shortest = 8
        private static let length = 12

        private var pieces: Set<[UInt8]> = []
        private var lengths: Set<Int> = []
        /// Whether a piece begins with two bytes: most places in a file are passed over by it.
        private var begins = [Bool](repeating: false, count: 65_536)

        init(_ texts: [String]) {
            for bytes in texts.map({ Array($0.utf8) }) where bytes.count >= Self.shortest {
                let length = min(Self.length, bytes.count)
                lengths.insert(length)
                for start in 0...bytes.count - length {
                    pieces.insert(Array(bytes[start..<start + length]))
                    begins[Int(bytes[start]) << 8 | Int(bytes[start + 1])] = true
                }
            }
        }

        var isEmpty: Bool { pieces.isEmpty }

        func erase(in bytes: UnsafeMutableRawBufferPointer) -> Int {
            var marked: [Range<Int>] = []
            for start in bytes.indices.dropLast() where begins[Int(bytes[start]) << 8 | Int(bytes[start + 1])] {
                for length in lengths where start + length <= bytes.count {
                    guard pieces.contains(Array(bytes[start..<start + length])) else { continue }
                    // Pieces that overlap are one range.
                    if let last = marked.last, last.upperBound >= start {
                        marked[marked.count - 1] = last.lowerBound..<max(last.upperBound, start + length)
                    } else {
                        marked.append(start..<start + length)
                    }
                }
            }
            for range in marked { for place in range { bytes[place] = UInt8(ascii: "*") } }
            return marked.reduce(0) { $0 + $1.count }
        }
    }
}
