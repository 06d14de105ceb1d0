import LocationCore

/// The bytes of a snapshot, each block of which is checked when it is first touched.
///
/// So opening costs the same whatever the size, and what is not needed is never read. A block that is not what was written
/// is not handed out, and the whole is marked: whoever worked with it throws the result away and reads the database.
final class SnapshotBytes: Sendable {
    let header: SnapshotHeader
    private let file: MappedFile
    private let state: Locked<State>

    private enum Block: UInt8 { case unknown, sound, damaged }

    private struct State {
        var blocks: [Block]
        var isDamaged = false
    }

    init(_ file: MappedFile) throws(SnapshotFault) {
        let header = try SnapshotHeader(file.bytes)
        let sums = UnsafeRawBufferPointer(rebasing: file.bytes[header.sumsStart...])
        guard SnapshotSum.of(sums) == header.sumOfSums else { throw .damaged("its sums") }
        self.header = header
        self.file = file
        state = Locked(State(blocks: Array(repeating: .unknown, count: header.blocks)))
    }

    /// Whether anything was touched that is not what was written.
    var isDamaged: Bool { state.withLock { $0.isDamaged } }

    /// Marks the whole: what a sound block says cannot be.
    func noteDamage() { state.withLock { $0.isDamaged = true } }

    /// Whether bytes are what was written; they are checked if they never were.
    func isSound(_ range: Range<Int>) -> Bool {
        guard range.lowerBound >= SnapshotHeader.blockSize, range.upperBound <= header.sumsStart else {
            noteDamage()
            return false
        }
        if range.isEmpty { return true }
        let first = range.lowerBound / SnapshotHeader.blockSize - 1
        let last = (range.upperBound - 1) / SnapshotHeader.blockSize - 1
        return state.withLock { state in
            for block in first...last {
                if state.blocks[block] == .unknown { state.blocks[block] = check(block) }
                if state.blocks[block] == .damaged {
                    state.isDamaged = true
                    return false
                }
            }
            return true
        }
    }

    /// Bytes that are what was written; `nil`, and a mark, if they are not.
    func read(_ range: Range<Int>) -> UnsafeRawBufferPointer? {
        isSound(range) ? UnsafeRawBufferPointer(rebasing: file.bytes[range]) : nil
    }

    /// A number at a place.
    func number<Number: FixedWidthInteger>(_ type: Number.Type, at offset: Int) -> Number? {
        read(offset..<offset + MemoryLayout<Number>.size)?.loadUnaligned(as: type)
    }

    /// The address of a part that lies within the blocks. Before anything of it is read it is asked whether that is sound.
    func address(of range: Range<Int>) -> UnsafeRawPointer? {
        UnsafeRawBufferPointer(rebasing: file.bytes[range]).baseAddress
    }

    private func check(_ block: Int) -> Block {
        let start = (block + 1) * SnapshotHeader.blockSize
        let end = min(start + SnapshotHeader.blockSize, header.sumsStart)
        let sum = file.bytes.loadUnaligned(fromByteOffset: header.sumsStart + 8 * block, as: UInt64.self)
        return SnapshotSum.of(UnsafeRawBufferPointer(rebasing: file.bytes[start..<end])) == sum ? .sound : .damaged
    }
}
