#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The file beside a database that holds its snapshot.
///
/// It is never written in place. A new one is written under another name, brought down to the disk and renamed, so at any
/// instant there is the old one, the new one or none; whatever fails leaves the old one.
package struct SnapshotFile: Sendable {
    /// What its name ends with.
    static let ending = "-fences"
    static let unfinishedEnding = "-fences-new"

    /// A step of writing; simulated failures and deaths come before one.
    package enum Step: CaseIterable, Sendable {
        case creating, writing, syncing, publishing, syncingFolder
    }

    let file: StoreFile
    let unfinished: StoreFile
    /// Whether it must be whole after a loss of power; what is not is found out and costs time.
    let survivesPowerLoss: Bool
    let faults: StoreFaults?

    init(beside database: StoreFile, _ location: StoreLocation) {
        file = database.sidecar(Self.ending)
        unfinished = database.sidecar(Self.unfinishedEnding)
        survivesPowerLoss = location.survivesPowerLoss
        faults = location.faults
    }

    /// Writes a snapshot and puts it in the place of the one before.
    ///
    /// Another process may do the same at the same time. Each then writes a file of its own, and whose name is taken from it
    /// leaves it there; a reader finds either a whole one or none.
    func write(_ contents: SnapshotContents) throws(StoreError) {
        do throws(StoreError) {
            try writeUnfinished(contents)
        } catch {
            // What a simulated death leaves stays, as it would.
            if case .interrupted = error { throw error }
            unlink(unfinished.path)
            throw error
        }
    }

    /// Removes it, and what was left of writing one.
    func remove() {
        unlink(file.path)
        unlink(unfinished.path)
    }

    private func writeUnfinished(_ contents: SnapshotContents) throws(StoreError) {
        try step(.creating)
        unlink(unfinished.path)
        let descriptor = open(unfinished.path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .system(errno, file: unfinished) }
        defer { close(descriptor) }
        try step(.writing)
        var blocks = try SnapshotBlocks(descriptor, unfinished)
        try contents.write(to: &blocks)
        try step(.syncing)
        if survivesPowerLoss, !StoreFile.flush(descriptor) { throw .system(errno, file: unfinished) }
        try step(.publishing)
        guard isStillOurs(descriptor) else {
            throw .io(file: unfinished.name, code: EEXIST, message: "another process writes one")
        }
        guard StoreFile.exchange(unfinished.path, file.path) else { throw .system(errno, file: file) }
        try step(.syncingFolder)
        if survivesPowerLoss { try file.syncFolder() }
    }

    private func isStillOurs(_ descriptor: Int32) -> Bool {
        var (named, opened) = (stat(), stat())
        return stat(unfinished.path, &named) == 0 && fstat(descriptor, &opened) == 0
            && named.st_ino == opened.st_ino && named.st_dev == opened.st_dev
    }

    private func step(_ step: Step) throws(StoreError) {
        switch faults?.beforeSnapshotStep(step) ?? .proceed {
        case .proceed: return
        case .fail(let failure): throw failure.error(file: file, waited: 0)
        case .crashBeforeCommit: throw .interrupted(file: file.name, committed: false)
        case .crashAfterCommit: throw .interrupted(file: file.name, committed: true)
        }
    }
}

extension SnapshotFile {
    /// Opens what is there, if it is one of a database and of a generation from which the changes are known.
    func read(lineage: String, generations: ClosedRange<Int64>) throws(SnapshotFault) -> Snapshot {
        let bytes = try SnapshotBytes(MappedFile(file))
        guard bytes.header.lineage == lineage else { throw .foreign }
        let generation = bytes.header.generation
        guard generations.contains(generation) else { throw .outOfStep(generation: generation) }
        return try Snapshot(bytes)
    }
}

/// A snapshot that was opened: its sets by name.
struct Snapshot: Sendable {
    let generation: Int64
    let sets: [String: MappedFences]

    init(_ bytes: SnapshotBytes) throws(SnapshotFault) {
        guard let found = bytes.read(bytes.header.directory) else { throw .damaged("its directory") }
        var reader = ByteReader(found)
        guard let count = reader.number(UInt64.self) else { throw .damaged("its directory") }
        var sets: [String: MappedFences] = [:]
        for _ in 0..<min(count, UInt64(found.count)) {
            guard let part = SnapshotPart(&reader, limit: bytes.header.sumsStart) else {
                throw .damaged("its directory")
            }
            sets[part.name] = MappedFences(bytes, part)
        }
        generation = bytes.header.generation
        self.sets = sets
    }
}
