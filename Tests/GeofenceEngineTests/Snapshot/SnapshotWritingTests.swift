import Foundation
import GeofenceEngine
import LocationCore
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Writing a snapshot: at any instant there is the old one or the new one, and either fits.
@Suite struct `Snapshots being written` {
    typealias Step = SnapshotFile.Step

    /// A store whose next snapshot meets with something before a step.
    private static func sample(
        _ step: Step, _ verdict: StoreFaults.Verdict
    ) throws -> (SnapshotSample, first: Data, Locked<Bool>) {
        let isBroken = Locked(false)
        let faults = StoreFaults(
            beforeSnapshotStep: { $0 == step && isBroken.withLock { $0 } ? verdict : .proceed },
            beforeCommit: { _ in .proceed })
        let sample = try SnapshotSample(["app": SnapshotFences.mixed(120)], faults: faults)
        try sample.write()
        try sample.relaunch()
        let first = try sample.bytes()
        try sample.put([
            StoredFence(fence: CoreBench.fence("new"), ordinal: 500, revision: 0, shapeRevision: 0)
        ])
        try sample.remove([try #require(sample.sets["app"]?.fences.first).fence.id])
        isBroken.withLock { $0 = true }
        return (sample, first, isBroken)
    }

    private static func check(_ sample: SnapshotSample, _ note: String) throws {
        let loaded = try sample.relaunch()
        #expect(loaded.snapshot == .used, "\(note)")
        #expect(loaded.durable.sets["app"]?.fences == (try sample.rows()["app"]?.fences), "\(note)")
        #expect(loaded.durable.sets["app"]?[id: "new"]?.ordinal == 500, "\(note)")
    }

    @Test(arguments: Step.allCases, [StoreFaults.Failure.full, .readOnly, .io])
    func `a failure at any step leaves the old one or the new one`(_ step: Step, _ failure: StoreFaults.Failure) throws
    {
        let (sample, first, isBroken) = try Self.sample(step, .fail(failure))

        #expect(throws: StoreError.self) { try sample.write() }

        let isPublished = step == .syncingFolder
        #expect(try (sample.bytes() == first) == !isPublished)
        #expect(!FileManager.default.fileExists(atPath: sample.unfinishedPath))
        try Self.check(sample, "\(step)")
        isBroken.withLock { $0 = false }
        #expect(try sample.write())
        #expect(try sample.bytes() != first)
        try Self.check(sample, "after \(step)")
    }

    @Test(arguments: Step.allCases)
    func `a death before any step leaves the old one or the new one`(_ step: Step) throws {
        let (sample, first, isBroken) = try Self.sample(step, .crashBeforeCommit)

        #expect(throws: StoreError.interrupted(file: "sample.db-fences", committed: false)) { try sample.write() }

        #expect(try (sample.bytes() == first) == (step != .syncingFolder))
        try Self.check(sample, "\(step)")
        // What it left is written over.
        isBroken.withLock { $0 = false }
        #expect(try sample.write())
        #expect(!FileManager.default.fileExists(atPath: sample.unfinishedPath))
        try Self.check(sample, "after \(step)")
    }

    @Test func `a half of one under the other name is nothing`() throws {
        let sample = try SnapshotSample(["app": SnapshotFences.circles(120)])
        try sample.write()
        try Data("half".utf8).write(to: URL(filePath: sample.unfinishedPath))

        #expect(try sample.relaunch().snapshot == .used)
        #expect(try sample.write())
        #expect(try sample.folder.names() == ["sample.db", "sample.db-fences", "sample.db-shm", "sample.db-wal"])
    }

    // iOS starts no other process, so there are no exit tests there.
    #if !os(iOS)
        /// The system itself refuses to let a file grow, as a full disk does.
        @Test func `a disk that fills while one is written leaves the old one`() async throws {
            let sample = try SnapshotSample(["app": SnapshotFences.circles(2000)])
            try sample.write()
            let first = try sample.bytes()
            sample.store.close()

            await #expect(processExitsWith: .success) { [path = sample.folder.database as String] in
                let store = try EngineStore(at: StoreLocation(path: path), now: noon)
                let sets = try store.load(usingSnapshot: true).durable.sets
                signal(SIGXFSZ, SIG_IGN)
                var limit = rlimit(rlim_cur: 100_000, rlim_max: 100_000)
                #if canImport(Darwin)
                    setrlimit(RLIMIT_FSIZE, &limit)
                #else
                    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
                #endif
                do throws(StoreError) {
                    _ = try store.writeSnapshot(of: sets, lineage: "two", seed: 1)
                    exit(3)
                } catch {
                    guard case .io = error else { exit(4) }
                    exit(0)
                }
            }

            #expect(try sample.bytes() == first)
            #expect(!FileManager.default.fileExists(atPath: sample.unfinishedPath))
            #expect(try sample.relaunch().snapshot == .used)
        }
    #endif

    @Test func `two processes: nothing is written of what the other has changed`() throws {
        let sample = try SnapshotSample(["app": SnapshotFences.circles(120)])
        try sample.write()
        try sample.relaunch()
        let other = try SnapshotSample(in: sample.folder)
        try other.put([StoredFence(fence: CoreBench.fence("new"), ordinal: 500, revision: 0, shapeRevision: 0)])

        #expect(throws: StoreError.overtaken(file: "sample.db")) { try sample.write() }

        let loaded = try sample.relaunch()
        #expect(loaded.snapshot == .used)
        #expect(loaded.durable.sets["app"]?[id: "new"] != nil)
    }

    @Test func `a store of the version before gets what it lacks`() throws {
        let sample = try SnapshotSample(["app": SnapshotFences.circles(120)])
        sample.store.close()
        let database = try Database(path: sample.folder.database)
        try database.execute("DROP TABLE fence_snapshot")
        try database.execute("DROP TABLE fence_changes")
        try database.execute("PRAGMA user_version = 2")
        database.close()

        let loaded = try sample.relaunch()

        #expect(sample.store.opening == .migrated(from: 2))
        #expect(loaded.durable.sets["app"]?.fences == sample.sets["app"]?.fences)
        try sample.write()
        #expect(try sample.relaunch().snapshot == .used)
    }
}
