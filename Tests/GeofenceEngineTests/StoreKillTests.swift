import Foundation
import GeofenceEngine
import LocationCore
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A real process that ends itself with SIGKILL, and what the next one finds.
@Suite struct `Store and the death of a process` {
    // iOS starts no other process, so there are no exit tests there.
    #if !os(iOS)
        @Test func `CASE-049 a process killed inside a transaction leaves the commits before it`() async throws {
            let folder = try ScratchFolder()
            let path = folder.database

            await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
                let database = try StoreOpener(path: path, schema: Sample.second).open(at: noon).database
                try Sample.add(["a", "b"], to: database)
                try database.transaction(.normal) { () throws(StoreError) in try Sample.add(["c"], to: database) }
                try database.transaction { () throws(StoreError) in
                    try Sample.add((0..<5_000).map { "n\($0)" }, to: database)
                    kill(getpid(), SIGKILL)
                }
            }

            let opened = try Sample.open(folder)
            #expect(opened.opening == .opened)
            #expect(try Sample.ids(opened.database) == ["a", "b", "c"])
        }

        @Test func `CASE-120 a process killed inside a migration leaves the old version`() async throws {
            let folder = try ScratchFolder()
            let path = folder.database
            let old = try Sample.open(folder, Sample.first)
            try Sample.add(["a"], to: old.database)
            old.database.close()

            await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
                let schema = StoreSchema(
                    applicationID: Sample.identity, steps: [Sample.makeFences, Sample.addExtras, Sample.dieInside])
                _ = try StoreOpener(path: path, schema: schema).open(at: noon)
            }

            let again = try Sample.open(folder)
            #expect(again.opening == .migrated(from: 1))
            #expect(try Sample.ids(again.database) == ["a"])
        }

        @Test func `a process killed while it creates its store leaves a place for a new one`() async throws {
            let folder = try ScratchFolder()
            let path = folder.database

            await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
                let schema = StoreSchema(applicationID: Sample.identity, steps: [Sample.makeFences, Sample.dieInside])
                _ = try StoreOpener(path: path, schema: schema).open(at: noon)
            }

            #expect(try folder.names().contains("sample.db"))
            #expect(try Sample.open(folder).opening == .created)
        }
    #endif
}
